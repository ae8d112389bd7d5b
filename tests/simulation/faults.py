"""What goes wrong in a run, and which safeguards are switched off."""

import random
from dataclasses import dataclass, replace


class Violation(AssertionError):
    """A promise was broken."""


@dataclass(frozen=True)
class Safeguards:
    dedupe: bool = True
    fencing: bool = True
    commit_first: bool = True
    hidden_frames: bool = True
    strict_decoding: bool = True


ALL = Safeguards()


def without(name: str) -> Safeguards:
    return replace(ALL, **{name: False})


@dataclass(frozen=True)
class Faults:
    """How likely each fault is, per occasion; drawn per run, so that runs differ in kind."""

    drop: float  # a message on the bus
    duplicate: float
    delay_ms: int  # at most; more than a few lets messages overtake each other
    crash: float  # of a process, wherever it touches the world
    disk: float  # the store fails, before or after it has written
    pause: float  # a process stops for longer than its lease
    cut: float  # a socket breaks
    part: float  # a process is cut off from the bus, the store, or both
    step: float  # a process's wall clock jumps

    @classmethod
    def drawn(cls, dice: random.Random) -> "Faults":
        def some(most: float) -> float:
            return dice.choice((0.0, most / 3, most))

        delay = dice.choice((5, 200, 1500))
        return cls(some(0.3), some(0.3), delay, some(0.015), some(0.05), some(0.08), some(0.08), some(0.08), some(0.1))


HEALED = Faults(0, 0, 5, 0, 0, 0, 0, 0, 0)
