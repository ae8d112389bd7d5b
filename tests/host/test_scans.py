"""What lies hidden is found by no search: not in a frame, a log line, a metric or a figure of health."""

import base64
import dataclasses
import hashlib
import json
from typing import Any

import pytest

from ludoteca.bots import bots_for
from ludoteca.dealers import PyRandom
from ludoteca.kernel import AnyGame, canonical, plain
from ludoteca.process import Process, ProcessConfig
from ludoteca.runtime.bus_service import BusService
from ludoteca.runtime.settings import ACTIONS
from ludoteca.table.wire import Who
from tests.times import TIMES
from tests.toys import TOYS
from tests.toys.den.types import CARDS, State, stock
from tests.toys.duel.types import CHOICES

from .logs import captured
from .stand import ALL, OBSERVER, SECRET, TABLE, Ear, Stand, Thinkers, alone, every_game, player

DEN, DUEL = TOYS["den"], TOYS["duel"]
GAMES_EACH, PARTS = 100 * TIMES, 2


def spellings(word: str | bytes) -> list[bytes]:
    """All the ways in which something might be written down by mistake."""
    raw = word if isinstance(word, bytes) else word.encode()
    hashes = [hashlib.sha256(raw).hexdigest(), hashlib.md5(raw).hexdigest(), hashlib.blake2b(raw).hexdigest()]
    plainly = [raw, raw.upper(), raw.title(), b"-".join(reversed(raw.split(b"-"))), raw.hex().encode()]
    return [*plainly, base64.b64encode(raw).rstrip(b"="), *(each.encode() for each in hashes)]


CARD_SPELLINGS: dict[str, list[bytes]] = {card: spellings(card) for card in CARDS}
SECRET_SPELLINGS = [SECRET.hex().encode(), SECRET.hex().upper().encode(), base64.b64encode(SECRET), SECRET]


def hits(words: dict[Any, list[bytes]], text: bytes) -> list[Any]:
    return [word for word, spelled in words.items() if any(each in text for each in spelled)]


def closed_to(state: State, who: Who) -> set[str]:
    """The den's cards that a reader may not know: the stock, and what other seats hold or have buried."""
    others = [seat for seat in range(3) if seat != who.seat]
    buried = {card for seat in others if (card := state.buried[seat]) is not None}
    return buried | set(stock(state)) | {card for seat in others for card in state.hands[seat]}


class Scanned:
    """A table whose readers ask how things stand after every step, and all they have heard since the last one."""

    def __init__(self, stand: Stand) -> None:
        self.stand = stand
        self.ears: list[Ear] = []

    async def begin(self, game: AnyGame, config: dict[str, Any]) -> None:
        await self.stand.seat(game, config)
        self.ears = [self.stand.listen(who) for who in self.stand.whos()]

    async def heard(self) -> list[tuple[Who, bytes]]:
        texts = []
        for ear in self.ears:
            asked = await self.stand.ask(ear.who, "sync")
            refused = await self.stand.ask(ear.who, "nonsense")
            texts.append((ear.who, b"\n".join(ear.frames + asked.frames + refused.frames)))
            ear.frames.clear()
        return texts


@pytest.mark.parametrize("part", range(PARTS))
def test_no_frame_holds_a_card_of_the_den_that_its_reader_may_not_know(part: int) -> None:
    async def one(stand: Stand, seed: int) -> int:
        scanned, dealer, frames = Scanned(stand), PyRandom(seed), 0
        await scanned.begin(DEN, {"rounds": 1 + seed % 3})
        while await stand.step(dealer) and stand.table().match.outcome is None:
            for who, text in await scanned.heard():
                closed = closed_to(stand.state(), who)
                assert not hits({card: CARD_SPELLINGS[card] for card in closed}, text)
                assert not hits({"secret": SECRET_SPELLINGS}, text)
                frames += text.count(b"\n")
        return frames

    for seed in range(part, GAMES_EACH, PARTS):
        assert alone(lambda stand, seed=seed: one(stand, seed)) > 10  # type: ignore[misc]


def test_a_card_that_is_told_is_found_by_the_scan() -> None:
    """Or the scan would find nothing whatever was told."""

    async def body(stand: Stand) -> None:
        scanned = Scanned(stand)
        await scanned.begin(DEN, {})
        told = {who.key: text for who, text in await scanned.heard()}
        for seat in range(3):
            hand = set(stand.state().hands[seat])
            assert set(hits(CARD_SPELLINGS, told[player(seat).key])) == hand

    alone(body)


