"""A finished match is a record like any other: it verifies, and reveals the seed only when there is an end."""

import pytest

from ludoteca.kernel import AnyGame, plain
from ludoteca.kernel.record import BadEntry, CommittedTo, read
from ludoteca.table.entries import Applied
from ludoteca.table.match_record import record_of
from ludoteca.verification import Draws, verify

from .harness import ALL_GAMES, GAME_ID, GENTLY, SECRET, Sitting, every_game, player, through_bytes

BY_NAME = {game.name: game for game in ALL_GAMES}


def archived(sitting: Sitting) -> bytes:
    return record_of(sitting.game, GAME_ID, through_bytes(sitting.entries))


@every_game
@pytest.mark.parametrize("seed", range(5))
def test_the_record_of_a_finished_match_verifies_with_every_draw_recomputed(game: AnyGame, seed: int) -> None:
    sitting = Sitting.seated(game, secret=bytes([seed] * 32).hex()).play(seed, at_most=40)
    verdict = verify(archived(sitting), BY_NAME)
    assert (verdict.game, verdict.draws) == (game.name, Draws.RECOMPUTED)
    assert verdict.outcome == sitting.table.match.outcome is not None


@every_game
@pytest.mark.parametrize("preset", range(3))
def test_the_record_of_every_preset_verifies(game: AnyGame, preset: int) -> None:
    config = plain(list(game.presets.values())[preset])
    assert verify(archived(Sitting.seated(game, config).play(preset, at_most=25)), BY_NAME).outcome is not None


@every_game
def test_comings_and_goings_are_in_it_as_far_as_the_rules_were_told(game: AnyGame) -> None:
    sitting = Sitting.seated(game, GENTLY.get(game.name))
    sitting.lost(1)
    sitting.submit(player(1), "join")
    sitting.submit(player(0), "resign")
    sitting.lost(0)  # after the end: told to nobody's rules
    log = read(archived(sitting))
    assert [entry.input["type"] for entry in log.entries] == ["left", "returned", "resigned"]
    assert verify(archived(sitting), BY_NAME).entries == 3


@every_game
def test_time_outs_verify(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    for _ in range(3):
        sitting.wait()
    sitting.submit(player(0), "resign")
    assert verify(archived(sitting), BY_NAME).draws is Draws.RECOMPUTED


@every_game
def test_an_unfinished_match_has_no_end_and_reveals_nothing(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    for number in sitting.steps(1):
        if sitting.table.match.outcome is not None:
            break
        data = archived(sitting)
        assert read(data).end is None
        assert SECRET.encode() not in data
        assert number < 100
    end = read(archived(sitting)).end
    assert end is not None
    assert end.reveal == SECRET
    assert end.outcome == sitting.table.match.outcome


@every_game
def test_an_unfinished_record_is_committed_and_not_yet_checkable(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    assert verify(archived(sitting), BY_NAME).draws is Draws.COMMITTED


@every_game
def test_the_players_seeds_and_the_commitment_stand_in_the_opening(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    source = read(archived(sitting)).opening.dealer
    assert isinstance(source, CommittedTo)
    assert source.client_seeds == tuple(f"seed-{seat}" for seat in range(sitting.seats))
    assert source.commitment == sitting.table.match.terms.commitment


@every_game
def test_a_match_that_never_began_has_an_empty_record(game: AnyGame) -> None:
    assert archived(Sitting(game)) == b""


@every_game
def test_the_record_names_when_each_input_came(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(1, at_most=4)
    kept = [entry.at for entry in sitting.entries if isinstance(entry.what, Applied)]
    assert [entry.at for entry in read(archived(sitting)).entries] == kept


def test_a_dealer_other_than_the_committed_one_is_found_out() -> None:
    """The table is opened with one commitment and dealt from another seed."""
    den = BY_NAME["den"]
    honest, other = Sitting(den), Sitting(den, secret=bytes([9] * 32).hex())
    honest.table._deal = other.deal
    for seat in range(3):
        honest.submit(player(seat), "join")
    honest.submit(player(0), "resign")
    with pytest.raises(BadEntry):
        verify(archived(honest), BY_NAME)
