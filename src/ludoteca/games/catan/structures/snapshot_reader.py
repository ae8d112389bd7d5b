"""Reading a `StateSnapshot`: the state it describes, or every fault.

A snapshot holds several facts twice (points, the robber, the discard pile): the state is built from the authoritative
fields, written again, and compared. Then the state's flaws are checked. A document of version 0.1 has no `titles`, no
winner and no `further`; what can be derived is filled in. Discards and an open offer cannot be derived: there are none.

Must not know: bytes, files.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from ludoteca.kernel import Malformed, canonical, plain, replace
from ludoteca.kernel.values import convert, fields_of

from ..actions import Action, hand_of
from ..layout import Board
from ..resources import DEVELOPMENTS, Cards, Development, Hand
from ..robber import discards_of
from ..types import Offer, Player, Result, State
from ..validation import flaws
from ..victory import leader, points, titled, visible_points
from .snapshot_types import (
    LOG_AT_MOST,
    READABLE,
    SCHEMA_VERSION,
    About,
    HeldCards,
    LogEntry,
    OpenOffer,
    PlayerState,
    ResourceCards,
    StateSnapshot,
    Titles,
    is_readable,
)
from .snapshot_writer import serialize


class Restored(NamedTuple):
    state: State
    about: About


def deserialize(snapshot: StateSnapshot) -> Restored:
    """The state and its About, or Malformed with every violation."""
    found = violations(snapshot)
    if found:
        raise Malformed("; ".join(found))
    return Restored(state_of(snapshot), about_of(snapshot))


def violations(snapshot: StateSnapshot) -> tuple[str, ...]:
    """Every fault of a snapshot that has the right shape."""
    if not is_readable(snapshot.schema_version):
        return (f"schema_version {snapshot.schema_version}: read are {', '.join(f'{each}.x' for each in READABLE)}",)
    state = state_of(snapshot)
    written = serialize(state, about_of(snapshot))
    return (
        *_missing(snapshot),
        *_differences(plain(current(snapshot)), plain(written)),
        *_log_faults(snapshot.log),
        *flaws(state),
    )


def state_of(snapshot: StateSnapshot) -> State:
    """The state built from the authoritative fields, not yet checked against the other fields and the laws."""
    turn, further, board = snapshot.turn, snapshot.further, snapshot.board
    state = State(
        config=snapshot.variant,
        board=Board(
            tuple(tile.resource for tile in board.tiles),
            tuple(tile.pip_number for tile in board.tiles),
            tuple(port.type for port in board.ports),
            tuple(port.edge_id for port in board.ports),
        ),
        robber=next((place for place, tile in enumerate(board.tiles) if tile.has_robber), 0),
        phase=turn.phase,
        asked=further.asked,
        players=(_player(snapshot.players[0]), _player(snapshot.players[1])),
        bank=_hand(snapshot.bank.resources),
        deck=_packed(snapshot.bank.dev_deck),
        turn=turn.number,
        current=turn.current_player,
        dice=turn.dice.last_roll,
        dice_left=further.dice_left,
        dice_memory=further.dice_memory,
        rolled=further.rolled,
        owes=further.owes,
        has_played_card=further.has_played_card,
        offer=_offer(further.offer),
        offers_made=further.offers_made,
        late=further.late,
        away=further.away,
        departures=further.departures,
    )
    return _ended(_with_titles(_with_debts(state, snapshot), snapshot), snapshot)


def about_of(snapshot: StateSnapshot) -> About:
    names = (snapshot.players[0].name, snapshot.players[1].name)
    return About(snapshot.game_id, snapshot.rng_state, names, snapshot.log)


def current(snapshot: StateSnapshot) -> StateSnapshot:
    """The same document as this version writes it: no older fields, piles in our order."""
    if _is_old(snapshot):
        return _in_order(_filled(snapshot, state_of(snapshot)))
    return _in_order(replace(snapshot, schema_version=SCHEMA_VERSION))


def _is_old(snapshot: StateSnapshot) -> bool:
    return snapshot.schema_version.startswith("0.1.")


def _with_debts(state: State, snapshot: StateSnapshot) -> State:
    """For an old document: the discards that a seven costs each player."""
    if not _is_old(snapshot) or state.phase != "DISCARD" or any(state.owes):
        return state
    blue, orange = (discards_of(state.config, sum(player.resources)) for player in state.players)
    return replace(state, owes=(blue, orange))


def _with_titles(state: State, snapshot: StateSnapshot) -> State:
    """For an old document: the holders that make the points right; the holders by the rules if none do."""
    if snapshot.titles is not None:
        return _titled(state, snapshot.titles)
    told = tuple(player.victory_points for player in snapshot.players)
    for held in product((None, 0, 1), repeat=2):
        guess = _titled(state, Titles(*held))
        if titled(guess) is guess and (visible_points(guess, 0), visible_points(guess, 1)) == told:
            return guess
    return titled(state)


def _titled(state: State, titles: Titles) -> State:
    return replace(state, longest_road=titles.longest_road_owner, largest_army=titles.largest_army_owner)


def _ended(state: State, snapshot: StateSnapshot) -> State:
    if snapshot.further.reason is not None:
        return replace(state, result=Result(snapshot.winner_id, snapshot.further.reason))
    if not _is_old(snapshot) or state.phase != "GAME_OVER":
        return state
    winner = leader(state)  # an old document does not record who resigned
    enough = winner is not None and points(state, winner) >= state.config.vp_to_win
    return replace(state, result=Result(winner, "points")) if enough else state


def _filled(snapshot: StateSnapshot, state: State) -> StateSnapshot:
    """An old document in the current version."""
    return replace(
        snapshot,
        schema_version=SCHEMA_VERSION,
        titles=Titles(state.longest_road, state.largest_army),
        is_game_over=state.result is not None,
        winner_id=None if state.result is None else state.result.winner,
        further=replace(
            snapshot.further, owes=state.owes, reason=None if state.result is None else state.result.reason
        ),
    )


def _in_order(snapshot: StateSnapshot) -> StateSnapshot:
    """Sort the piles that have no order the way the writer does."""
    bank, pile = snapshot.bank, snapshot.discard_pile
    return replace(
        snapshot,
        bank=replace(bank, dev_deck=_sorted(bank.dev_deck)),
        discard_pile=replace(pile, dev_cards=_sorted(pile.dev_cards)),
    )


def _missing(snapshot: StateSnapshot) -> Iterator[str]:
    if not _is_old(snapshot) and (snapshot.titles is None or snapshot.is_game_over is None):
        yield f"schema_version {snapshot.schema_version} has titles and is_game_over"
    if snapshot.turn.phase == "TRADE_RESPONSE" and snapshot.further.offer is None:
        yield "$.further.offer: it is missing, and without it nobody can answer (0.1 has no field for it)"


def _differences(given: Any, written: Any, at: str = "$") -> Iterator[str]:
    """Where a document contradicts itself."""
    if isinstance(given, dict) and isinstance(written, dict):
        for key in sorted(given.keys() | written.keys()):
            yield from _differences(given.get(key), written.get(key), f"{at}.{key}")
    elif isinstance(given, list) and isinstance(written, list) and len(given) == len(written):
        for index, (one, other) in enumerate(zip(given, written, strict=True)):
            yield from _differences(one, other, f"{at}[{index}]")
    elif given != written:
        yield f"{at}: {_json(given)}, where {_json(written)} follows from the rest"


def _json(part: Any) -> str:
    return canonical(part).decode()


def _log_faults(log: tuple[LogEntry, ...]) -> Iterator[str]:
    if len(log) > LOG_AT_MOST:
        yield f"$.log: it has the latest {LOG_AT_MOST} actions, not {len(log)}"
    for place, entry in enumerate(log):
        if place and entry.action_id <= log[place - 1].action_id:
            yield f"$.log[{place}].action_id: {entry.action_id} does not follow {log[place - 1].action_id}"
        try:
            action_of(entry.type, entry.payload, f"$.log[{place}].payload")
        except Malformed as error:
            yield f"{error.where}: {error.reason}"


def action_of(kind: str, payload: dict[str, Any], at: str = "$.payload") -> Action:
    """The action of a type and payload, or Malformed."""
    if "type" in payload:
        raise Malformed("the type does not stand in the payload", at)
    action: Action = convert({"type": kind, **payload}, Action, at)
    return action


def payload_of(action: Action) -> dict[str, Any]:
    payload: dict[str, Any] = plain(fields_of(action))
    return payload


def _player(player: PlayerState) -> Player:
    played = player.played_dev_cards
    return Player(
        resources=_hand(player.resources),
        dev_cards=_cards(player.dev_cards),
        new_dev_cards=_cards(player.new_dev_cards),
        played_dev_cards=(played.knight, played.road_building, played.year_of_plenty, played.monopoly, 0),
        settlements=player.settlements,
        cities=player.cities,
        roads=player.roads,
        longest_road_len=player.longest_road_len,
    )


def _hand(cards: ResourceCards) -> Hand:
    return cards.brick, cards.lumber, cards.wool, cards.grain, cards.ore


def _cards(cards: HeldCards) -> Cards:
    return cards.knight, cards.road_building, cards.year_of_plenty, cards.monopoly, cards.victory_point


def _packed(deck: tuple[Development, ...]) -> Cards:
    a, b, c, d, e = (deck.count(name) for name in DEVELOPMENTS)
    return a, b, c, d, e


def _sorted(cards: tuple[Development, ...]) -> tuple[Development, ...]:
    return tuple(sorted(cards, key=DEVELOPMENTS.index))


def _offer(offer: OpenOffer | None) -> Offer | None:
    return None if offer is None else Offer(hand_of(offer.offer), hand_of(offer.request))
