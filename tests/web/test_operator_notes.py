"""What `ludoteca serve` writes to stderr by default about a client that sends what no page sends."""

from typing import Any

from ludoteca.client import Seat

from .deployments import Deployment
from .table_players import play_together, resign, sit_down, watch

TAG = "[INVALID_CARD_FROM_CLIENT]"
FLOOD = 40


async def cheat(seat: Seat) -> None:
    await seat.turn()
    for _ in range(FLOOD):
        await seat.act({"type": "layout_draft", "layout": ["fireball", None, None]})
    await resign(seat)


def test_an_invalid_card_is_a_warning_on_stderr_and_no_flood_of_them(embedded: Deployment) -> None:
    ada, bo = embedded.browsers("Ada", "Bo")
    code = sit_down(ada, bo, game="orcain", config={"disconnect_grace_ms": 60_000})
    token: Any = ada.table(code)
    play_together(embedded, (token, cheat), (bo.table(code), watch))
    lines = [line for line in embedded.log.splitlines() if TAG in line]
    assert 1 <= len(lines) < FLOOD // 2
    assert all('"level": "warning"' in line and token["game_id"] in line for line in lines)
