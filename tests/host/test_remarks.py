"""What the rules remark on an input goes into the operator's log, once, and to no reader."""

import json

from ludoteca.games import GAMES

from .logs import captured, events
from .stand import Ear, Stand, alone, player

REMARK = "[INVALID_CARD_FROM_CLIENT] seat 0, 1 of 3 slots"


def test_a_remark_is_logged_once_with_its_table_and_told_to_nobody() -> None:
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
    assert events(lines).count("remark") == 1
    (line,) = (line for line in lines if line["event"] == "remark")
    assert (line["game_id"], line["remark"]) == ("TABLE7", REMARK)
    assert all(b"INVALID" not in frame for ear in ears for frame in ear.frames)
