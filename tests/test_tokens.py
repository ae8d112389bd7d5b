"""Tokens: the round trip, and everything that must not pass for one. Forgeries are written by hand, byte by byte."""

import base64
import hashlib
import hmac
import json
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.kernel import replace
from ludoteca.table.wire import Who
from ludoteca.tokens import (
    BYTES_AT_MOST,
    LEEWAY,
    Claims,
    Tokens,
    Unauthorized,
    WeakSecret,
    for_host,
    for_observer,
    for_player,
    unverified,
    who,
)

SECRET = "correct horse battery staple, twice over"
OTHER_SECRET = "incorrect horse battery staple, as well"
NOW = 1_800_000_000
HOUR = 3600
TOKENS = Tokens(SECRET)
PLAYER: dict[str, Any] = {"game_id": "ABC123", "player_id": 0, "role": "player", "exp": NOW + HOUR}
OBSERVER: dict[str, Any] = {"game_id": "ABC123", "role": "observer", "exp": NOW + HOUR}
HEADER: dict[str, Any] = {"alg": "HS256", "typ": "JWT"}


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def forged(payload: Any, header: Any = HEADER, secret: str = SECRET, hashed: Any = hashlib.sha256) -> str:
    """A token as anybody could write it; `payload` and `header` are trees, or JSON already."""
    texts = [part if isinstance(part, str) else json.dumps(part) for part in (header, payload)]
    signed = ".".join(b64(text.encode()) for text in texts)
    return f"{signed}.{b64(hmac.digest(secret.encode(), signed.encode(), hashed))}"


def refused(token: str, now: int = NOW) -> str:
    with pytest.raises(Unauthorized) as caught:
        TOKENS.read(token, now)
    text = f"{caught.value} {caught.value!r}"
    assert caught.value.code == "unauthorized"
    assert caught.value.__cause__ is None
    assert "eyJ" not in text
    assert SECRET not in text
    return caught.value.reason


def changed(**claims: Any) -> dict[str, Any]:
    return {**PLAYER, **claims}


def without(*names: str, of: dict[str, Any] = PLAYER) -> dict[str, Any]:
    return {name: value for name, value in of.items() if name not in names}


# The round trip

GAME_IDS = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", min_size=6, max_size=6)
NAMES = st.text(st.characters(categories=["L", "N", "P", "S"]), max_size=16).map(
    lambda text: unicodedata.normalize("NFC", text)[:16]
)
NAMED = NAMES.filter(lambda name: unicodedata.is_normalized("NFC", name))
MINUTES = st.integers(1, 24 * 60)
ANY_CLAIMS = st.one_of(
    st.builds(for_player, GAME_IDS, st.integers(0, 63), st.just(NOW), MINUTES),
    st.builds(for_observer, GAME_IDS, NAMED, st.just(NOW), MINUTES),
    st.builds(for_host, st.none() | GAME_IDS, st.just(NOW), MINUTES),
)


@given(ANY_CLAIMS)
def test_what_is_minted_is_read_back_until_it_expires(claims: Claims) -> None:
    token = TOKENS.mint(claims, NOW)
    assert len(token) <= BYTES_AT_MOST
    read = TOKENS.read(token, NOW)
    assert read == TOKENS.read(token, claims.exp - 1) == unverified(token) == replace(claims, jti=read.jti)
    assert refused(token, claims.exp + LEEWAY) == "the token has expired"


@given(ANY_CLAIMS, st.data())
def test_a_token_with_one_character_changed_is_refused(claims: Claims, data: st.DataObject) -> None:
    token = TOKENS.mint(claims, NOW)
    at = data.draw(st.integers(0, len(token) - 1))
    other = data.draw(st.sampled_from("AZaz09-_.=é").filter(lambda char: char != token[at]))
    refused(token[:at] + other + token[at + 1 :])


@given(st.text(max_size=100) | st.binary(max_size=100).map(lambda data: ".".join([b64(data)] * 3)))
def test_noise_is_refused(noise: str) -> None:
    refused(noise)


def test_a_token_of_the_specification_is_read() -> None:
    assert TOKENS.read(forged(PLAYER), NOW) == for_player("ABC123", 0, NOW)
    assert TOKENS.read(forged({**OBSERVER, "display_name": "Ada"}), NOW) == for_observer("ABC123", "Ada", NOW)
    assert TOKENS.read(forged(PLAYER, header={"alg": "HS256"}), NOW).player_id == 0


