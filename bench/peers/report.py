"""The measurements as a table, our ratio to each peer, and whether the goals are met."""

import statistics
from collections.abc import Iterable, Mapping, Sequence

from .load import Asked, Load, medians

OURS = "ludoteca"
BUSY = 0.95  # a core that works so much of the time has no more to give
DISTURBED = 0.05
P99_MS = 2.0

Rounds = Mapping[str, Sequence[Load]]  # of one load: a name, and what each round gave

COLUMNS = {
    "moves/s": 10,
    "lowest–highest": 17,
    "µs/move": 10,
    "per core-s": 12,
    "server": 8,
    "others": 8,
    "generator": 11,
    "late": 7,
    "p50": 9,
    "p99": 9,
    "p99.9": 9,
    "MB": 6,
}


def goal(against: str, tables: int) -> float | None:
    """How many times another server's moves ours should make."""
    if against == "boardgame.io":
        return 8.0
    if against == "Colyseus":
        return 1.5 if tables >= 1000 else 1.3
    return None


def title(asked: Asked) -> str:
    how = "open loop, one move a second each" if asked.is_paced else "closed loop"
    return f"{asked.tables:,} tables, {how}"


def table(rounds: Rounds) -> str:
    return "\n".join([_line("", COLUMNS), *(_row(name, loads) for name, loads in rounds.items())])


def _line(name: str, cells: Iterable[str]) -> str:
    return f"{name:14}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, COLUMNS.values(), strict=True))


def _row(name: str, loads: Sequence[Load]) -> str:
    middle = medians(loads)
    speeds = [load.moves_per_second for load in loads]
    cells = (
        f"{middle.moves_per_second:,.0f}",
        f"{min(speeds):,.0f}–{max(speeds):,.0f}",
        f"{middle.cpu_us:.1f}",
        f"{middle.moves_per_core_second:,.0f}",
        f"{middle.server_cores:.2f}",
        f"{middle.others_cores:.2f}",
        f"{middle.generator_cores:.2f}",
        f"{middle.late_ms:.2f}" if middle.late_ms else "–",
        f"{middle.p50_ms:.2f}",
        f"{middle.p99_ms:.2f}",
        f"{middle.p999_ms:.2f}",
        f"{middle.rss_mb:.0f}",
    )
    return _line(name, cells)


def compared(asked: Asked, rounds: Rounds, is_judged: bool) -> tuple[str, bool]:
    """Ours beside each of the others, round by round; and whether every goal is met."""
    if OURS not in rounds:
        return "", True
    said = []
    if asked.is_paced:
        said.append(_in_time(medians(rounds[OURS]), is_judged))
    else:
        for name in rounds:
            wanted = goal(name, asked.tables)
            if wanted is not None:
                said.append(_beside(name, rounds, wanted, is_judged))
    return "\n".join(line for line, _ in said), all(is_met for _, is_met in said)


def _in_time(ours: Load, is_judged: bool) -> tuple[str, bool]:
    line, is_met = _judged(
        f"{OURS}, p99", f"{ours.p99_ms:.2f} ms", f"{P99_MS:g} ms at most", P99_MS / ours.p99_ms, is_judged
    )
    others = f"   though {why}" if not is_met and (why := _why_per_core(ours)) else ""
    return line + others, is_met


def _beside(name: str, rounds: Rounds, wanted: float, is_judged: bool) -> tuple[str, bool]:
    why = _why_per_core(medians(rounds[OURS])) or _why_per_core(medians(rounds[name]))
    ratios = [
        ours.moves_per_core_second / theirs.moves_per_core_second
        if why
        else ours.moves_per_second / theirs.moves_per_second
        for ours, theirs in zip(rounds[OURS], rounds[name], strict=True)
    ]
    middle = statistics.median(ratios)
    figure = f"{middle:.2f} times [{min(ratios):.2f}–{max(ratios):.2f}]"
    of = f"of moves per core-second, since {why}" if why else "of moves per second"
    line, is_met = _judged(f"{OURS} / {name}", figure, f"{wanted:g} times", middle / wanted, is_judged)
    return f"{line}   {of}", is_met


def _why_per_core(load: Load) -> str:
    """Why moves per second would say less of the server than of something else; or nothing."""
    if load.others_cores > DISTURBED:
        return "others took a part of the server's core"
    if load.generator_busy >= BUSY and load.server_cores < BUSY:
        return "the generator's core had no more to give"
    return ""


def _judged(what: str, figure: str, wanted: str, ratio: float, is_judged: bool) -> tuple[str, bool]:
    is_met = ratio >= 1 or not is_judged
    word = ("met" if ratio >= 1 else "MISSED") if is_judged else "too short a run to judge"
    return f"{what:26} {figure:26} goal {wanted:14} {word}", is_met
