"""Fuzz targets of the wire: envelopes to a table, frames to a client, and tokens."""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import count
from typing import Any, Final, NamedTuple

from ludoteca.client.follower import Follower
from ludoteca.dealers import fair_deal
from ludoteca.games import GAMES
from ludoteca.kernel import Malformed
from ludoteca.kernel.values import decode, encode, replace, tree_of
from ludoteca.runtime.hosted_table import decoded_entry, encoded_entry
from ludoteca.table.entries import SavedMatch
from ludoteca.table.saved_match import restored_match, saved_match
from ludoteca.table.table import Table
from ludoteca.table.wire import Frame, Refusable, read_action
from ludoteca.tokens import Tokens, Unauthorized, for_host, for_observer, for_player, unverified
from tests.table.harness import GAME_ID, GENTLY, HOST, OBSERVER, SECRET, Sitting, envelope, player

from .target import Target

TOKEN_SECRET: Final = b"a secret of the tests, 0123456789"
NOW: Final = 1_700_000_000
TABLES_OPEN: Final = 4  # per game, at different moments of a match


class _Moment(NamedTuple):
    """A table in the middle of a match, and envelopes that were sent to it then."""

    sitting: Sitting
    saved: bytes
    envelopes: tuple[tuple[int, bytes], ...]


@cache
def _moments(name: str) -> tuple[_Moment, ...]:
    return tuple(_moment(name, seed) for seed in range(TABLES_OPEN))


def _moment(name: str, seed: int) -> _Moment:
    sitting = Sitting.seated(GAMES[name], GENTLY.get(name)).play(seed, 7 * seed)
    legal = [(seat, each) for seat in range(sitting.seats) for each in list(GAMES[name].legal(sitting.state, seat))[:3]]
    acts = [(seat, envelope(str(each.__struct_config__.tag), _payload(each), action_id="b")) for seat, each in legal]
    return _Moment(sitting, encode(saved_match(sitting.table.match)), tuple(acts))


def _payload(action: Any) -> dict[str, Any]:
    tree: dict[str, Any] = tree_of(action)
    return {key: value for key, value in tree.items() if key != "type"}


def read_envelopes(data: bytes) -> None:
    """The first line names a table, each other one its sender and what they send: `gomoku 2`, `0 {…}`."""
    first, *lines = data.split(b"\n")
    name, _, number = first.decode("latin-1").partition(" ")
    moment = _moments(name if name in GAMES else "gomoku")[
        number.isascii() and number.isdigit() and int(number[:2]) % 4
    ]
    sitting = moment.sitting
    match = restored_match(sitting.game, decode(moment.saved, SavedMatch, at_most=1 << 24))
    table, _ = Table.restored(match, (), fair_deal(sitting.game, GAME_ID, SECRET), sitting.now)
    for line in lines:
        _submit(table, line, sitting)


def _submit(table: Table, line: bytes, sitting: Sitting) -> None:
    sender, _, raw = line.partition(b" ")
    who = {b"o": OBSERVER, b"h": HOST}.get(sender) or player(int(sender) if sender in (b"0", b"1", b"2", b"3") else 9)
    try:
        action = read_action(raw, game_id=GAME_ID)
    except Refusable as refusable:
        action = refusable.action
    except Malformed:
        return
    effects = table.submit(who, action, sitting.now)
    frames: list[Frame] = [decode(reply.frame, Frame, at_most=1 << 24) for reply in effects.reply]
    replies = [each.message_type for each in frames]
    assert replies[:1] == ["action.result"], "every action has one result, first of all"
    assert replies.count("action.result") == 1
    for entry in effects.persist:
        assert decoded_entry(GAME_ID, entry.n, encoded_entry(GAME_ID, entry)) == entry
    for event in effects.tell:
        for reader in (OBSERVER, HOST, *map(player, range(sitting.seats))):
            decode(event.bytes_for(reader), Frame, at_most=1 << 24)
    table.match.game.flaws(table.match.state)


def envelope_seeds() -> Iterator[bytes]:
    for name in GAMES:
        for number, moment in enumerate(_moments(name)):
            sync = b"o " + envelope("sync", {"words": True, "told_since": 0}, action_id="c")
            acts = [b"%d %b" % (seat, raw) for seat, raw in moment.envelopes]
            more = [b"0 " + envelope(kind, action_id="d") for kind in ("leave", "join", "resign")]
            yield b"\n".join([f"{name} {number}".encode(), *acts, sync, *more])


# Frames to a client


def read_frames(data: bytes) -> None:
    """What a server, or what says it is one, sends to a client: a frame per line."""
    ids = count()
    follower = Follower("TABLE7", lambda: f"id-{next(ids)}")
    follower.connected(0)
    follower.join(1, "ada")
    for now, line in enumerate(data.split(b"\n"), start=2):
        follower.receive(line, now * 100)
        follower.news.clear()
        follower.to_send.clear()
    follower.say("place", {}, 100_000)
    follower.tick(200_000)


def frame_seeds() -> Iterator[bytes]:
    for name in GAMES:
        for moment in _moments(name)[1:3]:
            sent = moment.sitting.sent_to(player(0))
            yield b"\n".join([*sent[:2], *sent[-6:]])


# Tokens


def read_token(data: bytes) -> None:
    """A token as it is; or, after a line that ends with `!`, a header and claims to be signed as ours are."""
    tokens, text = Tokens(TOKEN_SECRET), data.decode("utf-8", "surrogateescape")
    if b"!\n" in data:
        header, _, payload = data.partition(b"!\n")
        signed = b".".join(base64.urlsafe_b64encode(part).rstrip(b"=") for part in (header, payload))
        seal = hmac.digest(TOKEN_SECRET, signed, hashlib.sha256)
        text = (signed + b"." + base64.urlsafe_b64encode(seal).rstrip(b"=")).decode()
    with suppress(Unauthorized):
        unverified(text)
    with suppress(Unauthorized):
        claims = tokens.read(text, NOW)
        if claims.exp > NOW:  # a clock may be ahead of ours by a little, but what has expired is not minted
            again = tokens.read(tokens.mint(claims, NOW), NOW)
            assert again == replace(claims, jti=again.jti)


def token_seeds() -> Iterator[bytes]:
    tokens = Tokens(TOKEN_SECRET)
    for claims in (for_player("TABLE7", 1, NOW), for_observer("TABLE7", "wanda", NOW), for_host(None, NOW)):
        yield tokens.mint(claims, NOW).encode()
        yield b'{"alg":"HS256","typ":"JWT"}!\n' + encode(claims)
    yield b'{"alg":"HS256"}!\n' + json.dumps({"role": "host", "exp": NOW + 60.5, "nbf": NOW, "iat": NOW - 1}).encode()


TARGETS: Final = {
    "envelopes": Target("what players, observers and hosts send to a table", read_envelopes, envelope_seeds),
    "frames": Target("what a client receives", read_frames, frame_seeds),
    "tokens": Target("tokens, signed and not", read_token, token_seeds),
}
