"""The locks agree with `pyproject.toml`, with each other, and with what the packages in them need."""

import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import requires
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from .locks import ROOT, Pin, pins

AGAIN = "the lock does not fit pyproject.toml: run `python requirements/lock.py`"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def lock_command() -> Any:
    spec = spec_from_file_location("lock", ROOT / "requirements" / "lock.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


LOCKS = {lock.file: lock for lock in lock_command().LOCKS}


def asked_for(extras: tuple[str, ...], groups: Iterable[str]) -> Iterator[Requirement]:
    """What `pyproject.toml` asks for, with extras and groups that name others of ours followed."""
    project = PYPROJECT["project"]
    if extras:
        yield from map(Requirement, project["dependencies"])
    for extra in extras:
        for requirement in map(Requirement, project["optional-dependencies"][extra]):
            if requirement.name == project["name"]:
                yield from asked_for(tuple(requirement.extras), ())
            else:
                yield requirement
    for group in groups:
        for each in PYPROJECT["dependency-groups"][group]:
            yield from (Requirement(each),) if isinstance(each, str) else asked_for((), (each["include-group"],))


def applies(requirement: Requirement, extras: Iterable[str] = ("",)) -> bool:
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras))


def needed(pin: Pin) -> Iterator[Requirement]:
    """What a package says itself that it needs here, with the extras that it is pinned with."""
    for requirement in map(Requirement, requires(pin.name) or ()):
        if applies(requirement, pin.requirement.extras):
            yield requirement


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_is_complete_and_holds_nothing_more(lock: str) -> None:
    pinned = {pin.name: pin for pin in pins(lock) if pin.applies}
    open_ones = [each for each in asked_for(LOCKS[lock].extras, LOCKS[lock].groups) if applies(each)]
    reached: set[str] = set()
    while open_ones:
        wanted = open_ones.pop()
        name = canonicalize_name(wanted.name)
        assert name in pinned, f"{wanted} is missing in {lock}: {AGAIN}"
        pin = pinned[name]
        assert wanted.specifier.contains(pin.version, prereleases=True), (
            f"{wanted}, but {lock} has {pin.version}: {AGAIN}"
        )
        kept = {canonicalize_name(extra) for extra in pin.requirement.extras}
        assert {canonicalize_name(extra) for extra in wanted.extras} <= kept, (
            f"{lock} forgets an extra of {wanted}: {AGAIN}"
        )
        if name not in reached:
            reached.add(name)
            open_ones += needed(pin)
    assert reached == set(pinned), f"{lock} has more than is needed: {AGAIN}"


def test_smaller_locks_are_part_of_larger_ones() -> None:
    """So that no package has two versions in one environment, whatever was installed first."""
    test, run, author, processor, backend = ({(pin.name, pin.version) for pin in pins(lock)} for lock in LOCKS)
    assert processor | backend < run < test
    assert backend < author < test
    assert not processor & backend, "pip takes no package twice, and a workflow may install both"


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_address(lock: str) -> None:
    assert "://" not in (ROOT / lock).read_text(encoding="utf-8")
