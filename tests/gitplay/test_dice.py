"""Dice: a function of the key and the number of the move, committed to before, told after."""

import hashlib
import hmac
import json
from pathlib import Path

import pytest

from ludoteca.gitplay import dice, repository_config
from ludoteca.kernel import Malformed
from ludoteca.kernel.chance import Dice

from .harness import TABLE, Harness, at

KEY = bytes(range(32))


def test_the_rolls_after_a_move_are_fixed_by_key_and_number() -> None:
    """The test vector of docs/gitgammon.md."""
    assert [dice.rolls(KEY, sequence, 2) for sequence in range(4)] == [
        ((5, 1), (2, 6)),
        ((3, 4), (2, 6)),
        ((2, 3), (6, 4)),
        ((3, 1), (4, 4)),
    ]


def by_the_book(key: bytes, sequence: int, number: int) -> tuple[int, int]:
    """docs/gitgammon.md and docs/fairness.md, written down again."""

    def lp(*fields: bytes) -> bytes:
        return b"".join(len(field).to_bytes(4, "big") + field for field in fields)

    def sha(data: bytes) -> bytes:
        return hashlib.sha256(data).digest()

    scheme, game = b"tables-fair/1", hashlib.sha256(key).hexdigest().encode()
    bound = hmac.digest(key, sha(lp(scheme, b"key", game, sha(b"backgammon/1"), b"")), "sha256")
    label = sha(lp(scheme, b"dice", (sequence * 65_536 + number).to_bytes(8, "big")))
    stream = b"".join(hmac.digest(bound, label + block.to_bytes(4, "big"), "sha256") for block in range(4))
    first, second = [1 + byte % 6 for byte in stream if byte < 252][:2]
    return first, second


def test_anybody_can_recompute_the_dice_from_the_manual() -> None:
    for sequence in (0, 1, 17, 9999):
        assert dice.rolls(KEY, sequence, 3) == tuple(by_the_book(KEY, sequence, number) for number in range(3))


def test_a_dealer_goes_on_with_the_same_rolls() -> None:
    deal = dice.dealer(KEY, 7)
    assert tuple(deal.answer(Dice(2)) for _ in range(5)) == dice.rolls(KEY, 7, 5)


def test_keys_differ_by_secret_repository_and_table() -> None:
    keys = {
        dice.table_key(secret, harness, table)
        for secret in (b"a" * 32, b"b" * 32)
        for harness in ("x", "y")
        for table in ("one", "two")
    }
    assert len(keys) == 8


def test_the_hash_of_the_key_is_there_from_the_start_and_the_key_at_the_end(harness: Harness) -> None:
    path = f"tables/{TABLE}/fairness.json"
    before = json.loads(harness.read(path) or b"")
    assert before["key"] is None
    harness.play()
    assert json.loads(harness.read(path) or b"") == before
    harness.push(at(TABLE, harness.resignation("bob")))
    harness.process("bob")
    after = json.loads(harness.read(path) or b"")
    assert after["keyHash"] == before["keyHash"]
    assert hashlib.sha256(bytes.fromhex(after["key"])).hexdigest() == before["keyHash"]


def test_a_key_must_be_the_one_committed_to() -> None:
    with pytest.raises(Malformed, match="committed to"):
        dice.revealed_key(dice.Fairness(dice.SCHEME, "0" * 64, KEY.hex()))
    with pytest.raises(Malformed, match="hexadecimal"):
        dice.revealed_key(dice.Fairness(dice.SCHEME, "0" * 64, "zz"))
    with pytest.raises(Malformed, match="not known here"):
        dice.read_fairness(b'{"scheme": "other/1", "keyHash": "", "key": null}')


def test_the_opening_is_never_a_double(tmp_path: Path) -> None:
    harness = Harness.founded(tmp_path / "many.git")
    for number in range(30):
        table = harness.open_table(f"w{number}", "bob")
        now = harness.state(table)
        assert len(set(now["dice"])) == 2
        assert now["messages"][0]["text"] == f"Game started. {now['activePlayer'].capitalize()} to move."
        fell = harness.tip.message.partition("GitGammon-Dice: ")[2].partition("\n")[0].split()
        white, black = map(int, fell[-1].split("-"))
        assert now["activePlayer"] == ("white" if white > black else "black")
        assert all(roll[0] == roll[2] for roll in fell[:-1])


def test_without_a_seed_a_secret_is_made_outside_of_what_is_tracked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GITGAMMON_SEED")
    one, other = Harness.founded(tmp_path / "one.git"), Harness.founded(tmp_path / "two.git")
    file = repository_config.secret_file(one.repo)
    assert file.stat().st_mode & 0o777 == 0o600
    assert one.processor.secret != other.processor.secret
    assert file.read_bytes().strip() not in b"".join(one.repo[oid].read_raw() for oid in one.repo.odb)


def test_a_short_seed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITGAMMON_SEED", "short")
    with pytest.raises(Exception, match="at least"):
        Harness.founded(tmp_path / "one.git")
