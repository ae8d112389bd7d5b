"""Records: what was written reads back and replays; one changed byte, or one forged draw, does not."""

import dataclasses
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.dealers import Fair, PyRandom
from ludoteca.games import GAMES
from ludoteca.kernel import (
    AnyInput,
    Elapsed,
    Left,
    Move,
    Outcome,
    Resigned,
    Returned,
    advance,
    begin,
    canonical,
    digest,
    plain,
    step,
)
from ludoteca.kernel.record import BadEntry, CommittedTo, GivenBy, Log, SeededBy, read, replay
from ludoteca.verification import Draws, Verdict, verify

from . import coin
from .coin import Config, Guess
from .logs import SEED, Lines, Sitting, fair, forged, random_sitting, sealed, sit, written

GOMOKU = GAMES["gomoku"]
INSTALLED = {"coin": coin.GAME, **GAMES}


def coin_sitting(dealer: PyRandom | Fair) -> Sitting:
    return random_sitting(coin.GAME, Config(rounds=2), dealer, PyRandom(4), at_most=9)


def gomoku_sitting() -> Sitting:
    """Three stones, a time-out (chance places a fourth), and somebody leaves, comes back and gives up."""
    config = GOMOKU.presets["casual"]
    dealer = fair(GOMOKU)
    state = begin(GOMOKU, config, dealer).state
    inputs: list[AnyInput] = []
    for _ in range(3):
        seat = min(GOMOKU.to_act(state))
        inputs.append(Move(seat, GOMOKU.legal(state, seat)[7 * len(inputs)]))
        state = advance(GOMOKU, state, inputs[-1], dealer).state
    inputs.append(Elapsed(GOMOKU.timers(state)[0].name))
    inputs += [Left(1), Returned(1), Resigned(1)]
    return sit(GOMOKU, config, fair(GOMOKU), inputs)


SEEDED = written(coin_sitting(PyRandom(11)))
FAIR = written(coin_sitting(fair(coin.GAME)))
CARO = written(gomoku_sitting())
SAMPLES = {"seeded": SEEDED, "fair": FAIR, "gomoku": CARO}
each_sample = pytest.mark.parametrize("data", SAMPLES.values(), ids=SAMPLES)


def bad_entry(data: bytes) -> BadEntry:
    with pytest.raises(BadEntry) as caught:
        verify(data, INSTALLED)
    return caught.value


def is_refused_near(data: bytes, line: int) -> bool:
    """Refused, and the entry named is the damaged one, or the next where the damage merged two."""
    try:
        verify(data, INSTALLED)
    except BadEntry as error:
        return isinstance(error.entry, int) and line - 1 <= error.entry <= line + 1
    return False


def line_of(data: bytes, offset: int) -> int:
    return data.count(b"\n", 0, offset)


