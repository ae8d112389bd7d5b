"""The Markdown pages: links lead somewhere, commands and options exist, and prose is wrapped."""

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from typer.main import get_command

from ludoteca.cli import app

from .sources import PACKAGE, ROOT

PAGES: Final = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md"), *PACKAGE.glob("games/*/RULES.md")]
)
MANUALS: Final = [page for page in PAGES if page.parent in (ROOT, ROOT / "docs", ROOT / "docs" / "internal")]
LINK: Final = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
CODE: Final = re.compile(r"^```.*?^```|^    .*?$|`[^`]+`", re.DOTALL | re.MULTILINE)
OURS: Final = re.compile(r"(?<![\w/.-])(?<!from )(?:\.venv/bin/)?ludoteca ([a-z](?:[^\n`;&|#]|\|(?=\w))*)")
BENCH: Final = re.compile(r"\b(bench(?:\.[a-z_]+)+)([^\n`;&|#]*)")
INSTALLED: Final = re.compile(r"\bpip install ([^`\n]+)")
OURS_PUBLISHED: Final = re.compile(r'"?ludoteca(\[[a-z,]+\])?"?')
LOCKED: Final = {"--no-deps", "--require-hashes", "--only-binary"}
BUILT: Final = {"--no-deps", "--no-build-isolation"}
COLUMNS: Final = 120
OPTION: Final = re.compile(r"--[a-z][a-z-]*")


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def anchors(page: Path) -> set[str]:
    """The headings of a page, as GitHub turns them into anchors."""
    headings = re.findall(r"^#+ (.+)$", read(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.replace("\\", "").lower()).replace(" ", "-") for heading in headings}


def code(page: Path) -> str:
    return "\n".join(CODE.findall(read(page)))


def named(words: str) -> Iterator[tuple[Any, list[str]]]:
    """The command that the first words name (several if written `a|b`), and the remaining words."""
    group: Any = get_command(app)
    rest = words.split()
    while rest and hasattr(group, "commands"):
        first, *rest = rest
        found = [group.get_command(None, name) for name in first.split("|")]
        assert None not in found, f"no command: {first}"
        if len(found) > 1:
            yield from ((each, rest) for each in found)
            return
        (group,) = found
    yield group, rest


def takes(command: Any) -> set[str]:
    return {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for path, anchor in LINK.findall(read(page)):
        if not path.startswith("https://"):
            target = (page.parent / path).resolve() if path else page
            assert target.exists(), path
            assert not anchor or anchor in anchors(target), f"{path}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_exists_and_has_the_options_named(page: Path) -> None:
    for line in OURS.findall(code(page)):
        for command, rest in named(line):
            takes_any = command.context_settings.get("ignore_unknown_options")  # seats, as a game names them
            unknown = set(OPTION.findall(" ".join(rest))) - takes(command)
            assert takes_any or not unknown, f"ludoteca {line}: {unknown}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_benchmark_exists_and_has_the_options_named(page: Path) -> None:
    for module, words in BENCH.findall(code(page)):
        found = importlib.util.find_spec(module)
        if found is not None and found.submodule_search_locations is not None:
            found = importlib.util.find_spec(f"{module}.__main__")
        assert found is not None, module
        assert found.origin is not None
        source = Path(found.origin).read_text(encoding="utf-8")
        assert "argparse" in source, f"{module} has no --help"
        assert not [option for option in OPTION.findall(words) if f'"{option}"' not in source], module


def overlong(page: Path) -> Iterator[str]:
    """Lines of prose over 120 columns. Tables, headings and pictures cannot be wrapped, nor can code."""
    prose = re.sub(r"^```.*?^```$", "", read(page), flags=re.DOTALL | re.MULTILINE)
    for line in prose.splitlines():
        words = re.sub(r"`[^`]*`|\]\([^)]*\)", lambda found: found[0].replace(" ", "_"), line).split()
        if len(line) > COLUMNS and len(words) > 1 and not line.startswith(("|", "#", "!", "<", "    ")):
            yield line


@pytest.mark.parametrize("page", MANUALS, ids=lambda page: str(page.relative_to(ROOT)))
def test_prose_is_wrapped(page: Path) -> None:
    assert not list(overlong(page))


def test_an_overlong_line_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("word " * 30 + "\n\n| " + "cell " * 30 + "|\n", encoding="utf-8")
    assert list(overlong(page)) == ["word " * 30]


def is_locked(words: str) -> bool:
    """Whether pip installs what is pinned, or a local folder with the pinned build tool."""
    options, last = set(OPTION.findall(words)), words.rsplit(maxsplit=1)[-1]
    if "-r" in words.split():
        return options == LOCKED
    options.discard("--editable")
    return options == ({"--no-deps"} if last.endswith(".whl") else BUILT) and not OURS_PUBLISHED.fullmatch(last)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_only_ludoteca_itself_is_installed_unpinned(page: Path) -> None:
    for words in INSTALLED.findall(code(page)):
        assert is_locked(words) or OURS_PUBLISHED.fullmatch(words), words


@pytest.mark.parametrize(
    "words",
    ["hypothesis", "./examples/liars_dice", "--no-deps ./a_game", "-r run.txt", "--no-deps ludoteca"],
)
def test_unpinned_installations_are_found(words: str) -> None:
    assert not is_locked(words)


def test_the_pages_name_commands_at_all() -> None:
    """Otherwise the tests above would check nothing."""
    lines = {line.strip() for page in PAGES for line in OURS.findall(code(page))}
    assert {"serve", "gitgammon demo --moves 6", "tables create|close|inspect|tail"} <= lines
    assert any(words for page in PAGES for _, words in BENCH.findall(code(page)))
    installing = [page.name for page in PAGES if "./examples/liars_dice" in "".join(INSTALLED.findall(code(page)))]
    assert installing == ["README.md", "add-a-game.md", "tutorial.md", "README.md"]
