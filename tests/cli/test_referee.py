"""The referee as its users meet it: a process that reads and writes lines. The manual's conversation is one of them."""

import json
import re
import subprocess
import sys
from pathlib import Path

MANUAL = Path(__file__).parents[2] / "docs" / "referee.md"


def converse(*lines: bytes, game: str = "gomoku") -> list[bytes]:
    """What the referee answers; it must end well and say nothing on stderr."""
    command = [sys.executable, "-m", "ludoteca", "referee", game]
    done = subprocess.run(command, input=b"".join(line + b"\n" for line in lines), capture_output=True, check=True)
    assert done.stderr == b""
    return done.stdout.splitlines()


def test_the_conversation_of_the_manual_is_true() -> None:
    transcript = re.search(r"^```text\n(.*?)^```", MANUAL.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert transcript is not None
    said = [line[2:].encode() for line in transcript[1].splitlines() if line.startswith("> ")]
    answered = [line[2:].encode() for line in transcript[1].splitlines() if line.startswith("< ")]
    assert len(said) == len(answered) > 10
    assert converse(*said) == answered


def test_the_manual_explains_every_request() -> None:
    from ludoteca.kernel import schema  # noqa: PLC0415
    from ludoteca.referee import Request  # noqa: PLC0415

    document = json.dumps(schema({"request": Request}))
    requests = set(re.findall(r'"do": \{"enum": \["(\w+)"\]\}', document))
    assert len(requests) == 10
    assert all(f"| `{request}` |" in MANUAL.read_text(encoding="utf-8") for request in requests)


def test_lines_that_are_not_requests_get_an_answer_each_and_the_game_goes_on() -> None:
    garbage = [b"{", b"[]", b"nul\x00l", b"\xff\xfe", b'{"do":"setup","do":"state"}', b"[" * 100_000, b'{"do":1}']
    answers = [json.loads(line) for line in converse(b'{"do":"setup"}', *garbage, b'{"do":"outcome"}')]
    assert [answer["ok"] for answer in answers] == [True, *[False] * len(garbage), True]


def test_an_endless_line_is_refused_without_being_kept() -> None:
    answers = [json.loads(line) for line in converse(b'"' + b"x" * 5_000_000 + b'"', b'{"do":"setup"}')]
    assert [answer["ok"] for answer in answers] == [False, True]


def test_an_empty_line_is_answered_like_any_other() -> None:
    answers = [json.loads(line) for line in converse(b"", b"  ", b'{"do":"setup"}')]
    assert [answer["ok"] for answer in answers] == [False, False, True]
