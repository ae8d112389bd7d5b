"""What a game gets that writes only the eight fields it has to."""

import dataclasses
from typing import Annotated, Any, Literal, TypeAlias

import pytest

from ludoteca.dealers import PyRandom
from ludoteca.kernel import (
    Advance,
    AnyInput,
    Event,
    Game,
    Hosting,
    Illegal,
    Meta,
    Move,
    Outcome,
    Reader,
    Resigned,
    Seat,
    Step,
    Text,
    Types,
    Value,
    advance,
    begin,
    replace,
)
from ludoteca.kernel.contract import MatchInfo, same_state
from ludoteca.kernel.scene import Note, Scene


class Config(Value, frozen=True):
    tokens: int = 3


class Take(Value, frozen=True, tag="take"):
    count: Annotated[int, Meta(ge=1, le=2)]


class Skip(Value, frozen=True, tag="skip"):
    pass


Action: TypeAlias = Take | Skip


class Taken(Value, frozen=True, tag="taken"):
    seat: Seat
    count: int


class State(Value, frozen=True):
    config: Config
    tokens: int
    turn: Seat = 0


def to_act(state: State) -> frozenset[Seat]:
    return frozenset({state.turn} if state.tokens else ())


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    return (Take(1), Skip()) if seat in to_act(state) else ()


def apply(state: State, given: AnyInput) -> Step[State, Taken]:
    match given:
        case Move(seat=seat, action=Take(count=count)) if count <= state.tokens:
            after = replace(state, tokens=state.tokens - count, turn=1 - seat)
            return Step(after, (Event(Taken(seat, count)),))
        case Resigned():
            return Step(replace(state, tokens=0))
        case _:
            raise Illegal("no_such_move", "take one or two tokens")


def outcome(state: State) -> Outcome | None:
    return None if state.tokens else Outcome((-1, 1), "empty")


def view(state: State, _reader: Reader) -> State:
    return state


GAME: Game[Config, State, Action, Taken, State] = Game(
    name="tokens",
    types=Types(config=Config, state=State, action=Action, told=Taken, view=State),
    setup=lambda config: Step(State(config, config.tokens)),
    to_act=to_act,
    legal=legal,
    apply=apply,
    view=view,
    outcome=outcome,
)
START = State(Config(), 3)


class Shapes(Value, frozen=True):
    """A view with a field of every shape."""

    board: tuple[tuple[str | None, ...], ...]
    rows: tuple[str, ...]
    hands: tuple[tuple[int, ...], ...]
    last: Taken | None
    laid: tuple[Taken, ...]
    names: tuple[str, ...] = ("a", "b")
    is_open: bool = True
    note: str = ""
    sketch: str = "one\ntwo"


def unreadable(text: str, game: Any = GAME) -> str:
    with pytest.raises(Illegal, match="unreadable") as caught:
        game.text.read(text, START)
    return caught.value.reason


def test_a_game_of_eight_fields_is_played() -> None:
    made: Advance[State, Taken] = begin(GAME, Config(), PyRandom(0))
    for count in (1, 2):
        given: Move[Action] = Move(made.state.turn, Take(count))
        made = advance(GAME, made.state, given, PyRandom(0))
    assert GAME.outcome(made.state) == Outcome((-1, 1), "empty")


def test_defaults_are_two_seats_and_no_chance_no_timers_no_presets() -> None:
    assert (GAME.version, GAME.seats(Config())) == ("1.0.0", ("first", "second"))
    assert (GAME.draw(START), GAME.timers(START), GAME.flaws(START), GAME.reveal) == (None, (), (), None)
    assert (GAME.free, GAME.presets, GAME.refusals) == ((), {}, {})


def test_nothing_is_hidden_by_default_and_laws_can_tell() -> None:
    assert GAME.resample is same_state
    assert GAME.resample(START, 0, PyRandom(0)) is START


def test_by_default_a_game_is_at_home_where_its_setup_is_written() -> None:
    assert GAME.home == __name__


def test_hosting_asks_for_nothing_by_default() -> None:
    hosting: Hosting[Config, State, Action, Taken] = GAME.hosting
    assert (hosting.stakes(Config()), hosting.hidden_config, hosting.test_only) == ((), frozenset(), frozenset())
    assert hosting.with_match_info(Config(), MatchInfo("ABC123", ("ann", "ben"), (9, 9), staked=True)) == Config()
    assert hosting.with_player_ids(Config(), ("1", "2")) == Config()
    assert (hosting.defaults_by_language, hosting.beside_view) == ({}, None)
    assert hosting.timestamped(Taken(0, 1), 5) == Taken(0, 1)
    assert hosting.timestamped_state(START, START, 5) is START
    assert hosting.operator_notes(START, Resigned(0)) == ()
    assert hosting.sign_of_life(START, 0, "take") is None
    assert hosting.salvage(Config(), {"tokens": 2}, START) is None


@pytest.mark.parametrize(("action", "text"), [(Skip(), "skip"), (Take(1), '{"count":1,"type":"take"}')])
def test_by_default_an_action_is_its_tag_or_its_json(action: Action, text: str) -> None:
    assert GAME.text.write(action, START) == text
    assert GAME.text.read(text, START) == action
    assert GAME.text.read(f"  {text} ", START) == action


