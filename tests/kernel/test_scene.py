"""Scenes: what can be described, what is wrong with one, and how a terminal shows it."""

import pytest

from ludoteca.kernel import Malformed
from ludoteca.kernel.scene import (
    Card,
    Counter,
    Counters,
    Die,
    Graph,
    Grid,
    Note,
    Part,
    Piece,
    Point,
    Row,
    Scene,
    Spot,
    flaws,
    grid,
    ids,
)
from ludoteca.kernel.scene_text import scene_text
from ludoteca.kernel.values import build, encode, tree_of

MEN = {"a1": Piece("white"), "c2": Piece("black"), "b3": Piece(text="K", shape="mark")}
TRIANGLE = Graph(
    (Point("left", x=0, y=2), Point("right", Piece("red"), x=4, y=2), Point("top", x=2, y=0)),
    (("left", "right"), ("right", "top"), ("top", "left")),
)
WHOLE = Scene(
    (
        Note("First round"),
        Counters((Counter("3", "points", seat=0), Counter("hearts", "trump"))),
        grid(3, 3, MEN, checkered=True),
        TRIANGLE,
        Row((Card("seven", "7", "♠"), Card(face_down=True)), title="hand", seat=1, spread="fan"),
        Row((Die(face=5), Die()), title="dice"),
        Row((Card(text="2", suit="♥"),) * 3, spread="pile"),
        Row(()),
    ),
    last=("a1", "top"),
)


def test_a_scene_is_a_value_that_reads_back() -> None:
    assert build(tree_of(WHOLE), Scene) == WHOLE
    assert not flaws(WHOLE)


def test_a_grid_has_the_ids_of_a_chessboard() -> None:
    assert [[spot.id for spot in row] for row in grid(2, 3, {}).rows] == [["a2", "b2", "c2"], ["a1", "b1", "c1"]]
    turned = grid(2, 3, MEN, turned=True)
    assert [[spot.id for spot in row] for row in turned.rows] == [["c1", "b1", "a1"], ["c2", "b2", "a2"]]
    assert (turned.left, turned.below) == (("1", "2"), ("c", "b", "a"))
    assert turned.rows[0][2].piece == MEN["a1"]


def test_everything_with_an_id_can_be_touched() -> None:
    cells = [file + rank for rank in "321" for file in "abc"]
    assert list(ids(WHOLE)) == [*cells, "left", "right", "top", "seven"]


def test_a_grid_has_at_most_as_many_columns_as_there_are_letters() -> None:
    assert len(grid(1, 26, {}).rows[0]) == 26
    with pytest.raises(ValueError, match="27 columns: only 26 have a letter"):
        grid(1, 27, {})


def test_of_a_pile_only_the_last_thing_can_be_touched() -> None:
    pile = Row((Card("low"), Card("high")), spread="pile")
    assert list(ids(Scene((pile,)))) == ["high"]


@pytest.mark.parametrize(
    ("parts", "last", "flaw"),
    [
        ((grid(2, 2, {}), Row((Spot("a1"),))), (), "id 'a1' names two things"),
        ((grid(2, 2, {}),), ("c9",), "'c9' in `lines` or `last` is not an id in the scene"),
        ((Graph((Point("a", x=0, y=0),), (("a", "b"),)),), (), "'b' in `lines` or `last` is not an id in the scene"),
        ((Grid(((Spot("a"), Spot("b")), (Spot("c"),))),), (), "the rows of a grid differ in length"),
    ],
)
def test_flaws_say_what_is_wrong_with_a_scene(parts: tuple[Part, ...], last: tuple[str, ...], flaw: str) -> None:
    assert flaws(Scene(parts, last)) == (flaw,)


def test_a_scene_of_more_than_64_kib_has_a_flaw() -> None:
    tall = Scene((Row((Card(text="x" * 16, label="x" * 40),) * 128),) * 16)
    assert build(tree_of(tall), Scene) == tall
    (flaw,) = flaws(tall)
    assert flaw == f"it has {len(encode(tall))} bytes as JSON, at most 65536 allowed"


def test_every_length_has_a_bound() -> None:
    for large in (
        Scene((Note("x"),) * 17),
        Scene((Note("x" * 201),)),
        Scene((grid(33, 3, {}),)),
        Scene((Row((Die(face=1),) * 129),)),
        Scene((Graph((Point(x=2000, y=0),)),)),
        Scene((grid(1, 1, {"a1": Piece(text="12345")}),)),
    ):
        with pytest.raises(Malformed):
            build(tree_of(large), Scene)


def test_a_terminal_shows_a_scene_as_text() -> None:
    assert scene_text(WHOLE).splitlines() == [
        "First round",
        "seat 0 points 3, trump hearts",
        "3 . K .",
        "2 . . X",
        "1 O . .",
        "  a b c",
        "      top",
        "left         R",
        "seat 1 hand: 7♠ ??",
        "dice: 5 ?",
        "2♥ (3)",
        "none",
    ]
