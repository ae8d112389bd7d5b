"""How briscola is written: cards, bids, calls, hints, the picture, and what is told."""

import pytest

from ludoteca.games.briscola import GAME
from ludoteca.games.briscola.cards import CARDS, CardGiven
from ludoteca.games.briscola.types import (
    Action,
    Bid,
    CallRank,
    CallSuit,
    Config,
    HandEnded,
    HandResult,
    HandUpdate,
    PhaseChange,
    Play,
    PlayedCard,
    PlayerAway,
    PlayerBack,
    PlayerResigned,
    Points,
    Reorder,
    ScoreUpdate,
    State,
    Told,
    TrickPlayed,
    TrickWon,
)
from ludoteca.kernel import Illegal, Input, Left, Reader, Resigned, replace

from .helpers import (
    AUCTION,
    BLIND,
    BLIND_TRICK,
    BY_RANK,
    HANDS,
    OPEN,
    after,
    bid,
    cards,
    passes,
    play,
    rank,
    reorder,
    suit,
    view,
)
from .whole import whole_hand

PLAYING = (*AUCTION, rank(0, 1), suit(0, "cups"))
NOTHING = tuple(Points(seat, 0) for seat in range(5))


def read(text: str, state: State, reader: Reader = 0) -> Action:
    action: Action = GAME.text.read(text, view(state, reader))
    return action


def lines(state: State, reader: Reader = None) -> list[str]:
    return GAME.text.picture(view(state, reader)).splitlines()


def line_of(state: State, name: str, reader: Reader = None) -> str:
    (line,) = (line for line in lines(state, reader) if line[2:].startswith(name))
    return line


# Notation


def test_every_card_is_written_and_read_back() -> None:
    state = after(*PLAYING, config=OPEN)
    written = [GAME.text.write(Play(CardGiven(card_id=each.card_id)), view(state)) for each in CARDS]
    assert written[:10] == [f"{name}-coins" for name in ("A", "2", "3", "4", "5", "6", "7", "J", "Kn", "K")]
    assert len(set(written)) == 40
    for each, word in zip(CARDS, written, strict=True):
        assert read(word, state) == Play(CardGiven(each.suit, each.rank, each.card_id))


@pytest.mark.parametrize(
    "text", ["K-cups", "k-cups", " K-CUPS ", "king of cups", "King  Of Cups", "10 cups", "10-cups", "k-cu", "k cu"]
)
def test_cards_are_read_as_people_type_them(text: str) -> None:
    assert read(text, after(*PLAYING, config=OPEN)) == Play(CardGiven("cups", 10, 19))


@pytest.mark.parametrize(("text", "number"), [("75", 75), ("bid 75", 75), ("pass", -1), ("PASS", -1), ("7", 7)])
def test_a_number_bids_and_pass_passes(text: str, number: int) -> None:
    assert read(text, after()) == Bid(number)


@pytest.mark.parametrize(
    ("text", "number"), [("K", 10), ("king", 10), ("a", 1), ("Kn", 9), ("65", 65), ("pass", -1), ("2", 2), ("10", 10)]
)
def test_by_rank_a_rank_bids_it_and_a_number_a_two_with_so_many(text: str, number: int) -> None:
    assert read(text, after(config=BY_RANK)) == Bid(number)


def test_by_rank_bids_are_written_by_their_ranks() -> None:
    state = after(config=BY_RANK)
    written = [GAME.text.write(action, view(state)) for action in GAME.legal(state, 0)]
    assert written[:13] == ["pass", "A", "3", "K", "Kn", "J", "7", "6", "5", "4", "2", "62", "63"]


@pytest.mark.parametrize(("text", "number"), [("A", 1), ("ace", 1), ("1", 1), ("kn", 9), ("seven", 7), ("10", 10)])
def test_a_rank_is_called_by_its_name(text: str, number: int) -> None:
    assert read(text, after(*AUCTION)) == CallRank(number)


@pytest.mark.parametrize(("text", "name"), [("cups", "cups"), ("CU", "cups"), ("s", "swords"), ("co", "coins")])
def test_a_suit_is_called_by_its_name_or_its_beginning(text: str, name: str) -> None:
    assert read(text, after(*BLIND_TRICK)) == CallSuit(name)


def test_sort_sorts_a_hand_and_reorder_orders_it() -> None:
    turned = after(reorder(4, "Kn-clubs K-clubs 5-swords J-swords Kn-swords 2-cups 4-cups 7-coins"))
    sort = read("sort", turned, 4)
    assert isinstance(sort, Reorder)
    assert [each.card_id for each in sort.hand if isinstance(each, CardGiven)] == list(cards(HANDS[4]))
    some = read("reorder K-cups a-coins", turned)
    assert isinstance(some, Reorder)
    assert [each.card_id for each in some.hand if isinstance(each, CardGiven)] == list(cards("K-cups A-coins"))
    assert GAME.text.write(some, view(turned)) == "reorder K-cups A-coins"


