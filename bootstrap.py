"""Set up and run, or set up and test, with nothing but Python: `bootstrap.py run` or `bootstrap.py test`.

Makes `.venv` beside this file, installs the pinned and hashed packages of `requirements/`, then the project itself,
which builds its pages. A second call installs again only what has changed. What follows `run` goes to `ludoteca serve`.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

HOME = Path(__file__).resolve().parent
VENV = HOME / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")

WORKERS = str((os.cpu_count() or 1) + 1)  # one more than can run: many tests wait for processes that they have started
PYTEST = ("-m", "pytest", "-n", WORKERS, "--dist", "worksteal")
AT_ONCE = (
    ("Linting", ("-m", "ruff", "check", ".")),
    ("Formatting", ("-m", "ruff", "format", "--check", ".")),
    ("Types", ("-m", "mypy")),
    ("The browser's half: linting, types", ("front/npm.py", "run", "check")),
    ("The browser's half: tests", ("front/npm.py", "test")),
)
IN_TURN = (
    ("Tests", (*PYTEST, "--ignore=tests/browser")),
    ("Tests in a browser", (*PYTEST, "tests/browser")),
)


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Set Ludoteca up in .venv, then run it or test it.",
        epilog="What follows `run` goes to `ludoteca serve`: bootstrap.py run --listen 127.0.0.1:9000 --data FOLDER",
    )
    parser.add_argument("what", choices=("run", "test"), help="run: a server to play on; test: every check")
    asked, rest = parser.parse_known_args()
    if rest and asked.what == "test":
        parser.error(f"test takes nothing more: {' '.join(rest)}")
    if sys.version_info < (3, 11):  # noqa: UP036 - this file must run to be able to say so
        print("Ludoteca needs Python 3.11 or newer.", file=sys.stderr)
        return 2
    # Where it is set, each of the hundreds of processes that tests start compiles all that it imports anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        set_up(asked.what)
    except KeyboardInterrupt:
        return 130
    except subprocess.CalledProcessError as error:
        print(f"Setting up failed: {' '.join(map(str, error.cmd))}", file=sys.stderr)
        return 1
    try:
        return ludoteca("serve", *rest) if asked.what == "run" else test()
    except KeyboardInterrupt:
        return 130


def test() -> int:
    """Every check, each to its end, so that one run tells all that is wrong."""
    failed = quick_ones_failed()
    for name, command in IN_TURN:
        print(f"== {name}", flush=True)
        if subprocess.call([PYTHON, *command], cwd=HOME):
            failed.append(name)
    print(f"Failed: {', '.join(failed)}" if failed else "All checks passed.", flush=True)
    return 1 if failed else 0


def quick_ones_failed() -> list[str]:
    """They run side by side, because some have use for one core only; what each says comes in one piece."""
    begun = [
        (name, subprocess.Popen([PYTHON, *command], cwd=HOME, stdout=subprocess.PIPE, stderr=subprocess.STDOUT))
        for name, command in AT_ONCE
    ]
    failed = []
    for name, process in begun:
        said, _ = process.communicate()
        print(f"== {name}\n{said.decode(errors='replace')}", end="", flush=True)
        if process.returncode:
            failed.append(name)
    return failed


def set_up(what: str) -> None:
    """Make the environment hold exactly what is asked for."""
    if not PYTHON.exists():
        print("Making .venv …", flush=True)
        venv.create(VENV, with_pip=True, clear=VENV.exists())
    needed = HOME / "requirements" / f"{what}.txt"
    stamp = VENV / f"installed-{what}"
    wanted = fingerprint(needed, HOME / "pyproject.toml", HOME / "hatch_build.py", *front())
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print(f"Installing {needed.relative_to(HOME)}, building the pages …", flush=True)
    # Python compiles what it imports by itself; compiling all that is installed would be a third of this.
    pip("install", "--no-compile", "--require-hashes", "-r", str(needed))
    # The project is installed in place, by a build tool that was pinned above: nothing is fetched unchecked.
    os.environ["LUDOTECA_FRONT_TOOLS"] = "1" if what == "test" else ""
    pip("install", "--no-deps", "--no-build-isolation", "-e", str(HOME))
    stamp.write_text(wanted)


def front() -> list[Path]:
    """What the pages are made of."""
    files = (HOME / "front").rglob("*")
    return sorted(file for file in files if file.is_file() and not {"node_modules", "__pycache__"} & {*file.parts})


def fingerprint(*files: Path) -> str:
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def pip(*arguments: str) -> None:
    subprocess.run([PYTHON, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments], check=True)


def ludoteca(*arguments: str) -> int:
    """It takes the place of this process where that can be: whoever stops the one has stopped the other."""
    command = [str(PYTHON), "-m", "ludoteca", *arguments]
    if os.name != "nt":
        os.execv(PYTHON, command)
    return subprocess.call(command)


if __name__ == "__main__":
    sys.exit(main())
