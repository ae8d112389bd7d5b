"""The entries are the truth: folding them gives the live table, at every point; so does a snapshot with the rest."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.dealers import PyRandom
from ludoteca.games import GAMES
from ludoteca.kernel import AnyGame, Malformed, replace
from ludoteca.kernel.values import decode, encode
from ludoteca.table.entries import LogEntry, SavedMatch
from ludoteca.table.match import Match
from ludoteca.table.saved_match import restored_match, saved_match
from ludoteca.table.table import Table
from tests.toys import TOYS

from .harness import (
    ALL_GAMES,
    GAME_ID,
    GENTLY,
    HOST,
    Json,
    Sitting,
    events_for,
    every_game,
    player,
    snapshot_bytes,
    standing,
    through_bytes,
)

CONFIGS: dict[str, Json] = {
    **GENTLY,
    "den": {"rounds": 3},
    "gomoku": {"mode": "ranked"},
    "backgammon": {"points": 3, "cube": True, "confirm": True, "on_absence": "forfeit"},
    "briscola": {"hands": 2},
    "catan": {"layout": "random", "dice": "balanced", "on_absence": "forfeit"},
}


def lived(game: AnyGame, seed: int, at_most: int = 14) -> tuple[Sitting, dict[int, Any]]:
    """A random match with comings and goings, and how the table stood after each number of entries."""
    sitting = Sitting.seated(game, CONFIGS[game.name])
    stood = {len(sitting.entries): sitting.standing()}
    for number in sitting.steps(seed, at_most):
        stood[len(sitting.entries)] = sitting.standing()
        seat = number % sitting.seats
        sitting.lost(seat)
        stood[len(sitting.entries)] = sitting.standing()
        if number % 2:
            sitting.submit(player(seat), "nonsense")
            sitting.submit(player(seat), "join")
        stood[len(sitting.entries)] = sitting.standing()
    return sitting, stood


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_folding_the_entries_gives_the_live_table_at_every_prefix(game: AnyGame, seed: int) -> None:
    sitting, stood = lived(game, seed)
    for count, stands in stood.items():
        assert standing(sitting.restored(sitting.entries[:count]), sitting.readers) == stands, count


@every_game
def test_while_seats_are_still_free_a_fold_gives_the_live_table_too(game: AnyGame) -> None:
    sitting = Sitting(game)
    assert standing(sitting.restored(), sitting.readers) == sitting.standing()
    sitting.submit(player(0), "join", {"name": "ann", "client_seed": "mine"})
    sitting.lost(0)
    assert standing(sitting.restored(), sitting.readers) == sitting.standing()


@every_game
@pytest.mark.parametrize("seed", range(2))
def test_a_fold_tells_every_reader_the_same_events_again(game: AnyGame, seed: int) -> None:
    sitting, _ = lived(game, seed)
    restored = sitting.restored()
    for who in sitting.readers:
        assert events_for(restored, who) == sitting.frames(who)[-len(restored.match.recent) :]


@every_game
@pytest.mark.parametrize("seed", range(2))
def test_a_snapshot_and_the_entries_after_it_give_the_full_fold(game: AnyGame, seed: int) -> None:
    sitting, stood = lived(game, seed)
    for count in stood:
        snapshot = snapshot_bytes(sitting.restored(sitting.entries[:count]))
        table = sitting.restored_from(snapshot, sitting.entries[count:])
        assert standing(table, sitting.readers) == sitting.standing(), count


@every_game
def test_a_snapshot_survives_its_bytes(game: AnyGame) -> None:
    sitting, _ = lived(game, 1)
    snapshot = saved_match(sitting.table.match)
    assert encode(decode(encode(snapshot), SavedMatch)) == encode(snapshot)


@every_game
def test_a_restored_table_goes_on_as_the_live_one_would_have(game: AnyGame) -> None:
    """The same moves are answered with the same draws, events and results."""
    live = Sitting.seated(game, CONFIGS[game.name])
    twin = Sitting.seated(game, CONFIGS[game.name])
    dealers = PyRandom(5), PyRandom(5)
    for number in range(20):
        if number % 2:
            twin.table = twin.restored()
        else:
            twin.table = twin.restored_from(snapshot_bytes(twin.table), ())
        if live.step(dealers[0]) is not twin.step(dealers[1]) or live.table.match.outcome is not None:
            break
        assert twin.standing() == live.standing()
    assert [told.frame.payload for told in twin.told] == [told.frame.payload for told in live.told]


@every_game
def test_entries_are_numbered_without_a_gap_and_survive_their_bytes(game: AnyGame) -> None:
    sitting, _ = lived(game, 2)
    assert [entry.n for entry in sitting.entries] == list(range(1, len(sitting.entries) + 1))
    assert [encode(entry) for entry in through_bytes(sitting.entries)] == [encode(entry) for entry in sitting.entries]


@every_game
def test_an_entry_out_of_order_is_not_taken(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    with pytest.raises(AssertionError):
        sitting.restored([sitting.entries[0], *sitting.entries[2:]])


@every_game
def test_a_restored_table_starts_its_clocks_anew(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    sitting.tick(4_000)
    fresh = game.timers(sitting.state)[0]
    table = sitting.restored()
    assert table.timers.left(fresh.name, sitting.now.mono) == fresh.ms


@every_game
def test_a_finished_table_is_restored_finished(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(1, at_most=5)
    for table in (sitting.restored(), sitting.restored_from(snapshot_bytes(sitting.table), ())):
        assert table.match.outcome == sitting.table.match.outcome is not None
        assert table.timers.next() is None


@every_game
def test_a_table_full_before_a_crash_begins_when_it_is_restored(game: AnyGame) -> None:
    """A store may have kept the last join and not the beginning."""
    sitting = Sitting.seated(game)
    *before, beginning = through_bytes(sitting.entries)
    table, effects = Table.restored(Match(game, GAME_ID), before, sitting.deal, sitting.now)
    assert effects.persist == [beginning]
    assert effects.tell
    assert standing(table, sitting.readers) == sitting.standing()


@every_game
def test_a_restored_table_has_nothing_to_persist_or_tell_again(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    _, effects = Table.restored(Match(game, GAME_ID), through_bytes(sitting.entries), sitting.deal, sitting.now)
    assert (effects.persist, effects.tell, effects.reply) == ([], [], [])


def test_a_restored_table_asks_its_bots_again() -> None:
    sitting = Sitting(TOYS["den"], bots=("wily", "wily", "wily"))
    _, effects = Table.restored(Match(TOYS["den"], GAME_ID), through_bytes(sitting.entries), sitting.deal, sitting.now)
    assert effects.ask == sitting.opened.ask != []


# Damaged and foreign snapshots


def a_snapshot(game: AnyGame) -> SavedMatch:
    return saved_match(Sitting.seated(game, CONFIGS[game.name]).play(1, at_most=4).table.match)


@every_game
def test_a_snapshot_of_another_game_is_malformed(game: AnyGame) -> None:
    snapshot = a_snapshot(game)
    for other in ALL_GAMES:
        if other is not game:
            with pytest.raises(Malformed):
                restored_match(other, snapshot)


@every_game
@pytest.mark.parametrize("version", ["0.9.0", "2.0.0", "99.0.0", ""])
def test_a_snapshot_of_another_major_version_is_malformed(game: AnyGame, version: str) -> None:
    snapshot = a_snapshot(game)
    with pytest.raises(Malformed):
        restored_match(game, replace(snapshot, terms=replace(snapshot.terms, version=version)))


@every_game
def test_a_truncated_snapshot_is_malformed_at_every_length(game: AnyGame) -> None:
    data = encode(a_snapshot(game))
    for length in range(0, len(data), 7):
        with pytest.raises(Malformed):
            decode(data[:length], SavedMatch)


@every_game
def test_a_snapshot_whose_state_is_none_of_this_games_is_malformed(game: AnyGame) -> None:
    snapshot = a_snapshot(game)
    foreign: list[Any] = [{}, [], "x", 3, snapshot.state | {"more": 1}]
    for state in foreign:
        with pytest.raises(Malformed):
            restored_match(game, replace(snapshot, state=state))


def test_a_snapshot_whose_state_the_rules_find_flawed_is_malformed() -> None:
    """A stone stands on the board that nobody has placed."""
    game = GAMES["gomoku"]
    snapshot = saved_match(Sitting.seated(game).table.match)
    rows = [list(row) for row in snapshot.state["board"]]
    rows[3][3] = "X"
    with pytest.raises(Malformed):
        restored_match(game, replace(snapshot, state=snapshot.state | {"board": rows}))


@every_game
@pytest.mark.parametrize("field", ["names", "joined", "present", "client_seeds", "decisions", "undecided"])
def test_a_snapshot_with_too_few_seats_is_malformed(game: AnyGame, field: str) -> None:
    snapshot = a_snapshot(game)
    with pytest.raises(Malformed):
        restored_match(game, replace(snapshot, **{field: getattr(snapshot, field)[:-1]}))


@every_game
def test_a_snapshot_whose_terms_have_too_few_seats_is_malformed(game: AnyGame) -> None:
    snapshot = a_snapshot(game)
    with pytest.raises(Malformed):
        restored_match(game, replace(snapshot, terms=replace(snapshot.terms, bots=())))


@every_game
def test_a_snapshot_with_a_config_of_another_game_is_malformed(game: AnyGame) -> None:
    snapshot = a_snapshot(game)
    with pytest.raises(Malformed):
        restored_match(game, replace(snapshot, terms=replace(snapshot.terms, config={"nonsense": 1})))


@settings(max_examples=60)
@given(data=st.data())
@every_game
def test_a_flipped_bit_is_malformed_or_a_snapshot_and_never_a_crash(game: AnyGame, data: st.DataObject) -> None:
    raw = bytearray(_SNAPSHOTS[game.name])
    raw[data.draw(st.integers(0, len(raw) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    try:
        match = restored_match(game, decode(bytes(raw), SavedMatch))
    except Malformed:
        return
    assert match.game_id


_SNAPSHOTS = {game.name: encode(a_snapshot(game)) for game in ALL_GAMES}


def test_what_a_store_gives_back_damaged_is_malformed_and_not_another_entry() -> None:
    sitting = Sitting.seated(TOYS["den"])
    for entry in sitting.entries:
        tree = json.loads(encode(entry))
        for key in ("n", "at", "what"):
            with pytest.raises(Malformed):
                decode(json.dumps({name: value for name, value in tree.items() if name != key}), LogEntry)
        with pytest.raises(Malformed):
            decode(json.dumps(tree | {"more": 1}), LogEntry)


def test_readers_of_a_restored_table_get_a_hosts_view_without_hands() -> None:
    sitting = Sitting.seated(TOYS["den"])
    match = Match(TOYS["den"], GAME_ID)
    table, _ = Table.restored(match, through_bytes(sitting.entries), sitting.deal, sitting.now)
    assert table.snapshot_for(HOST, sitting.now).view.hands == (None, None, None)
