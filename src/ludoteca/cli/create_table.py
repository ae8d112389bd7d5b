"""`ludoteca tables create`: open a table at a service, and print what its players type to join it.

Must not know: any rule, any particular game.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import Annotated, Final

import typer

from ..client import Ended, NoAnswer, Result, Unreachable, create
from ..console.arguments import GameName, Preset, Settings, find_config, find_game
from ..console.errors import Failure
from ..console.terminal import program
from ..kernel import AnyGame
from ..kernel.values import plain
from ..lookup import choices
from ..tokens import Tokens, for_host, for_observer, for_player
from ..web.play.room_codes import code
from .addresses import SERVER, Redis, Server, checked_redis, checked_server
from .token import needed_signer, signer

MINUTES: Final = 24 * 60

Bots = Annotated[
    list[str] | None, typer.Option("--bot", metavar="SEAT=NAME", help="A bot for a seat; can be repeated.")
]


def open_table(
    game: GameName,
    preset: Preset = None,
    settings: Settings = None,
    bots: Bots = None,
    server: Server = SERVER,
    redis: Redis = "",
) -> None:
    """Open a table, and print how to join it.

    Tokens are signed with LUDOTECA_SECRET_KEY, which must be the service's; they hold for a day.
    """
    found = find_game(game)
    config = find_config(found, preset, settings or [])
    names = found.seats(config)
    seated = _seated(names, bots or [])
    tokens = signer() if redis else needed_signer()
    game_id = code()
    url = checked_redis(redis) if redis else checked_server(server)
    result = _asked(game_id, found, plain(config), seated, url, tokens)
    if not result.ok:
        known = f"; {choices('its bots are', result.facts['bots'])}" if "bots" in result.facts else ""
        raise Failure(f"the table is not open: {result.reason}{known}")
    print(f"table {game_id} of {found.name} is open.")
    for seat, name in enumerate(names):
        print(f"{name:>12}: {_how(game_id, seat, seated[seat], redis, server, tokens)}")
    print(f"{'to look on':>12}: {_how(game_id, None, None, redis, server, tokens)}")


def _asked(
    game_id: str, game: AnyGame, config: object, bots: Sequence[str | None], url: str, tokens: Tokens | None
) -> Result:
    now = int(time.time())
    token = "" if tokens is None else tokens.mint(for_host(None, now), now)
    try:
        return asyncio.run(create(url, game_id, game.name, config=config, bots=bots, token=token))
    except Unreachable as error:
        raise Failure(f"nobody is there at {url}: {error}") from None
    except (Ended, NoAnswer) as error:
        raise Failure(f"the service does not open tables: {error}") from None


def _seated(names: Sequence[str], wishes: Sequence[str]) -> list[str | None]:
    """Per seat its bot's name, or None for a person."""
    seated: list[str | None] = [None] * len(names)
    for wish in wishes:
        seat, equals, bot = wish.partition("=")
        called = {**{name: number for number, name in enumerate(names)}, **{str(n): n for n in range(len(names))}}
        if not equals:
            raise Failure(f"--bot {wish}: write it as SEAT=NAME")
        if seat not in called:
            raise Failure(f"--bot {wish}: there is no seat {seat!r}; {choices('the seats are', names, seat)}")
        if seated[called[seat]] is not None:
            raise Failure(f"--bot {wish}: the seat has a bot already")
        seated[called[seat]] = bot
    return seated


def _how(game_id: str, seat: int | None, bot: str | None, redis: str, server: str, tokens: Tokens | None) -> str:
    if bot is not None:
        return f"bot {bot}"
    if redis:
        # Not the address itself: a password may be in it.
        return f'{program()} join {game_id} --redis "$REDIS_URL"' + ("" if seat is None else f" --seat {seat}")
    assert tokens is not None
    now = int(time.time())
    claims = for_observer(game_id, "", now, MINUTES) if seat is None else for_player(game_id, seat, now, MINUTES)
    elsewhere = "" if server == SERVER else f" --server {server}"
    return f"LUDOTECA_TOKEN={tokens.mint(claims, now)} {program()} join {game_id}{elsewhere}"
