"""Laws that cannot fail are worth nothing: for each law, a game that breaks it and is found out."""

import re
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from ludoteca.games.gomoku import GAME as GOMOKU
from ludoteca.games.gomoku.types import Choose, GameEnded, Place, StonePlaced
from ludoteca.games.gomoku.types import State as GomokuState
from ludoteca.kernel import AnyGame, Event, Illegal, Left, Move, Outcome, Resigned, Step, Timer, Value
from ludoteca.kernel import replace as changed
from ludoteca.kernel.values import field
from ludoteca.laws import LAWS, Broken, Law, check, check_all
from tests.toys import LOBBY_TOYS, TOYS
from tests.toys.duel.types import CHOICES, Seal, Sketch, Sketched

from . import hash_order, random_apply

DEN = TOYS["den"]
DUEL = TOYS["duel"]
MORRIS = LOBBY_TOYS["morris"]

_calls = iter(range(10**9))


def told_after(game: AnyGame, events: Callable[[Any, Any], tuple[Event[Any], ...]]) -> AnyGame:
    """The game, telling something more after each input."""

    def apply(state: Any, given: Any) -> Step[Any, Any]:
        made = game.apply(state, given)
        return Step(made.state, made.events + events(made.state, given))

    return replace(game, apply=apply)


def applied(game: AnyGame, instead: Callable[[Any, Any], Any]) -> AnyGame:
    """The game, with its new state passed through `instead(before, after)`."""

    def apply(state: Any, given: Any) -> Step[Any, Any]:
        made = game.apply(state, given)
        return Step(instead(state, made.state), made.events)

    return replace(game, apply=apply)


def crash(*_: Any) -> Any:
    raise ZeroDivisionError


def endless(state: Any, given: Any) -> Step[Any, Any]:
    made = GOMOKU.apply(state, given)
    return Step(state, ()) if made.state.result is not None else made


def refuses_without_a_reason(state: Any, given: Any) -> Step[Any, Any]:
    if isinstance(given, Left):
        raise Illegal("because", "")
    return GOMOKU.apply(state, given)


def speaking_out_of_turn(state: Any, given: Any) -> Step[Any, Any]:
    """Any seat's move counts as a move of the seat that must act."""
    if isinstance(given, Move) and GOMOKU.to_act(state):
        given = Move(min(GOMOKU.to_act(state)), given.action)
    return GOMOKU.apply(state, given)


def deaf_to_resignation(state: Any, given: Any) -> Step[Any, Any]:
    return Step(state) if isinstance(given, Resigned) else GOMOKU.apply(state, given)


def too_friendly(state: Any, given: Any) -> Step[Any, Any]:
    """A move that cannot be made is taken for none at all."""
    try:
        return GOMOKU.apply(state, given)
    except Illegal:
        if isinstance(given, Move) and given.seat in GOMOKU.to_act(state):
            return Step(state)
        raise


def drawing_by_itself(state: Any, given: Any) -> Step[Any, Any]:
    """It does nothing with what it draws, so no two games differ."""
    secrets.randbits(8)
    return GOMOKU.apply(state, given)


class Listed(GomokuState, frozen=True):
    notes: list[int] = field(default_factory=list)


def with_a_list(config: Any) -> Step[Any, Any]:
    state, events = GOMOKU.setup(config)
    return Step(Listed(**{name: getattr(state, name) for name in state.__struct_fields__}), events)


def without_a_word(state: Any, given: Any) -> Step[Any, Any]:
    return Step(GOMOKU.apply(state, given).state)


def leaking_view(state: Any, reader: Any) -> Any:
    """Seat 0 sees the other seat's view of its own hand."""
    return DEN.view(state, 1 if reader == 0 else reader)


def opened_eyes(state: Any, reader: Any, dealer: Any) -> Any:
    """A world the reader could not believe in: somebody else's."""
    return DEN.resample(state, 1 if reader == 0 else 0, dealer)


def leaking_event(state: Any, _: Any) -> tuple[Event[Any], ...]:
    return (Event(state),)


def another_each_time(state: Any) -> Outcome | None:
    outcome = DEN.outcome(state)
    return None if outcome is None else changed(outcome, reason=str(next(_calls)))


def hosted(game: AnyGame, **hooks: Any) -> AnyGame:
    """The game, with other hooks for a server."""
    return replace(game, hosting=replace(game.hosting, **hooks))


def the_others_choice(state: Any, seat: int, _: str) -> Any:
    """What the other seat has sealed, which this seat does not know."""
    return Sketch(state.sealed[1 - seat]) if seat in DUEL.to_act(state) else None


def the_same_choice_openly(state: Any, given: Any) -> Step[Any, Any]:
    """A seat that has seen the other's choice shows it by being heard, and not by its own view."""
    made = DUEL.apply(state, given)
    if isinstance(given, Move) and isinstance(given.action, Sketch):
        return Step(made.state, tuple(changed(event, to=None) for event in made.events))
    return made


