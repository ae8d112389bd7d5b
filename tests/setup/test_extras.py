"""What each extra is enough for, and what a command says where its extra is missing."""

import subprocess
import sys
from importlib.metadata import packages_distributions, requires
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ludoteca.extras import EXTRAS, advice, part_of

from ..tidy.sources import PACKAGE, imports, sources
from .test_locks import asked_for

CORE: Final = "msgspec"
EVERYTHING: Final = {module for modules in EXTRAS.values() for module in modules}
WITHOUT: Final = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
sys.argv[0] = "ludoteca"
{program}
"""
COMMAND: Final = "from ludoteca.__main__ import main; main()"
PLAY: Final = """
import ludoteca
for game in ludoteca.all_games():
    played = ludoteca.play(game, seed=1)
    assert ludoteca.verify(played.record).outcome == played.outcome
    print(game, len(list(ludoteca.replay(played.record))) > 1)
"""


def run(program: str, *args: str, extras: tuple[str, ...] = (), cwd: Path) -> subprocess.CompletedProcess[str]:
    """Python, as if only these extras were installed."""
    missing = EVERYTHING - {module for extra in extras for module in EXTRAS[extra]}
    code = WITHOUT.format(missing=missing, program=program)
    return subprocess.run([sys.executable, "-c", code, *args], cwd=cwd, capture_output=True, text=True, check=False)


def told(*args: str, extras: tuple[str, ...] = (), cwd: Path) -> str:
    done = run(COMMAND, *args, extras=extras, cwd=cwd)
    assert done.returncode != 0
    (line,) = done.stderr.splitlines()
    return line


def test_every_import_from_outside_is_listed_under_an_extra() -> None:
    ours = (source for source in sources(PACKAGE) if "starter" not in source.module)  # it is an author's, as a template
    used = {parts[0] for source in ours for parts in imports(source)}
    ours_and_pythons = {"ludoteca", "hatchling", *sys.stdlib_module_names}
    assert used - ours_and_pythons - {CORE} <= EVERYTHING


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_installs_what_is_listed_under_it(extra: str) -> None:
    asked = {canonicalize_name(requirement.name) for requirement in asked_for((extra,), ())}
    needed = {canonicalize_name(Requirement(each).name) for name in asked for each in requires(name) or ()}
    distributions = packages_distributions()
    for module in EXTRAS[extra]:
        installed_by = {canonicalize_name(name) for name in distributions[module]}
        assert installed_by & (asked | needed), f"{module} is not installed by the extra {extra}"


def test_rules_are_played_and_verified_with_the_core_alone(tmp_path: Path) -> None:
    done = run(PLAY, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split().count("True") == 5


def test_the_command_itself_says_that_it_needs_the_extra_cli(tmp_path: Path) -> None:
    assert told("games", cwd=tmp_path) == 'ludoteca: typer is not installed: pip install "ludoteca[cli]"'


@pytest.mark.parametrize(
    "args",
    [
        ("--help",),
        ("games",),
        ("rules", "gomoku"),
        ("schema", "catan"),
        ("play", "gomoku", "--others", "bot:greedy"),
        ("simulate", "briscola", "--games", "1"),
        ("playthrough", "gomoku"),
    ],
)
def test_the_extra_cli_is_enough_to_play_and_simulate(tmp_path: Path, args: tuple[str, ...]) -> None:
    done = run(COMMAND, *args, extras=("cli",), cwd=tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("args", "extra"),
    [
        (("serve",), "server"),
        (("web", "--redis", "redis://x"), "server"),
        (("service",), "server"),
        (("manage",), "server"),
        (("token", "show"), "server"),
        (("tables", "list"), "client"),
        (("join", "AAAAAA"), "client"),
        (("gitgammon", "show"), "git"),
        (("laws", "gomoku"), "laws"),
        (("orcain", "solve"), "solve"),
    ],
)
def test_a_command_says_which_extra_it_lacks(tmp_path: Path, args: tuple[str, ...], extra: str) -> None:
    """At once, where the command line alone is installed."""
    assert told(*args, extras=("cli",), cwd=tmp_path).endswith(f'is not installed: pip install "ludoteca[{extra}]"')


def test_an_import_of_several_extras_is_looked_up_under_the_one_that_is_at_work() -> None:
    with pytest.raises(ModuleNotFoundError) as sim:
        raise ModuleNotFoundError(name="numpy")
    with pytest.raises(ModuleNotFoundError) as solve, part_of("solve"):
        raise ModuleNotFoundError(name="numpy")
    assert advice(sim.value) == 'numpy is not installed: pip install "ludoteca[sim]"'
    assert advice(solve.value) == 'numpy is not installed: pip install "ludoteca[solve]"'


@pytest.mark.parametrize(
    ("extra", "module"),
    [("client", "ludoteca.client"), ("git", "ludoteca.gitplay.processor.pipeline"), ("sim", "ludoteca.sim.catan")],
)
def test_an_extra_is_enough_for_its_part(tmp_path: Path, extra: str, module: str) -> None:
    done = run(f"import {module}", extras=(extra,), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
