"""The sources as the tidy tests read them: files, what they import, their functions."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "ludoteca"
CLOCKS = {"time", "monotonic", "perf_counter", "process_time", "thread_time", "clock_gettime", "localtime", "gmtime"}
CALENDARS = {"datetime", "date", "timezone"}
TODAY = {"now", "utcnow", "today"}


class Source(NamedTuple):
    path: Path
    text: str
    tree: ast.Module

    @property
    def name(self) -> str:
        return str(self.path.relative_to(ROOT))

    @property
    def module(self) -> tuple[str, ...]:
        """The dotted name, in parts; a package's `__init__` is the package."""
        parts = self.path.relative_to(ROOT / "src").with_suffix("").parts
        return parts[:-1] if parts[-1] == "__init__" else parts


def sources(*folders: Path) -> list[Source]:
    paths = sorted(path for folder in folders for path in folder.rglob("*.py"))
    return [Source(path, text := path.read_text(encoding="utf-8"), ast.parse(text)) for path in paths]


def imports(source: Source) -> Iterator[tuple[str, ...]]:
    """Every module imported, in parts, relative ones made absolute. For `from a import b`, both a and a.b."""
    for base, name in imported_names(source):
        yield base
        if name:
            yield (*base, name)


def imported_names(source: Source) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every import as its absolute base, in parts, and the name imported from it; "" for `import a`."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            yield from ((tuple(alias.name.split(".")), "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((_base(source, node), alias.name) for alias in node.names)


def functions(source: Source) -> Iterator[tuple[str, int]]:
    """Every function's name and its length in lines."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield node.name, node.end_lineno - node.lineno + 1


def calls(source: Source) -> Iterator[str]:
    """The plain names that are called."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def clock_reads(source: Source) -> Iterator[int]:
    """The lines that ask what time it is, whatever for: of `time`, of a calendar, of a loop, of our own clock."""
    for node in ast.walk(source.tree):
        match node:
            case ast.ImportFrom("time", names) if {alias.name for alias in names} != {"sleep"}:
                yield node.lineno
            case ast.Import(names) if any(alias.name == "time" and alias.asname for alias in names):
                yield node.lineno
            case ast.Attribute(ast.Name("time"), name) if name.removesuffix("_ns") in CLOCKS:
                yield node.lineno
            case ast.Attribute(ast.Call() | ast.Name("loop" | "_loop") | ast.Attribute(_, "loop" | "_loop"), "time"):
                yield node.lineno
            case ast.Attribute(ast.Name(whose) | ast.Attribute(_, whose), name) if whose in CALENDARS and name in TODAY:
                yield node.lineno
            case ast.Call(ast.Name("system_clock")) | ast.Attribute(_, "cpu_times" | "getrusage"):
                yield node.lineno


def _base(source: Source, node: ast.ImportFrom) -> tuple[str, ...]:
    named = tuple(node.module.split(".")) if node.module else ()
    if not node.level:
        return named
    is_package = source.path.name == "__init__.py"
    up = node.level - 1 if is_package else node.level
    return source.module[: len(source.module) - up] + named