class Misspelt(Value, frozen=True):
    phaze: str = ""


class Mistaken(Value, frozen=True):
    round: str = ""


class Unfinished(Value, frozen=True):
    round: int


class Changing(Value, frozen=True):
    round: int = field(default_factory=lambda: next(_calls))


MUTANTS: dict[str, AnyGame] = {
    "described": replace(GOMOKU, seats=lambda _: ("black", "black")),
    "determinism": told_after(GOMOKU, lambda *_: (Event(GameEnded(None, "five", ((next(_calls), 0),))),)),
    "frozen values": replace(GOMOKU, setup=with_a_list, types=replace(GOMOKU.types, state=Listed)),
    "round trip": replace(GOMOKU, view=lambda state, _: changed(GOMOKU.view(state, 0), to_act=[0])),
    "one speaker": replace(GOMOKU, to_act=lambda _: frozenset({0, 1}), legal=lambda *_: ()),
    "listed applies": replace(GOMOKU, legal=lambda state, seat: [Place(0, 0), *GOMOKU.legal(state, seat)]),
    "unlisted refused": replace(GOMOKU, apply=too_friendly),
    "refused unchanged": replace(GOMOKU, apply=refuses_without_a_reason),
    "over is over": replace(GOMOKU, legal=lambda state, _: (Choose("black"),) if state.result else ()),
    "idle seats decide nothing": replace(GOMOKU, apply=speaking_out_of_turn),
    "resignation counts": replace(GOMOKU, apply=deaf_to_resignation),
    "told": replace(GOMOKU, apply=without_a_word),
    "notation": replace(GOMOKU, text=replace(GOMOKU.text, write=lambda *_: "h8")),
    "drawn": replace(MORRIS, text=replace(MORRIS.text, touch=lambda action, _: ("z9", action.to))),
    "unreadable": replace(GOMOKU, text=replace(GOMOKU.text, read=crash)),
    "time runs out": replace(GOMOKU, timers=lambda _: (Timer("turn", 1), Timer("turn", 2))),
    "presence": applied(GOMOKU, lambda before, after: changed(after, departures=before.departures + 1)),
    "games end": replace(GOMOKU, apply=endless),
    "signs of life": hosted(DUEL, sign_of_life=the_others_choice),
    "beside the view": hosted(DUEL, beside_view=Misspelt),
    "belief": replace(DEN, resample=opened_eyes),
    "secrecy": told_after(DEN, leaking_event),
    "hidden varies": replace(DEN, resample=lambda state, reader, dealer: state),
    "looking back": replace(DEN, reveal=lambda state: DEN.view(state, None)),
    "sound": replace(GOMOKU, flaws=lambda state: ("odd",) if len(state.moves) % 2 else ()),
    "recorded": replace(DEN, outcome=another_each_time),  # in gomoku few walks come to an end
}


NOTICED_BY_NO_OTHER: dict[str, AnyGame] = {
    name: MUTANTS[name] for name in ("frozen values", "unlisted refused", "resignation counts", "hidden varies")
} | {"determinism": replace(GOMOKU, apply=drawing_by_itself)}


def named(*names: str) -> list[Law]:
    return [law for law in LAWS if law.name in names]


@pytest.mark.parametrize("name", MUTANTS)
def test_a_game_that_breaks_the_law_is_found_out(name: str) -> None:
    (law,) = named(name)
    with pytest.raises(Broken, match=f": {name}: {re.escape(law.sentence)}"):
        check(MUTANTS[name], law, examples=200)


def test_every_law_has_a_mutant_but_purity_which_frozen_values_keep() -> None:
    assert {law.name for law in LAWS} - set(MUTANTS) == {"purity"}


@pytest.mark.parametrize("name", NOTICED_BY_NO_OTHER)
def test_a_law_notices_what_no_other_law_does(name: str) -> None:
    laws = [law._replace(needs=()) for law in LAWS]
    findings = list(check_all(NOTICED_BY_NO_OTHER[name], laws, examples=2))
    assert len(findings) == len(LAWS)
    assert [law.name for law, broken in findings if broken] == [name]