def lines_of(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


# Honest records


@each_sample
def test_an_honest_record_verifies(data: bytes) -> None:
    verdict = verify(data, INSTALLED)
    assert verdict.draws is Draws.RECOMPUTED
    assert verdict.entries == len(lines_of(data)) - 2
    assert verdict.outcome is not None


@each_sample
def test_every_line_is_canonical_json(data: bytes) -> None:
    for line in lines_of(data):
        assert canonical(json.loads(line)) + b"\n" == line


@each_sample
def test_seals_can_be_recomputed_from_their_description_alone(data: bytes) -> None:
    assert sealed([json.loads(line) for line in lines_of(data)]) == data


@given(st.integers(0, 2**32), st.integers(0, 2**32), st.booleans(), st.integers(0, 30))
def test_what_was_written_reads_back_and_replays_to_the_same_game(
    seed: int, choices: int, is_fair: bool, at_most: int
) -> None:
    dealer = fair(coin.GAME) if is_fair else PyRandom(seed)
    sitting = random_sitting(coin.GAME, Config(rounds=5), dealer, PyRandom(choices), at_most)
    log = read(written(sitting))
    played = list(replay(coin.GAME, log))
    made = begin(coin.GAME, Config(rounds=5), fair(coin.GAME) if is_fair else PyRandom(seed))
    assert (played[0].state, played[0].events, played[0].given) == (made.state, made.events, None)
    assert [entry.given for entry in played[1:]] == [given for given, _ in sitting.turns]
    assert [entry.n for entry in played] == list(range(len(sitting.turns) + 1))
    assert [digest(entry.state) for entry in played] == [log.opening.digest, *(line.digest for line in log.entries)]


@each_sample
def test_a_log_that_was_read_holds_what_was_written(data: bytes) -> None:
    log = read(data)
    lines = [json.loads(line) for line in lines_of(data)]
    assert plain(log.opening) == lines[0]
    assert [plain(entry) for entry in log.entries] == lines[1:-1]
    assert plain(log.end) == lines[-1]


def test_times_mean_nothing_to_the_rules() -> None:
    def without_times(lines: Lines) -> None:
        for line in lines:
            line["at"] = None

    assert verify(forged(SEEDED, without_times), INSTALLED) == verify(SEEDED, INSTALLED)


def test_a_newer_minor_version_may_replay_an_older_record() -> None:
    newer = dataclasses.replace(coin.GAME, version="1.99.0")
    assert verify(SEEDED, {"coin": newer}).entries > 0


# One changed byte


def changes_of(data: bytes, offset: int) -> Iterator[bytes]:
    byte = data[offset]
    before, after = data[:offset], data[offset + 1 :]
    for other in {byte ^ 1, byte ^ 0x20, byte ^ 0x80, 0, ord(" "), ord("0"), ord('"'), ord("\n")} - {byte}:
        yield before + bytes([other]) + after


def insertions_at(data: bytes, offset: int) -> Iterator[bytes]:
    for extra in (b" ", b"0", b'"', b"\n", b"\x00", data[offset : offset + 1]):
        yield data[:offset] + extra + data[offset:]


@each_sample
def test_every_changed_byte_is_noticed_and_its_entry_named(data: bytes) -> None:
    for offset in range(len(data)):
        for changed in changes_of(data, offset):
            assert is_refused_near(changed, line_of(data, offset)), (offset, changed[max(0, offset - 20) : offset + 20])


@each_sample
def test_every_byte_put_in_is_noticed_and_its_entry_named(data: bytes) -> None:
    for offset in range(len(data)):
        for changed in insertions_at(data, offset):
            assert is_refused_near(changed, line_of(data, offset)), (offset, changed[max(0, offset - 20) : offset + 20])


@each_sample
def test_every_byte_taken_out_is_noticed_and_its_entry_named(data: bytes) -> None:
    for offset in range(len(data)):
        assert is_refused_near(data[:offset] + data[offset + 1 :], line_of(data, offset)), offset


@each_sample
@pytest.mark.parametrize("extra", [b" ", b"\n", b"\x00", b"{}\n", b"null\n", b"\r\n"])
def test_bytes_after_the_end_are_noticed(data: bytes, extra: bytes) -> None:
    assert is_refused_near(data + extra, len(lines_of(data)))


@pytest.mark.parametrize("first", [b" ", b"\n", b"\xef\xbb\xbf", b"\x00", b"{}\n"])
def test_bytes_before_the_beginning_are_noticed(first: bytes) -> None:
    assert bad_entry(first + SEEDED).entry == 0


def test_lines_that_end_as_windows_would_end_them_are_noticed() -> None:
    assert bad_entry(SEEDED.replace(b"\n", b"\r\n")).entry == 0


@given(st.binary())
def test_any_bytes_are_refused_as_a_bad_entry(data: bytes) -> None:
    assert bad_entry(data).entry in range(len(data) + 1)


# Lines lost, moved, repeated


@each_sample
def test_a_record_torn_inside_a_line_names_that_line(data: bytes) -> None:
    for length in range(len(data)):
        torn = data[:length]
        if not torn.endswith(b"\n"):
            assert bad_entry(torn).entry == line_of(data, length), length


@each_sample
def test_a_record_torn_between_two_lines_is_an_unfinished_game(data: bytes) -> None:
    lines = lines_of(data)
    for kept in range(1, len(lines)):
        verdict = verify(b"".join(lines[:kept]), INSTALLED)
        assert verdict.entries == kept - 1


@each_sample
def test_a_lost_line_is_noticed(data: bytes) -> None:
    lines = lines_of(data)
    for lost in range(len(lines) - 1):
        assert bad_entry(b"".join(lines[:lost] + lines[lost + 1 :])).entry == lost


@each_sample
def test_two_lines_that_changed_places_are_noticed(data: bytes) -> None:
    lines = lines_of(data)
    for first in range(len(lines)):
        for second in range(first + 1, len(lines)):
            swapped = list(lines)
            swapped[first], swapped[second] = lines[second], lines[first]
            assert bad_entry(b"".join(swapped)).entry == first


@each_sample
def test_a_repeated_line_is_noticed(data: bytes) -> None:
    lines = lines_of(data)
    for number in range(len(lines)):
        repeated = lines[: number + 1] + lines[number:]
        assert bad_entry(b"".join(repeated)).entry == number + 1


def test_lines_of_another_record_are_noticed() -> None:
    other = lines_of(written(coin_sitting(PyRandom(12))))
    lines = lines_of(SEEDED)
    for number in range(1, len(lines)):
        assert bad_entry(b"".join(lines[:number]) + other[min(number, len(other) - 1)]).entry == number


@pytest.mark.parametrize("data", [b"", b"\n", b"\n\n", b"{}\n", b"[]\n", b"null\n"])
def test_a_record_of_nothing_is_refused(data: bytes) -> None:
    assert bad_entry(data).entry == 0


# Forged, and sealed anew: the form


def numbered(number: int) -> Callable[[Lines], object]:
    return lambda lines: lines[1].update(n=number)


def after_the_end(lines: Lines) -> None:
    lines.append(lines[-2])


def opened_twice(lines: Lines) -> None:
    lines.insert(1, lines[0])


def ended_twice(lines: Lines) -> None:
    lines.append(lines[-1])


@pytest.mark.parametrize("change", [numbered(0), numbered(2), numbered(-1), opened_twice])
def test_entries_out_of_order_are_refused_though_sealed(change: Callable[[Lines], object]) -> None:
    assert bad_entry(forged(SEEDED, change)).entry == 1


@pytest.mark.parametrize("change", [after_the_end, ended_twice])
def test_lines_after_the_end_are_refused_though_sealed(change: Callable[[Lines], object]) -> None:
    assert bad_entry(forged(SEEDED, change)).entry == len(lines_of(SEEDED))


def test_a_record_that_does_not_open_is_refused_though_sealed() -> None:
    assert bad_entry(forged(SEEDED, lambda lines: lines.pop(0))).entry == 0
    assert bad_entry(forged(SEEDED, lambda lines: lines.__delitem__(slice(0, -1)))).entry == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line.update(format=2),
        lambda line: line.update(format=True),
        lambda line: line.update(more=1),
        lambda line: line.pop("dealer"),
        lambda line: line.update(dealer={"type": "dice_in_my_hand"}),
        lambda line: line.update(drawn=None),
        lambda line: line.update(drawn=[["1"]]),
        lambda line: line.update(at=-1),
        lambda line: line.update(digest="sha256:" + "G" * 64),
        lambda line: line.update(config={"rounds": 0}),
        lambda line: line.update(config={"rounds": 2, "more": 1}),
        lambda line: line.update(config={"rounds": 2, "think_ms": 60_001}),
        lambda line: line.update(config=None),
    ],
)
def test_an_opening_of_the_wrong_form_is_refused_though_sealed(change: Callable[[dict[str, Any]], object]) -> None:
    assert bad_entry(forged(SEEDED, lambda lines: change(lines[0]))).entry == 0


