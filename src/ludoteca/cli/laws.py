"""`ludoteca laws`: try every law on a game, registered or one's own, and show the shortest game that breaks one.

Must not know: any particular game, any law.
"""

import time
from typing import Annotated

import typer

from ..console.arguments import GameName, find_game
from ..console.errors import CHECK_FAILED, Failure
from ..console.terminal import say
from ..lookup import choices


def laws(
    game: GameName,
    law: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Only this law; can be repeated.")] = None,
    examples: Annotated[int, typer.Option(min=1, help="Random walks for each law.")] = 100,
    seed: Annotated[int | None, typer.Option(help="Look elsewhere; without it every run tries the same walks.")] = None,
) -> None:
    """Check that a game obeys the laws every game must obey.

    Each law is tried on random games. Of one that is broken you see what is wrong and the shortest game that shows it,
    in the game's notation; if the rules crash, also the line that did. A law that says something only of games that
    obey another is not tried if that one is broken. Exit code 1 if a law is broken or the game crashes.
    """
    from ..laws import LAWS, check_all  # noqa: PLC0415 - an extra: the other commands do without it

    found = find_game(game)
    names = [known.name for known in LAWS]
    unknown = next((name for name in law or () if name not in names), None)
    if unknown is not None:
        raise Failure(f"no law {unknown!r}; {choices('the laws are', names, unknown)}")
    wanted = [each for each in LAWS if not law or each.name in law]
    tried = broken = 0
    crashed = False
    started = time.perf_counter()
    for each, found_broken in check_all(found, wanted, examples=examples, first=seed):
        taken, started = time.perf_counter() - started, time.perf_counter()
        tried += 1
        if found_broken is None:
            say(f"ok      {each.name:<26}{taken:5.1f} s  {each.sentence}")
        else:
            crashed = found_broken.failure.in_play
            broken += not crashed
            say(f"{found_broken.verdict:<8}{each.name:<26}{taken:5.1f} s  {found_broken.headline}", "bold")
            for line in found_broken.lines():
                say(line, "bold")
    breaks = f"breaks {broken} of {len(wanted)} {_laws(len(wanted))}"
    left = len(wanted) - tried + crashed  # the law on whose walks it crashed is not checked
    if crashed:
        failing = f"{breaks} and crashes in play" if broken else "crashes in play"
        raise Failure(f"{found.name} {failing}: {left} {_laws(left)} not checked", CHECK_FAILED)
    if broken:
        unchecked = f"; {left} {_laws(left)} not checked because of it" if left else ""
        raise Failure(f"{found.name} {breaks}{unchecked}", CHECK_FAILED)
    say(f"{found.name} obeys {len(wanted)} {_laws(len(wanted))}.")


def _laws(count: int) -> str:
    return "law" if count == 1 else "laws"
