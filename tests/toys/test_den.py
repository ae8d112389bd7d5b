"""The den, sentence by sentence; the numbers are those of its RULES.md.

Chance is given: first is dealt the 1s, second the 2s, third the 3s; second's `leaf-2` is the mark; the trail is 4, for
six hens; and a player who draws gets the lowest card of the stock.
"""

from collections.abc import Iterator

import pytest

from ludoteca.dealers import Given, PyRandom
from ludoteca.kernel import (
    Advance,
    Answer,
    Chance,
    Dice,
    Elapsed,
    Event,
    Illegal,
    Input,
    Left,
    Move,
    Outcome,
    Pick,
    Resigned,
    Returned,
    Step,
    Timer,
    advance,
    begin,
    canonical,
    random_input,
    replace,
    step,
)

from .den import GAME
from .den.types import (
    CARDS,
    Action,
    Buried,
    Bury,
    Card,
    Config,
    Dealt,
    Drew,
    FoxShown,
    Hand,
    Laid,
    Lay,
    Marked,
    Rolled,
    State,
    Told,
    Took,
    stock,
)

READERS = (0, 1, 2, None)
DEALT: Answer = tuple(range(9))
MARK: Answer = (3,)
ROLL: Answer = (4, 6)
LOWEST: Answer = (0,)


def lay(seat: int, card: Card) -> Move[Action]:
    return Move(seat, Lay(card))


def bury(seat: int, card: Card) -> Move[Action]:
    return Move(seat, Bury(card))


def played(
    *inputs: Input[Action], config: Config | None = None, drawn: tuple[Answer, ...] = ()
) -> Advance[State, Told]:
    """After these inputs, with `drawn` for the stock and the later dice; the events are those of the last input."""
    dealer = Given((DEALT, MARK, ROLL, *drawn), otherwise=Given((LOWEST,) * 99))
    made = begin(GAME, config or Config(), dealer)
    for given in inputs:
        made = advance(GAME, made.state, given, dealer)
    return made


def one_round(*inputs: Input[Action], cunning: int = 0) -> State:
    return played(*inputs, config=Config(rounds=1, cunning=cunning)).state


def payloads(events: tuple[Event[Told], ...], reader: int | None) -> list[Told]:
    return [event.payload for event in events if event.is_for(reader)]


def refusal(state: State, given: Input[Action]) -> str:
    with pytest.raises(Illegal) as caught:
        step(GAME, state, given)
    return caught.value.code


def walk(seed: int, config: Config) -> Iterator[Step[State, Told]]:
    """Every step of a random game, those by chance included."""
    dealer = PyRandom(seed)
    made = GAME.setup(config)
    yield made
    while GAME.outcome(made.state) is None:
        draw = GAME.draw(made.state)
        given = random_input(GAME, made.state, dealer) if draw is None else Chance(dealer.answer(draw))
        assert given is not None
        made = step(GAME, made.state, given)
        yield made


def all_cards(state: State) -> list[Card]:
    held = [card for hand in state.hands for card in hand]
    buried = [card for card in state.buried if card is not None]
    return [*held, *buried, *(card for _, card in state.laid), *state.gone, *stock(state)]


def hidden_from(state: State, reader: int | None) -> list[Card]:
    """What lies closed before the others, and in the stock."""
    others = [seat for seat in range(3) if seat != reader]
    buried = [card for seat in others if (card := state.buried[seat]) is not None]
    return [*stock(state), *buried, *(card for seat in others for card in state.hands[seat])]


def test_1_there_are_eighteen_cards_and_each_is_in_one_place() -> None:
    assert len(set(CARDS)) == 18
    for state, _ in walk(1, Config()):
        assert sorted(all_cards(state)) == sorted(CARDS)


def test_2_each_seat_sees_its_own_three_cards() -> None:
    made = played()
    assert GAME.view(made.state, 0).hands == (("leaf-1", "bone-1", "moss-1"), None, None)
    assert payloads(made.events, 2)[0] == Dealt(("leaf-3", "bone-3", "moss-3"))
    assert not any(isinstance(told, Dealt) for told in payloads(made.events, None))


@pytest.mark.parametrize("reader", READERS)
def test_2_hidden_cards_are_in_no_byte_a_reader_gets(reader: int | None) -> None:
    for seed in range(5):
        for state, events in walk(seed, Config()):
            if state.outcome is None:
                sent = canonical((GAME.view(state, reader), payloads(events, reader)))
                assert not [card for card in hidden_from(state, reader) if card.encode() in sent]


def test_2_the_state_holds_no_order_of_the_stock() -> None:
    state = played().state
    assert not [card for card in stock(state) if card.encode() in canonical(state)]


def test_3_only_the_fox_knows_the_fox_and_the_mark() -> None:
    made = played()
    for reader in READERS:
        view = GAME.view(made.state, reader)
        assert (view.fox, view.mark) == ((1, "leaf-2") if reader == 1 else (None, None))
        assert Marked("leaf-2" if reader == 1 else None) in payloads(made.events, reader)


