"""What a reader sees, and which worlds a reader must believe possible.

Must not know: text, clocks.
"""

from ludoteca.kernel import Dealer, Dice, Reader, replace

from .types import FACES, Hand, State, View


def view(state: State, reader: Reader) -> View:
    return View(
        you=reader,
        round=state.round,
        turn=None if state.phase == "over" else state.turn,
        left=state.left,
        hand=None if reader is None else state.hands[reader],
        bid=state.bid,
        ones_wild=state.config.ones_wild,
        shown=state.shown,
        outcome=state.outcome,
    )


def reveal(state: State) -> View:
    """The view with nothing hidden."""
    return replace(view(state, None), hands=state.hands)


def resample(state: State, reader: Reader, dealer: Dealer) -> State:
    """A world the reader could believe in: the dice they do not see may have fallen in any way."""
    first, second = (hand if seat == reader else _rolled(len(hand), dealer) for seat, hand in enumerate(state.hands))
    return replace(state, hands=(first, second))


def _rolled(count: int, dealer: Dealer) -> Hand:
    return tuple(sorted(dealer.answer(Dice(count, FACES)))) if count else ()
