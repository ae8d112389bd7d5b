"""What the laws cannot decide is at least said to the author."""

from dataclasses import replace

from ludoteca.games import GAMES
from ludoteca.laws import remarks
from tests.toys import TOYS


def test_a_game_whose_secrets_resample_never_varies_is_remarked_on() -> None:
    (remark,) = remarks(replace(TOYS["den"], resample=lambda state, reader, dealer: state))
    assert "resample never changed anything" in remark


def test_games_that_hide_nothing_or_vary_what_they_hide_are_not() -> None:
    assert not any(remarks(game) for game in (*GAMES.values(), *TOYS.values()))
