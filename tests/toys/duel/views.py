"""What a reader of the duel sees, and what it can only imagine.

Laws kept here:
- A sealed choice or a sketch is read for its owner alone; of the other only that it is ready.
- `resample` changes nothing that `view` shows this reader.
"""

from ludoteca.kernel import Dealer, Reader, choose, replace

from .types import CHOICES, State, View, changed


def view(state: State, reader: Reader) -> View:
    return View(
        you=reader,
        phase=state.phase,
        round=state.round,
        rounds=state.config.rounds,
        goal=state.config.goal,
        stake=state.config.stake,
        sealed=None if reader is None else state.sealed[reader],
        sketch=None if reader is None else state.sketches[reader],
        ready=(state.sealed[0] is not None, state.sealed[1] is not None),
        points=state.points,
        away=state.away,
        idle_rounds=state.idle_rounds,
        last=state.last,
        outcome=state.outcome,
    )


def resample(state: State, reader: Reader, dealer: Dealer) -> State:
    """What others sealed is unknown; of a seat that has not sealed, even whether there is a sketch."""
    sketchable = (None, *CHOICES)
    for seat in sorted({0, 1} - {reader}):
        if state.sealed[seat] is not None:
            imagined = choose(dealer, CHOICES)
            state = replace(state, sealed=changed(state.sealed, seat, imagined))
        else:
            sketch = choose(dealer, sketchable)
            state = replace(state, sketches=changed(state.sketches, seat, sketch))
    return state
