"""The web's `App` for tests of the database: the shipped games and the toys, and no server."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from ludoteca.bots import bots_for
from ludoteca.games import GAMES
from ludoteca.kernel import AnyGame, decode
from ludoteca.process import Process, ProcessConfig
from ludoteca.runtime.bus import MemoryBus
from ludoteca.runtime.settings import Settings
from ludoteca.runtime.store import MemoryStore
from ludoteca.web.accounts.mailer import Mailer
from ludoteca.web.app import App
from ludoteca.web.game_catalogue import Catalogue
from ludoteca.web.live.lobby import LobbyCache
from ludoteca.web.notifications import News, Notifier
from ludoteca.web.play.replays import Replays
from ludoteca.web.request_limits import RequestLimits
from ludoteca.web.server.database_probe import DatabaseProbe
from ludoteca.web.table_client import TableClient
from tests.gateway.places import TOKENS
from tests.toys import TOYS, duel

SUDDEN: Final = replace(duel.GAME, name="sudden", presets={"casual": duel.types.Config(stake=8)})
"""A duel whose casual games are staked."""
KNOWN: Final = {**GAMES, **TOYS, "sudden": SUDDEN}
CATALOGUE: Final = Catalogue(KNOWN, bots_for)
PROCESS: Final = Process(ProcessConfig(KNOWN, bots_for), MemoryStore(), MemoryBus())
APP: Final = App(
    catalogue=CATALOGUE,
    limits=RequestLimits(Settings()),
    notify=Notifier(lambda raw: None),
    mailer=Mailer(None),
    tables=TableClient(PROCESS, TOKENS),
    replays=Replays(PROCESS.replay_workers, 1),
    database_works=DatabaseProbe().works,
    lobby=LobbyCache(lambda: 0).body,
)


def notifying(heard: list[News]) -> App:
    """An App whose notifications are kept."""
    return replace(APP, notify=Notifier(lambda raw: heard.append(decode(raw, News))))


def with_games(games: Mapping[str, AnyGame]) -> App:
    """An App that knows these games only."""
    catalogue = Catalogue(games, bots_for)
    return replace(APP, catalogue=catalogue)