@pytest.mark.parametrize(
    ("inputs", "config", "hint"),
    [
        ((), BLIND, "a number, or pass"),
        ((), BY_RANK, "a rank (A 3 K Kn J 7 6 5 4 2), a number from 62, or pass"),
        (AUCTION, BLIND, "a rank: A 3 K Kn J 7 6 5 4 2"),
        ((*AUCTION, rank(0, 1)), BLIND, "a card, like A-cups"),
        (BLIND_TRICK, BLIND, "a suit: coins cups swords clubs"),
        (PLAYING, OPEN, "a card, like A-cups"),
        (whole_hand(), OPEN, "the hand is over"),
    ],
)
@pytest.mark.parametrize("text", ["", "c", "A-c", "A-hearts", "11-cups", "cups-A", "A-cups-cups", "１", "reorder x"])
def test_what_cannot_be_read_is_answered_with_a_hint(
    inputs: tuple[Input[Action], ...], config: Config, hint: str, text: str
) -> None:
    with pytest.raises(Illegal) as caught:
        read(text, after(*inputs, config=config))
    assert caught.value.code == "unreadable"
    assert caught.value.reason.endswith(hint)


def test_what_is_no_card_has_no_notation() -> None:
    for action in (Play(CardGiven()), CallRank(0), Reorder((40,))):
        with pytest.raises(Illegal):
            GAME.text.write(action, view(after()))


# The picture


def test_a_player_sees_his_hand_in_his_order_and_nobody_else_does() -> None:
    state = after(*PLAYING, config=OPEN)
    assert lines(state, 0)[-1] == "your hand:  A-coins  2-coins  3-cups  K-cups  Kn-cups  7-cups  4-swords  5-clubs"
    assert not [line for line in lines(state) if "your hand" in line]


def test_the_picture_shows_the_trick_who_led_it_and_whose_turn_it_is() -> None:
    state = after(*PLAYING, play(0, "2-coins"), play(1, "3-coins"), config=OPEN)
    assert "trick 1 of 8, led by seat0" in lines(state)
    assert line_of(state, "seat0").split()[1:2] == ["2-coins"]
    assert line_of(state, "seat1").split()[1:2] == ["3-coins"]
    assert [line[0] for line in lines(state) if line[2:].startswith("seat")] == [" ", " ", ">", " ", " "]


def test_before_a_card_is_led_it_shows_who_leads() -> None:
    assert "trick 1 of 8, led by seat0" in lines(after(*PLAYING, config=OPEN))
    assert "trick 4 of 8, led by seat1" in lines(after(*whole_hand(tricks=3), config=OPEN))


def test_it_shows_the_last_trick_and_who_took_it() -> None:
    last = "last trick: seat0 Kn-cups, seat1 A-cups, seat2 J-cups, seat3 6-cups, seat4 5-swords; seat1 took 16"
    assert last in lines(after(*whole_hand(tricks=3), config=OPEN))


def test_it_shows_cards_left_and_points_taken() -> None:
    state = after(*whole_hand(tricks=3), config=OPEN)
    assert line_of(state, "seat0").split() == ["seat0", "5", "in", "hand", "30", "points", "caller"]
    assert "match" not in line_of(state, "seat0")


def test_in_a_match_it_shows_match_points() -> None:
    state = after(*whole_hand(), config=replace(OPEN, hands=2))
    assert "match +2" in line_of(state, "seat0")
    assert "match -1" in line_of(state, "seat4")
    assert lines(state)[0] == "hand 1 of 2, seat4 dealt"


@pytest.mark.parametrize(
    ("inputs", "reader", "known"),
    [
        (PLAYING, None, "nobody has shown the called card"),
        (PLAYING, 0, "nobody has shown the called card"),
        (PLAYING, 1, "you are the partner, and nobody knows"),
        (PLAYING, 2, "nobody has shown the called card"),
        ((*PLAYING, play(0, "2-coins"), play(1, "A-cups")), 2, "seat1 is the partner, as all can see"),
        ((*AUCTION, rank(0, 3), suit(0, "cups")), 0, "you play alone"),
        ((*AUCTION, rank(0, 3), suit(0, "cups")), 1, "nobody has shown the called card"),
        ((*AUCTION, rank(0, 3), suit(0, "cups"), play(0, "3-cups")), 1, "seat0 plays alone"),
    ],
)
def test_it_shows_what_is_known_of_the_caller_and_his_partner(
    inputs: tuple[Input[Action], ...], reader: Reader, known: str
) -> None:
    assert lines(after(*inputs, config=OPEN), reader)[2] == known


