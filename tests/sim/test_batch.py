"""Who sits where, and from which seed."""

from ludoteca.sim.batch import rotated, seated, seating

from .batches import NIM, batch


def test_fewer_names_than_seats_come_again_from_the_first() -> None:
    assert seated(("a", "b"), 5) == ("a", "b", "a", "b", "a")
    assert seated(("a",), 2) == ("a", "a")


def test_each_seed_is_played_in_every_seating() -> None:
    pair = batch(NIM, "greedy", "random")
    games = [seating(pair, number) for number in range(6)]
    assert [game.bots for game in games] == [("greedy", "random"), ("random", "greedy")] * 3
    seeds = [game.seed for game in games]
    assert seeds[0::2] == seeds[1::2]
    assert len(set(seeds)) == 3


def test_bots_that_are_alike_are_not_moved() -> None:
    assert rotated(("a", "a")) == (("a", "a"),)
    assert rotated(("a", "b", "a", "b")) == (("a", "b", "a", "b"), ("b", "a", "b", "a"))
    assert len(rotated(("a", "b", "a", "b", "a"))) == 5
    seeds = {seating(batch(NIM, "random"), number).seed for number in range(10)}
    assert len(seeds) == 10


def test_without_rotation_seats_stay_and_every_game_has_its_own_seed() -> None:
    fixed = batch(NIM, "greedy", "random", rotate=False)
    games = [seating(fixed, number) for number in range(10)]
    assert {game.bots for game in games} == {("greedy", "random")}
    assert len({game.seed for game in games}) == 10


def test_another_seed_gives_other_games() -> None:
    one, other = ({seating(batch(NIM, seed=seed), number).seed for number in range(100)} for seed in (1, 2))
    assert not one & other
