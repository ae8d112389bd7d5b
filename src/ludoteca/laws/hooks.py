"""The laws of what a game gives a server: what a refused action counts as, and what a snapshot has beside a view."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final, get_args

from ludoteca.dealers import PyRandom
from ludoteca.kernel import AnyGame, Hosting, Move, Reader, Seat, Step, canonical, step

from .comparison import Unlawful, equal, same
from .purity import run_purely
from .secrecy import heard
from .trial import check_returns, input_words, reader_words, refused
from .walks import Walk, readers

STATES_AT_MOST: Final = 12
NEVER: Final[Any] = Hosting().sign_of_life


def signs_of_life(game: AnyGame, walk: Walk) -> None:
    """What a refused action counts as applies, is always the same, and tells nobody what they may not know."""
    if game.hosting.sign_of_life is NEVER:
        return
    waiting = [state for state in walk.states() if game.draw(state) is None and game.outcome(state) is None]
    for number, state in enumerate(waiting[:: max(1, len(waiting) // STATES_AT_MOST)]):
        worlds = [(r, game.resample(state, r, PyRandom(walk.plan.seed + number))) for r in readers(walk)]
        for seat in range(walk.seats):
            for kind in _message_types(game):
                _check_sign(game, state, seat, kind)
                for reader, other in worlds:
                    _check_hidden(game, walk, (state, other), reader, seat, kind)


def _message_types(game: AnyGame) -> Iterator[str]:
    """Those of the game's actions, and one that it does not know."""
    for kind in get_args(game.types.action) or (game.types.action,):
        tag = getattr(getattr(kind, "__struct_config__", None), "tag", None)
        if tag is not None:
            yield str(tag)
    yield "?"


def _check_sign(game: AnyGame, state: Any, seat: Seat, kind: str) -> None:
    ask = partial(game.hosting.sign_of_life, state, seat, kind)
    sign = run_purely(ask)
    equal(f"a refused {kind!r} of seat {seat} counts as something else the second time", "action", sign, ask())
    if sign is not None and (refusal := refused(game, state, Move(seat, sign))) is not None:
        words = input_words(game, state, Move(seat, sign))
        raise Unlawful(f"a refused {kind!r} counts as {words}, which is refused with {refusal}")


def _check_hidden(game: AnyGame, walk: Walk, worlds: tuple[Any, Any], reader: Reader, seat: Seat, kind: str) -> None:
    """In two worlds that look alike to a reader it counts as the same for themselves, and sounds the same to others."""
    ours, theirs = (game.hosting.sign_of_life(world, seat, kind) for world in worlds)
    what = f"what a refused {kind!r} of seat {seat} counts as tells {reader_words(walk, reader)} something hidden"
    if reader == seat:
        same(what, "action", ours, theirs, one="in one world", other="in another")
        return
    one, other = (_counted(game, world, seat, sign) for world, sign in zip(worlds, (ours, theirs), strict=True))
    if canonical(game.view(one.state, reader)) == canonical(game.view(other.state, reader)):
        same(what, "events", heard(one, reader), heard(other, reader), one="in one world", other="in another")


def _counted(game: AnyGame, state: Any, seat: Seat, sign: Any) -> Step[Any, Any]:
    return Step(state) if sign is None else step(game, state, Move(seat, sign))


def beside_the_view(game: AnyGame, walk: Walk) -> None:
    """What a snapshot has beside a view are fields of that view, and before the game begins defaults."""
    kind = game.hosting.beside_view
    if kind is None:
        return
    if len(kind.__struct_defaults__) < len(kind.__struct_fields__):
        raise Unlawful(f"{kind.__struct_fields__[0]!r} has no default: before the game begins there is no view")
    equal("there are other defaults the second time", "beside_view", kind(), kind())
    for state in walk.states():
        for reader in readers(walk):
            view = game.view(state, reader)
            missing = [name for name in kind.__struct_fields__ if name not in view.__struct_fields__]
            assert not missing, f"`beside_view` has {missing[0]!r}, which is no field of the view"
            check_returns("beside_view", kind(*[getattr(view, name) for name in kind.__struct_fields__]), kind)
