"""Which module imports which, the cycles among them, and the graph of packages drawn as DOT.

.venv/bin/python -m tests.tidy.import_graph | dot -Tsvg > imports.svg
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from .sources import PACKAGE, Source, imported_names, sources

Graph = Mapping[str, set[str]]
"""Each module and what it imports, anywhere in it: in functions and for type checking only too."""


def module_graph(modules: Iterable[Source]) -> Graph:
    """A name imported from a package counts as an import of its module, where it is one."""
    by_name = {".".join(source.module): source for source in modules}
    return {name: set(_imported(source, by_name)) - {name} for name, source in by_name.items()}


def package_graph(modules: Graph, depth: int) -> Graph:
    """The same for packages: `depth` is how many parts of a module's name are kept."""
    packages: dict[str, set[str]] = defaultdict(set)
    for name, imported in modules.items():
        package = _shortened(name, depth)
        packages[package] |= {_shortened(other, depth) for other in imported} - {package}
    return packages


def cycle(graph: Graph) -> list[str]:
    """One cycle, each module followed by one that it imports; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        path: list[str] = error.args[1]
        return path[::-1]
    return []


def dot(graph: Graph) -> str:
    edges = (f'  "{name}" -> "{other}";' for name in sorted(graph) for other in sorted(graph[name]))
    return "\n".join(["digraph imports {", "  rankdir=LR;", *edges, "}"])


def _imported(source: Source, known: Mapping[str, Source]) -> Iterator[str]:
    for base, name in imported_names(source):
        for candidate in (".".join((*base, name)), ".".join(base)):
            if candidate in known:
                yield candidate
                break


def _shortened(name: str, depth: int) -> str:
    return ".".join(name.split(".")[:depth])


if __name__ == "__main__":
    print(dot(package_graph(module_graph(sources(PACKAGE)), 2)))
