"""Who is let in: tokens, origins, ids in addresses, and what becomes of a token that runs out (T1-T3, T5, T6, T8)."""

import json
from typing import Final

import pytest

from ludoteca.gateway import gateway
from ludoteca.runtime.settings import Settings
from ludoteca.tokens import LEEWAY, Claims, for_observer, for_player, unverified
from tests import test_tokens as forging
from tests.runtime.event_loop import run, until
from tests.times import now

from .lines import Line, Refused, envelope, handshake
from .places import GAME_ID, PAGE, SECRET, Place, Shifted, Watched, host, minted, observer, place, player

FROM_PAGE: Final = [("Origin", PAGE)]


def soon(**claims: object) -> dict[str, object]:
    return {"game_id": GAME_ID, "player_id": 0, "role": "player", "exp": now() + 3_600, **claims}


def forged(payload: object, header: object = None, secret: str = SECRET) -> str:
    return forging.forged(payload, header or forging.HEADER, secret)


def unsigned(alg: str) -> str:
    return forged(soon(), {"alg": alg, "typ": "JWT"}).rsplit(".", 1)[0] + "."


def bad_tokens() -> dict[str, str]:
    """One of each kind; all of them are in the tests of tokens alone."""
    good = forged(soon())
    return {
        "none": unsigned("none"),
        "nOnE": unsigned("nOnE"),
        "HS384": forged(soon(), {"alg": "HS384", "typ": "JWT"}),
        "RS256": forged(soon(), {"alg": "RS256", "typ": "JWT"}),
        "jku": forged(soon(), {"alg": "HS256", "jku": "https://evil.example/keys"}),
        "jwk": forged(soon(), {"alg": "HS256", "jwk": {"kty": "oct", "k": "AAAA"}}),
        "no signature": good.rsplit(".", 1)[0] + ".",
        "truncated": good[:-1],
        "two dots": "..",
        "padded": good + "=",
        "too long": "A" * 2_049,
        "another secret": forged(soon(), secret="another secret, of 32 bytes and more"),
        "expired": forged(soon(exp=now() - 60)),
        "in 100 years": forged(soon(exp=now() + 100 * 365 * 86_400)),
        "exp as text": forged(soon(exp=str(now() + 60))),
        "not yet": forged(soon(nbf=now() + 600)),
        "no exp": forged({key: value for key, value in soon().items() if key != "exp"}),
        "no role": forged({key: value for key, value in soon().items() if key != "role"}),
        "another audience": forged(soon(aud="elsewhere")),
        "an observer with a seat": forged(soon(role="observer")),
        "no token": "good evening",
    }


# T1, T2


@pytest.mark.parametrize("name", bad_tokens())
def test_a_bad_token_opens_no_socket(name: str) -> None:
    async def main() -> None:
        token = bad_tokens()[name]
        async with place() as here:
            with pytest.raises(Refused) as caught:
                await Line.open(here.port, token)
            assert caught.value.status == 401
            assert "eyJ" not in caught.value.page
            assert here.sockets() == 0
            await _refused_in_a_hello(here, token, "unauthorized")

    run(main())


def test_a_token_of_another_table_opens_no_socket() -> None:
    async def main() -> None:
        async with place() as here:
            token = player(0, "OTHER1")
            with pytest.raises(Refused, match=r"401 .*another table"):
                await Line.open(here.port, token)
            await _refused_in_a_hello(here, token, "join_failed")

    run(main())


def test_a_token_of_a_megabyte_is_not_even_read() -> None:
    async def main() -> None:
        async with place() as here:
            line = await Line.dial(here.port, handshake("/table/TABLE7", [("Authorization", "A" * 1_000_000)]))
            await line.ended()
            assert not line.answer or line.answer.split(b" ")[1] == b"431"
            assert here.sockets() == 0

    run(main())


@pytest.mark.parametrize("payload", [{}, {"token": 7}, {"token": None}, {"token": [], "x": 1}])
def test_a_hello_without_a_token_is_none(payload: dict[str, object]) -> None:
    async def main() -> None:
        async with place() as here:
            line = await Line.open(here.port, headers=FROM_PAGE)
            assert (await line.ask("hello", payload))["code"] == "unauthorized"
            assert await line.ended() == 4401

    run(main())


def test_nobody_is_listened_to_before_his_hello() -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            for kind in ("join", "sync", "create", "delete"):
                line = await Line.open(here.port, headers=FROM_PAGE)
                assert (await line.ask(kind))["code"] == "unauthorized"
                assert await line.ended() == 4401
            silent = await Line.open(here.port, headers=FROM_PAGE)
            playing = await here.player(0)
            await playing.event(here.seq())
            assert not silent.heard

    run(main())


