"""What a reader sees of backgammon: everything, since nothing is hidden. Still built field by field."""

from ludoteca.kernel import Dealer, Reader

from .board import pips
from .match import has_cube, may_double
from .rules import acting
from .turns import left_of
from .types import State, View


def view(state: State, reader: Reader) -> View:
    position = state.position
    return View(
        you=reader,
        phase=state.phase,
        board=position.board,
        bar=position.bar,
        home=position.home,
        pips=pips(position),
        turn=state.turn,
        active=state.active,
        to_act=acting(state),
        dice=state.dice,
        dice_used=state.dice_used,
        dice_left=left_of(state),
        moves=state.moves,
        last=state.last,
        confirm=state.config.confirm,
        has_cube=has_cube(state.config),
        may_double=state.phase == "cube" and may_double(state),
        cube=state.cube,
        points=state.config.points,
        game=state.game,
        score=state.score,
        crawford_game=state.crawford_game,
        jacoby=state.config.jacoby,
        games=state.games,
        away=tuple(seat for seat, departure in enumerate(state.away) if departure is not None),
        result=state.result,
    )


def resample(state: State, reader: Reader, dealer: Dealer) -> State:
    """Nothing is hidden, so the state itself is the only possible world."""
    del reader, dealer
    return state
