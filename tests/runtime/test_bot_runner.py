"""Bots on their thread: they answer, they may fail, and they keep nobody from ending."""

import subprocess
import sys
import threading
from typing import Any

import pytest

from ludoteca.runtime.bot_runner import BotQuestion, ThreadedBotRunner
from ludoteca.runtime.store import MemoryStore
from tests.host.stand import ALL, HOST, Stand
from tests.times import PATIENCE

from .event_loop import run, until

ENDLESS = """
import threading
from ludoteca.runtime.bot_runner import BotQuestion, ThreadedBotRunner

thinks = threading.Event()

def endless(view, legal, dealer):
    thinks.set()
    threading.Event().wait()

bot_runner = ThreadedBotRunner(lambda game: {"endless": endless})
bot_runner.choose(BotQuestion("any", "endless", None, [1]))
thinks.wait()
bot_runner.close()
print("done", flush=True)
"""


def test_a_bot_that_never_comes_to_an_end_keeps_no_process_from_ending() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", ENDLESS], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "done\n", "")


def test_bots_answer_one_after_the_other_and_one_that_fails_stops_none() -> None:
    def first(view: Any, legal: Any, dealer: Any) -> Any:
        return legal[0]

    def fails(view: Any, legal: Any, dealer: Any) -> Any:
        raise KeyError(view)

    def exits(view: Any, legal: Any, dealer: Any) -> Any:
        sys.exit("as a program would")

    thinking = ThreadedBotRunner(lambda game: {"first": first, "fails": fails, "exits": exits})
    bots = ("first", "fails", "first", "exits", "first")
    asked = [thinking.choose(BotQuestion("any", bot, None, [number])) for number, bot in enumerate(bots)]
    assert [asked[number].result(PATIENCE) for number in (0, 2, 4)] == [0, 2, 4]
    assert isinstance(asked[1].exception(PATIENCE), KeyError)
    assert isinstance(asked[3].exception(PATIENCE), SystemExit)
    unknown = thinking.choose(BotQuestion("any", "nobody", None, [1]))
    assert isinstance(unknown.exception(PATIENCE), KeyError)
    thinking.close()


def test_a_bot_that_answers_when_the_loop_has_closed_disturbs_nobody(caplog: pytest.LogCaptureFixture) -> None:
    thinks, may_answer, has_answered = threading.Event(), threading.Event(), threading.Event()

    def late(view: Any, legal: Any, dealer: Any) -> Any:
        thinks.set()
        may_answer.wait()
        return legal[0]

    def after(view: Any, legal: Any, dealer: Any) -> Any:
        has_answered.set()

    thinking = ThreadedBotRunner(lambda game: {"late": late, "after": after})

    async def main() -> None:
        stand = Stand({"duel": ALL["duel"]}, store=MemoryStore(), bot_runner=thinking)
        stand.maintenance.start()
        stand.say(HOST, "create", {"game": "duel", "bots": ["late", "late"]})
        await until(thinks.is_set)
        await stand.maintenance.leave()

    run(main())
    may_answer.set()
    thinking.choose(BotQuestion("duel", "after", None, []))  # it comes after the others
    assert has_answered.wait(PATIENCE)
    thinking.close()
    assert caplog.messages == []  # a future writes down what its callbacks raise