def test_a_socket_that_says_no_hello_is_closed() -> None:
    async def main() -> None:
        async with place(Settings(origins=PAGE, hello_seconds=0.1)) as here:
            known = await Line.open(here.port, player(0))
            line = await Line.open(here.port, headers=FROM_PAGE)
            assert await line.ended() == 4401
            assert not known.is_over

    run(main())


async def _refused_in_a_hello(here: Place, token: str, code: str) -> None:
    line = await Line.open(here.port, headers=FROM_PAGE)
    refused = await line.ask("hello", {"token": token})
    assert (refused["status"], refused["code"]) == ("error", code)
    assert await line.ended() == 4401
    assert "eyJ" not in json.dumps(line.heard) + line.reason
    await until(lambda: here.sockets() == 0)


# T3


def test_a_good_token_for_a_table_that_is_not_there_or_gone() -> None:
    async def main() -> None:
        async with place() as here:
            early = await Line.open(here.port, player(0))
            assert (await early.ask("join"))["code"] == "game_unavailable"
            await here.opens()
            assert (await (await Line.open(here.port, host())).ask("delete"))["status"] == "ok"
            late = await Line.open(here.port, player(0))
            assert (await late.ask("join"))["code"] == "game_unavailable"
            assert (await late.ask("seal", {"choice": "guard"}))["code"] == "game_unavailable"

    run(main())


# T5


ORIGINS: Final[dict[str, list[tuple[str, str]]]] = {
    "missing": [],
    "null": [("Origin", "null")],
    "empty": [("Origin", "")],
    "evil": [("Origin", "https://evil.example")],
    "allowed with more before it": [("Origin", "https://play.example:8443.evil.example")],
    "allowed within": [("Origin", "https://evil.example/https://play.example:8443")],
    "another port": [("Origin", "https://play.example:8444")],
    "no port": [("Origin", "https://play.example")],
    "another scheme": [("Origin", "http://play.example:8443")],
    "a path": [("Origin", "https://play.example:8443/")],
    "a part of it": [("Origin", "https://play.example:844")],
    "any": [("Origin", "*")],
    "in capitals": [("Origin", "HTTPS://PLAY.EXAMPLE:8443")],
}


@pytest.mark.parametrize("name", ORIGINS)
def test_a_page_from_elsewhere_opens_no_socket(name: str) -> None:
    async def main() -> None:
        async with place() as here:
            for token in ["", player(0)] if name != "missing" else [""]:
                with pytest.raises(Refused) as caught:
                    await Line.open(here.port, token, ORIGINS[name])
                assert caught.value.status == 403
            assert here.sockets() == 0

    run(main())


def test_without_a_list_of_pages_no_page_opens_a_socket() -> None:
    async def main() -> None:
        async with place(Settings()) as here:
            for origin in ("", PAGE, "null"):
                with pytest.raises(Refused, match="403"):
                    await Line.open(here.port, headers=[("Origin", origin)])

    run(main())


def test_a_page_of_ours_says_hello_and_plays() -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            line = await Line.open(here.port, headers=FROM_PAGE)
            assert (await line.ask("hello", {"token": player(0)}))["status"] == "ok"
            assert (await line.ask("join"))["status"] == "ok"

    run(main())


# T6


@pytest.mark.parametrize("query", ["?token={}", "?access_token={}", "?{}", "#token={}", "/{}", ";token={}"])
def test_a_token_in_an_address_is_not_accepted(query: str) -> None:
    async def main() -> None:
        async with place() as here:
            path = f"/table/{GAME_ID}" + query.format(player(0))
            with pytest.raises(Refused) as caught:
                await Line.open(here.port, path=path, headers=FROM_PAGE)
            assert caught.value.status == 404
            assert "eyJ" not in caught.value.page

    run(main())


@pytest.mark.parametrize("name", ["Referer", "Cookie", "Sec-WebSocket-Protocol", "X-Token"])
def test_a_token_in_another_header_says_nothing(name: str) -> None:
    async def main() -> None:
        async with place() as here:
            line = await Line.open(here.port, headers=[*FROM_PAGE, (name, f"token={player(0)}")])
            assert (await line.ask("sync"))["code"] == "unauthorized"
            assert b"eyJ" not in line.answer
            assert await line.ended() == 4401

    run(main())


# T8


