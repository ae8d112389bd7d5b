"""Writing a state as a `StateSnapshot`.

Laws kept here: one state has one snapshot; lists ascend.

Must not know: how a snapshot is read.
"""

from ..actions import named
from ..resources import DEVELOPMENTS, KNIGHT, VICTORY_POINT, Cards, Development, plus
from ..types import Offer, Player, State
from ..victory import hidden_points, visible_points
from .snapshot_types import (
    SCHEMA_VERSION,
    About,
    Bank,
    BoardLayout,
    Dice,
    DiscardPile,
    Further,
    HeldCards,
    OpenOffer,
    PlayedCards,
    PlayerState,
    Port,
    ResourceCards,
    StateSnapshot,
    Tile,
    Titles,
    Turn,
)


def serialize(state: State, about: About) -> StateSnapshot:
    return StateSnapshot(
        schema_version=SCHEMA_VERSION,
        game_id=about.game_id,
        variant=state.config,
        rng_state=about.rng_state,
        turn=_turn(state),
        board=_board(state),
        players=(_player(state, 0, about.names[0]), _player(state, 1, about.names[1])),
        bank=Bank(ResourceCards(*state.bank), _unpacked(state.deck)),
        discard_pile=DiscardPile(_unpacked(_progress_played(state))),
        log=about.log,
        titles=Titles(state.longest_road, state.largest_army),
        is_game_over=state.result is not None,
        winner_id=None if state.result is None else state.result.winner,
        further=_further(state),
    )


def _turn(state: State) -> Turn:
    dice = Dice(state.dice, state.phase in ("DISCARD", "MOVE_ROBBER"))
    return Turn(state.turn, state.phase, state.current, dice)


def _board(state: State) -> BoardLayout:
    board = state.board
    numbered = enumerate(zip(board.tiles, board.numbers, strict=True))
    tiles = tuple(Tile(tile, terrain, number, tile == state.robber) for tile, (terrain, number) in numbered)
    placed = enumerate(zip(board.port_edges, board.ports, strict=True))
    return BoardLayout(tiles, tuple(Port(port, edge, kind) for port, (edge, kind) in placed))


def _player(state: State, seat: int, name: str) -> PlayerState:
    player = state.players[seat]
    return PlayerState(
        player_id=seat,
        name=name,
        victory_points=visible_points(state, seat),
        hidden_victory_points=hidden_points(player),
        resources=ResourceCards(*player.resources),
        dev_cards=HeldCards(*player.dev_cards),
        new_dev_cards=HeldCards(*player.new_dev_cards),
        settlements=player.settlements,
        cities=player.cities,
        roads=player.roads,
        longest_road_len=player.longest_road_len,
        largest_army_size=player.played_dev_cards[KNIGHT],
        played_dev_cards=PlayedCards(*player.played_dev_cards[:VICTORY_POINT]),
    )


def _further(state: State) -> Further:
    return Further(
        asked=state.asked,
        late=state.late,
        owes=state.owes,
        has_played_card=state.has_played_card,
        offer=_offer(state.offer),
        offers_made=state.offers_made,
        dice_left=state.dice_left,
        dice_memory=state.dice_memory,
        rolled=state.rolled,
        away=state.away,
        departures=state.departures,
        reason=None if state.result is None else state.result.reason,
    )


def _offer(offer: Offer | None) -> OpenOffer | None:
    return None if offer is None else OpenOffer(named(offer.give), named(offer.receive))


def _progress_played(state: State) -> Cards:
    def without_knights(player: Player) -> Cards:
        return 0, *player.played_dev_cards[1:]

    return plus(without_knights(state.players[0]), without_knights(state.players[1]))


def _unpacked(cards: Cards) -> tuple[Development, ...]:
    return tuple(name for name, count in zip(DEVELOPMENTS, cards, strict=True) for _ in range(count))
