"""What the rules note about an input goes to the server's log, once, and to no reader."""

import asyncio
import dataclasses
import json
from typing import Any

from ludoteca.games import GAMES
from ludoteca.runtime.operator_log import BURST, PER_SECOND

from .logs import captured, events
from .stand import OBSERVER, Ear, Stand, alone, player

NOTE = "[INVALID_CARD_FROM_CLIENT] seat 0, 1 of 3 slots"


def test_a_note_is_logged_once_with_its_table_and_told_to_nobody() -> None:
    async def body(stand: Stand) -> list[Ear]:
        await stand.seat(GAMES["orcain"])
        ears = [stand.listen(player(seat)) for seat in (0, 1)]
        for layout in (["fireball", "heal", None], [None, "heal", None]):
            asked = await stand.ask(player(0), "layout_draft", {"layout": layout})
            assert asked.result["status"] == "ok"
            assert "INVALID" not in json.dumps(asked.replies)
        return ears

    with captured() as lines:
        ears = alone(body)
    assert events(lines).count("operator_note") == 1
    (line,) = (line for line in lines if line["event"] == "operator_note")
    assert (line["game_id"], line["note"], line["log_level"]) == ("TABLE7", NOTE, "warning")
    assert all(b"INVALID" not in frame for ear in ears for frame in ear.frames)


def test_a_client_cannot_flood_the_log_with_notes() -> None:
    async def body(stand: Stand) -> None:
        await stand.seat(GAMES["orcain"])
        for at in range(3 * BURST):
            await stand.ask(player(0), "layout_draft", {"layout": ["fireball", None, None]}, action_id=f"bad-{at}")
        await asyncio.sleep(1 / PER_SECOND)
        await stand.ask(player(0), "layout_draft", {"layout": ["fireball", None, None]}, action_id="later")

    with captured() as lines:
        alone(body)
    notes = [line for line in lines if line["event"] == "operator_note"]
    assert len(notes) == BURST + 1
    assert [note.get("left_out") for note in notes] == [None] * BURST + [2 * BURST]


def test_text_that_crashes_suspends_no_table_and_is_noted_once() -> None:
    def tell(*_: Any) -> str:
        raise ZeroDivisionError

    sound = GAMES["gomoku"]
    game = dataclasses.replace(sound, text=dataclasses.replace(sound.text, tell=tell))

    async def body(stand: Stand) -> None:
        await stand.seat(game)
        await stand.ask(player(0), "resign")
        table = stand.table()
        for _ in range(4):
            asked = await stand.ask(OBSERVER, "sync", {"words": True, "told_since": 0})
            assert asked.result["status"] == "ok"
            assert asked.replies[1]["payload"]["told"] == []
        assert stand.table() is table

    with captured() as lines:
        alone(body, lambda: Stand({game.name: game}))
    (line,) = (line for line in lines if line["event"] == "operator_note")
    assert line["note"].startswith("Text.tell failed: ZeroDivisionError, at ")
    assert line["note"].endswith("in tell: raise ZeroDivisionError")