def test_a_time_may_have_a_fraction_and_no_token_holds_longer_than_it_says() -> None:
    whole = json.dumps(PLAYER).replace(str(NOW + HOUR), f"{NOW + HOUR}.0")
    assert TOKENS.read(forged(whole), NOW) == TOKENS.read(forged(PLAYER), NOW)
    claims = TOKENS.read(forged(changed(exp=NOW + 10.75, nbf=NOW - 0.5, iat=NOW - 1.5)), NOW)
    assert (claims.exp, claims.nbf, claims.iat) == (NOW + 10, NOW, NOW - 1)
    assert refused(forged(changed(exp=NOW - LEEWAY + 0.9)), NOW) == "the token has expired"
    assert refused(forged(changed(exp=1e300))) == "its claims are not as they should be: exp"


def test_a_players_token_may_have_a_display_name() -> None:
    claims = TOKENS.read(forged(changed(display_name="Ada")), NOW)
    assert who(claims, "ABC123") == Who("player", 0, "Ada")


# T1: algorithms, headers, shapes

ALGORITHMS = (
    "none",
    "None",
    "nOnE",
    "NONE",
    "HS384",
    "HS512",
    "RS256",
    "ES256",
    "PS256",
    "hs256",
    "HS256 ",
    "",
    None,
    1,
)


@pytest.mark.parametrize("alg", ALGORITHMS)
def test_no_other_algorithm_is_known(alg: Any) -> None:
    header = {"alg": alg, "typ": "JWT"}
    refused(forged(PLAYER, header))
    refused(forged(PLAYER, header).rsplit(".", 1)[0] + ".")


@pytest.mark.parametrize(("alg", "hashed"), [("HS384", hashlib.sha384), ("HS512", hashlib.sha512)])
def test_longer_hashes_of_the_same_secret_are_refused(alg: str, hashed: Any) -> None:
    refused(forged(PLAYER, {"alg": alg, "typ": "JWT"}, hashed=hashed))
    refused(forged(PLAYER, hashed=hashed))


HEADERS: list[dict[str, Any]] = [
    {"jku": "https://evil.example/keys"},
    {"jwk": {"kty": "oct", "k": "AAAA"}},
    {"x5u": "https://evil.example/cert"},
    {"x5c": ["AAAA"]},
    {"crit": ["exp"]},
    {"b64": False, "crit": ["b64"]},
    {"zip": "DEF"},
]


@pytest.mark.parametrize("extra", HEADERS, ids=str)
def test_a_header_names_no_key_and_changes_nothing_about_how_a_token_is_read(extra: dict[str, Any]) -> None:
    assert refused(forged(PLAYER, {**HEADER, **extra})).startswith("the header must have none of b64, crit, ")


@pytest.mark.parametrize("extra", [{"kid": "main"}, {"kid": ""}, {"cty": "JWT"}, {"x5t": "AA"}, {"ver": 2}], ids=str)
def test_other_members_of_a_header_are_ignored(extra: dict[str, Any]) -> None:
    assert TOKENS.read(forged(PLAYER, {**HEADER, **extra}), NOW).player_id == 0


@pytest.mark.parametrize(
    "header", ['{"alg":"none","alg":"HS256"}', '{"alg":"HS256"', "[]", "7", "null", '{"typ":"JWT"}']
)
def test_a_header_that_is_none_is_refused(header: str) -> None:
    refused(forged(PLAYER, header))


def test_a_signature_under_another_or_an_empty_secret_is_refused() -> None:
    assert refused(forged(PLAYER, secret=OTHER_SECRET)) == "the signature is not ours"
    refused(forged(PLAYER, secret=""))


def shapes() -> dict[str, str]:
    token = forged(PLAYER)
    header, payload, signature = token.split(".")
    return {
        "empty": "",
        "no signature": f"{header}.{payload}.",
        "no dot": header + payload + signature,
        "one dot": f"{header}.{payload}",
        "three dots": f"{token}.{signature}",
        "leading dot": f".{token}",
        "trailing dot": f"{token}.",
        "only dots": "..",
        "truncated": token[:-1],
        "half a signature": f"{header}.{payload}.{signature[:21]}",
        "twice the signature": f"{token}{signature}",
        "padded": f"{token}=",
        "padded payload": f"{header}.{payload}==.{signature}",
        "space before": f" {token}",
        "newline after": f"{token}\n",
        "line break inside": f"{header}.\n{payload}.{signature}",
        "standard alphabet": f"{header}.{payload}.{'+' + signature[1:]}",
        "unused bits set": token[:-1] + chr(ord(token[-1]) + 1),
        "swapped": f"{payload}.{header}.{signature}",
        "NUL": f"{token}\0",
        "lone surrogate": f"{token}\ud800",
        "bearer": f"Bearer {token}",
        "1 MB": "A" * 1_000_000,
        "1 MB of payload": f"{header}.{'A' * 1_000_000}.{signature}",
        "1 MB of dots": "." * 1_000_000,
    }


