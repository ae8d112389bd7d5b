"""Development cards: bought face down, played at most once a turn, never on the turn they were bought.

Laws kept here: a card is drawn when it is bought, so nobody can know the next one. Victory point cards are not played;
they count from the moment they are bought.

Must not know: when in a turn a card may be played.
"""

from typing import Final, assert_never

from ludoteca.kernel import Answer, Draw, Event, Illegal, Pick, Seat, Step, replace, secret

from . import catalogue
from .actions import Action, PlayKnight, PlayProgress, hand_of
from .bank import check_in_bank, check_payable, handed, paid, took
from .construction import check_road_left, measured, sites_for_roads, with_road
from .events import (
    DevelopmentBought,
    KnightPlayed,
    MonopolyPlayed,
    RoadBuildingPlayed,
    RoadPlaced,
    Telling,
    YearOfPlentyPlayed,
)
from .resources import (
    DEVELOPMENT_PRICE,
    DEVELOPMENTS,
    INDEX,
    KNIGHT,
    MONOPOLY,
    ONE_OF,
    ROAD_BUILDING,
    ROADS,
    YEAR_OF_PLENTY,
    Resource,
    has,
    minus,
    plus,
    times,
)
from .robber import moved, targets
from .sites import road_pairs
from .types import Made, State, buildings, changed, other

TWO: Final = 2


def listed_purchase(state: State, seat: Seat) -> list[Action]:
    return [catalogue.BUY] if any(state.deck) and has(state.players[seat].resources, DEVELOPMENT_PRICE) else []


def listed_knights(state: State, seat: Seat) -> list[Action]:
    if state.has_played_card or not state.players[seat].dev_cards[KNIGHT]:
        return []
    return [catalogue.KNIGHT[target] for target in targets(state)]


def listed_progress(state: State, seat: Seat) -> list[Action]:
    if state.has_played_card:
        return []
    cards = state.players[seat].dev_cards
    found: list[Action] = []
    if cards[ROAD_BUILDING]:
        found += _listed_roads(state, seat)
    if cards[YEAR_OF_PLENTY]:
        found += [
            action for (one, two), action in catalogue.PLENTY.items() if has(state.bank, plus(ONE_OF[one], ONE_OF[two]))
        ]
    if cards[MONOPOLY]:
        found += catalogue.MONOPOLY
    return found


def buy(state: State, seat: Seat) -> Made:
    if not any(state.deck):
        raise Illegal("no_card_left", "all development cards are sold")
    check_payable(state, seat, DEVELOPMENT_PRICE)
    return Step(replace(paid(state, seat, DEVELOPMENT_PRICE), asked="card"))


def card_drawn(state: State) -> Draw:
    return Pick(len(DEVELOPMENTS), state.deck)


def card_answered(state: State, answer: Answer) -> Made:
    seat, card = state.current, ONE_OF[answer[0]]
    own = state.players[seat]
    own = replace(own, new_dev_cards=plus(own.new_dev_cards, card))
    told = secret(
        frozenset({seat}),
        DevelopmentBought(seat, DEVELOPMENTS[answer[0]]),
        DevelopmentBought(seat, None),
        seats=2,
    )
    players = changed(state.players, seat, own)
    return Step(replace(state, asked=None, players=players, deck=minus(state.deck, card)), told)


def play_knight(state: State, seat: Seat, action: PlayKnight) -> Made:
    after, told = moved(_played(state, seat, KNIGHT), seat, action.tile_id, action.steal_from)
    return Step(after, (Event(KnightPlayed(seat)), *told))


def play_progress(state: State, seat: Seat, action: PlayProgress) -> Made:
    match action:
        case PlayProgress(card="ROAD_BUILDING", edges=tuple(edges), resources=None, resource=None):
            return _build_roads(_played(state, seat, ROAD_BUILDING), seat, edges)
        case PlayProgress(card="YEAR_OF_PLENTY", edges=None, resources=resources, resource=None) if resources:
            return _take_two(_played(state, seat, YEAR_OF_PLENTY), seat, hand_of(resources))
        case PlayProgress(card="MONOPOLY", edges=None, resources=None, resource=resource) if resource:
            return _monopolise(_played(state, seat, MONOPOLY), seat, resource)
        case PlayProgress(card=card):
            needs = {"ROAD_BUILDING": "edges", "YEAR_OF_PLENTY": "resources", "MONOPOLY": "resource"}[card]
            raise Illegal("bad_payload", f"{card} needs {needs} and nothing else", needs=needs)
        case _:
            assert_never(action)


def _played(state: State, seat: Seat, card: int) -> State:
    """Turn the card face up."""
    if state.has_played_card:
        raise Illegal("one_card_a_turn", "a development card was already played this turn")
    own = state.players[seat]
    if not own.dev_cards[card]:
        reason = "you hold no such card" if not own.new_dev_cards[card] else "that card was bought this turn"
        raise Illegal("no_such_card", reason, card=DEVELOPMENTS[card])
    own = replace(
        own, dev_cards=minus(own.dev_cards, ONE_OF[card]), played_dev_cards=plus(own.played_dev_cards, ONE_OF[card])
    )
    return replace(state, players=changed(state.players, seat, own), has_played_card=True)


def _listed_roads(state: State, seat: Seat) -> list[Action]:
    """Pairs of roads; single roads where no second one can be built."""
    own, theirs = state.players[seat], state.players[other(seat)]
    if ROADS - len(own.roads) >= TWO:
        pairs = road_pairs(own.roads, theirs.roads, buildings(theirs))
        if pairs:
            return [catalogue.TWO_ROADS[pair] for pair in pairs]
    sites = sites_for_roads(state, seat) if len(own.roads) < ROADS else ()
    return [catalogue.LAST_ROAD[edge] for edge in sites]


def _build_roads(state: State, seat: Seat, edges: tuple[int, ...]) -> Made:
    own, theirs = state.players[seat], state.players[other(seat)]
    pairs = road_pairs(own.roads, theirs.roads, buildings(theirs)) if ROADS - len(own.roads) >= TWO else ()
    wanted = TWO if pairs else 1
    if len(edges) != wanted:
        raise Illegal("bad_payload", f"edges must have {wanted} ids: as many roads as can be built", roads=wanted)
    check_road_left(state, seat)
    possible = pairs if pairs else tuple((edge,) for edge in sites_for_roads(state, seat))
    if tuple(sorted(edges)) not in possible:
        raise Illegal("bad_site", "both roads need free edges that touch your own roads", edges=list(edges))
    for edge in edges:
        state = with_road(state, seat, edge)
    told: Telling = (Event(RoadBuildingPlayed(seat)), *(Event(RoadPlaced(seat, edge)) for edge in edges))
    return Step(measured(state, seat), told)


def _take_two(state: State, seat: Seat, cards: tuple[int, int, int, int, int]) -> Made:
    if sum(cards) != TWO:
        raise Illegal("bad_payload", "a year of plenty gives two cards", cards=sum(cards))
    check_in_bank(state, cards)
    return Step(took(state, seat, cards), (Event(YearOfPlentyPlayed(seat, cards)),))


def _monopolise(state: State, seat: Seat, resource: Resource) -> Made:
    count = state.players[other(seat)].resources[INDEX[resource]]
    taken = times(ONE_OF[INDEX[resource]], count)
    return Step(handed(state, other(seat), taken), (Event(MonopolyPlayed(seat, resource, count)),))
