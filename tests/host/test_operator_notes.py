"""What the rules note about an input goes to the server's log, once, and to no reader."""

import json

from ludoteca.games import GAMES

from .logs import captured, events
from .stand import Ear, Stand, alone, player

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
    assert (line["game_id"], line["note"]) == ("TABLE7", NOTE)
    assert all(b"INVALID" not in frame for ear in ears for frame in ear.frames)
