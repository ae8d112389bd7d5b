"""What a reader sees of Catan, and the possible worlds behind a view.

A player's resources and unplayed development cards are hidden from others, and so is the deck. How many there are of
each is public, and so is the bank. At the end everything is shown.

A seat can know more than its view shows. Production, payments, trades and discards are public, and both players know a
stolen card; so a player who counts knows the other's resources: the cards that neither they nor the bank have. The view
does not count for them. A spectator does not learn what was stolen, so cannot tell which player holds what.

Laws kept here: `resample` changes nothing that `view` shows, and nobody has won in a world where the game goes on.
"""

from itertools import chain

from ludoteca.kernel import Dealer, Reader, Seat, Shuffle, replace

from .balanced_dice import NUMBERS
from .resources import NONE, Cards, Hand, minus, plus
from .rules import to_act
from .setup_phase import setup_round
from .trade import offers_left
from .types import PlayerView, State, View, changed, other
from .victory import has_won, hidden_points, visible_points


def view(state: State, reader: Reader) -> View:
    config = state.config
    return View(
        you=reader,
        phase=state.phase,
        turn=state.turn,
        current=state.current,
        to_act=tuple(sorted(to_act(state))),
        setup_round=setup_round(state) if state.phase == "SETUP" else None,
        tiles=state.board.tiles,
        numbers=state.board.numbers,
        ports=state.board.ports,
        robber=state.robber,
        robber_triggered=state.phase in ("DISCARD", "MOVE_ROBBER"),
        dice=state.dice,
        rolled=state.rolled,
        rolls_left=_rolls_left(state),
        players=(_player(state, 0, reader), _player(state, 1, reader)),
        bank=state.bank,
        deck=sum(state.deck),
        owes=state.owes,
        has_played_card=state.has_played_card,
        offer=state.offer,
        offers_left=offers_left(state),
        longest_road=state.longest_road,
        largest_army=state.largest_army,
        vp_to_win=config.vp_to_win,
        discard_threshold=config.discard_threshold,
        turn_limit=config.turn_limit,
        away=tuple(seat for seat, departure in enumerate(state.away) if departure is not None),
        result=state.result,
        port_edges=state.board.port_edges,
    )


def open_view(state: State) -> View:
    """Both hands open, for readers who may know everything, such as the reader of a snapshot; never for a player."""
    ours, theirs = _player(state, 0, 0), _player(state, 1, 1)
    return replace(view(state, None), players=(ours, theirs))


def resample(state: State, reader: Reader, dealer: Dealer) -> State:
    """Shuffle all cards that the reader cannot place. Everybody has seen the cards of the setup."""
    closed = [seat for seat in (0, 1) if not _sees(state, reader, seat)]
    if len(closed) == 2 and state.turn > 0:
        state = _resources_shuffled(state, dealer)
    return _developments_shuffled(state, closed, dealer)


def _player(state: State, seat: Seat, reader: Reader) -> PlayerView:
    player, open_ = state.players[seat], _sees(state, reader, seat)
    return PlayerView(
        resources=player.resources if open_ else None,
        resource_count=sum(player.resources),
        dev_cards=player.dev_cards if open_ else None,
        dev_card_count=sum(player.dev_cards),
        new_dev_cards=player.new_dev_cards if open_ else None,
        new_dev_card_count=sum(player.new_dev_cards),
        played_dev_cards=player.played_dev_cards,
        settlements=player.settlements,
        cities=player.cities,
        roads=player.roads,
        longest_road_len=player.longest_road_len,
        victory_points=visible_points(state, seat),
        hidden_victory_points=hidden_points(player) if open_ else None,
    )


def _sees(state: State, reader: Reader, seat: Seat) -> bool:
    return seat == reader or state.phase == "GAME_OVER"


def _rolls_left(state: State) -> tuple[int, ...]:
    sums = [NUMBERS[roll] for roll in state.dice_left]
    return tuple(sums.count(number) for number in range(2, 13)) if sums else ()


def _resources_shuffled(state: State, dealer: Dealer) -> State:
    """For a spectator, who knows the players' cards together but not who holds which, except for those on offer."""
    offered = NONE if state.offer is None else state.offer.give
    own, theirs = state.players[state.current], state.players[other(state.current)]
    pack = _shuffled(_unpacked(minus(plus(own.resources, theirs.resources), offered)), dealer)
    size = sum(own.resources) - sum(offered)
    own = replace(own, resources=plus(offered, _packed(pack[:size])))
    theirs = replace(theirs, resources=_packed(pack[size:]))
    return replace(state, players=(own, theirs) if state.current == 0 else (theirs, own))


def _developments_shuffled(state: State, closed: list[Seat], dealer: Dealer) -> State:
    """Deal the cards that the reader has not seen to the deck and to the hands closed to that reader.

    A deal with which a player would already have won is repeated: nobody holds that many victory points unnoticed.
    """
    hands = [(player.dev_cards, player.new_dev_cards) for player in (state.players[seat] for seat in closed)]
    if not any(map(sum, chain.from_iterable(hands))):
        return state
    unseen = state.deck
    for cards in chain.from_iterable(hands):
        unseen = plus(unseen, cards)
    while True:
        world, pack = state, _shuffled(_unpacked(unseen), dealer)
        for seat in closed:
            world, pack = _dealt(world, seat, pack)
        if not any(has_won(world, seat) for seat in closed):
            return replace(world, deck=_packed(pack))


def _dealt(state: State, seat: Seat, pack: list[int]) -> tuple[State, list[int]]:
    player = state.players[seat]
    old, new = sum(player.dev_cards), sum(player.new_dev_cards)
    dealt = replace(player, dev_cards=_packed(pack[:old]), new_dev_cards=_packed(pack[old : old + new]))
    return replace(state, players=changed(state.players, seat, dealt)), pack[old + new :]


def _shuffled(cards: list[int], dealer: Dealer) -> list[int]:
    return [cards[index] for index in dealer.answer(Shuffle(len(cards)))] if cards else []


def _unpacked(counts: Hand) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def _packed(cards: list[int]) -> Cards:
    a, b, c, d, e = (cards.count(kind) for kind in range(5))
    return a, b, c, d, e
