"""A package index on this machine, with stand-ins for every package of a lock, and a newer release of each.

A stand-in is a wheel without content. It has the name, the version and the needs of the real one, so that whatever
resolves dependencies meets what they would meet on the real index. `project` is a tree with the real `bootstrap.py`,
locks that pin the stand-ins, and a `ludoteca` that only tells what is installed beside it.
"""

import hashlib
import shutil
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any, Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from .locks import ROOT, Pin, pins

NEWER: Final = "9999.0"
LOCKS: Final = ("run", "test")
PYPROJECT: Final = '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "backend"\nbackend-path = ["."]\n'
BACKEND: Final = """import pathlib, shutil
def build_editable(folder, settings=None, metadata=None):
    (built,) = pathlib.Path().glob("*.whl")
    shutil.copy(built, folder)
    return built.name
"""
TELL: Final = """import importlib.metadata, json
print(json.dumps({each.name: each.version for each in importlib.metadata.distributions()}))
"""


def wheel(folder: Path, name: str, version: str, needs: list[str], files: dict[str, str] | None = None) -> Path:
    path = folder / f"{name.replace('-', '_')}-{version}-py3-none-any.whl"
    info = f"{name.replace('-', '_')}-{version}.dist-info"
    told = [f"Name: {name}", f"Version: {version}", *(f"Requires-Dist: {need}" for need in needs)]
    content = {
        **(files or {}),
        f"{info}/METADATA": "\n".join(["Metadata-Version: 2.1", *told, ""]),
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: stand-in\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{file},,\n" for file in (*content, f"{info}/RECORD"))
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in {**content, f"{info}/RECORD": record}.items():
            archive.writestr(zipfile.ZipInfo(file), text)  # dated 1980: the same bytes whenever it is made
    return path


def project(folder: Path, some: frozenset[str] | None = None) -> Path:
    """The tree, and beside it `simple`, what the index offers: every package of the locks, or only `some`."""
    tree = folder / "tree"
    (tree / "requirements").mkdir(parents=True)
    (tree / "front").mkdir()
    shutil.copy(ROOT / "bootstrap.py", tree)
    (tree / "hatch_build.py").touch()
    (tree / "pyproject.toml").write_text(PYPROJECT)
    (tree / "backend.py").write_text(BACKEND)
    wheel(tree, "ludoteca", "0", [], {"ludoteca/__init__.py": "", "ludoteca/__main__.py": TELL})
    for lock in LOCKS:
        wanted = [pin for pin in pins(f"requirements/{lock}.txt") if some is None or pin.name in some]
        pinned = [_stand_in(folder / "simple", pin, some) for pin in wanted]
        (tree / "requirements" / f"{lock}.txt").write_text("".join(pinned))
    return tree


def _stand_in(simple: Path, pin: Pin, some: frozenset[str] | None) -> str:
    folder = simple / pin.name
    folder.mkdir(parents=True, exist_ok=True)
    try:
        needs = [*(metadata(pin.name).get_all("Requires-Dist") or ())]
    except PackageNotFoundError:  # it is for other systems
        needs = []
    if some is not None:
        needs = [need for need in needs if canonicalize_name(Requirement(need).name) in some]
    extras = sorted(pin.requirement.extras)
    path = wheel(folder, pin.name, pin.version, needs)
    wheel(folder, pin.name, NEWER, needs)
    named = f"{pin.name}[{','.join(extras)}]" if extras else pin.name
    marker = "" if pin.requirement.marker is None else f" ; {pin.requirement.marker}"
    return f"{named}=={pin.version}{marker} \\\n    --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


@contextmanager
def served(simple: Path, asked: Callable[[str], None] = lambda path: None) -> Iterator[str]:
    """The address of the index. `asked` hears of every request before it is answered."""

    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            asked(self.path)
            super().do_GET()

        def log_message(self, *_args: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        request_queue_size = 128  # uv asks for everything at once

    server = Server(("127.0.0.1", 0), partial(Handler, directory=str(simple.parent)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/simple"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
