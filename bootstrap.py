"""Set up and run, or set up and test, with nothing but Python: `bootstrap.py run` or `bootstrap.py test`.

Creates `.venv` beside this file and installs the locked requirements, then the project itself, which builds its pages.
A second call installs only what has changed. Arguments after `run` go to `ludoteca serve`.

Laws kept here:
- Nothing is resolved: the locks are complete, so newer releases on an index cannot matter.
- An interrupted set-up is noticed by the next call, which starts over with an empty `.venv`.
- Two set-ups of one checkout never run at the same time; the second waits.
- Every failure is one sentence on stderr; no step is silent for more than a few seconds.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - first of all, and nothing below is newer syntax: an old Python must get here
    print(f"Ludoteca needs Python 3.11 or newer; this is {sys.version.split()[0]}.", file=sys.stderr)
    sys.exit(2)

if sys.platform == "win32":
    print("Ludoteca runs on Linux and macOS; on Windows, run this in WSL.", file=sys.stderr)
    sys.exit(2)

import argparse
import fcntl
import hashlib
import os
import platform
import queue
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

HOME = Path(__file__).resolve().parent
VENV = HOME / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "set-up"  # written last, removed first: without it an environment is half-done
PAGES = (HOME / "src/ludoteca/web/page/index.html", HOME / "src/ludoteca/gitplay/page/index.html")
NODE_MODULES = HOME / "front" / "node_modules"
SKIP_PAGES = "LUDOTECA_SKIP_FRONT"

CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
WORKERS = str(min(CORES, 16) + 1)  # one more than can run: many tests wait for processes that they have started
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

PACE = 3  # seconds between two lines of progress
TAIL = 40  # lines: a cause further up was survived, a retried time-out for one
CAUSES = (
    (("No space left on device", "ENOSPC"), "the disk is full"),
    (("Permission denied", "EACCES", "Read-only file system", "EROFS"), "no permission to write"),
    (("DO NOT MATCH THE HASHES", "Hash mismatch", "EINTEGRITY"), "a downloaded file does not match its pinned hash"),
    (
        ("ensurepip is not available", "No module named ensurepip"),
        "this Python cannot create virtual environments; on Debian and Ubuntu, run: apt install python3-venv",
    ),
    (
        (
            *("NewConnectionError", "NameResolutionError", "ProxyError", "SSLError", "timed out", "Connection refused"),
            *("connection broken by", "error sending request", "dns error", "tcp connect error"),
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
    """Why there is nothing to run or to test, in one sentence, and output to print where that is not enough."""

    def __init__(self, sentence: str, output: str = "") -> None:
        super().__init__(sentence)
        self.output = output


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Set Ludoteca up in .venv, then run it or test it.",
        epilog="Arguments after `run` go to `ludoteca serve`: bootstrap.py run --listen 127.0.0.1:9000 --data FOLDER",
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
    # With it, each of the hundreds of processes that tests start would compile its imports anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that `step` stops what it has started
    try:
        set_up(asked.what)
        if asked.what == "run":
            ludoteca("serve", *rest)
        return test(quick=asked.quick)
    except KeyboardInterrupt:
        return 130
    except Failed as failed:
        print(f"{failed.output}Setting up failed: {failed}.", file=sys.stderr)
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
        with only_one_at_a_time():
            enough = ("run", "test") if what == "run" else ("test",)
            kept = STAMP.read_text() if STAMP.is_file() and PYTHON.exists() else ""
            if any(kept == stamp(each) and is_built(each) for each in enough):
                return
            # What was added to .venv by hand survives an update of ours, if it fits the new lock.
            if not (kept.startswith(environment()) and install(what) == ""):
                make_environment()
                problems = install(what)
                if problems:
                    again = "the locks do not fit together; write them anew with `python requirements/lock.py`"
                    raise Failed(again, problems)
    except OSError as error:
        raise Failed(cause(str(error)) or str(error)) from error


@contextmanager
def only_one_at_a_time() -> Iterator[None]:
    """Lock the checkout. Steps inherit the lock, so one that outlives a killed set-up keeps the next one waiting."""
    lock = os.open(HOME, os.O_RDONLY)
    os.set_inheritable(lock, True)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another set-up of this checkout is running; waiting for it …", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def make_environment() -> None:
    step("Creating .venv", [sys.executable, "-m", "venv", "--clear", str(VENV)])


def install(what: str) -> str:
    """Install the lock, then the project in place, with the locked build tools; return what `pip check` finds."""
    STAMP.unlink(missing_ok=True)
    install_locked(HOME / "requirements" / f"{what}.txt")
    tools = {"LUDOTECA_FRONT_TOOLS": "1" if what == "test" else ""}
    step("Building the pages", pip("install", "--no-deps", "--no-build-isolation", "-e", str(HOME)), tools)
    checked = subprocess.run(pip("check"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if checked.returncode:
        return checked.stdout
    STAMP.write_text(stamp(what))
    return ""


def install_locked(lock: Path) -> None:
    """With pip, or with uv if it is on the PATH: faster, same result."""
    title = f"Installing {lock.relative_to(HOME)}"
    exactly = ("--no-deps", "--require-hashes", "--only-binary", ":all:", "-r", str(lock))
    uv = shutil.which("uv")
    if uv is not None:
        try:
            return step(title, [uv, "pip", "install", "--python", str(PYTHON), *exactly])
        except Failed as failed:
            print(f"uv failed ({failed}); trying pip", flush=True)
    # Python compiles what it imports by itself; compiling all that is installed would be a third of this step.
    return step(title, pip("install", "--no-compile", *exactly))


def pip(*arguments: str) -> list[str]:
    return [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments]


def step(title: str, command: list[str], settings: "dict[str, str] | None" = None) -> None:
    """Run a command and show progress. Its own output is shown only if it fails for an unknown cause."""
    print(f"{title} …", flush=True)
    with subprocess.Popen(
        command,
        cwd=HOME,
        env={**os.environ, **(settings or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        close_fds=False,  # the lock
    ) as process:
        try:
            output = followed(process)
        except BaseException:
            process.terminate()
            raise
    if process.returncode:
        why = cause(output)
        ended = f"`{' '.join(command)}` ended with {process.returncode}"
        raise Failed(why or ended, "" if why else output)


def followed(process: "subprocess.Popen[bytes]") -> str:
    """All that a process writes. Now and then its last line is shown."""
    output, started = "", time.monotonic()
    shown = started
    for line in lines(process):
        output += line
        now = time.monotonic()
        if now - shown >= PACE:
            shown = now
            print(f"  {now - started:3.0f} s  {output.rstrip().rpartition(chr(10))[2][:80].strip()}", flush=True)
    return output


def lines(process: "subprocess.Popen[bytes]") -> Iterator[str]:
    """What a process writes, line by line, and "" whenever it has been silent for a while."""
    written: queue.Queue[str | None] = queue.Queue()

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            written.put(line.decode(errors="replace"))
        written.put(None)

    threading.Thread(target=read, daemon=True).start()
    while True:
        try:
            line = written.get(timeout=PACE)
        except queue.Empty:
            line = ""
        if line is None:
            return
        yield line


def cause(output: str) -> "str | None":
    """What went wrong, if it is a known cause, with the line that says so."""
    last = output.splitlines()[-TAIL:]
    for signs, why in CAUSES:
        for line in reversed(last):
            if any(sign in line for sign in signs):
                return f"{why} ({line.strip()[:200]})"
    return None


def environment() -> str:
    """What makes an environment useless when it changes: the Python, and where the checkout lies."""
    return f"{platform.python_implementation()} {platform.python_version()} {HOME}\n"


def stamp(what: str) -> str:
    """Identifies everything that an environment was installed and built from."""
    files = (HOME / "requirements" / f"{what}.txt", HOME / "pyproject.toml", HOME / "hatch_build.py", *front())
    return environment() + hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def is_built(what: str) -> bool:
    """Whether what the build puts outside .venv is still there."""
    if os.environ.get(SKIP_PAGES, "") not in ("", "0"):
        return True
    return all(page.exists() for page in PAGES) and (what == "run" or NODE_MODULES.exists())


def front() -> list[Path]:
    """The sources of the pages."""
    files = (HOME / "front").rglob("*")
    return sorted(file for file in files if file.is_file() and not {"node_modules", "__pycache__"} & {*file.parts})


def ludoteca(*arguments: str) -> NoReturn:
    """Replace this process, so that stopping it stops the server."""
    os.execv(PYTHON, [str(PYTHON), "-m", "ludoteca", *arguments])


if __name__ == "__main__":
    sys.exit(main())
