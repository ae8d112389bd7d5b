"""The laws of what a reader may believe: resampled worlds, and the view with nothing hidden."""

from ludoteca.dealers import PyRandom
from ludoteca.kernel import AnyGame, canonical
from ludoteca.kernel.contract import revealed

from .comparison import equal, same
from .scenes import check_scene
from .trial import check_returns, reader_words
from .walks import Walk, readers


def belief(game: AnyGame, walk: Walk) -> None:
    """A resampled world looks the same to the reader it was made for, and could have been reached by play."""
    for number, state in enumerate(walk.states()):
        for reader in readers(walk):
            other = game.resample(state, reader, PyRandom(walk.plan.seed + number))
            what = f"`resample` changed what {reader_words(walk, reader)} can see"
            same(what, "view", game.view(state, reader), game.view(other, reader))
            equal("`resample` changed the config", "config", state.config, other.config)
            assert not game.flaws(other), f"`resample` made a state that play cannot reach: {game.flaws(other)[0]}"


def looking_back(game: AnyGame, walk: Walk) -> None:
    """What is revealed when all is over is a view, and if the game says what, no two worlds look alike in it."""
    for number, state in enumerate(walk.states()):
        seen = revealed(game, state)
        check_returns("view", seen, game.types.view)
        assert game.text.picture(seen).strip(), "the picture of what is revealed is empty"
        check_scene(game, seen)
        if game.reveal is None:
            continue
        for reader in readers(walk):
            other = game.resample(state, reader, PyRandom(walk.plan.seed + number))
            if other != state:
                assert canonical(game.reveal(other)) != canonical(seen), (
                    f"`reveal` does not show something that was hidden from {reader_words(walk, reader)}"
                )