def test_a_game_that_is_not_installed_is_refused() -> None:
    with pytest.raises(BadEntry, match="coin") as caught:
        verify(SEEDED, GAMES)
    assert caught.value.entry == 0


@pytest.mark.parametrize("version", ["0.9.0", "2.0.0", "11.0.0", ""])
def test_another_major_version_is_refused(version: str) -> None:
    error = bad_entry(forged(SEEDED, lambda lines: lines[0].update(version=version)))
    assert error.entry == 0
    assert "1.2.0" in error.reason


def test_a_record_of_another_game_is_refused() -> None:
    with pytest.raises(BadEntry) as caught:
        list(replay(GOMOKU, read(SEEDED)))
    assert caught.value.entry == 0


# Forged, and sealed anew: the game


def first_guess(lines: Lines) -> int:
    return next(number for number, line in enumerate(lines) if line.get("input", {}).get("type") == "move")


def guess_by_the_other_seat(lines: Lines) -> None:
    given = lines[first_guess(lines)]["input"]
    given["seat"] = 1 - given["seat"]


def guess_of_nothing(lines: Lines) -> None:
    lines[first_guess(lines)]["input"]["action"]["side"] = "edge"


def guess_turned(lines: Lines) -> None:
    action = lines[first_guess(lines)]["input"]["action"]
    action["side"] = "tails" if action["side"] == "heads" else "heads"


