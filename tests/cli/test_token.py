"""`ludoteca token` as its users meet it. The secret is never on the screen, and a refused token is not repeated."""

import pytest

from ludoteca.tokens import Tokens, Unauthorized, for_player, unverified
from tests.times import now

from .terminal import ludoteca, refused

SECRET = "a secret for tests, and long enough"
OTHER_SECRET = "another one for tests, as long as it"
MINE = ["--game-id", "ABC123", "--player", "0"]


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setenv("LUDOTECA_SECRET_KEY", SECRET)
    monkeypatch.delenv("SECRET_KEY", raising=False)
    return monkeypatch


def minted(*args: str) -> str:
    result = ludoteca("token", "mint", *args)
    assert result.exit_code == 0, result.output
    return result.stdout.rstrip("\n")


def shown(token: str, typed: str = "") -> dict[str, str]:
    result = ludoteca("token", "inspect", token, typed=typed)
    assert result.exit_code == 0, result.output
    assert SECRET not in result.output
    return {name: value.strip() for name, _, value in (line.partition(" ") for line in result.stdout.splitlines())}


def test_a_players_token() -> None:
    lines = shown(minted(*MINE))
    assert (lines["game_id"], lines["player_id"], lines["role"]) == ('"ABC123"', "0", '"player"')
    assert lines["signature"] == "good"
    assert lines["expires"].endswith(("UTC, in 1 hour", "UTC, in 59 minutes"))


def test_the_id_that_revokes_a_token_is_shown_when_it_is_minted_or_inspected() -> None:
    result = ludoteca("token", "mint", *MINE)
    token, told = result.stdout.rstrip("\n"), result.stderr.removeprefix("its id: ").rstrip("\n")
    assert shown(token)["jti"] == f'"{told}"'
    with pytest.raises(Unauthorized, match="taken back"):
        Tokens(SECRET).read(token, now(), revoked={told})


def test_an_observers_token_with_a_name_and_without() -> None:
    assert shown(minted("--game-id", "ABC123", "--observer", "Zoë"))["display_name"] == '"Zo\\u00eb"'
    assert unverified(minted("--game-id", "ABC123", "--observer", "")).display_name is None


def test_a_hosts_token_for_one_table_and_for_all() -> None:
    assert unverified(minted("--host", "--game-id", "ABC123")).game_id == "ABC123"
    assert unverified(minted("--host")).game_id is None


def test_minutes() -> None:
    assert shown(minted(*MINE, "--minutes", "1440"))["expires"].endswith(("in 1 day", "in 23 hours"))


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["--game-id", "ABC123"],
        ["--player", "0"],
        ["--observer", "Ada"],
        [*MINE, "--host"],
        [*MINE, "--observer", "Ada"],
        [*MINE, "--minutes", "0"],
        [*MINE, "--minutes", "1441"],
        ["--game-id", "abc123", "--player", "0"],
        ["--game-id", "ABC123", "--player", "64"],
        ["--game-id", "ABC123", "--player", "me"],
        ["--game-id", "ABC123", "--observer", "a\x1bb"],
    ],
)
def test_what_cannot_be_minted_is_one_line(args: list[str]) -> None:
    refused("token", "mint", *args)


@pytest.mark.parametrize("args", [[], ["sing"], ["inspect"]])
def test_bad_usage_is_one_line(args: list[str]) -> None:
    refused("token", *args)


def test_minting_needs_a_secret(secret: pytest.MonkeyPatch) -> None:
    secret.delenv("LUDOTECA_SECRET_KEY")
    told = refused("token", "mint", *MINE)
    assert told == (
        "there is no secret: set LUDOTECA_SECRET_KEY (or SECRET_KEY) in the environment; that of `ludoteca serve "
        '--data FOLDER` is in FOLDER/secret: export LUDOTECA_SECRET_KEY="$(cat FOLDER/secret)"'
    )


@pytest.mark.parametrize("weak", ["", "short", "x" * 40])
def test_a_weak_secret_is_refused_by_name_and_not_shown(weak: str, secret: pytest.MonkeyPatch) -> None:
    secret.setenv("LUDOTECA_SECRET_KEY", weak)
    for args in (["mint", *MINE], ["inspect", Tokens(SECRET).mint(for_player("ABC123", 0, 0), 0)]):
        told = refused("token", *args)
        assert told.startswith("LUDOTECA_SECRET_KEY: the secret ")
        assert not weak or weak not in told


def test_the_specifications_name_for_the_secret_counts_when_ours_is_not_set(secret: pytest.MonkeyPatch) -> None:
    secret.setenv("SECRET_KEY", OTHER_SECRET)
    ours = minted(*MINE)
    secret.delenv("LUDOTECA_SECRET_KEY")
    assert shown(minted(*MINE))["signature"] == "good"
    assert refused("token", "inspect", ours, code=1) == "not a good token: the signature is not ours"


def test_without_a_secret_a_token_is_shown_and_not_checked(secret: pytest.MonkeyPatch) -> None:
    token = minted(*MINE)
    secret.delenv("LUDOTECA_SECRET_KEY")
    assert shown(token)["signature"] == "not checked: neither LUDOTECA_SECRET_KEY nor SECRET_KEY is set"


def test_a_token_can_be_typed_instead() -> None:
    assert shown("-", typed=minted(*MINE) + "\n")["signature"] == "good"


def test_an_expired_token_is_shown_and_fails() -> None:
    result = ludoteca("token", "inspect", Tokens(SECRET).mint(for_player("ABC123", 0, 0), 0))
    assert result.exit_code == 1
    assert "1970-01-01 01:00:00 UTC, " in result.stdout
    assert " days ago" in result.stdout
    assert result.stderr == "ludoteca: not a good token: the token has expired\n"


@pytest.mark.parametrize("noise", ["", "eyJ", "eyJhbGciOiJub25lIn0.e30.", "x" * 100_000])
def test_noise_is_refused_and_not_repeated(noise: str) -> None:
    told = refused("token", "inspect", noise, code=1)
    assert "eyJ" not in told
    assert len(told) < 100
