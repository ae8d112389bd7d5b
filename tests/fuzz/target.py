"""What a fuzz target is: a function that reads bytes from outside, and bytes to begin with.

Laws kept here:
- A target returns for all bytes that there are: what it reads is accepted, or refused as its reader says. Any other
  exception is a finding.
- It behaves the same whenever it is given the same bytes, so that a finding can be replayed.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple


class Target(NamedTuple):
    """`seeds` are inputs to begin with: most are what we write ourselves."""

    about: str
    read: Callable[[bytes], None]
    seeds: Callable[[], Iterable[bytes]]