PATHS: Final = {
    "up": "/table/../etc",
    "up, escaped": "/table/%2e%2e%2f",
    "up, backwards": "/table/..%5c..%5",
    "an escaped letter": "/table/%54ABLE7",
    "NUL": "/table/TABLE\0",
    "NUL, escaped": "/table/TABLE7%00",
    "too long": "/table/" + "A" * 10_000,
    "too short": "/table/TABLE",
    "small letters": "/table/table7",
    "Cyrillic": "/table/ТАВLЕ7",
    "wide letters": "/table/ＴＡＢＬＥ７",
    "a star": "/table/*",
    "six stars": "/table/******",
    "a question mark": "/table/TABLE?",
    "a set": "/table/[A-Z]*",
    "a line break, escaped": "/table/TABLE7%0d%0aPUBLISH",
    "a slash": "/table/TABLE7/",
    "twice": "/table//table/TABLE7",
    "another place": "/TABLE7",
    "nothing": "/table/",
    "the root": "/",
    "an address": "http://evil.example/table/TABLE7",
}


@pytest.mark.parametrize("name", PATHS)
def test_what_is_no_table_id_is_not_found_and_nothing_is_looked_up(name: str) -> None:
    async def main() -> None:
        async with place() as here:
            store = here.store
            assert isinstance(store, Watched)
            for headers in ([], FROM_PAGE):
                with pytest.raises(Refused) as caught:
                    await Line.open(here.port, host(), headers, path=PATHS[name])
                assert caught.value.status == 404
            assert not store.touched

    run(main())


@pytest.mark.parametrize("path", ["/table/" + "A" * 1_000_000, "/table/TABLE7\r\nPUBLISH game.TABLE7.actions x"])
def test_what_is_no_request_is_not_answered_as_one(path: str) -> None:
    async def main() -> None:
        async with place() as here:
            store = here.store
            assert isinstance(store, Watched)
            line = await Line.dial(here.port, handshake(path, [("Authorization", f"Bearer {host()}")]))
            await line.ended()
            assert not line.answer or line.answer.split(b" ")[1] in (b"400", b"431")
            assert here.sockets() == 0
            assert not store.touched

    run(main())


@pytest.mark.parametrize("game_id", ["../etc", "TABLE*", "TABLE7\r\n", "ТАВLЕ7", "A" * 3_000, "", "table7", "TABLE\0"])
def test_what_is_no_table_id_in_a_message_is_unreadable(game_id: str) -> None:
    async def main() -> None:
        async with place() as here:
            store = here.store
            assert isinstance(store, Watched)
            line = await Line.open(here.port, host())
            line.say({**envelope("create", "a", {"game": "duel"}), "game_id": game_id})
            assert (await line.result("a"))["code"] == "invalid_action"
            assert not store.touched

    run(main())


def test_a_player_joins_under_the_name_of_their_token_unless_they_bring_one() -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            for seat, payload, name in ((0, {}, "Ada"), (1, {"name": "Bo"}, "Bo")):
                claims = Claims(game_id=GAME_ID, player_id=seat, role="player", exp=now() + 3_600, display_name="Ada")
                line = await Line.open(here.port, minted(claims))
                assert (await line.ask("join", payload))["status"] == "ok"
                told = [json.loads(raw)["payload"] for raw in line.raw if b'"player.join"' in raw]
                assert told[-1] == {"player_id": seat, "name": name}

    run(main())


# Tokens that were taken back


def named(jti: str) -> str:
    return minted(Claims(game_id=GAME_ID, player_id=0, role="player", exp=now() + 3_600, jti=jti))


def test_a_token_that_was_taken_back_opens_nothing() -> None:
    async def main() -> None:
        async with place(Settings.read({"LUDOTECA_ORIGINS": PAGE, "LUDOTECA_REVOKED": "lost, stolen"})) as here:
            await here.opens()
            for jti in ("lost", "stolen"):
                with pytest.raises(Refused, match=r"401 .*taken back"):
                    await Line.open(here.port, named(jti))
                line = await Line.open(here.port, headers=FROM_PAGE)
                refused = await line.ask("hello", {"token": named(jti)})
                assert (refused["code"], refused["reason"]) == ("unauthorized", "the token was taken back")
                assert await line.ended() == 4401
            good = await Line.open(here.port, named("lost, stolen"))
            assert (await good.ask("join"))["status"] == "ok"
            refused = await good.ask("hello", {"token": named("stolen")})
            assert refused["code"] == "unauthorized"
            assert await good.ended() == 4401

    run(main())


def test_a_token_of_our_own_is_taken_back_by_its_id() -> None:
    async def main() -> None:
        leaked, other = player(0), player(0)
        settings = Settings.read({"LUDOTECA_REVOKED": unverified(leaked).jti or ""})
        async with place(settings) as here:
            await here.opens()
            with pytest.raises(Refused, match=r"401 .*taken back"):
                await Line.open(here.port, leaked)
            line = await Line.open(here.port, other)
            assert (await line.ask("join"))["status"] == "ok"

    run(main())


