"""What a reader of the den sees, and worlds it could believe in.

Laws kept here:
- A hand, a buried card and the fox are read for those who may know them; at the end for all.
- `resample` changes nothing that `view` shows this reader, and keeps every card in one place.
"""

from ludoteca.kernel import Dealer, Reader, Seat, Shuffle, choose, replace

from .types import SEATS, Hand, State, View, changed, in_order, stock, turn


def view(state: State, reader: Reader) -> View:
    open_to = [_sees(state, reader, seat) for seat in range(len(SEATS))]
    knows_fox = _knows_fox(state, reader)
    return View(
        you=reader,
        phase=state.phase,
        round=state.round,
        rounds=state.config.rounds,
        turn=turn(state) if state.phase == "turn" else None,
        hands=tuple(hand if seen else None for hand, seen in zip(state.hands, open_to, strict=True)),
        hand_sizes=tuple(len(hand) for hand in state.hands),
        buried=tuple(card if seen else None for card, seen in zip(state.buried, open_to, strict=True)),
        has_buried=tuple(card is not None for card in state.buried),
        stock=len(stock(state)),
        fox=state.fox if knows_fox else None,
        mark=state.mark if knows_fox else None,
        is_fox_shown=state.is_fox_shown,
        trail=state.trail,
        run=state.run,
        laid=state.laid,
        gone=state.gone,
        hens=state.hens,
        outcome=state.outcome,
    )


def resample(state: State, reader: Reader, dealer: Dealer) -> State:
    """Shuffle all cards the reader cannot place, then let any hidden card of another seat be the mark."""
    closed = [seat for seat in range(len(SEATS)) if not _sees(state, reader, seat)]
    world = _reshuffled(state, closed, dealer)
    if state.fox is None or _knows_fox(state, reader):
        return world
    suspects = [(seat, card) for seat in closed for card in _held(world, seat)]
    fox, mark = choose(dealer, suspects)
    return replace(world, fox=fox, mark=mark)


def _reshuffled(state: State, closed: list[Seat], dealer: Dealer) -> State:
    # No card the reader knows is among these: a mark known to others than the fox lies open.
    unplaced = [*stock(state), *(card for seat in closed for card in _held(state, seat))]
    if not unplaced:
        return state
    pack = iter([unplaced[index] for index in dealer.answer(Shuffle(len(unplaced)))])
    for seat in closed:
        hand = in_order(next(pack) for _ in state.hands[seat])
        buried = None if state.buried[seat] is None else next(pack)
        hands = changed(state.hands, seat, hand)
        state = replace(state, hands=hands, buried=changed(state.buried, seat, buried))
    return state


def _held(state: State, seat: Seat) -> Hand:
    buried = state.buried[seat]
    return state.hands[seat] if buried is None else (*state.hands[seat], buried)


def _sees(state: State, reader: Reader, seat: Seat) -> bool:
    return seat == reader or state.phase == "over"


def _knows_fox(state: State, reader: Reader) -> bool:
    return state.is_fox_shown or (reader is not None and reader == state.fox)
