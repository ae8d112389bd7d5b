"""Set up and run, or set up and test, with nothing but Python: `bootstrap.py run` or `bootstrap.py test`.

Makes `.venv` beside this file, installs what `requirements/` pins, then the project itself, which builds its pages. A
second call installs again only what has changed. What follows `run` goes to `ludoteca serve`.

Laws kept here:
- Nothing is resolved: the locks are complete, so what an index offers beside the pinned files cannot matter.
- A set-up that was interrupted is noticed by the next call, which begins again with an empty `.venv`.
- Whatever goes wrong is one sentence on stderr; no step is silent for more than a few seconds.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - first of all, and nothing below is newer syntax: an old Python must get here
    print(f"Ludoteca needs Python 3.11 or newer; this is {sys.version.split()[0]}.", file=sys.stderr)
    sys.exit(2)

import argparse
import hashlib
import os
import platform
import queue
import shutil
import subprocess
import threading
import time
import venv
from collections.abc import Iterator
from pathlib import Path

HOME = Path(__file__).resolve().parent
VENV = HOME / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "set-up"  # written last, removed first: without it an environment is half-done

WORKERS = str((os.cpu_count() or 1) + 1)  # one more than can run: many tests wait for processes that they have started
PYTEST = ("-m", "pytest", "-n", WORKERS, "--dist", "worksteal")
CHECKS = (
    ("Linting", ("-m", "ruff", "check", ".")),
    ("Formatting", ("-m", "ruff", "format", "--check", ".")),
    ("Types", ("-m", "mypy")),
)
FRONT_CHECKS = (
    ("The browser's half: linting, types", ("front/npm.py", "run", "check")),
    ("The browser's half: tests", ("front/npm.py", "test")),
)
TESTS = (
    ("Tests", (*PYTEST, "--ignore=tests/browser")),
    ("Tests in a browser", (*PYTEST, "tests/browser")),
)
QUICK_TESTS = (
    ("Tests of the rules", (*PYTEST, *(f"tests/{part}" for part in ("tidy", "laws", "kernel", "table", "games")))),
)

PACE = 3  # seconds between two signs of life
REASONS = (
    (("No space left on device", "ENOSPC"), "the disk is full"),
    (("Permission denied", "EACCES", "Read-only file system", "EROFS"), f"no permission to write under {HOME}"),
    (("DO NOT MATCH THE HASHES", "Hash mismatch", "EINTEGRITY"), "a downloaded file is not the one that is pinned"),
    (
        (
            *("NewConnectionError", "NameResolutionError", "ProxyError", "SSLError", "timed out", "Connection refused"),
            *("ENOTFOUND", "ECONNREFUSED", "ETIMEDOUT", "EAI_AGAIN"),
        ),
        "the package index cannot be reached; check the network and pip's settings, then run this again",
    ),
    (
        ("No matching distribution found",),
        f"a pinned package has no file for Python {platform.python_version()} on {platform.system()} "
        f"{platform.machine()}, or the package index does not offer it",
    ),
)


class Failed(Exception):
    """Why there is nothing to run or to test, in one sentence."""


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Set Ludoteca up in .venv, then run it or test it.",
        epilog="What follows `run` goes to `ludoteca serve`: bootstrap.py run --listen 127.0.0.1:9000 --data FOLDER",
    )
    commands = parser.add_subparsers(dest="what", required=True, metavar="{run,test}")
    commands.add_parser("run", help="a server to play on", add_help=False)
    tests = commands.add_parser("test", help="every linter, type check and test")
    tests.add_argument(
        "--quick", action="store_true", help="two minutes: linters, types, kernel, laws, table and games"
    )
    asked, rest = parser.parse_known_args()
    if rest and asked.what == "test":
        parser.error(f"unknown arguments: {' '.join(rest)}")
    # Where it is set, each of the hundreds of processes that tests start compiles all that it imports anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        set_up(asked.what)
        return ludoteca("serve", *rest) if asked.what == "run" else test(quick=asked.quick)
    except KeyboardInterrupt:
        return 130
    except Failed as failed:
        print(f"Setting up failed: {failed}.", file=sys.stderr)
        return 1


def test(*, quick: bool) -> int:
    """Every check, each to its end, so that one run tells all that is wrong."""
    failed = failed_at_once(CHECKS if quick else (*CHECKS, *FRONT_CHECKS))
    for name, command in QUICK_TESTS if quick else TESTS:
        print(f"== {name}", flush=True)
        if subprocess.call([PYTHON, *command], cwd=HOME):
            failed.append(name)
    print(f"Failed: {', '.join(failed)}" if failed else "All checks passed.", flush=True)
    return 1 if failed else 0


def failed_at_once(checks: tuple[tuple[str, tuple[str, ...]], ...]) -> list[str]:
    """They run side by side, because some have use for one core only; what each says comes in one piece."""
    begun = [
        (name, subprocess.Popen([PYTHON, *command], cwd=HOME, stdout=subprocess.PIPE, stderr=subprocess.STDOUT))
        for name, command in checks
    ]
    failed = []
    for name, process in begun:
        said, _ = process.communicate()
        print(f"== {name}\n{said.decode(errors='replace')}", end="", flush=True)
        if process.returncode:
            failed.append(name)
    return failed


def set_up(what: str) -> None:
    """Make the environment hold what is asked for. One for tests will do for running."""
    try:
        enough = ("run", "test") if what == "run" else ("test",)
        kept = STAMP.read_text() if STAMP.is_file() and PYTHON.exists() else ""
        if kept in [stamp(each) for each in enough]:
            return
        # What was added to .venv by hand survives an update of ours, if it fits the new lock.
        for again in (False, True) if kept.startswith(environment()) else (True,):
            if again:
                make_environment()
            if install(what):
                return
        raise Failed("the pinned packages do not fit together; `pip check` says why")
    except OSError as error:
        raise Failed(reason(str(error)) or str(error)) from error


def make_environment() -> None:
    print("Making .venv …", flush=True)
    try:
        venv.create(VENV, with_pip=True, clear=VENV.exists())
    except subprocess.CalledProcessError as error:
        told = (error.output or b"").decode(errors="replace")
        lacking = "Python's `venv` does not work here; on Debian and Ubuntu: apt install python3-venv"
        raise Failed(reason(told) or lacking) from error


def install(what: str) -> bool:
    """The lock, then the project in place, by a build tool that the lock has pinned. Does all of it fit together?"""
    STAMP.unlink(missing_ok=True)
    install_locked(HOME / "requirements" / f"{what}.txt")
    os.environ["LUDOTECA_FRONT_TOOLS"] = "1" if what == "test" else ""
    step("Building the pages", pip("install", "--no-deps", "--no-build-isolation", "-e", str(HOME)))
    fits = subprocess.run(pip("check"), stdout=subprocess.DEVNULL, check=False).returncode == 0
    if fits:
        STAMP.write_text(stamp(what))
    return fits


def install_locked(lock: Path) -> None:
    """With pip, or with uv where it is there, which is faster and gives the same."""
    title = f"Installing {lock.relative_to(HOME)}"
    exactly = ("--no-deps", "--require-hashes", "--only-binary", ":all:", "-r", str(lock))
    uv = shutil.which("uv")
    if uv is not None:
        try:
            return step(title, [uv, "pip", "install", "--python", str(PYTHON), *exactly])
        except Failed as failed:
            print(f"uv cannot ({failed}); trying pip", flush=True)
    # Python compiles what it imports by itself; compiling all that is installed would be a third of this.
    return step(title, pip("install", "--no-compile", *exactly))


def pip(*arguments: str) -> list[str]:
    return [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments]


def step(title: str, command: list[str]) -> None:
    """Run it and show signs of life. What it says itself is shown only if nobody knows what went wrong."""
    print(f"{title} …", flush=True)
    process = subprocess.Popen(command, cwd=HOME, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said, begun, told = "", time.monotonic(), time.monotonic()
    for line in lines(process):
        said += line
        now = time.monotonic()
        if now - told >= PACE:
            told = now
            print(f"  {now - begun:3.0f} s  {said.rstrip().rpartition(chr(10))[2][:80].strip()}", flush=True)
    if process.wait():
        why = reason(said)
        if why is None:
            print(said, file=sys.stderr)
        raise Failed(why or f"`{' '.join(command)}` ended with {process.returncode}")


def lines(process: "subprocess.Popen[bytes]") -> Iterator[str]:
    """What a process says, line by line, and "" whenever it has been silent for a while."""
    heard: queue.Queue[str | None] = queue.Queue()

    def hear() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            heard.put(line.decode(errors="replace"))
        heard.put(None)

    threading.Thread(target=hear, daemon=True).start()
    while True:
        try:
            line = heard.get(timeout=PACE)
        except queue.Empty:
            line = ""
        if line is None:
            return
        yield line


def reason(said: str) -> str | None:
    """What went wrong, if it is one of the things that are known to."""
    return next((why for signs, why in REASONS if any(sign in said for sign in signs)), None)


def environment() -> str:
    """What an environment cannot outlive: another Python, another place."""
    return f"{platform.python_implementation()} {platform.python_version()} {HOME}\n"


def stamp(what: str) -> str:
    """Of all that is installed and built for this."""
    files = (HOME / "requirements" / f"{what}.txt", HOME / "pyproject.toml", HOME / "hatch_build.py", *front())
    return environment() + hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def front() -> list[Path]:
    """What the pages are made of."""
    files = (HOME / "front").rglob("*")
    return sorted(file for file in files if file.is_file() and not {"node_modules", "__pycache__"} & {*file.parts})


def ludoteca(*arguments: str) -> int:
    """It takes the place of this process where that can be: whoever stops the one has stopped the other."""
    command = [str(PYTHON), "-m", "ludoteca", *arguments]
    if os.name != "nt":
        os.execv(PYTHON, command)
    return subprocess.call(command)


if __name__ == "__main__":
    sys.exit(main())