@pytest.mark.parametrize("name", shapes())
def test_what_is_not_written_like_a_token_is_refused(name: str) -> None:
    refused(shapes()[name])


def test_a_signed_token_that_is_too_long_is_refused() -> None:
    assert refused(forged(changed(jti="x" * BYTES_AT_MOST))) == "longer than 2048 bytes"


def test_a_payload_that_was_changed_is_refused() -> None:
    header, _, signature = forged(PLAYER).split(".")
    refused(f"{header}.{b64(json.dumps(changed(player_id=1)).encode())}.{signature}")


# T2: signed claims, each wrong in its own way

FAR = NOW + 24 * HOUR
CLAIMS: dict[str, Any] = {
    "expired": changed(exp=NOW - LEEWAY),
    "expired in 1970": changed(exp=0),
    "exp in 100 years": changed(exp=NOW + 100 * 365 * 24 * HOUR),
    "exp beyond a day": changed(exp=FAR + LEEWAY + 1),
    "exp a string": changed(exp=str(NOW + HOUR)),
    "exp 1e400": json.dumps(PLAYER).replace(str(NOW + HOUR), "1e400"),
    "exp NaN": json.dumps(PLAYER).replace(str(NOW + HOUR), "NaN"),
    "exp of 1000 digits": json.dumps(PLAYER).replace(str(NOW + HOUR), "9" * 1000),
    "exp null": changed(exp=None),
    "exp true": changed(exp=True),
    "exp negative": changed(exp=-1),
    "exp twice": json.dumps(PLAYER)[:-1] + f', "exp": {NOW + 2 * HOUR}}}',
    "nbf to come": changed(nbf=NOW + LEEWAY + 1),
    "nbf a string": changed(nbf="0"),
    "iat to come": changed(iat=NOW + LEEWAY + 1),
    "no exp": without("exp"),
    "no role": without("role"),
    "no game": without("game_id"),
    "no player": without("player_id"),
    "observer of no game": without("game_id", of=OBSERVER),
    "role unknown": changed(role="admin"),
    "role in capitals": changed(role="Player"),
    "role a list": changed(role=["player"]),
    "observer with a player_id": {**OBSERVER, "player_id": 0},
    "host with a player_id": changed(role="host"),
    "player_id a string": changed(player_id="0"),
    "player_id true": changed(player_id=True),
    "player_id negative": changed(player_id=-1),
    "player_id too high": changed(player_id=64),
    "host with a display_name": {"role": "host", "exp": NOW + HOUR, "display_name": "Ada"},
    "another aud": changed(aud="elsewhere"),
    "a list of auds": changed(aud=["ludoteca", "elsewhere"]),
    "another iss": changed(iss="elsewhere"),
    "jti empty": changed(jti=""),
    "unknown claim": changed(admin=True),
    "unknown claim that looks like a token": changed(eyJhbGciOiJIUzI1NiJ9=1),
    "role that looks like a token": changed(role="eyJhbGciOiJIUzI1NiJ9"),
    "key twice that looks like a token": '{"role": "player", "eyJh": 1, "eyJh": {"eyJh": 1, "eyJh": 2}}',
    "a list": [PLAYER],
    "a string": json.dumps("player"),
    "no JSON": "{",
    "deep": "[" * 500,
}


@pytest.mark.parametrize("name", CLAIMS)
def test_signed_claims_that_are_not_as_they_should_be_are_refused(name: str) -> None:
    refused(forged(CLAIMS[name]))


BAD_IDS = [
    "abc123",
    "ABC12",
    "ABC1234",
    "ABC123\n",
    "../etc",
    "..%5c1",
    "%2e%2e",
    "ABC12\0",
    "АВС123",
    "game.*",
    "*",
    "",
    7,
]


@pytest.mark.parametrize("game_id", BAD_IDS)
def test_game_ids_are_six_capitals_or_digits(game_id: Any) -> None:
    assert refused(forged(changed(game_id=game_id))).endswith(": game_id")


