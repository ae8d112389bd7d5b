"""The laws: what every game must obey, whatever its rules. Each is a sentence and a function that asserts it on a walk.

Any author can run them: `ludoteca laws GAME`, or `check` from pytest. They stand in the order in which they are worth
reading: a law that says something only of games that obey another comes after it, and names it in `needs`.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from ludoteca.kernel import AnyGame

from .endings import games_end, presence, resignation_counts, time_runs_out
from .frozen_values import frozen_values
from .hooks import beside_the_view, signs_of_life
from .purity import described, determinism, purity
from .records import recorded, round_trip, sound
from .scenes import drawn
from .secrecy import hidden_varies, secrecy
from .turns import (
    idle_seats_decide_nothing,
    listed_applies,
    one_speaker,
    over_is_over,
    refused_unchanged,
    unlisted_refused,
)
from .walks import Walk
from .words import notation, told, unreadable
from .worlds import belief, looking_back


class Law(NamedTuple):
    """A name, what it says, the function that asserts it on a walk, and the laws without which it says nothing."""

    name: str
    sentence: str
    holds: Callable[[AnyGame, Walk], None]
    needs: tuple[str, ...] = ()


NEEDS: Final[dict[str, tuple[str, ...]]] = {
    "determinism": ("frozen values",),
    "purity": ("frozen values", "determinism"),
    "round trip": ("frozen values",),
    "listed applies": ("frozen values", "one speaker"),
    "unlisted refused": ("listed applies",),
    "refused unchanged": ("purity",),
    "over is over": ("one speaker",),
    "idle seats decide nothing": ("determinism", "listed applies"),
    "resignation counts": ("determinism",),
    "told": ("determinism",),
    "notation": ("frozen values", "listed applies"),
    "drawn": ("notation",),
    "time runs out": ("one speaker",),
    "presence": ("determinism",),
    "games end": ("listed applies", "time runs out"),
    "beside the view": ("round trip",),
    "belief": ("determinism",),
    "secrecy": ("belief",),
    "signs of life": ("belief",),
    "hidden varies": ("belief",),
    "looking back": ("belief",),
    "recorded": ("determinism", "round trip"),
}
"""The laws without which a law says nothing that is not said already."""


def _law(holds: Callable[[AnyGame, Walk], None]) -> Law:
    name = holds.__name__.replace("_", " ")
    return Law(name, holds.__doc__ or "", holds, NEEDS.get(name, ()))


LAWS: Final[tuple[Law, ...]] = tuple(
    map(
        _law,
        (
            described,
            frozen_values,
            determinism,
            purity,
            round_trip,
            one_speaker,
            listed_applies,
            unlisted_refused,
            refused_unchanged,
            over_is_over,
            idle_seats_decide_nothing,
            resignation_counts,
            told,
            notation,
            drawn,
            unreadable,
            time_runs_out,
            presence,
            games_end,
            beside_the_view,
            belief,
            secrecy,
            hidden_varies,
            signs_of_life,
            looking_back,
            sound,
            recorded,
        ),
    )
)
