"""What a reader sees of gomoku: everything, since nothing is hidden. Still built field by field."""

from ludoteca.kernel import Dealer, Reader

from . import swap2
from .rules import active_seat, black_seat, opening_under_way, to_act
from .types import State, View


def view(state: State, reader: Reader) -> View:
    opening = opening_under_way(state)
    return View(
        you=reader,
        players=state.players,
        rule=state.config.rule,
        mode=state.config.mode,
        board=state.board,
        moves=state.moves,
        current_turn=state.current_turn,
        swap2_enabled=state.swap2_enabled,
        swap2_required=state.swap2_required,
        game_phase=state.game_phase,
        swap2_state=state.swap2_state,
        black=black_seat(state),
        to_act=active_seat(state) if to_act(state) else None,
        stones_placed=0 if opening is None else swap2.stones_placed(opening),
        stones_required=0 if opening is None else swap2.stones_required(opening),
        options=() if opening is None else swap2.available_options(opening),
        away=tuple(seat for seat, departure in enumerate(state.away) if departure is not None),
        result=state.result,
    )


def resample(state: State, reader: Reader, dealer: Dealer) -> State:
    """Nothing is hidden, so the state itself is the only possible world."""
    del reader, dealer
    return state
