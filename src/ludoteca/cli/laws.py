"""`ludoteca laws`: try every law on a game, registered or one's own, and show the shortest walk that breaks one.

Must not know: any particular game, any law.
"""

import time
from typing import Annotated

import typer

from ..console.arguments import GameName, find_game
from ..console.errors import CHECK_FAILED, Failure
from ..console.screen import say
from ..lookup import choices


def laws(
    game: GameName,
    law: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Only this law; can be repeated.")] = None,
    examples: Annotated[int, typer.Option(min=1, help="Random walks for each law.")] = 100,
    seed: Annotated[int | None, typer.Option(help="Look elsewhere; without it every run tries the same walks.")] = None,
) -> None:
    """Check that a game obeys the laws every game must obey.

    Each law is tried on random walks through the game. A broken one is shown with the shortest walk found that breaks
    it, in the game's notation. Exit code 1 if any law is broken.
    """
    from ..laws import LAWS, Broken, check, remarks  # noqa: PLC0415 - an extra: the other commands do without it

    found = find_game(game)
    names = [known.name for known in LAWS]
    unknown = next((name for name in law or () if name not in names), None)
    if unknown is not None:
        raise Failure(f"no law {unknown!r}; {choices('the laws are', names, unknown)}")
    broken = 0
    for each in LAWS:
        if law and each.name not in law:
            continue
        started = time.perf_counter()
        try:
            check(found, each, examples=examples, first=seed)
            say(f"ok      {each.name:<26}{time.perf_counter() - started:5.1f} s  {each.sentence}")
        except Broken as error:
            broken += 1
            say(f"BROKEN  {each.name:<26}{time.perf_counter() - started:5.1f} s  {error}", "bold")
    tried = len(law or LAWS)
    if broken:
        raise Failure(f"{found.name} breaks {broken} of {tried} {_laws(tried)}", CHECK_FAILED)
    say(f"{found.name} obeys {tried} {_laws(tried)}.")
    for remark in remarks(found):
        say(f"Note: {remark}", "yellow")


def _laws(count: int) -> str:
    return "law" if count == 1 else "laws"
