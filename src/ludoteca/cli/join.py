"""`ludoteca join`: play, or look on, at a table that a service holds; over a socket or over Redis.

A token is taken from the environment if it can be: what stands on a command line, other users of the machine can read.

Must not know: any rule, any particular game, how bytes travel.
"""

import asyncio
import contextlib
import logging
from contextlib import AbstractAsyncContextManager
from typing import Annotated, Final

import typer

from ..bots import Bot
from ..client import Ended, NoAnswer, Result, Seat, Snapshot, Unreachable, connect
from ..client.bot_player import BotRefused
from ..client.bot_player import play as play_seat
from ..console import terminal
from ..console.arguments import RecordedGame, find_game, known_games
from ..console.errors import BUG, Failure
from ..dealers import chooser, random_seed
from ..kernel.contract import AnyGame, major
from .addresses import SERVER, checked_redis, checked_server, checked_table
from .remote_game import RemoteGame, end_words
from .seats import SeatOptions, seated

LEAVING_SECONDS: Final = 2.0


def join(  # noqa: PLR0913, PLR0917 - each option is a parameter
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table: six of A-Z and 0-9.")],
    token: Annotated[
        str,
        typer.Option(
            metavar="TOKEN",
            envvar="LUDOTECA_TOKEN",
            help="Who you are; on the command line other users can read it, in the environment they cannot.",
        ),
    ] = "",
    server: Annotated[str, typer.Option(metavar="URL", help="Where the service has its sockets.")] = SERVER,
    redis: Annotated[str, typer.Option(metavar="URL", help="Straight over Redis instead, without a token.")] = "",
    seat: Annotated[
        int | None, typer.Option(metavar="N", min=0, max=63, help="With --redis: your seat; without, you look on.")
    ] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="What the others shall call you.")] = "",
    bot: Annotated[str, typer.Option(metavar="NAME", help="Let this bot play your seat.")] = "",
    game: RecordedGame = None,
) -> None:
    """Play at a table of a service, or look on: your token says which.

    What happens is told as it comes; at the prompt, `help` explains. A line that breaks is opened again. `quit` and
    Ctrl-C leave: the seat stays yours, and the same command brings you back.
    """
    checked_table(table)
    _check(token, redis, seat)
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # what goes wrong on a line is told in words, once
    place = checked_redis(redis) if redis else checked_server(server)
    line = connect(place, table, seat=seat) if redis else connect(place, table, token=token)
    try:
        asyncio.run(_visit(line, name, bot, game))
    except Unreachable as error:
        raise Failure(f"nobody is there at {redis or server}: {error}") from None
    except Ended as ended:
        raise Failure(_why(ended)) from None
    except NoAnswer as error:
        raise Failure(f"the table does not answer: {error}") from None
    except BotRefused as error:
        raise Failure(f"the bot {bot} broke the rules: {error}", BUG) from None


def _check(token: str, redis: str, seat: int | None) -> None:
    if not redis and not token:
        raise Failure("who are you? Set LUDOTECA_TOKEN in the environment, or say --token TOKEN")
    if not redis and seat is not None:
        raise Failure("--seat goes with --redis; elsewhere the token says which seat is yours")


async def _visit(line: AbstractAsyncContextManager[Seat], name: str, bot: str, game: str | None) -> None:
    async with line as seat:
        seen = await _looked(seat)  # before the seat is taken: a mistake in the command must cost no game
        found = _found(game, seen)
        player = _bot(found, seen, bot) if bot else None
        joined = await seat.join(name)
        if not joined.ok:
            raise Failure(_refused(joined))
        snapshot = await seat.fresh()
        _greet(found, snapshot, bot)
        asks = snapshot.you is not None and player is None
        last = await _stay(seat, RemoteGame(seat, found, game or found.name, asks=asks), found, player)
        await _part(seat, last)


async def _looked(seat: Seat) -> Snapshot:
    """How things stand, without joining."""
    result = await seat.say("sync", {})
    if not result.ok:
        raise Failure(_refused(result))
    while seat.snapshot is None:
        await seat.changed()
    return seat.snapshot


async def _stay(seat: Seat, visit: RemoteGame, game: AnyGame, bot: Bot | None) -> Snapshot | None:
    if bot is None:
        return await visit.stay()
    playing = asyncio.ensure_future(play_seat(seat, game, bot, chooser(random_seed())))
    staying = asyncio.ensure_future(visit.stay())
    try:
        await asyncio.wait({playing, staying}, return_when=asyncio.FIRST_EXCEPTION)
        if playing.done():
            playing.result()
        return await staying
    finally:
        playing.cancel()
        staying.cancel()
        await asyncio.gather(playing, staying, return_exceptions=True)


async def _part(seat: Seat, last: Snapshot | None) -> None:
    if last is not None:
        for line in end_words(last):
            terminal.say(line, "bold")
        return
    you = None if seat.snapshot is None else seat.snapshot.you
    if you is not None:
        seat.patience = LEAVING_SECONDS
        with contextlib.suppress(NoAnswer):
            await seat.leave()
        terminal.say("You have left. The seat stays yours, and its clock runs on: the same command brings you back.")


def _found(game: str | None, snapshot: Snapshot) -> AnyGame:
    if game is None and snapshot.game not in known_games():
        raise Failure(f"they play {snapshot.game!r} here, which is not installed; --game MODULE:GAME says where it is")
    found = find_game(game or snapshot.game)
    if (found.name, major(found.version)) != (snapshot.game, major(snapshot.game_version)):
        theirs = f"{snapshot.game} {snapshot.game_version}"
        raise Failure(f"they play {theirs} here, and we have {found.name} {found.version}")
    return found


def _bot(game: AnyGame, snapshot: Snapshot, name: str) -> Bot:
    if snapshot.you is None:
        raise Failure("--bot needs a seat to play, and you only look on")
    sitter = seated(game, [each.seat for each in snapshot.seats], SeatOptions(others=f"bot:{name}"))[snapshot.you]
    assert sitter.bot is not None
    return sitter.bot


def _greet(game: AnyGame, snapshot: Snapshot, bot: str) -> None:
    you = "you look on" if snapshot.you is None else f"you are {snapshot.seats[snapshot.you].seat}"
    terminal.say(f"{game.name} {game.version} – {you}{f', played by {bot}' if bot else ''}", "bold")
    if snapshot.you is not None and not bot:
        terminal.say("Write a move at the prompt; `help` explains, `quit` leaves.", "dim")


def _refused(result: Result) -> str:
    return result.reason or result.code


def _why(ended: Ended) -> str:
    match ended.code:
        case "unauthorized":
            return f"you are not let in: {ended.reason}"
        case "duplicate_connection_handled":
            return "your seat is played from another place now"
        case _:
            return ended.reason
