"""A whole snapshot as arrays of fixed shapes, and back without loss: `decode(encode(snapshot)) == snapshot`.

The named arrays and the numbers of `context` hold what they can; the rest (ids, names, options, generator, log) is
MsgPack in the tail of `context`. A document of version 0.1, or one with a deck in another order, comes back as the same
state in the current form.
"""

from collections.abc import Sequence
from typing import Final, Literal, TypeVar, cast

import numpy as np

from ludoteca.games.catan import GAME
from ludoteca.games.catan.actions import Side
from ludoteca.games.catan.events import Reason
from ludoteca.games.catan.layout import DESERT, Board, Terrain
from ludoteca.games.catan.resources import DECK, RESOURCES, Hand, minus
from ludoteca.games.catan.structures import About, StateSnapshot, deserialize, serialize
from ludoteca.games.catan.structures.snapshot_types import LogEntry, PlayerName
from ludoteca.games.catan.types import Asked, Config, Memory, Offer, Player, Result, Rolled, State
from ludoteca.games.catan.view import open_view
from ludoteca.kernel import Malformed, Seat, Value, plain
from ludoteca.kernel.generator_state import FairState, PyRandomState, RngState
from ludoteca.kernel.values import convert, packed, unpacked

from .observation import CITY, PIPS, RESOURCE_CARDS, TURNS, observed
from .observation_tensor import (
    CONTEXT_LENGTH,
    PHASES,
    PORT_KINDS,
    TAIL_LENGTH,
    Floats,
    Numbers,
    ObservationTensor,
    Owners,
)

T = TypeVar("T")
_WORDS: Final = 4 * 625
"""The bytes of a Mersenne twister: its words, and its place among them."""


class Twister(Value, frozen=True, tag="py_random"):
    """A generator whose words follow the tail."""

    gauss: float | None


class Tail(Value, frozen=True, array_like=True):
    """What no array holds."""

    compressed: Literal[True]
    seat: Side | None  # the seat of the mask; None: no mask
    game_id: str
    names: tuple[PlayerName, PlayerName]
    variant: Config
    rng_state: Twister | FairState | None
    log: tuple[LogEntry, ...]
    asked: Asked | None
    late: int | None
    offers_made: int
    dice_left: tuple[int, ...]
    dice_memory: Memory
    away: tuple[int | None, int | None]
    departures: int
    reason: Reason | None


def encode(snapshot: StateSnapshot, seat: Seat | None = None) -> ObservationTensor:
    """The whole snapshot: for storing, comparing and for critics. The mask is this seat's, by default that of the first
    seat that must act."""
    state, about = deserialize(snapshot)
    acting = GAME.to_act(state)
    if seat is None and acting:
        seat = min(acting)
    legal = () if seat is None else GAME.legal(state, seat)
    seen = observed(open_view(state), legal, state.deck)
    context = np.concatenate([seen.context, _written(_tail(state, about, seat), about.rng_state)])
    return ObservationTensor(**{**seen.arrays(), "context": context})


def decode(tensor: ObservationTensor) -> StateSnapshot:
    """The snapshot, or Malformed if these are not the arrays of one."""
    _check(tensor)
    tail, rng_state = _read(tensor.context[CONTEXT_LENGTH:])
    about = About(tail.game_id, rng_state, tail.names, tail.log)
    snapshot: StateSnapshot = convert(plain(serialize(_state(tensor, tail), about)), StateSnapshot)
    for name, array in encode(snapshot, tail.seat).arrays().items():  # this also validates the state
        if array.tobytes() != tensor.arrays()[name].tobytes():
            raise Malformed(f"{name} says something else than follows from the rest")
    return snapshot


def _tail(state: State, about: About, seat: Seat | None) -> Tail:
    return Tail(
        True,
        seat,
        about.game_id,
        about.names,
        state.config,
        Twister(about.rng_state.state[2]) if isinstance(about.rng_state, PyRandomState) else about.rng_state,
        about.log,
        state.asked,
        state.late,
        state.offers_made,
        state.dice_left,
        state.dice_memory,
        state.away,
        state.departures,
        None if state.result is None else state.result.reason,
    )


def _written(tail: Tail, rng_state: RngState | None) -> Numbers:
    """The tail's length, its MsgPack, then the generator's words unchanged, which MsgPack would make larger."""
    words = np.array(rng_state.state[1], dtype="<u4").tobytes() if isinstance(rng_state, PyRandomState) else b""
    data = packed(tail)
    whole = len(data).to_bytes(4, "little") + data + bytes(len(data) % 2) + words
    if len(whole) > 2 * TAIL_LENGTH:
        raise Malformed(f"its log, names and generator take {len(whole)} bytes, and {2 * TAIL_LENGTH} fit into arrays")
    return np.frombuffer(whole.ljust(2 * TAIL_LENGTH, b"\0"), dtype="<i2").astype(np.int16)


