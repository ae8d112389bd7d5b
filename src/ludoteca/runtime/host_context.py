"""What a host is given when its process starts: games, store, bus, bots, clock, settings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ludoteca.kernel import AnyGame

from .bot_runner import BotRunner
from .bus import Bus
from .clock import Clock
from .metrics import Metrics
from .readers import Readers
from .settings import Settings
from .store import Holder, Store


@dataclass(frozen=True)
class HostContext:
    """Everything a host may touch."""

    games: Mapping[str, AnyGame]
    store: Store
    bus: Bus
    bot_runner: BotRunner
    clock: Clock
    seed: Callable[[], bytes]
    holder: Holder
    settings: Settings = field(default_factory=Settings)
    readers: Readers = field(default_factory=Readers)
    metrics: Metrics = field(default_factory=Metrics)
    finished: Callable[[str], None] = lambda game_id: None  # a match is over, and its log is complete
    lost: Callable[[], None] = lambda: None  # the store has lost tables, or everything