def test_3_no_view_but_the_foxs_depends_on_who_it_is() -> None:
    state = played().state
    other = replace(state, fox=2, mark="leaf-3")
    assert GAME.view(state, 0) == GAME.view(other, 0)
    assert GAME.view(state, None) == GAME.view(other, None)


def test_4_two_dice_are_the_trail_and_the_hens() -> None:
    made = played()
    assert made.events[-1] == Event(Rolled(1, 4, 6))
    assert (made.state.trail, made.state.run) == (4, 6)
    dealt, _ = step(GAME, GAME.setup(Config()).state, Chance(DEALT))
    marked, _ = step(GAME, dealt, Chance(MARK))
    assert GAME.draw(marked) == Dice(2)


def test_5_each_in_turn_lays_or_buries() -> None:
    state = played().state
    hand: Hand = ("leaf-1", "bone-1", "moss-1")
    assert GAME.to_act(state) == {0}
    assert GAME.legal(state, 0) == (*map(Lay, hand), *map(Bury, hand))
    assert GAME.legal(state, 1) == ()
    assert GAME.to_act(played(lay(0, "leaf-1")).state) == {1}


def test_5_the_next_seat_leads_the_next_round() -> None:
    first_round = (lay(0, "leaf-1"), lay(1, "bone-2"), lay(2, "leaf-3"))
    made = played(*first_round, drawn=(LOWEST, LOWEST, LOWEST, ROLL))
    assert made.state.round == 2
    assert GAME.to_act(made.state) == {1}


def test_5_out_of_turn_or_without_the_card_is_refused() -> None:
    state = played().state
    assert refusal(state, lay(1, "leaf-2")) == "not_your_turn"
    assert refusal(state, lay(0, "leaf-2")) == "not_your_card"


def test_6_a_seat_buries_once() -> None:
    inputs = (bury(0, "leaf-1"), lay(1, "bone-2"), lay(2, "leaf-3"), lay(1, "moss-2"), lay(2, "bone-3"))
    state = played(*inputs, drawn=(LOWEST, LOWEST, LOWEST, ROLL)).state
    assert refusal(state, bury(0, "bone-1")) == "buried_before"
    assert GAME.legal(state, 0) == tuple(map(Lay, state.hands[0]))


def test_6_only_it_knows_which_card_it_buried() -> None:
    made = played(bury(0, "leaf-1"))
    assert [GAME.view(made.state, reader).buried[0] for reader in READERS] == ["leaf-1", None, None, None]
    assert GAME.view(made.state, 1).has_buried == (True, False, False)
    assert [payloads(made.events, reader)[0] for reader in (0, 1)] == [Buried(0, "leaf-1"), Buried(0, None)]


def test_7_it_draws_one_of_the_cards_left() -> None:
    started = played().state
    laid, _ = step(GAME, started, lay(0, "leaf-1"))
    assert GAME.draw(laid) == Pick(9)
    drawn, events = step(GAME, laid, Chance((8,)))
    assert drawn.hands[0] == ("bone-1", "moss-1", "moss-6")
    assert [payloads(events, reader) for reader in (0, 1, None)] == [
        [Drew(0, "moss-6")],
        [Drew(0, None)],
        [Drew(0, None)],
    ]


def test_7_without_a_stock_hands_run_out() -> None:
    *_, (last, _) = walk(3, Config())
    assert last.hands == ((), (), ())


@pytest.mark.parametrize(
    ("inputs", "hens"),
    [
        ((lay(0, "leaf-1"), lay(1, "bone-2"), lay(2, "leaf-3")), (0, 0, 6)),
        ((lay(0, "leaf-1"), lay(1, "bone-2"), bury(2, "leaf-3")), (0, 6, 0)),
        ((bury(0, "leaf-1"), bury(1, "bone-2"), bury(2, "leaf-3")), (0, 0, 0)),
    ],
)
def test_8_the_nearest_card_takes_the_hens(inputs: tuple[Move[Action], ...], hens: tuple[int, int, int]) -> None:
    assert one_round(*inputs).hens == hens


def test_8_who_took_the_hens_is_told() -> None:
    events = played(lay(0, "leaf-1"), lay(1, "bone-2"), lay(2, "leaf-3"), config=Config(rounds=1)).events
    assert Event(Took(2, 6)) in events


def test_8_of_two_as_near_the_first_laid_takes_them() -> None:
    state = replace(played().state, trail=2)
    for given in (lay(0, "leaf-1"), bury(1, "bone-2"), lay(2, "leaf-3")):
        state = advance(GAME, state, given, PyRandom(1)).state
    assert state.hens == (6, 0, 0)


def test_9_the_mark_shows_the_fox_and_takes_the_hens() -> None:
    made = played(lay(0, "leaf-1"), lay(1, "leaf-2"))
    assert payloads(made.events, None)[:2] == [Laid(1, "leaf-2"), FoxShown(1, "leaf-2")]
    assert all(GAME.view(made.state, reader).fox == 1 for reader in READERS)
    assert one_round(lay(0, "leaf-1"), lay(1, "leaf-2"), lay(2, "leaf-3"), cunning=5).hens == (0, 6, 0)


