"""Scenes: what a game gives the page to draw, and what you touch there to play."""

from typing import Any

from ludoteca.kernel import AnyGame, Malformed
from ludoteca.kernel.scene import Scene, flaws, ids
from ludoteca.kernel.values import build, tree_of

from .comparison import Unlawful
from .walks import Walk, readers


def drawn(game: AnyGame, walk: Walk) -> None:
    """A scene keeps its bounds, each id in it names one thing, and it has every id that `touch` names."""
    if game.text.scene is None:
        return
    for state in walk.states():
        for reader in readers(walk):
            check_scene(game, game.view(state, reader))
        for seat in game.to_act(state):
            view = game.view(state, seat)
            there = set(ids(game.text.scene(view)))
            for action in game.legal(state, seat):
                if missing := [each for each in game.text.touch(action, view) if each not in there]:
                    name = game.text.write(action, view)
                    raise Unlawful(f"`touch` of {name!r} names {missing[0]!r}, which is not an id in the scene")


def check_scene(game: AnyGame, view: Any) -> None:
    """Raise Unlawful if the scene of a view cannot be sent or drawn."""
    if game.text.scene is None:
        return
    scene = game.text.scene(view)
    try:
        build(tree_of(scene), Scene)
    except Malformed as error:
        raise Unlawful(f"the scene cannot be sent: {error.reason} at {error.where}") from None
    for flaw in flaws(scene):
        raise Unlawful(f"in the scene, {flaw}")