@pytest.mark.parametrize(
    "name", ["", "x" * 33, "e\u0301", "a\x1b[2J", "a\nb", "a\u202eb", "\u2066a", "a\u2028b", "\x7f"]
)
def test_names_are_short_printable_and_composed(name: str) -> None:
    refused(forged({**OBSERVER, "display_name": name}))
    with pytest.raises(ValueError):  # noqa: PT011 - Malformed and our own words are both ValueErrors
        TOKENS.mint(Claims(game_id="ABC123", role="observer", display_name=name, exp=NOW + 1), NOW)


def test_an_observers_name_is_composed_before_it_is_signed() -> None:
    assert TOKENS.read(TOKENS.mint(for_observer("ABC123", "Zoe\u0308", NOW), NOW), NOW).display_name == "Zo\u00eb"


def test_other_claims_are_welcome_when_they_are_right() -> None:
    claims = changed(aud="ludoteca", iss="ludoteca", jti="one", nbf=NOW, iat=NOW)
    assert TOKENS.read(forged(claims), NOW).jti == "one"
    assert TOKENS.read(forged(changed(nbf=NOW + LEEWAY)), NOW).nbf == NOW + LEEWAY


def test_clocks_may_differ_by_the_leeway() -> None:
    assert TOKENS.read(forged(changed(exp=NOW - LEEWAY + 1)), NOW).role == "player"
    assert TOKENS.read(forged(changed(exp=FAR + LEEWAY)), NOW).role == "player"


def test_a_token_taken_back_is_refused() -> None:
    token = forged(changed(jti="one"))
    assert TOKENS.read(token, NOW, revoked={"two"}).jti == "one"
    with pytest.raises(Unauthorized, match="taken back"):
        TOKENS.read(token, NOW, revoked={"one"})


@given(ANY_CLAIMS)
def test_whatever_is_minted_can_be_taken_back_alone(claims: Claims) -> None:
    """Also of two that say the same."""
    token, twin = TOKENS.mint(claims, NOW), TOKENS.mint(claims, NOW)
    one = unverified(token).jti
    assert one is not None
    assert TOKENS.read(twin, NOW, revoked={one}).jti != one
    with pytest.raises(Unauthorized, match="taken back"):
        TOKENS.read(token, NOW, revoked={one})


def test_an_id_that_somebody_has_chosen_is_kept() -> None:
    assert unverified(TOKENS.mint(replace(for_host(None, NOW), jti="mine"), NOW)).jti == "mine"


# Whose token it is


def test_a_token_says_who_its_bearer_is_at_its_table() -> None:
    assert who(for_player("ABC123", 3, NOW), "ABC123") == Who("player", 3)
    assert who(for_observer("ABC123", "Ada", NOW), "ABC123") == Who("observer", None, "Ada")
    assert who(for_host("ABC123", NOW), "ABC123") == who(for_host(None, NOW), "ABC123") == Who("host")


@pytest.mark.parametrize(
    "claims", [for_player("ABC123", 0, NOW), for_observer("ABC123", "", NOW), for_host("ABC123", NOW)]
)
def test_a_token_is_nothing_at_another_table(claims: Claims) -> None:
    with pytest.raises(Unauthorized) as caught:
        who(claims, "XYZ789")
    assert caught.value.code == "join_failed"


# T4: secrets, and what is minted


@pytest.mark.parametrize(
    ("secret", "why"),
    [
        ("", "0 bytes"),
        ("short", "5 bytes"),
        ("x" * 31, "31 bytes"),
        ("x" * 64, "repeats itself"),
        ("1234567" * 10, "repeats itself"),
        ("django-insecure-0123456789abcdefghijklmnop", "template"),
        ("-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQ\n-----END PUBLIC KEY-----", "public key"),
    ],
)
def test_a_weak_secret_is_refused_and_not_repeated(secret: str, why: str) -> None:
    with pytest.raises(WeakSecret, match=why) as caught:
        Tokens(secret)
    assert not secret or secret not in str(caught.value)


def test_a_secret_is_not_shown() -> None:
    assert SECRET not in repr(TOKENS)


UNMINTABLE = [
    for_player("abc", 0, NOW),
    for_player("ABC123", -1, NOW),
    for_player("ABC123", 0, NOW, minutes=0),
    for_player("ABC123", 0, NOW, minutes=24 * 60 + 1),
    for_observer("ABC123", "x" * 33, NOW),
    Claims(role="player", exp=NOW + 1),
    Claims(role="host", player_id=0, exp=NOW + 1),
]


@pytest.mark.parametrize("claims", UNMINTABLE, ids=str)
def test_what_could_not_be_read_back_is_not_minted(claims: Claims) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - Malformed and our own words are both ValueErrors
        TOKENS.mint(claims, NOW)
