"""Tallies: what came of many games, as tables.

Must not know: any game, how games are played.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.table import Table

from ..console import terminal
from ..sim.game_facts import Histogram
from ..sim.game_run import SimulatedGame
from ..sim.summary import (
    Spread,
    Standing,
    by_bot,
    by_seat,
    facts_by_bot,
    facts_of_games,
    finished,
    histograms,
    reasons,
    spread,
)

BAR_WIDTH: Final = 40
TABLE_WIDTH: Final = 100


def show(seats: Sequence[str], results: Sequence[SimulatedGame]) -> None:
    over = finished(results)
    if len(over) < len(results):
        terminal.say(f"{len(results) - len(over)} of them were given up at the limit of inputs, and are not counted:")
    if not over:
        return
    bots = by_bot(over)
    _print(_standings("bot", bots))
    _print(_standings("seat", {seats[seat]: standing for seat, standing in sorted(by_seat(over).items())}))
    _print(_lengths(over))
    if facts := facts_by_bot(over):
        _print(_means(facts, list(bots)))
    for name, counts in histograms(over).items():
        _print(_histogram(name, counts))
    endings = ", ".join(f"{reason.replace('_', ' ')} {count}" for reason, count in reasons(over).most_common())
    terminal.say(f"Ended by: {endings}.")


def _standings(kind: str, standings: Mapping[str, Standing]) -> Table:
    table = _table(kind, "games", "won", "95 % interval", "drawn", "mean score")
    for who, standing in standings.items():
        low, high = standing.interval
        table.add_row(
            who,
            str(standing.played),
            f"{standing.rate:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{standing.drawn / standing.played:.1%}",
            f"{standing.score:+.3f}",
        )
    return table


def _lengths(results: Sequence[SimulatedGame]) -> Table:
    spreads: dict[str, Spread] = {
        "actions": spread([result.actions for result in results]),
        "turns": spread([result.turns for result in results]),
        **facts_of_games(results),
    }
    table = _table("length", "mean", "median", "least", "most")
    for name, (mean, middle, least, most) in spreads.items():
        table.add_row(name, f"{mean:.1f}", f"{middle:g}", str(least), str(most))
    return table


def _means(facts: Mapping[str, Mapping[str, float]], bots: Sequence[str]) -> Table:
    table = _table("mean of", *bots)
    for fact, means in facts.items():
        table.add_row(fact, *(f"{means[bot]:.2f}" for bot in bots))
    return table


def _histogram(name: str, counts: Histogram) -> Table:
    times = [count for _, count in counts]
    total, most = sum(times), max(times)
    table = _table(name, "times", "share")
    table.add_column(justify="left")
    for number, count in counts:
        table.add_row(str(number), str(count), f"{count / total:.2%}", "█" * round(BAR_WIDTH * count / most))
    return table


def _table(first: str, *others: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right")
    return table


def _print(table: Table) -> None:
    terminal.console(width=TABLE_WIDTH).print(table)