def timer_that_does_not_run(lines: Lines) -> None:
    lines[first_guess(lines)]["input"] = {"type": "elapsed", "timer": "show-1"}


def chance_unasked(lines: Lines) -> None:
    lines[first_guess(lines)]["input"] = {"type": "chance", "outcome": [0]}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (guess_by_the_other_seat, "not_your_turn"),
        (guess_of_nothing, "side"),
        (timer_that_does_not_run, "no_timer"),
        (chance_unasked, "no_draw"),
        (guess_turned, ""),
    ],
)
@pytest.mark.parametrize("data", [SEEDED, FAIR], ids=["seeded", "fair"])
def test_a_move_that_does_not_follow_is_refused_though_sealed(
    data: bytes, change: Callable[[Lines], object], reason: str
) -> None:
    error = bad_entry(forged(data, change))
    assert error.entry == 1
    assert reason in error.reason


@pytest.mark.parametrize("kind", ["move", "left", "returned", "resigned"])
@pytest.mark.parametrize("seat", [2, 63])
@pytest.mark.parametrize("data", [CARO, FAIR], ids=["gomoku", "coin"])
def test_an_input_of_a_seat_that_is_not_there_is_refused_though_sealed(data: bytes, kind: str, seat: int) -> None:
    def change(lines: Lines) -> None:
        lines[1]["input"] = {**lines[1]["input"], "seat": seat} if kind == "move" else {"type": kind, "seat": seat}

    assert bad_entry(forged(data, change)).entry == 1


def test_nobody_at_a_seat_that_is_not_there_can_end_a_game_by_resigning() -> None:
    resigned = GOMOKU.apply(begin(GOMOKU, GOMOKU.presets["casual"], PyRandom(0)).state, Resigned(63)).state

    def change(lines: Lines) -> None:
        lines[1].update(input=plain(Resigned(63)), digest=digest(resigned), drawn=[])
        lines[-1].update(outcome=plain(GOMOKU.outcome(resigned)))
        del lines[2:-1]

    assert bad_entry(forged(CARO, change)).entry == 1


def test_an_illegal_stone_is_refused_though_sealed() -> None:
    def on_the_first_one(lines: Lines) -> None:
        lines[2]["input"]["action"] = lines[1]["input"]["action"]

    error = bad_entry(forged(CARO, on_the_first_one))
    assert (error.entry, "position_occupied" in error.reason) == (2, True)