@pytest.mark.parametrize(
    ("inputs", "contract"),
    [
        ((), "bids: none yet"),
        ((bid(0, 61), *passes(1), bid(2, 75)), "bids: seat0 61, seat1 pass, seat2 75"),
        (AUCTION, "seat0 calls for 70 points"),
        ((*AUCTION, rank(0, 1)), "seat0 calls for 70 points, with an A of a suit to be named"),
        ((*AUCTION, rank(0, 3)), "seat0 calls for 70 points, with a 3 of a suit to be named"),
        ((*BLIND_TRICK, suit(0, "cups")), "seat0 calls for 70 points, with A-cups: cups are trump"),
    ],
)
def test_it_shows_bids_and_then_the_contract(inputs: tuple[Input[Action], ...], contract: str) -> None:
    assert lines(after(*inputs))[1] == contract


def test_it_marks_the_players() -> None:
    state = after(*PLAYING, Left(3), config=OPEN)
    assert line_of(state, "seat0").endswith("points  caller")
    assert line_of(state, "seat1", 1).endswith("points  you  partner")
    assert line_of(state, "seat1").endswith("points")
    assert line_of(state, "seat3").endswith("points  away")
    assert line_of(after(bid(0, 61), *passes(1)), "seat1").endswith("points  passed")
    assert line_of(after(Resigned(2)), "seat2").endswith("points  resigned")


def test_it_says_how_often_cards_were_thrown_in() -> None:
    assert lines(after(*passes(0, 1, 2, 3, 4)))[0] == "hand 1 of 1, seat0 dealt, thrown in once"
    twice = (*passes(0, 1, 2, 3, 4), *passes(1, 2, 3, 4, 0))
    assert lines(after(*twice))[0] == "hand 1 of 1, seat1 dealt, thrown in 2 times"


def test_at_the_end_it_shows_the_result() -> None:
    assert "seat0 and seat1 took 77 of 70: made" in lines(after(*whole_hand(), config=OPEN))
    assert "seat0 alone took 61 of 70: failed" in lines(after(*whole_hand(called=3), config=OPEN))


# What is told


def contract(phase: str, **more: object) -> PhaseChange:
    plain = PhaseChange("ready", None, None, None, None, None, 4, 1)
    return replace(plain, phase=phase, **more)


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (HandUpdate(0, CARDS[:2]), "your hand: A-coins 2-coins"),
        (HandUpdate(0, ()), "your hand: empty"),
        (TrickPlayed(2, CARDS[19], (PlayedCard(2, CARDS[19]),), 3), "seat2 plays K-cups"),
        (TrickPlayed(2, CARDS[19], (PlayedCard(2, CARDS[19]),), 3, True), "seat2 plays K-cups, out of time"),
        (TrickWon(3, 21, (), NOTHING, 3), "seat3 takes the trick: 21 points"),
        (ScoreUpdate((*NOTHING[:4], Points(4, 11))), "card points: 0 0 0 0 11"),
        (contract("ready"), "seat4 deals"),
        (contract("ready", deals=2), "the cards are thrown in; seat4 deals"),
        (contract("bid"), "the auction begins"),
        (contract("bid", caller_id=1, bid=75), "seat1 bids 75"),
        (contract("bid", caller_id=1, bid=10), "seat1 bids K"),
        (contract("bid", caller_id=1, bid=-1), "seat1 passes"),
        (contract("bid", caller_id=1, bid=-1, auto=True), "seat1 passes, out of time"),
        (
            contract("call-partner-rank", caller_id=1, bid=75),
            "seat1 has won the auction with 75, and calls a rank",
        ),
        (
            contract("play-first-trick", caller_id=1, bid=75, partner_rank=1),
            "seat1 calls an A; the first trick is played blind",
        ),
        (
            contract("call-partner-suit", caller_id=1, bid=75, partner_rank=3),
            "seat1 has called a 3, and names the suit",
        ),
        (
            contract("play-tricks", caller_id=1, bid=75, partner_rank=3, trump_suit="cups"),
            "seat1 has called 3-cups: cups are trump",
        ),
        (
            contract("play-tricks", caller_id=1, bid=75, partner_rank=3, trump_suit="cups", partner_id=2),
            "seat1 has called 3-cups: cups are trump; seat2 is the partner",
        ),
        (contract("end"), "the hand is over"),
        (
            HandEnded(HandResult(1, 0, 1, 70, 70, 1, "cups", 77, True, (2, 1, -1, -1, -1)), NOTHING),
            "seat0 and seat1 took 77 of 70: made; match points: 0 0 0 0 0",
        ),
        (PlayerAway(3), "seat3 is away"),
        (PlayerBack(3), "seat3 is back"),
        (PlayerResigned(3, NOTHING), "seat3 resigns; match points: 0 0 0 0 0"),
    ],
)
def test_every_event_is_told_in_one_line(told: Told, words: str) -> None:
    assert GAME.text.tell(told, view(after())) == words
