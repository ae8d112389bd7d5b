"""Trying laws on a game, and saying how one is broken: what was found, and the shortest game that shows it."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings

from ludoteca.crash_site import CrashSite, crash_site, innermost
from ludoteca.kernel import AnyGame, Illegal

from .suite import LAWS, Law
from .walks import Walk, WalkPlan, carry_out, describe, plans, presets

WIDTH: Final = 110
FOUND_AT_MOST: Final = 9
STEPS_AT_MOST: Final = 9


class FailedWalk(NamedTuple):
    """One walk on which something was wrong."""

    walk: Walk
    error: Exception
    site: CrashSite | None  #: where the game crashed; None if the law objects
    in_play: bool  #: whether the walk itself failed, so that no law could be tried


class Broken(AssertionError):
    """A law that a game breaks, or on which it crashes, with the shortest game found that shows it."""

    def __init__(self, game: AnyGame, law: Law, failure: FailedWalk) -> None:
        self.law = law
        self.failure = failure
        self.found = _found(failure)
        self.steps = list(getattr(failure.error, "steps", ())) or describe(failure.walk)
        super().__init__("\n".join((f"{game.name}: {law.name}: {self.headline}", *self.lines())))

    def lines(self) -> list[str]:
        """What was found and the game, on less than a screen."""
        found = [line for each in self.found for line in textwrap.wrap(each, WIDTH, subsequent_indent="  ")]
        return [*(f"  {line}" for line in found[:FOUND_AT_MOST]), *(f"    {line}" for line in _elided(self.steps))]

    @property
    def verdict(self) -> str:
        return "BROKEN" if self.failure.site is None else "CRASH"

    @property
    def headline(self) -> str:
        return "the game crashes in play, before any law can be tried" if self.failure.in_play else self.law.sentence


class Finding(NamedTuple):
    """What came of trying a law: `broken` is None if the game obeys it."""

    law: Law
    broken: Broken | None


def check(game: AnyGame, law: Law, *, examples: int = 50, first: int | None = None) -> None:
    """Try a law on random walks; raise Broken with a shrunk walk if it fails. `first` seeds the search."""
    __tracebackhide__ = True  # from pytest: an author wants to see Broken
    failures: list[FailedWalk] = []

    def on(plan: WalkPlan) -> None:
        made = Walk(game, plan, presets(game)[plan.preset])
        in_play = True
        try:
            carry_out(made)
            in_play = False
            law.holds(game, made)
        except Exception as error:  # looked at now: later the frames of Hypothesis are put around it
            failures.append(FailedWalk(made, error, _site(error), in_play))
            raise

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
    except Exception:
        if not failures:
            raise
        raise Broken(game, law, failures[-1]) from None


def check_all(
    game: AnyGame, laws: Sequence[Law] = LAWS, *, examples: int = 50, first: int | None = None
) -> Iterator[Finding]:
    """Try laws in their order, leaving out what only follows from a law that is broken already, or from a crash."""
    failed: set[str] = set()
    crashes: set[CrashSite] = set()
    for law in laws:
        if failed.intersection(law.needs):
            failed.add(law.name)
            continue
        try:
            check(game, law, examples=examples, first=first)
        except Broken as broken:
            failed.add(law.name)
            _, _, site, in_play = broken.failure
            if site not in crashes:
                yield Finding(law, broken)
            if in_play:
                return
            crashes |= {site} if site is not None else set()
        else:
            yield Finding(law, None)


def _site(error: Exception) -> CrashSite | None:
    """Where a game crashed: in its own code, or where ours could not go on with what it returned."""
    if isinstance(error, Illegal):
        return None
    site = crash_site(error)
    return innermost(error) if site is None and not isinstance(error, AssertionError) else site


def _found(failure: FailedWalk) -> list[str]:
    _, error, site, _ = failure
    notes = [note for note in getattr(error, "__notes__", ()) if note.startswith("on ")]  # Hypothesis adds others
    if site is not None:
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        where = f"{site.path}:{site.line}, in {site.function}" + (
            "" if site.is_of_game else ", with what the game returned"
        )
        return [where, f"    {site.source}", what, *notes]
    if isinstance(error, Illegal):
        return [f"refused with {error}", *notes]
    return str(error).splitlines()


def _elided(steps: list[str]) -> list[str]:
    """The preset, and of a long game the beginning and the end."""
    if len(steps) > STEPS_AT_MOST:
        left_out = f"  … {len(steps) - STEPS_AT_MOST + 1} more"
        steps = [*steps[:3], left_out, *steps[3 - STEPS_AT_MOST + 1 :]]
    return [step if len(step) <= WIDTH else step[: WIDTH - 2] + " …" for step in steps]
