"""Fuzz targets of replays and workers: what the address of a page asks for, and what goes between the processes."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Final
from urllib.parse import parse_qsl, urlencode

import ludoteca
from ludoteca.games import GAMES
from ludoteca.kernel import Malformed
from ludoteca.kernel.values import encode, from_words, tree_of
from ludoteca.replay_pages import PageRefused, ReplayPages, ReplayQuery
from ludoteca.runtime.worker_jobs import (
    Choose,
    ChooseAnswer,
    Chosen,
    Failed,
    Job,
    MadePage,
    NoPage,
    NoRecord,
    Replay,
    ReplayAnswer,
    pack,
    unpack,
)

from .target import Target

MATCH: Final = "ABC123"
PAGE_BYTES: Final = 1 << 18


@cache
def _pages() -> ReplayPages:
    pages = ReplayPages(GAMES.__getitem__)
    pages.page(MATCH, ReplayQuery(), ludoteca.play("orcain", seed=4).record)
    return pages


def read_query(data: bytes) -> None:
    """The query of a page's address; what it may ask for, a page answers."""
    words = dict(parse_qsl(data.decode("utf-8", "replace"), keep_blank_values=True))
    with suppress(Malformed, PageRefused):
        page = _pages().page(MATCH, from_words(words, ReplayQuery))
        assert len(encode(page)) <= PAGE_BYTES or len(page.steps) == 1


def query_seeds() -> Iterator[bytes]:
    for asked in (
        {"as": "all", "from": "0", "count": "200", "words": "true"},
        {"as": "spectator", "from": "1000000"},
        {"as": "1", "count": "1"},
    ):
        yield urlencode(asked).encode()


def read_message(data: bytes) -> None:
    """A job, or an answer to one: each end reads it as what it waits for."""
    for kind in (Job, ChooseAnswer, ReplayAnswer):
        with suppress(Malformed):
            value, more = unpack(data, kind)
            assert unpack(pack(value, more), kind) == (value, more)


def message_seeds() -> Iterator[bytes]:
    yield pack(Choose("gomoku", "greedy", {"board": []}, ({"x": 1, "y": 2},), 5.0))
    yield pack(Replay(MATCH, tree_of(ReplayQuery()), 30.0), b"{}\n")
    for answer in (
        Chosen(3),
        Failed({"error": "KeyError"}),
        MadePage(("a note",)),
        NoRecord(),
        NoPage("no_seat", "", {}),
    ):
        yield pack(answer, b"page")


TARGETS: Final = {
    "replay-queries": Target("what is asked for of a replay", read_query, query_seeds),
    "worker-messages": Target("what workers are asked, and what they answer", read_message, message_seeds),
}