@pytest.mark.parametrize(
    ("game", "found"),
    [
        (hosted(DUEL, sign_of_life=crash), "ZeroDivisionError"),
        (hosted(DUEL, sign_of_life=lambda *_: Sketch(secrets.choice(CHOICES))), "ask for the time or for randomness"),
        (hosted(DUEL, sign_of_life=lambda *_: Sketch(CHOICES[next(_calls) % 3])), "the second time"),
        (hosted(DUEL, sign_of_life=lambda *_: Seal("strike")), "refused with"),
        (hosted(DUEL, sign_of_life=the_others_choice), r"tells seat [01] \(\w+\) something hidden"),
        (
            hosted(
                replace(DUEL, apply=the_same_choice_openly),
                sign_of_life=lambda state, seat, _: (
                    Sketch(state.sketches[seat]) if seat in DUEL.to_act(state) else None
                ),
            ),
            r"tells (spectators|seat [01] \(\w+\)) something hidden",
        ),
    ],
    ids=["crashes", "draws", "differs", "does not apply", "tells its sender", "tells others"],
)
def test_what_a_refused_action_counts_as_is_found_out(game: AnyGame, found: str) -> None:
    (law,) = named("signs of life")
    with pytest.raises(Broken, match=found):
        check(game, law, examples=100)


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        (Misspelt, "'phaze', which is no field of the view"),
        (Mistaken, "not what its type says"),
        (Unfinished, "'round' has no default"),
        (Changing, "other defaults the second time"),
    ],
)
def test_a_field_beside_the_view_that_is_none_of_its_own_is_found_out(kind: type[Value], found: str) -> None:
    (law,) = named("beside the view")
    with pytest.raises(Broken, match=found):
        check(hosted(DUEL, beside_view=kind), law, examples=10)


def test_rules_that_differ_in_another_process_break_the_law_of_determinism() -> None:
    (law,) = named("determinism")
    with pytest.raises(Broken, match="another process came to another state"):
        check(hash_order.GAME, law, examples=1)


@pytest.mark.parametrize("examples", [1, 50])
def test_random_whose_answer_is_used_is_shown_by_its_line(examples: int) -> None:
    (law,) = named("determinism")
    with pytest.raises(Broken, match=r"(?s)in apply: return Step\(.*random\.random\(\)") as caught:
        check(random_apply.GAME, law, examples=examples)
    assert str(caught.value).count("preset") == 1


def test_a_difference_in_another_process_is_shown_with_one_game() -> None:
    (law,) = named("determinism")
    with pytest.raises(Broken) as caught:
        check(hash_order.GAME, law, examples=1)
    assert str(caught.value).count("preset") == 1


def test_a_resignation_that_nobody_is_told_of_breaks_the_law_told() -> None:
    def quiet(state: Any, given: Any) -> Step[Any, Any]:
        made = GOMOKU.apply(state, given)
        return Step(made.state) if isinstance(given, Resigned) else made

    (law,) = named("told")
    with pytest.raises(Broken, match="black resigns: what seat 0"):
        check(replace(GOMOKU, apply=quiet), law, examples=1)


def test_a_sealed_choice_that_is_told_to_everybody_breaks_the_law_of_secrecy() -> None:
    def sealed_openly(state: Any, given: Any) -> tuple[Event[Any], ...]:
        choice = given.action.choice if isinstance(given, Move) and isinstance(given.action, Seal) else None
        return () if choice is None else (Event(Sketched(choice)),)

    (law,) = named("secrecy")
    with pytest.raises(Broken, match=r"(?s)which action \w+ chose, which their view hides.*events\[\d\]\.choice: "):
        check(told_after(DUEL, sealed_openly), law, examples=50)


def test_a_free_action_that_is_told_to_everybody_breaks_the_law_of_secrecy() -> None:
    def sketched_openly(state: Any, given: Any) -> Step[Any, Any]:
        made = DUEL.apply(state, given)
        return Step(made.state, tuple(changed(event, to=None) for event in made.events))

    (law,) = named("secrecy")
    with pytest.raises(Broken, match=r"an event tells .* which action \w+ chose, which their view hides"):
        check(replace(DUEL, apply=sketched_openly), law, examples=50)


def test_a_draw_that_is_told_to_everybody_breaks_the_law_of_secrecy() -> None:
    """In the very moment of the draw, when no two worlds differ yet."""

    def dealt_openly(state: Any, given: Any) -> Step[Any, Any]:
        made = DEN.apply(state, given)
        return Step(made.state, tuple(changed(event, to=None) for event in made.events)) if DEN.draw(state) else made

    (law,) = named("secrecy")
    with pytest.raises(Broken, match="a hidden draw"):
        check(replace(DEN, apply=dealt_openly), law, examples=100)


def test_a_sentence_that_fails_with_a_later_view_breaks_the_law_of_notation() -> None:
    """Right after the event it does well: the stone that it tells of is the last one."""

    def tell(told: Any, view: Any) -> str:
        if isinstance(told, StonePlaced) and not told.order and view.moves[-1].x != told.x:
            raise ZeroDivisionError
        return GOMOKU.text.tell(told, view)

    (law,) = named("notation")
    with pytest.raises(Broken, match="on an event told to seat"):
        check(replace(GOMOKU, text=replace(GOMOKU.text, tell=tell)), law, examples=100)


def test_a_view_that_shows_another_hand_breaks_a_law() -> None:
    laws = named("belief", "secrecy", "notation")
    with pytest.raises(Broken):  # noqa: PT012 - whichever law sees it first
        for law in laws:
            check(replace(DEN, view=leaking_view), law, examples=100)
