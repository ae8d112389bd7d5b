"""Random hands of briscola, each checked against the game's invariants.

    python -m bench.briscola_invariants --hands 20000

After every decision all forty cards are in exactly one place. At the end 120 points are taken, the caller's side has
won if and only if it took what was bid, the match points sum to zero, and the game ends once.
"""

import argparse
import sys
import time
from typing import Final

from ludoteca.dealers import PyRandom
from ludoteca.games.briscola import GAME
from ludoteca.games.briscola.types import Action, Config, HandEnded, State, Told
from ludoteca.kernel import Event, Input, Move, advance, begin, choose, random_input

CONFIGS: Final = (
    Config(),
    Config(suit_call="before-play"),
    Config(auction="rank"),
    Config(auction="rank", suit_call="before-play"),
)


def played_out(seed: int) -> State:
    """One hand, looked through on the way; how it ended."""
    dealer = PyRandom(seed)
    state, events, _ = begin(GAME, CONFIGS[seed % len(CONFIGS)], dealer)
    ends = 0
    while (given := _decided(state, dealer)) is not None:
        _check_cards(state)
        assert ends == 0, "it goes on after its end"
        state, events, _ = advance(GAME, state, given, dealer)
        ends += _ends(events)
    _check_cards(state)
    assert ends == 1, f"{ends} ends"
    _check_end(state)
    return state


def _decided(state: State, dealer: PyRandom) -> Input[Action] | None:
    """At random; but of four bidders three pass, and one bids a little more: else every contract would be for 120."""
    if state.phase != "bid":
        return random_input(GAME, state, dealer)
    (seat,) = GAME.to_act(state)
    choices = GAME.legal(state, seat)
    bids = choices[1:9] if choose(dealer, range(4)) == 0 else choices[:1]
    return Move(seat, choose(dealer, bids))


def _check_cards(state: State) -> None:
    places = [card for hand in state.hands for card in hand]
    places += [laid.card for laid in state.trick]
    places += [laid.card for trick in state.tricks for laid in trick.laid]
    assert len(places) == 40, f"{len(places)} cards"
    assert len(set(places)) == 40, "a card in two places"


def _ends(events: tuple[Event[Told], ...]) -> int:
    return sum(isinstance(event.payload, HandEnded) for event in events)


def _check_end(state: State) -> None:
    view = GAME.view(state, None)
    assert sum(score.points for score in view.scores) == 120
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert sum(outcome.scores) == 0
    (result,) = view.results
    side = {result.caller_id, result.partner_id}
    assert sum(score.points for score in view.scores if score.player_id in side) == result.taken
    assert {seat for seat, score in enumerate(outcome.scores) if (score > 0) == result.made} == side - {None}
    assert result.made == (result.taken >= result.contract)


def main() -> int:
    parser = argparse.ArgumentParser(description="Play random hands of briscola and check invariants.")
    parser.add_argument("--hands", type=int, default=20_000, help="how many (default 20000)")
    parser.add_argument("--seed", type=int, default=1, help="of the first hand (default 1)")
    asked = parser.parse_args()
    started = time.perf_counter()
    made = sum(played_out(asked.seed + number).results[0].made for number in range(asked.hands))
    seconds = time.perf_counter() - started
    print(f"{asked.hands} hands in {seconds:.0f} s, {made} contracts made, {asked.hands - made} failed.")
    print("All cards and points were there, and each ended once.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