# A token that runs out


def test_whoever_outlives_his_token_is_sent_away() -> None:
    async def main() -> None:
        clock = Shifted()
        async with place(clock=clock) as here:
            await here.opens()
            first, second = await here.players()
            clock.ahead_ms = 3_590_000
            assert (await first.ask("sync"))["status"] == "ok"
            clock.ahead_ms = (3_600 + LEEWAY + 1) * 1_000
            assert [await first.ended(), await second.ended()] == [4401, 4401]
            await until(lambda: here.present() == [False, False])
            with pytest.raises(Refused, match=r"401 .*expired"):
                await Line.open(here.port, player(0))

    run(main())


def test_a_token_that_is_still_let_in_is_not_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clocks may differ by so much: it is over, but not for longer than that."""
    monkeypatch.setattr(gateway, "SWEEP_SECONDS", 0.05)

    async def main() -> None:
        clock, began = Shifted(), now()
        token, sooner = (minted(for_observer(GAME_ID, "wanda", at)) for at in (began, began - 2))
        last = began + 3_600 + LEEWAY - 1  # the last second in which it is let in
        async with place(clock=clock) as here:
            await here.opens()
            early = await Line.open(here.port, minted(for_player(GAME_ID, 0, began)))
            gone = await Line.open(here.port, sooner)
            clock.stopped_at = (last - 1) * 1_000
            late = await Line.open(here.port, token)
            clock.stopped_at = last * 1_000
            assert await gone.ended() == 4401  # all have been looked at
            assert (await early.ask("join"))["status"] == (await late.ask("sync"))["status"] == "ok"
            await Line.open(here.port, token)

    run(main())


def test_a_newer_token_keeps_the_connection() -> None:
    async def main() -> None:
        clock = Shifted()
        async with place(clock=clock) as here:
            await here.opens()
            first, second = await here.players()
            newer = minted(for_player(GAME_ID, 0, now(), minutes=120))
            assert (await first.ask("hello", {"token": newer}))["status"] == "ok"
            clock.ahead_ms = 5_400_000
            assert await second.ended() == 4401
            assert (await first.ask("seal", {"choice": "guard"}))["status"] == "ok"
            assert first.codes() == []

    run(main())


@pytest.mark.parametrize("whose", ["another seat", "an observer", "a host", "another table", "nobody"])
def test_a_token_of_somebody_else_does_not_change_who_one_is(whose: str) -> None:
    """The connection ends; and it is the player who sat there that is gone, nobody else."""

    async def main() -> None:
        tokens = {
            "another seat": player(1),
            "an observer": observer(),
            "a host": host(),
            "another table": player(0, "OTHER1"),
            "nobody": "x",
        }
        async with place() as here:
            await here.opens()
            first, second = await here.players()
            refused = await first.ask("hello", {"token": tokens[whose]})
            assert refused["code"] in ("forbidden", "join_failed", "unauthorized")
            assert await first.ended() == 4401
            await until(lambda: here.present() != [True, True])
            assert here.present() == [False, True]
            assert (await second.ask("sync"))["status"] == "ok"

    run(main())


# Handshakes


@pytest.mark.parametrize(
    "connection",
    [
        "Connection: keep-alive, Upgrade",
        "connection:upgrade , x-other",
        "Connection: keep-alive\r\nConnection: Upgrade",
    ],
    ids=["as Firefox has it", "with another option", "in two lines"],
)
def test_a_connection_that_is_to_be_upgraded_may_have_other_options(connection: str) -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            asked = handshake("/table/TABLE7", [("Authorization", f"Bearer {player(0)}")])
            line = await Line.dial(here.port, asked.replace(b"Connection: Upgrade", connection.encode()))
            await line.greeted()
            assert (await line.ask("join"))["status"] == "ok"

    run(main())


@pytest.mark.parametrize("name", ["Sec-WebSocket-Version", "Sec-WebSocket-Key", "Upgrade"])
def test_a_handshake_that_is_not_ascii_is_refused_in_words(name: str) -> None:
    async def main() -> None:
        async with place() as here:
            asked = handshake("/table/TABLE7", [("Authorization", f"Bearer {player(0)}")])
            line = await Line.dial(here.port, asked.replace(f"{name}: ".encode(), f"{name}: ".encode() + b"\xfb"))
            with pytest.raises(Refused) as caught:
                await line.greeted()
            assert caught.value.status == 400

    run(main())