def test_10_at_the_end_all_is_shown() -> None:
    state = one_round(lay(0, "leaf-1"), bury(1, "leaf-2"), lay(2, "leaf-3"))
    view = GAME.view(state, None)
    assert (view.hands, view.buried) == (state.hands, (None, "leaf-2", None))
    assert (view.fox, view.mark) == (1, "leaf-2")


def test_11_a_fox_not_given_away_adds_its_cunning() -> None:
    state = one_round(lay(0, "leaf-1"), lay(1, "bone-2"), lay(2, "leaf-3"), cunning=7)
    assert state.hens == (0, 7, 6)
    assert GAME.outcome(state) == Outcome((-1, 2, -1), "rounds")


def test_12_two_may_win_together() -> None:
    state = one_round(lay(0, "leaf-1"), lay(1, "bone-2"), lay(2, "leaf-3"), cunning=6)
    assert GAME.outcome(state) == Outcome((-2, 1, 1), "rounds")


def test_12_with_all_equal_nobody_wins() -> None:
    state = one_round(bury(0, "leaf-1"), bury(1, "bone-2"), bury(2, "leaf-3"))
    assert GAME.outcome(state) == Outcome((0, 0, 0), "rounds")


def test_13_who_resigns_loses_to_the_others() -> None:
    made = played(Resigned(2))
    assert GAME.outcome(made.state) == Outcome((1, 1, -2), "resigned")
    assert made.events[0] == Event(FoxShown(1, "leaf-2"))


def test_14_when_time_is_up_the_lowest_card_is_laid() -> None:
    assert GAME.timers(played().state) == (Timer("turn-1-0", 30_000, frozenset({0})),)
    made = played(Elapsed("turn-1-0"))
    assert made.events[0] == Event(Laid(0, "leaf-1"))
    assert GAME.timers(made.state) == (Timer("turn-1-1", 30_000, frozenset({1})),)


def test_14_without_a_limit_no_time_runs() -> None:
    assert GAME.timers(played(config=Config(turn_ms=0)).state) == ()


def test_15_the_game_does_not_mind_who_leaves() -> None:
    assert played(Left(0), Returned(0), Left(0)).state == played().state


@pytest.mark.parametrize("rounds", [0, 7])
def test_16_a_game_of_no_round_or_more_than_six_is_refused(rounds: int) -> None:
    with pytest.raises(Illegal, match="bad_config"):
        GAME.setup(Config(rounds=rounds))


@pytest.mark.parametrize("reader", READERS)
def test_resample_keeps_the_readers_view_and_every_card(reader: int | None) -> None:
    dealer = PyRandom(7)
    for state, _ in walk(2, Config()):
        world = GAME.resample(state, reader, dealer)
        assert GAME.view(world, reader) == GAME.view(state, reader)
        assert sorted(all_cards(world)) == sorted(CARDS)


@pytest.mark.parametrize("reader", READERS)
def test_resample_doubts_all_that_the_reader_does_not_know(reader: int | None) -> None:
    state = played(bury(0, "leaf-1")).state
    worlds = [GAME.resample(state, reader, PyRandom(seed)) for seed in range(60)]
    assert {world.fox for world in worlds} == ({1} if reader == 1 else {0, 1, 2} - {reader})
    for seat in {0, 1, 2} - {reader}:
        assert len({world.hands[seat] for world in worlds}) > 10
    assert (len({world.buried[0] for world in worlds}) == 1) == (reader == 0)


@pytest.mark.parametrize("reader", READERS)
def test_an_imagined_world_holds_its_mark_and_plays_on_to_the_end(reader: int | None) -> None:
    dealer = PyRandom(5)
    for state, _ in walk(4, Config(rounds=3)):
        world = GAME.resample(state, reader, dealer)
        if world.fox is not None and not world.is_fox_shown:
            assert world.mark in (*world.hands[world.fox], world.buried[world.fox])
        if GAME.draw(world) is None:
            while (given := random_input(GAME, world, dealer)) is not None:
                world = advance(GAME, world, given, dealer).state


def test_every_action_reads_back() -> None:
    for state, _ in walk(6, Config()):
        for seat in GAME.to_act(state):
            view = GAME.view(state, seat)
            texts = {GAME.text.write(action, view): action for action in GAME.legal(state, seat)}
            assert len(texts) == len(GAME.legal(state, seat))
            assert all(GAME.text.read(text, view) == action for text, action in texts.items())


@pytest.mark.parametrize("text", ["", "lay", "lay leaf-7", "eat leaf-1", "lay leaf-1 now"])
def test_what_cannot_be_read_is_refused_with_a_hint(text: str) -> None:
    with pytest.raises(Illegal, match="unreadable: lay or bury"):
        GAME.text.read(text, GAME.view(played().state, 0))


@pytest.mark.parametrize("preset", GAME.presets)
def test_random_games_end_and_can_be_told(preset: str) -> None:
    for seed in range(10):
        steps = list(walk(seed, GAME.presets[preset]))
        assert len(steps) < 60
        for state, events in steps:
            view = GAME.view(state, seed % 3)
            assert GAME.text.picture(view)
            assert all("\n" not in GAME.text.tell(event.payload, view) for event in events)
