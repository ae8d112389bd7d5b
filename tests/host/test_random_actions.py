"""Random actions by any reader, legal and not: what is refused has changed nothing."""

from dataclasses import dataclass
from typing import Any

import pytest

from ludoteca.dealers import PyRandom
from ludoteca.kernel import AnyGame, choose, plain
from ludoteca.laws.random_values import arbitrary
from ludoteca.table.wire import Who
from tests.times import TIMES

from .stand import HOST, Json, Stand, alone, every_game

STEPS, PARTS = 5_000 * TIMES, 2
OTHERS = ("resign", "leave", "join", "sync", "create", "nonsense")


@dataclass
class Tally:
    accepted: int = 0
    refused: int = 0
    games: int = 0


class Crowd:
    """Everybody at one table after another, each doing whatever comes to mind."""

    def __init__(self, stand: Stand, game: AnyGame, seed: int) -> None:
        self.stand = stand
        self.game = game
        self.dealer = PyRandom(seed)
        self.tally = Tally()
        self._game_id = ""

    async def step(self) -> None:
        if not self._game_id or (self._is_over() and self._some(4) == 0):
            self.tally.games += 1
            self._game_id = f"C{self.tally.games:05}"
            await self.stand.seat(self.game, game_id=self._game_id)
        if not self._is_over() and not self.stand.table(self._game_id).match.acting() and self._some(3) == 0:
            await self.stand.wait(self._game_id)
        who = self._of([*self.stand.whos(self._game_id), HOST])
        kind, payload = self._action()
        if self._some(4) == 0:
            payload["decision"] = self._some(4)
        await self._send(who, kind, payload)

    async def _send(self, who: Who, kind: str, payload: Json) -> None:
        before = self.stand.standing(self._game_id)
        asked = await self.stand.ask(who, kind, payload, game_id=self._game_id)
        after = self.stand.standing(self._game_id)
        if asked.result["status"] == "error":
            self.tally.refused += 1
            assert after == before or self._gave_a_sign_of_life(before[0])
            assert self.stand.table(self._game_id).match.entries == after[0]
        else:
            self.tally.accepted += 1
            assert before[0] <= after[0] <= before[0] + 2  # a join may also begin the game
            assert kind != "sync" or after == before

    def _gave_a_sign_of_life(self, entries: int) -> bool:
        """Whether all that the log has beyond these is one entry that is nobody's action."""
        return [entry.action_id for entry in self.stand.entries(self._game_id)[entries:]] == [""]

    def _action(self) -> tuple[str, Json]:
        """Mostly a game's action: one that is legal now for some seat, or any at all."""
        sort, state = self._some(12), self.stand.state(self._game_id)
        if sort == 0:
            return self._of(OTHERS[self._some(2) :]) if self._some(6) else "resign", {}
        seats = sorted(self.game.to_act(state))
        legal = self.game.legal(state, seats[self._some(len(seats))]) if seats and sort < 7 else ()
        action = self._of(legal) if legal else arbitrary(self.game.types.action, self.dealer)
        tree = plain(action) if action is not None else {"type": "nonsense"}
        return tree.pop("type"), tree

    def _is_over(self) -> bool:
        return self.stand.table(self._game_id).match.is_over()

    def _of(self, options: Any) -> Any:
        return choose(self.dealer, options)

    def _some(self, below: int) -> int:
        return choose(self.dealer, range(below))


@every_game
@pytest.mark.parametrize("part", range(PARTS))
def test_a_refused_action_leaves_no_trace_but_a_sign_of_life(game: AnyGame, part: int) -> None:
    async def body(stand: Stand) -> Tally:
        crowd = Crowd(stand, game, part)
        for _ in range(STEPS // PARTS):
            await crowd.step()
        for game_id in stand.host.hosted:
            assert stand.replayed(game_id) == stand.standing(game_id)[2]
        return crowd.tally

    tally = alone(body)
    assert min(tally.accepted, tally.refused) > STEPS // PARTS // 20
    assert tally.games > 1