@pytest.mark.parametrize("part", range(PARTS))
def test_no_frame_holds_a_choice_of_a_duel_before_the_round_is_shown(part: int) -> None:
    """In snapshots the choices stand among the legal ones, so these are looked at without."""

    async def one(stand: Stand, seed: int) -> int:
        await stand.seat(DUEL)
        choice, looked = CHOICES[seed % 3], 0
        ears = [stand.listen(who) for who in (player(1), OBSERVER)]
        for kind in ("sketch", "seal"):
            assert (await stand.ask(player(0), kind, {"choice": choice})).result["status"] == "ok"
            for ear in ears:
                shown = (await stand.ask(ear.who, "sync")).replies[1]["payload"] | {"legal": []}
                text = b"\n".join([*ear.frames, json.dumps(shown).encode()])
                assert not hits({word: spellings(word) for word in CHOICES}, text)
                looked += len(ear.frames)
        return looked

    for seed in range(part, GAMES_EACH, PARTS):
        assert alone(lambda stand, seed=seed: one(stand, seed)) > 0  # type: ignore[misc]


@every_game
def test_the_dealers_secret_is_in_no_frame_before_those_that_reveal_it(game: AnyGame) -> None:
    async def one(stand: Stand, seed: int) -> None:
        scanned, dealer = Scanned(stand), PyRandom(seed)
        await scanned.begin(game, {})
        for _ in range(12):
            if not await stand.step(dealer) or stand.table().match.outcome is not None:
                break
            for _, text in await scanned.heard():
                assert not hits({"secret": SECRET_SPELLINGS}, text)
        if stand.table().match.outcome is None:
            await stand.ask(player(0), "resign")
        for _, text in await scanned.heard():
            assert hits({"secret": SECRET_SPELLINGS}, text)

    for seed in range(5 * TIMES):
        alone(lambda stand, seed=seed: one(stand, seed))  # type: ignore[misc]


# Logs, metrics, health


class Loose(Exception):
    """An error of careless rules: its text holds all there is to know."""


def careless(game: AnyGame) -> AnyGame:
    """Rules that blurt out their whole state whenever somebody resigns."""

    def apply(state: Any, given: Any) -> Any:
        if type(given).__name__ == "Resigned":
            raise Loose(canonical(state).decode(), state)
        return game.apply(state, given)

    return dataclasses.replace(game, apply=apply)


def blurting_bot(view: Any, legal: Any, dealer: Any) -> Any:
    raise Loose(canonical(view).decode(), legal)


def cheating_bot(view: Any, legal: Any, dealer: Any) -> Any:
    return canonical((view, tuple(legal))).decode()


async def stirred(stand: Stand, game: AnyGame) -> dict[str, Any]:
    """A table to which everything happens that makes a server write something down; what health says of it."""
    service = BusService(stand.host)
    await service.start()
    await stand.seat(game)
    for bot in ("blurting", "cheating"):
        seats = len(stand.table().match.terms.bots)
        await stand.open(game.name, bots=[bot] * seats, game_id=f"{bot[:5].upper()}1")
    for who in stand.whos():
        for raw in (b"{", json.dumps({"message_type": "x", "hands": plain(stand.state())}).encode()):
            stand.bus.publish(ACTIONS.format(TABLE), [raw])
        await stand.ask(who, "nonsense")
    dealer = PyRandom(1)
    for _ in range(4):
        await stand.step(dealer)
    for _ in range(3):  # it crashes, is brought back, and is suspended in the end
        await stand.ask(player(0), "resign")
    stand.store.rows[TABLE].entries[-1] += b" "
    await stand.ask(OBSERVER, "sync")
    process = Process(ProcessConfig(ALL, bots_for), stand.store, stand.bus)
    process.host = stand.host
    health = process.health()
    await process.leave()
    return health


@every_game
def test_logs_metrics_and_health_tell_nothing_of_a_game(game: AnyGame) -> None:
    bots = {"blurting": blurting_bot, "cheating": cheating_bot}
    stands: list[Stand] = []

    def stand() -> Stand:
        stands.append(Stand({**ALL, game.name: careless(game)}, bot_runner=Thinkers(bots)))
        return stands[0]

    with captured() as lines:
        health = alone(lambda stand: stirred(stand, game), stand)
    assert {"opened", "bot_failed", "table_crashed", "restored"} <= {line["event"] for line in lines}
    text = repr(lines).encode() + repr(health).encode() + stands[0].metrics.text()
    assert health["status"] == "ok"
    assert b"ludoteca_crashes_total 3" in text
    words = {"secret": SECRET_SPELLINGS, **{word: [word.encode()] for word in ("hands", "sealed", "config")}}
    assert not hits({**words, **CARD_SPELLINGS, **{each: spellings(each) for each in CHOICES}}, text)
