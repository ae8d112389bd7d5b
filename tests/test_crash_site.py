"""Reporting a crash never raises, whatever an author's code or an installed package is like."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludoteca.crash_site import crash_site, crash_words, innermost, offering_packages

from .packages.installing import written

CRASHING = "def crash():\n    raise ZeroDivisionError('oops')\n"


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    offering_packages.cache_clear()
    yield
    offering_packages.cache_clear()


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages."""
    folder = tmp_path / "site-packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    return folder


def raised(crash: Callable[[], Any]) -> BaseException:
    with pytest.raises(BaseException) as caught:  # noqa: PT011 - a test asks what is said of it
        crash()
    return caught.value


def run(path: Path, **names: Any) -> BaseException:
    scope: dict[str, Any] = {"__name__": path.stem, **names}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), scope)
    return raised(scope["crash"])


def test_a_malformed_entry_point_is_skipped_and_the_others_count(library: Path) -> None:
    written(library, "offers_nothing", "", games="bad = !!!", bots="worse = ")
    written(library, "offers_mine", CRASHING, games="mine = offers_mine:GAME")
    written(library, "offers_none", CRASHING)
    site = crash_site(run(library / "offers_mine.py"))
    assert site is not None
    assert (site.module, site.line) == ("offers_mine", 2)
    own = crash_site(run(library / "offers_none.py"))
    assert own is not None
    assert own.module != "offers_none"


def test_metadata_that_cannot_be_read_leaves_a_crash_without_its_site(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(library, "offers_mine", CRASHING, games="mine = offers_mine:GAME")
    monkeypatch.setattr("ludoteca.crash_site.entry_points", lambda **_: 1 / 0)
    error = run(library / "offers_mine.py")
    assert innermost(error) is not None
    assert crash_words(error).startswith("ZeroDivisionError: oops")


def test_packages_are_looked_through_once(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(library, "offers_none", CRASHING)
    asked: list[str] = []

    def looked_through(group: str) -> tuple[()]:
        asked.append(group)
        return ()

    monkeypatch.setattr("ludoteca.crash_site.entry_points", looked_through)
    for _ in range(3):
        crash_site(run(library / "offers_none.py"))
    assert asked == ["ludoteca.games", "ludoteca.bots"]


def test_the_path_is_whole_where_the_working_directory_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(CRASHING, encoding="utf-8")
    error = run(tmp_path / "mine.py")
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert crash_words(error).startswith(f"ZeroDivisionError: oops, at {tmp_path / 'mine.py'}:2, in crash")


@pytest.mark.parametrize("name", [None, 7, "mine"])
def test_a_module_may_have_any_name(tmp_path: Path, name: object) -> None:
    (tmp_path / "mine.py").write_text(CRASHING, encoding="utf-8")
    error = run(tmp_path / "mine.py", __name__=name)
    site = innermost(error)
    assert site is not None
    assert site.module == (name if isinstance(name, str) else "")
    assert "oops" in crash_words(error)


def test_an_exception_that_cannot_say_what_it_is_has_its_type() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise self

    def crash() -> None:
        raise Mute

    words = crash_words(raised(crash))
    assert words.startswith("Mute, at ")
    assert words.endswith(f"test_crash_site.py:{crash.__code__.co_firstlineno + 1}, in crash: raise Mute")
