"""Builds the browser's half (`front/`) into the package whenever a wheel is built, an editable one too.

With `LUDOTECA_SKIP_FRONT=1` nothing is built; the server then says where its pages are missing. With
`LUDOTECA_FRONT_TOOLS=1` what tests and checks of `front/` need is installed too. A source distribution brings `front/`
along, not what is built from it.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SKIP = "LUDOTECA_SKIP_FRONT"
TOOLS = "LUDOTECA_FRONT_TOOLS"


class FrontBuild(BuildHookInterface):  # type: ignore[type-arg]
    """The hook that hatchling calls; `custom` is the name it has in pyproject.toml."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if _is_set(SKIP):
            self.app.display_info(f"{SKIP} is set: the pages are not built")
        elif (Path(self.root) / "front/package.json").exists():
            sys.path.insert(0, self.root)
            _run("ci", *(() if _is_set(TOOLS) else ("--omit=dev",)))
            _run("run", "build")


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