@pytest.mark.parametrize("text", ["", "take", "skip it", "{}", '{"type":"take"}', "[1]", "\ud800", "{" * 99])
def test_text_that_is_no_action_is_refused_with_the_forms_there_are(text: str) -> None:
    assert unreadable(text).startswith('write {"count":…,"type":"take"} or skip (')


def test_the_hint_says_what_does_not_fit() -> None:
    assert unreadable('{"type":"take","count":3}').endswith("(Expected `int` <= 2 (at $.count))")


@pytest.mark.parametrize(
    ("kind", "action", "text", "form"),
    [
        (Literal["heads", "tails"], "heads", '"heads"', "an action as JSON"),
        (int, 7, "7", "an action as JSON"),
        (Config, Config(2), '{"tokens":2}', '{"tokens":…}'),
        (Skip, Skip(), "skip", "skip"),
    ],
)
def test_actions_of_any_type_are_written_and_read(kind: Any, action: Any, text: str, form: str) -> None:
    game: Any = replace_types(kind)
    assert game.text.write(action, START) == text
    assert game.text.read(text, START) == action
    assert unreadable("?", game).startswith(f"write {form} (")


def test_a_game_with_other_action_types_reads_those() -> None:
    other: Any = dataclasses.replace(GAME, types=dataclasses.replace(GAME.types, action=Config))
    assert other.text.read('{"tokens":2}', START) == Config(2)
    assert unreadable("skip", other).startswith('write {"tokens":…} (')


def test_a_text_with_another_scene_draws_that_one() -> None:
    first: Text[Action, Taken, State] = Text(scene=lambda _: Scene((Note("first"),)))
    second = dataclasses.replace(first, scene=lambda _: Scene((Note("second"),)))
    assert [text.picture(START) for text in (first, second)] == ["first", "second"]
    assert dataclasses.replace(first, scene=None).picture(START) == GAME.text.picture(START)
    assert dataclasses.replace(second, picture=lambda _: "mine", scene=first.scene).picture(START) == "mine"


def replace_types(kind: Any) -> Any:
    types = Types(config=Config, state=State, action=kind, told=Taken, view=State)
    made: Any = Game(
        name="any",
        types=types,
        setup=GAME.setup,
        to_act=to_act,
        legal=GAME.legal,
        apply=GAME.apply,
        view=view,
        outcome=outcome,
    )
    return made


def test_text_that_an_author_writes_stays_as_it_is() -> None:
    text: Text[Action, Taken, State] = Text(read=lambda text, _: Take(int(text)), tell=lambda told, _: "taken!")
    own = replace_text(text)
    assert own.text.read("2", START) == Take(2)
    assert own.text.tell(Taken(0, 1), START) == "taken!"
    assert own.text.write(Skip(), START) == "skip"


def replace_text(text: Text[Action, Taken, State]) -> Game[Config, State, Action, Taken, State]:
    return Game(
        name="own",
        types=GAME.types,
        setup=GAME.setup,
        to_act=to_act,
        legal=legal,
        apply=apply,
        view=view,
        outcome=outcome,
        text=text,
    )


def test_text_that_belongs_to_no_game_cannot_read() -> None:
    unbound: Text[Action, Taken, State] = Text()
    with pytest.raises(TypeError, match="belongs to no game"):
        unbound.read("skip", START)


@pytest.mark.parametrize(
    ("told", "line"),
    [
        (Taken(1, 2), "taken: seat 1, count 2"),
        (Skip(), "skip"),
        (Config(4), "Config: tokens 4"),
        (Shapes((), (), ((1, 2),), None, ()), 'Shapes: board [], rows [], hands [[1,2]], last -, laid [], names ["a",'),
        ("two\nlines", "two lines"),
        ("", "-"),
    ],
)
def test_by_default_an_event_is_told_by_its_tag_and_fields(told: Any, line: str) -> None:
    said = GAME.text.tell(told, START)
    assert said.startswith(line)
    assert "\n" not in said


def test_by_default_a_picture_has_a_line_for_each_field() -> None:
    assert GAME.text.picture(START).splitlines() == ["config:", "  tokens: 3", "tokens: 3", "turn: 0"]


PICTURE = """\
board:
  X . 10
  . O  .
rows:
  ab
  cd
hands:
  0: 1 2
  1: -
last:
  type: taken
  seat: 0
  count: 1
laid:
  0:
    type: taken
    seat: 1
    count: 2
names: a b
is_open: yes
note: -
sketch:
  one
  two"""


def test_grids_lists_and_nested_values_are_drawn_as_what_they_are() -> None:
    board = (("X", None, "10"), (None, "O", None))
    shown: Any = Shapes(board, ("ab", "cd"), ((1, 2), ()), Taken(0, 1), (Taken(1, 2),))
    assert GAME.text.picture(shown).splitlines() == [
        line.replace("X . 10", " X  . 10").replace(". O  .", " .  O  .") for line in PICTURE.splitlines()
    ]


@pytest.mark.parametrize(
    ("shown", "picture"), [((), "-"), (Skip(), "type: skip"), (5, "5"), ("", "-"), ((1, 2), "1 2")]
)
def test_no_picture_is_empty(shown: Any, picture: str) -> None:
    assert GAME.text.picture(shown) == picture
