"""The documentation site: `python -m sphinx -W -c docs . site` builds it.

Its sources are the pages of the repository, each where it lies: their relative links are right on GitHub and here, and
nothing is copied beforehand. The reference of Python is made of docstrings, which are Markdown, and of annotations as
they are written. With `-W` a link or a cross-reference that leads nowhere fails the build.

Sphinx with Furo and MyST, and not Material for MkDocs, which is at the end of its support.
"""

import __future__

import inspect
import re
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.metadata import version as version_of
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final

from sphinx.application import Sphinx
from sphinx.util.inspect import stringify_signature

INDEX: Final = "docs/index"
ROOT: Final = Path(__file__).resolve().parents[1]
KERNEL: Final = "ludoteca.kernel."
NAMES: Final = re.compile(r'^(?:class (?=\w)|(?=\w+: TypeAlias = .*\n"""))(\w+)', re.MULTILINE)


def modules() -> list[str]:
    """Those of the reference, the kernel's last."""
    pages = sorted(ROOT.glob("docs/api/*.rst"))
    found = [name for page in pages for name in re.findall(r"automodule:: (\S+)", page.read_text(encoding="utf-8"))]
    return sorted(found, key=lambda name: name.startswith(KERNEL))


def source(module: str) -> str:
    file = ROOT.joinpath("src", *module.split(".")).with_suffix(".py")
    return (file if file.exists() else file.with_suffix("") / "__init__.py").read_text(encoding="utf-8")


HOMES: Final = {name: module for module in modules() for name in NAMES.findall(source(module))}
"""Which module of the reference has a type; of those in several, the kernel's."""

project = "Ludoteca"
release = version_of("ludoteca")
html_title = f"Ludoteca {release}"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
root_doc = INDEX
include_patterns = ["docs/**.md", "docs/**.rst", "*.md", "src/ludoteca/games/*/RULES.md", "examples/*/README.md"]
exclude_patterns = ["README.md", ".*", "bench", "build", "deploy", "dist", "front", "ludoteca-data", "site", "tests"]
myst_heading_anchors = 4  # by the addresses that GitHub gives them
suppress_warnings = ["misc.highlighting_failure"]  # code that leaves something out, and languages without colours

nitpicky = True
nitpick_ignore_regex = [("py:.*", r"(?!ludoteca\.).*|ludoteca\.kernel\.contract\.[A-Z]")]  # of others, and variables
nitpick_ignore = [  # ours, but not public
    ("py:class", "ludoteca.client.messages.Outcome"),
    ("py:class", "ludoteca.client.messages.ToldWords"),
    ("py:class", "ludoteca.client.transport.Transport"),
    ("py:class", "ludoteca.laws.walks.WalkPlan"),
    ("py:class", "ludoteca.laws.check.FailedWalk"),
    ("py:class", "ludoteca.laws.walks.Walk"),
    ("py:class", "ludoteca.runtime.bus.Bus"),
    ("py:class", "ludoteca.table.messages.ToldWords"),
    ("py:class", "ludoteca.table.wire.Who"),
]

highlight_language = "none"
default_role = "code"  # docstrings have code between single backticks
add_module_names = False
python_maximum_signature_line_length = 120
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # see `as_written`

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_extra_path = ["root"]
html_copy_source = False


class AsWritten(SourceFileLoader):
    """Loads a module with its annotations as text, so that the reference says `Seat` and not what that stands for."""

    def get_code(self, fullname: str) -> CodeType:
        path, as_text = self.get_filename(fullname), __future__.annotations.compiler_flag
        code: CodeType = compile(self.get_data(path), path, "exec", as_text, dont_inherit=True)
        return code


class Finder:
    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, _target: ModuleType | None = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path) if name.partition(".")[0] == "ludoteca" else None
        if spec is not None and spec.origin is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = AsWritten(name, spec.origin)
        return spec


def setup(app: Sphinx) -> None:
    sys.meta_path.insert(0, Finder)
    app.connect("source-read", add_contents)
    app.connect("autodoc-process-docstring", from_markdown)
    app.connect("autodoc-process-signature", as_written)
    app.connect("autodoc-skip-member", is_left_out)
    app.connect("viewcode-follow-imported", written_in)


def add_contents(_app: Sphinx, name: str, source: list[str]) -> None:
    """The lists of the first page are the site's contents, under their headings."""
    if name == INDEX:
        for heading, body in re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", source[0], re.DOTALL | re.MULTILINE):
            links = re.findall(r"^- \[(.+?)\]\(([^)#:]+)\.(?:md|rst)\)", body, re.MULTILINE)
            pages = [f"{title} <{page}>" for title, page in links]
            source[0] += "\n".join(["", "```{toctree}", ":hidden:", f":caption: {heading}", "", *pages, "```", ""])


def from_markdown(_app: Sphinx, _what: str, _name: str, _of: Any, _options: Any, lines: list[str]) -> None:
    """What docstrings have of Markdown, as reStructuredText wants it: lists, code that is indented, names of pages.

    Whom a module may know is for those who change it."""
    text = re.sub(r"(?:May|Must not) know: .*?(?=\n\n|\Z)", "", "\n".join(lines), flags=re.DOTALL)
    text = re.sub(r"\bdocs/([\w-]+)\.md\b", r":doc:`docs/\1.md </docs/\1>`", text)
    text = re.sub(r"^(?!- )(\S.*)\n(?=- )", r"\1\n\n", text, flags=re.MULTILINE)
    code = r"\1\n\n.. code-block:: python\n\n"
    lines[:] = re.sub(r"^(?!- )(\S.*)\n\n(?=    \S)", code, text, flags=re.MULTILINE).split("\n")


def is_left_out(_app: Sphinx, _what: str, _name: str, of: Any, _skip: bool, _options: Any) -> bool | None:
    """Fields of named tuples that say nothing of themselves."""
    return True if str(of.__doc__).startswith("Alias for field number") else None


def as_written(
    _app: Sphinx, _what: str, _name: str, of: Any, _options: Any, signature: str | None, _returned: str | None
) -> tuple[str, str] | None:
    """A signature with its annotations, but for defaults that no short words would say."""
    if signature is None or of.__module__ is None:
        return None
    made = inspect.signature(of)
    notes = getattr(of, "__annotations__", {})
    parameters = [
        each.replace(annotation=qualified(notes.get(each.name, each.annotation), of))
        for each in made.parameters.values()
        if each.name != "self"
    ]
    words = stringify_signature(made.replace(parameters=parameters, return_annotation=inspect.Signature.empty))
    returned = qualified(notes.get("return", ""), of)
    return re.sub(r"<(?:function|factory).*?>(?=[,)])", "...", words), returned


def qualified(note: Any, of: Any) -> Any:
    """An annotation with the modules of all names of ours in it, and a sign that they are not to be shown."""
    names = vars(sys.modules[of.__module__])
    written = getattr(note, "__forward_arg__", note)

    def whole(match: re.Match[str]) -> str:
        name, found = match[0], names.get(match[0])
        home = found.__module__ if isinstance(found, type) else HOMES.get(name, "")
        return f"~{home}.{name}" if home.startswith("ludoteca") else name

    return re.sub(r"(?<![\w.])[A-Za-z]\w*", whole, written.strip("'")) if isinstance(written, str) else note


def written_in(_app: Sphinx, module: str, name: str) -> str:
    """The module that has the source of what a module shows."""
    found = getattr(getattr(sys.modules[module], name.partition(".")[0], None), "__module__", None) or ""
    return found if found.startswith("ludoteca") else module
