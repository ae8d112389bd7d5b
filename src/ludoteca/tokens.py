"""Tokens: who somebody is at a table, signed. JWT, HS256 and nothing else; docs/protocol.md is the manual.

A player's token names a table and a seat, an observer's a table, a host's one table or, naming none, all of them.

Laws kept here:
- A token is checked from the outside in: its size, its shape, its header, its signature, and only then its claims.
- The key is ours alone: nothing in a token says where to look for one, and no other algorithm is known.
- Time is an argument. A token lives 24 hours at most.
- Every token that is minted here has an id of its own (`jti`), by which it can be taken back.
- What is refused is told in our own words: no text holds a token, a part of one, or the secret.

Must not know: clocks, environments, sockets, any game.
"""

import re
import secrets
from collections.abc import Container
from math import ceil, floor, isfinite
from typing import Annotated, Any, Final, Literal, TypeAlias

from jwt import PyJWS, PyJWTError
from jwt.utils import base64url_decode, base64url_encode

from .kernel import Malformed, Meta, Seat, Value, decode, replace
from .kernel.values import build, encode
from .table.display_names import composed, is_plain
from .table.wire import ErrorCode, GameId, Role, Who

ALGORITHM: Final = "HS256"
BYTES_AT_MOST: Final = 2048
LEEWAY: Final = 5  # seconds by which two clocks may differ
MINUTES: Final = 60
MINUTES_AT_MOST: Final = 24 * 60
ID_BYTES: Final = 8  # of a token's id: enough that no two of a day are alike
SECRET_BYTES: Final = 32
SECRET_VARIETY: Final = 8

_SHAPE = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}")  # 43: the 32 bytes of HMAC-SHA256

Seconds: TypeAlias = Annotated[int, Meta(ge=0, le=1 << 53)]


class Claims(Value, frozen=True, kw_only=True, omit_defaults=True):
    """What a token says. The first five are the specification's; the rest is checked if it is there."""

    game_id: GameId | None = None
    player_id: Seat | None = None
    role: Role
    display_name: Annotated[str, Meta(min_length=1, max_length=32)] | None = None
    exp: Seconds
    nbf: Seconds | None = None
    iat: Seconds | None = None
    aud: Literal["ludoteca"] | None = None
    iss: Literal["ludoteca"] | None = None
    jti: Annotated[str, Meta(min_length=1, max_length=64)] | None = None


class Unauthorized(Exception):
    """A token that is not accepted, and under which code the wire says so."""

    def __init__(self, reason: str, code: ErrorCode = "unauthorized") -> None:
        super().__init__(reason)
        self.reason = reason
        self.code = code


class WeakSecret(ValueError):
    """A secret that somebody could guess."""


class Tokens:
    """Mints and reads tokens under one secret."""

    def __init__(self, secret: str | bytes) -> None:
        self._secret = secret.encode("utf-8", "surrogateescape") if isinstance(secret, str) else secret
        _check_secret(self._secret)
        self._jws = PyJWS(algorithms=[ALGORITHM])
        try:
            self._jws.get_algorithm_by_name(ALGORITHM).prepare_key(self._secret)
        except PyJWTError:
            raise WeakSecret("the secret looks like a public key or a certificate, which is no secret") from None

    def mint(self, claims: Claims, now: int) -> str:
        """A signed token, with an id if the claims bring none; ValueError if they could not be read back."""
        named = claims if claims.jti is not None else replace(claims, jti=secrets.token_hex(ID_BYTES))
        payload = encode(named)
        if (flaw := _flaw(decode(payload, Claims)) or _ill_timed(claims, now)) is not None:
            raise ValueError(flaw)
        return self._jws.encode(payload, self._secret, ALGORITHM)

    def read(self, token: str, now: int, revoked: Container[str] = ()) -> Claims:
        """The claims of a token that holds now; Unauthorized if it does not. `revoked` are ids (`jti`) taken back."""
        _parts(token)
        try:
            payload: bytes = self._jws.decode(token, self._secret, [ALGORITHM])
        except PyJWTError:
            raise Unauthorized("the signature is not ours") from None
        claims = _claims(payload)
        if (flaw := _ill_timed(claims, now, LEEWAY)) is not None:
            raise Unauthorized(flaw)
        if now < max(claims.nbf or 0, claims.iat or 0) - LEEWAY:
            raise Unauthorized("the token does not hold yet")
        if claims.jti is not None and claims.jti in revoked:
            raise Unauthorized("the token was taken back")
        return claims


def unverified(token: str) -> Claims:
    """What a token says of itself, for showing only: anybody can write this."""
    return _claims(_parts(token)[1])


