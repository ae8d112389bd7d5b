"""Laws: one suite that every game must obey, and that any author can run on his own.

    from ludoteca.laws import LAWS, check
    for law in LAWS:
        check(MY_GAME, law)

Needs Hypothesis: `pip install "ludoteca[laws]"`. May know: kernel, dealers, words, rulebook. Must not know: any game.
"""

from hypothesis import HealthCheck, Phase, given, seed, settings

from ludoteca.kernel import AnyGame

from .remarks import remarks
from .suite import LAWS, Law
from .walks import Plan, describe, plans, walk

__all__ = ["LAWS", "Broken", "Law", "check", "describe", "remarks", "walk"]


class Broken(AssertionError):
    """A law that a game breaks, with the shortest walk found on which it does."""

    def __init__(self, game: AnyGame, law: Law, steps: list[str], cause: BaseException) -> None:
        story = "\n".join(f"    {line}" for line in steps)
        what = str(cause) or type(cause).__name__
        super().__init__(f"{game.name} breaks the law of {law.name}: {law.sentence}\n  {what}\n{story}")
        self.law = law
        self.cause = cause


def check(game: AnyGame, law: Law, *, examples: int = 50, first: int | None = None) -> None:
    """Try a law on random walks; raise Broken with a shrunk walk if it fails. `first` seeds the search."""
    latest: list[Plan] = []

    def on(plan: Plan) -> None:
        latest[:] = [plan]
        law.holds(game, walk(game, plan))

    trial = settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=first is None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
        print_blob=False,
        report_multiple_bugs=False,
    )(given(plans(game))(on))
    try:
        (trial if first is None else seed(first)(trial))()
    except Exception as cause:
        raise Broken(game, law, _story(game, latest[0]), cause) from cause


def _story(game: AnyGame, plan: Plan) -> list[str]:
    try:
        return describe(walk(game, plan))
    except Exception as error:
        return [f"{plan}", f"the walk itself fails: {error!r}"]
