"""Values that several threads read at once for the first time. What goes wrong here takes the whole process along, so
that it happens in one of its own.
"""

import subprocess
import sys
from typing import Final

import pytest

from tests.times import PATIENCE

ROUNDS: Final = 40
READERS: Final = """
import sys, threading
from typing import Annotated

from ludoteca.kernel.values import Meta, Value, build, convert, decode, from_words

sys.setswitchinterval(1e-6)  # what can be interrupted is
READ = {
    "decode": lambda kind: decode(b'{"last": {"last": [{"last": 3}]}}', kind),
    "convert": lambda kind: convert({"last": {"last": [{"last": 3}]}}, kind),
    "build": lambda kind: build({"last": {"last": [{"last": 3}]}}, kind),
    "from_words": lambda kind: from_words({"last": {"last": [{"last": "3"}]}}, kind),
}[sys.argv[1]]


def struct(of):
    fields = {**{f"field{n}": of | None for n in range(20)}, "last": of | None}
    defaults = dict.fromkeys(fields)
    return type(Value)("Fresh", (Value,), {"__annotations__": fields, "__module__": __name__, **defaults}, frozen=True)


def read(kind, begin, values):
    begin.wait()
    values.append(READ(kind).last.last[0].last)


for _ in range(int(sys.argv[2])):
    kind, begin, values = struct(struct(tuple[struct(Annotated[int, Meta(ge=0)]), ...])), threading.Barrier(4), []
    readers = [threading.Thread(target=read, args=(kind, begin, values)) for _ in range(4)]
    for each in readers:
        each.start()
    for each in readers:
        each.join()
    assert values == [3] * 4, values
"""


@pytest.mark.parametrize("how", ["decode", "convert", "build", "from_words"])
def test_threads_that_read_a_kind_for_the_first_time_at_once_all_read_it(how: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", READERS, how, str(ROUNDS)], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert (ran.returncode, ran.stderr) == (0, "")