def _read(numbers: Numbers) -> tuple[Tail, RngState | None]:
    whole = numbers.astype("<i2").tobytes()
    length = int.from_bytes(whole[:4], "little")
    tail: Tail = convert(unpacked(whole[4 : 4 + length]), Tail)
    words = whole[4 + length + length % 2 :]
    if isinstance(tail.rng_state, Twister):
        state = [3, np.frombuffer(words[: len(words) // 4 * 4][:_WORDS], dtype="<u4").tolist(), tail.rng_state.gauss]
        return tail, convert({"type": "py_random", "state": state}, PyRandomState)
    return tail, tail.rng_state


def _check(tensor: ObservationTensor) -> None:
    if tensor.context.shape == (CONTEXT_LENGTH,):
        raise Malformed(
            "this is what one seat observes, without what it may not know and without the document behind the arrays: "
            "no snapshot follows from it. `encode` makes arrays that `decode` takes back"
        )
    like = observed(open_view(GAME.setup(Config()).state), ())
    for name, array in tensor.arrays().items():
        kind = getattr(like, name).dtype
        shape = (CONTEXT_LENGTH + TAIL_LENGTH,) if name == "context" else getattr(like, name).shape
        if array.shape != shape or array.dtype != kind or not np.isfinite(array).all():
            raise Malformed(f"{name} is not of shape {shape} and type {kind}")


def _state(tensor: ObservationTensor, tail: Tail) -> State:
    read, meta = tensor.read, tensor.metadata
    give, receive = _hand(read("offer")), _hand(read("request"))
    dice = read("dice")
    return State(
        config=tail.variant,
        board=_board(tensor),
        robber=_whole(meta[9], 18),
        phase=_named(PHASES, read("phase")[0], "phase"),
        asked=tail.asked,
        players=(_player(tensor, 0), _player(tensor, 1)),
        bank=_hand(_counts(tensor.bank, (RESOURCE_CARDS,) * 5)),
        deck=_hand(read("deck")),
        turn=_whole(meta[7], TURNS),
        current=_whole(meta[0], 1),
        dice=(dice[0], dice[1]) if any(dice) else None,
        dice_left=tail.dice_left,
        dice_memory=tail.dice_memory,
        rolled=cast(Rolled, tuple(read("rolled"))),
        owes=(read("owes")[0], read("owes")[1]),
        has_played_card=bool(read("has_played_card")[0]),
        offer=Offer(give, receive) if any(give) else None,
        offers_made=tail.offers_made,
        longest_road=_holder(meta[3]),
        largest_army=_holder(meta[4]),
        late=tail.late,
        away=tail.away,
        departures=tail.departures,
        result=None if tail.reason is None else Result(_holder(read("winner")[0]), tail.reason),
    )


def _board(tensor: ObservationTensor) -> Board:
    tiles: list[Terrain] = []
    for row in tensor.board:
        lit = [RESOURCES[kind] for kind in range(5) if row[kind] == 1]
        tiles.append(lit[0] if lit else DESERT)
    numbers = [_whole(row[5], PIPS) or None for row in tensor.board]
    ports = [_named(PORT_KINDS, kind, "ports") for kind in tensor.read("ports")]
    return Board(tuple(tiles), tuple(numbers), tuple(ports), tuple(tensor.read("port_edges")))


def _player(tensor: ObservationTensor, seat: Seat) -> Player:
    own = slice(5 * seat, 5 * seat + 5)
    new = _hand(tensor.read("new_dev_cards")[own])
    return Player(
        resources=_hand(_counts(tensor.hands[seat], (RESOURCE_CARDS,) * 5)),
        dev_cards=minus(_hand(_counts(tensor.dev[seat], DECK)), new),
        new_dev_cards=new,
        played_dev_cards=_hand(tensor.read("played_dev_cards")[own]),
        settlements=_places(tensor.settlements, seat),
        cities=_places(tensor.settlements, CITY + seat),
        roads=_places(tensor.roads, seat),
        longest_road_len=tensor.read("longest_road_len")[seat],
    )


def _places(owners: Owners, owner: int) -> tuple[int, ...]:
    return tuple(int(place) for place in np.flatnonzero(owners == owner))


def _counts(parts: Floats, wholes: Sequence[int]) -> list[int]:
    return [_whole(part, whole) for part, whole in zip(parts, wholes, strict=True)]


def _whole(part: float, of: int) -> int:
    return round(float(part) * of)


def _hand(counts: Sequence[int]) -> Hand:
    a, b, c, d, e = counts
    return a, b, c, d, e


def _holder(number: float) -> int | None:
    return None if number < 0 else round(float(number))


def _named(names: tuple[T, ...], index: int, what: str) -> T:
    if not 0 <= index < len(names):
        raise Malformed(f"there is no {what} {index}")
    return names[index]