def who(claims: Claims, game_id: str) -> Who:
    """Who the bearer is at this table."""
    if claims.game_id != game_id and not (claims.role == "host" and claims.game_id is None):
        raise Unauthorized("the token is for another table", "join_failed")
    return Who(claims.role, claims.player_id, claims.display_name or "")


def for_player(game_id: str, player_id: Seat, now: int, minutes: int = MINUTES, *, display_name: str = "") -> Claims:
    name = composed(display_name) or None
    return Claims(game_id=game_id, player_id=player_id, role="player", display_name=name, exp=now + 60 * minutes)


def for_observer(game_id: str, display_name: str, now: int, minutes: int = MINUTES) -> Claims:
    name = composed(display_name) or None
    return Claims(game_id=game_id, role="observer", display_name=name, exp=now + 60 * minutes)


def for_host(game_id: str | None, now: int, minutes: int = MINUTES) -> Claims:
    return Claims(game_id=game_id, role="host", exp=now + 60 * minutes)


class _Header(Value, frozen=True, forbid_unknown_fields=False):
    """What a header must say. Anything else is ignored, such as a `kid`, for there is one key."""

    alg: Literal["HS256"]
    typ: Literal["JWT"] = "JWT"


REFUSED_HEADERS: Final = frozenset({"crit", "b64", "zip", "enc", "jku", "jwk", "x5u", "x5c"})
"""What would change how a token is read, or says where to look for a key."""


def _parts(token: str) -> tuple[bytes, bytes, bytes]:
    """Header, payload and signature of something that is written like a token of ours."""
    if len(token) > BYTES_AT_MOST:
        raise Unauthorized(f"longer than {BYTES_AT_MOST} bytes")
    if _SHAPE.fullmatch(token) is None:
        raise Unauthorized("not written like a token")
    header, payload, signature = (_bytes(part) for part in token.split("."))
    try:
        decode(header, _Header)
        members: dict[str, Any] = decode(header, dict[str, Any])
    except Malformed:
        raise Unauthorized(f"the header must say that this is a JWT, signed with {ALGORITHM}") from None
    if not REFUSED_HEADERS.isdisjoint(members):
        raise Unauthorized(f"the header must have none of {', '.join(sorted(REFUSED_HEADERS))}")
    return header, payload, signature


def _bytes(part: str) -> bytes:
    """Base64 in its one spelling: an unused bit that is set would make two tokens of one."""
    try:
        data = base64url_decode(part)
    except ValueError:
        data = b""
    if base64url_encode(data) != part.encode():
        raise Unauthorized("not written like a token")
    return data


def _claims(payload: bytes) -> Claims:
    try:
        claims: Claims = build(_in_whole_seconds(decode(payload, dict[str, Any])), Claims)
    except Malformed as error:
        name = error.where.removeprefix("$.")
        which = name if name in Claims.__struct_fields__ else "one of them"  # other names are the sender's words
        raise Unauthorized(f"its claims are not as they should be: {which}") from None
    if (flaw := _flaw(claims)) is not None:
        raise Unauthorized(flaw)
    return claims


def _in_whole_seconds(claims: dict[str, Any]) -> dict[str, Any]:
    """A time may have a fraction. It is rounded so that no token holds longer than it says."""
    for name, rounded in (("exp", floor), ("nbf", ceil), ("iat", ceil)):
        if isinstance(given := claims.get(name), float) and isfinite(given):
            claims[name] = rounded(given)
    return claims


def _flaw(claims: Claims) -> str | None:
    """Why these claims make no sense together, if they make none."""
    match claims.role:
        case "player" if claims.player_id is None:
            return "a player's token must name a player_id"
        case "observer" | "host" if claims.player_id is not None:
            return f"a token with role {claims.role} names no player_id"
        case "player" | "observer" if claims.game_id is None:
            return f"a token with role {claims.role} must name a game_id"
        case "host" if claims.display_name is not None:
            return "a host's token has no display_name"
    if claims.display_name is not None and not is_plain(claims.display_name):
        return "the display_name must be NFC, without control characters"
    return None


def _ill_timed(claims: Claims, now: int, leeway: int = 0) -> str | None:
    if now >= claims.exp + leeway:
        return "the token has expired"
    if claims.exp > now + 60 * MINUTES_AT_MOST + leeway:
        return f"a token must expire within {MINUTES_AT_MOST // 60} hours"
    return None


def _check_secret(secret: bytes) -> None:
    if len(secret) < SECRET_BYTES:
        raise WeakSecret(f"the secret has {len(secret)} bytes; it must have {SECRET_BYTES} at least")
    if len(set(secret)) < SECRET_VARIETY:
        raise WeakSecret(f"the secret repeats itself: it must have {SECRET_VARIETY} different characters at least")
    if secret.startswith(b"django-insecure-"):
        raise WeakSecret("the secret is one that a project template made; make one of your own")