def test_a_wrong_digest_is_refused_though_sealed() -> None:
    for number in range(len(lines_of(SEEDED)) - 1):
        error = bad_entry(forged(SEEDED, lambda lines, at=number: lines[at].update(digest=digest("x"))))  # type: ignore[misc]
        assert (error.entry, "digest" in error.reason) == (number, True)


# Forged, and sealed anew: chance


def with_other_answers(sitting: Sitting) -> Iterator[tuple[int, Sitting]]:
    """Each answer changed into another good one, the game going on from it as it may."""
    yield 0, sitting._replace(opened=((1 - sitting.opened[0][0],),), turns=())
    for number, (turn, drawn) in enumerate(sitting.turns):
        for place, answer in enumerate(drawn):
            other = (1 - answer[0],) if len(answer) == 1 else (answer[0] % 6 + 1, answer[1])
            more = ((1, 1),) if len(answer) == 1 and answer[0] != wanted(turn) else ()
            turns = (*sitting.turns[:number], (turn, (*drawn[:place], other, *more)))
            yield number + 1, sitting._replace(turns=turns)


def wanted(turn: Any) -> int:
    return ("heads", "tails").index(turn.action.side)


@pytest.mark.parametrize("dealer", [PyRandom(11), PyRandom(23), fair(coin.GAME)], ids=["seed 11", "seed 23", "fair"])
def test_draws_that_do_not_follow_from_the_seed_are_refused_though_all_else_fits(dealer: PyRandom | Fair) -> None:
    found = list(with_other_answers(coin_sitting(dealer)))
    assert len(found) >= 3
    for entry, sitting in found:
        error = bad_entry(written(sitting))
        assert (error.entry, "should have been" in error.reason) == (entry, True)
        assert verify(written(sitting._replace(source=GivenBy(), reveal=None)), INSTALLED).draws is Draws.GIVEN


def test_a_chosen_place_for_an_overdue_stone_is_refused_though_all_else_fits() -> None:
    sitting = gomoku_sitting()
    given, ((place,),) = sitting.turns[3]
    turns = (*sitting.turns[:3], (given, ((place + 1,),)))
    assert bad_entry(written(sitting._replace(turns=turns))).entry == 4


@pytest.mark.parametrize("data", [SEEDED, FAIR, forged(SEEDED, lambda lines: lines[0].update(dealer=plain(GivenBy())))])
def test_too_many_too_few_and_impossible_answers_are_refused_though_sealed(data: bytes) -> None:
    wrong: tuple[list[list[int]], ...] = ([], [[0], [0], [0], [0]], [[2]], [[-1]], [[]], [[0, 0]])
    for drawn in wrong:
        assert bad_entry(forged(data, lambda lines, it=drawn: lines[1].update(drawn=it))).entry == 1  # type: ignore[misc]
        assert bad_entry(forged(data, lambda lines, it=drawn: lines[0].update(drawn=it))).entry == 0  # type: ignore[misc]


def test_a_draw_left_open_is_refused_though_the_digest_fits() -> None:
    state = begin(coin.GAME, Config(rounds=2), PyRandom(11)).state
    waiting = step(coin.GAME, state, Move(state.turn, Guess("heads"))).state

    def change(lines: Lines) -> None:
        lines[1].update(input=plain(Move(state.turn, Guess("heads"))), drawn=[], digest=digest(waiting))
        del lines[2:]

    error = bad_entry(forged(SEEDED, change))
    assert (error.entry, "every draw" in error.reason) == (1, True)


def with_dealer(**fields: Any) -> Callable[[Lines], object]:
    return lambda lines: lines[0]["dealer"].update(fields)


@pytest.mark.parametrize(
    "change",
    [
        with_dealer(game_id="TABLE8"),
        with_dealer(commitment="0" * 64),
        lambda lines: lines[-1].update(reveal=bytes(32).hex()),
        lambda lines: lines[-1].update(reveal=SEED[::-1].hex()),
    ],
)
def test_a_revealed_seed_that_was_not_committed_to_is_refused(change: Callable[[Lines], object]) -> None:
    error = bad_entry(forged(FAIR, change))
    assert error.entry == "end"
    assert "commit" in error.reason


