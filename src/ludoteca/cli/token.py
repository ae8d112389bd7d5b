"""`ludoteca token`: tokens for a table, minted and looked at.

The secret comes from the environment, never from the command line, where other users of the machine could read it;
it is shown nowhere.

Must not know: how a token is made, any game.
"""

import json
import os
import sys
import time
from datetime import UTC, datetime
from typing import Annotated, Final

import typer

from .. import tokens
from ..console.errors import CHECK_FAILED, Failure
from ..kernel import plain
from ..tokens import Claims, Tokens, Unauthorized, WeakSecret

SECRETS: Final = ("LUDOTECA_SECRET_KEY", "SECRET_KEY")
"""Where the secret may stand in the environment; the first that is set counts."""

STDIN: Final = "-"
Observer = Annotated[str | None, typer.Option(metavar="NAME", help="For an observer with this name ('' for none).")]

app = typer.Typer(rich_markup_mode=None, help="Mint and inspect tokens for a table.")


@app.command()
def mint(
    game_id: Annotated[str | None, typer.Option(metavar="ID", help="The table: six of A-Z and 0-9.")] = None,
    player: Annotated[int | None, typer.Option(metavar="SEAT", help="For the player at this seat.")] = None,
    observer: Observer = None,
    host: Annotated[bool, typer.Option("--host", help="For a host; without --game-id, of all tables.")] = False,
    minutes: Annotated[
        int, typer.Option(min=1, max=tokens.MINUTES_AT_MOST, help="How long it holds.")
    ] = tokens.MINUTES,
) -> None:
    """Print a token, signed with the secret in LUDOTECA_SECRET_KEY (or SECRET_KEY); on stderr its id, by which
    LUDOTECA_REVOKED takes it back."""
    if [player is not None, observer is not None, host].count(True) != 1:
        raise Failure("say whom the token is for: --player SEAT, --observer NAME or --host")
    now = int(time.time())
    claims = _claims(game_id, player, observer, now, minutes)
    found = needed_signer()
    try:
        token = found.mint(claims, now)
    except ValueError as error:
        raise Failure(f"such a token cannot be minted: {error}") from None
    print(token)
    print(f"its id: {tokens.unverified(token).jti}", file=sys.stderr)


@app.command()
def inspect(
    token: Annotated[str, typer.Argument(metavar="TOKEN", help="The token; - reads it from the standard input.")],
) -> None:
    """Show what a token says and until when; with a secret in the environment, check it too.

    Exit code 0: it is good, or nothing was there to check it with. 1: it is not.
    """
    text = sys.stdin.readline(tokens.BYTES_AT_MOST + 2).strip() if token == STDIN else token
    now = int(time.time())
    found = signer()
    try:
        claims = tokens.unverified(text)
        for name, value in plain(claims).items():
            print(f"{name:12}  {json.dumps(value)}")  # escaped: a token's words are anybody's
        print(f"{'expires':12}  {_expiry(claims.exp, now)}")
        if found is None:
            print(f"{'signature':12}  not checked: neither {' nor '.join(SECRETS)} is set")
            return
        found.read(text, now)
    except Unauthorized as error:
        raise Failure(f"not a good token: {error.reason}", CHECK_FAILED) from None
    print(f"{'signature':12}  good")


def _claims(game_id: str | None, player: int | None, observer: str | None, now: int, minutes: int) -> Claims:
    if player is None and observer is None:
        return tokens.for_host(game_id, now, minutes)
    if game_id is None:
        raise Failure("say which table the token is for: --game-id ID")
    if player is not None:
        return tokens.for_player(game_id, player, now, minutes)
    return tokens.for_observer(game_id, observer or "", now, minutes)


def signer() -> Tokens | None:
    """With the secret of the environment; one that is set but empty is a mistake, not a missing one."""
    name = next((name for name in SECRETS if name in os.environ), None)
    if name is None:
        return None
    try:
        return Tokens(os.environ[name])
    except WeakSecret as error:
        raise Failure(f"{name}: {error}") from None


def needed_signer() -> Tokens:
    found = signer()
    if found is None:
        raise Failure(
            f"there is no secret: set {SECRETS[0]} (or {SECRETS[1]}) in the environment; that of `ludoteca serve "
            f'--data FOLDER` is in FOLDER/secret: export {SECRETS[0]}="$(cat FOLDER/secret)"'
        )
    return found


def _expiry(exp: int, now: int) -> str:
    """`2026-01-31 12:00:00 UTC, in 59 minutes`"""
    seconds = abs(exp - now)
    unit, size = next(((unit, size) for unit, size in _UNITS if seconds >= size), ("second", 1))
    count = seconds // size
    span = f"{count} {unit}{'' if count == 1 else 's'}"
    return f"{_date(exp)}{f'in {span}' if exp > now else f'{span} ago'}"


_UNITS: Final = (("day", 86_400), ("hour", 3600), ("minute", 60))


def _date(seconds: int) -> str:
    try:
        return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M:%S} UTC, "
    except (ValueError, OverflowError, OSError):  # beyond the calendar
        return ""