@pytest.mark.parametrize("reveal", ["", "00", SEED.hex().upper(), SEED.hex() + "00", SEED.hex() + "\n", 5], ids=repr)
def test_a_revealed_seed_has_one_form(reveal: object) -> None:
    assert bad_entry(forged(FAIR, lambda lines: lines[-1].update(reveal=reveal))).entry == len(lines_of(FAIR)) - 1


@pytest.mark.parametrize(
    "client_seeds", [[], ["bob-seed", "alice-seed"], ["alice-seed"], ["alice-seed", "bob-seed", ""]]
)
def test_other_client_seeds_than_those_played_with_are_refused(client_seeds: list[str]) -> None:
    assert "should have been" in bad_entry(forged(FAIR, with_dealer(client_seeds=client_seeds))).reason


def test_another_seed_than_that_played_with_is_refused() -> None:
    assert "should have been" in bad_entry(forged(SEEDED, with_dealer(seed=12))).reason


# Forged, and sealed anew: the end


@pytest.mark.parametrize(
    "outcome", [Outcome((1, -1), "bribed"), Outcome((0, 0), "points"), Outcome((9, 9), "points"), None]
)
@each_sample
def test_an_outcome_that_does_not_follow_is_refused_though_sealed(data: bytes, outcome: Outcome | None) -> None:
    error = bad_entry(forged(data, lambda lines: lines[-1].update(outcome=plain(outcome))))
    assert error.entry == "end"
    assert "outcome" in error.reason


def test_an_outcome_before_the_game_is_over_is_refused_though_sealed() -> None:
    error = bad_entry(forged(SEEDED, lambda lines: lines.__delitem__(slice(2, -1))))
    assert error.entry == "end"


# Games not finished


def test_a_fair_game_under_way_is_committed_to_and_not_yet_checkable() -> None:
    sitting = coin_sitting(fair(coin.GAME))
    under_way = sitting._replace(turns=sitting.turns[:2])
    assert verify(written(under_way, ended=False), INSTALLED) == Verdict(
        "coin", 2, ended=False, outcome=None, drawn=2, draws=Draws.COMMITTED
    )


def test_a_fair_game_broken_off_is_checkable_once_its_seed_is_revealed() -> None:
    sitting = coin_sitting(fair(coin.GAME))
    broken_off = sitting._replace(turns=sitting.turns[:2])
    assert verify(written(broken_off), INSTALLED).draws is Draws.RECOMPUTED
    assert verify(written(broken_off._replace(reveal=None)), INSTALLED).draws is Draws.COMMITTED


def test_a_game_under_way_still_obeys_its_rules() -> None:
    data = b"".join(lines_of(FAIR)[:-1])
    assert bad_entry(forged(data, guess_by_the_other_seat)).entry == 1


def test_sources_are_written_as_they_are() -> None:
    assert read(SEEDED).opening.dealer == SeededBy(11)
    source = read(FAIR).opening.dealer
    assert isinstance(source, CommittedTo)
    assert source.client_seeds == ("alice-seed", "bob-seed")
    end = read(FAIR).end
    assert end is not None
    assert end.reveal == SEED.hex()


@given(st.integers(-(2**53), 2**53), st.text(st.characters(codec="utf-8"), min_size=1, max_size=64))
def test_every_seed_and_every_game_id_can_be_written_and_verified(seed: int, game_id: str) -> None:
    for dealer in (PyRandom(seed), Fair(SEED, game_id, "coin/1", (game_id, ""))):
        assert verify(written(coin_sitting(dealer)), INSTALLED).draws is Draws.RECOMPUTED


def test_a_log_is_a_plain_value_that_can_be_taken_apart() -> None:
    opening, entries, end = read(SEEDED)
    assert Log(opening, entries, end) == read(SEEDED)
    assert [entry.n for entry in entries] == list(range(1, len(entries) + 1))
