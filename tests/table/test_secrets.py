"""No secrets: what a reader may not know is in no byte sent to them, and nothing they get depends on it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.dealers import PyRandom
from ludoteca.kernel import AnyGame
from ludoteca.table.bus_frames import lean
from ludoteca.table.effects import received_event
from ludoteca.table.wire import Who
from tests.toys import TOYS
from tests.toys.den.types import Bury, Card, State, stock
from tests.toys.duel.types import CHOICES, Choice, Seal, Sketch

from .harness import GENTLE, HOST, OBSERVER, SECRET, Json, Sitting, every_game, is_ok, player

DEN, DUEL = TOYS["den"], TOYS["duel"]


def sync_all(sitting: Sitting) -> None:
    for who in sitting.readers:
        sitting.submit(who, "sync", {"words": True, "told_since": 0})


def fresh(sitting: Sitting, who: Who, seen: dict[str, int]) -> bytes:
    """What has left for a reader since the last look."""
    new = sitting.frames(who)[seen.get(f"told {who.key}", 0) :]
    new += [frame for reader, frame in sitting.replies[seen.get(f"replies {who.key}", 0) :] if reader == who]
    seen[f"told {who.key}"], seen[f"replies {who.key}"] = len(sitting.told), len(sitting.replies)
    return b"\n".join(new)


def closed_cards(state: State, who: Who) -> set[Card]:
    """Cards of the den that lie closed to a reader: the stock, and other seats' hands and buried cards."""
    others = [seat for seat in range(3) if who.role != "player" or seat != who.seat]
    buried = {card for seat in others if (card := state.buried[seat]) is not None}
    return buried | set(stock(state)) | {card for seat in others for card in state.hands[seat]}


# Byte scans


@pytest.mark.parametrize("seed", range(12))
def test_no_closed_card_of_the_den_is_in_any_byte_a_reader_gets(seed: int) -> None:
    sitting = Sitting.seated(DEN, {"rounds": 4}, secret=bytes([seed] * 32).hex())
    seen: dict[str, int] = {}
    for _ in sitting.steps(seed):
        if sitting.table.match.outcome is not None:
            break
        sync_all(sitting)
        for who in sitting.readers:
            sent = fresh(sitting, who, seen)
            assert sent
            assert not [card for card in closed_cards(sitting.state, who) if card.encode() in sent]


@pytest.mark.parametrize("seed", range(6))
def test_who_is_the_fox_is_told_to_the_fox_alone_until_it_shows(seed: int) -> None:
    sitting = Sitting.seated(DEN, secret=bytes([seed] * 32).hex())
    for _ in sitting.steps(seed):
        if sitting.state.is_fox_shown:
            break
        for who in sitting.readers:
            is_fox = who.role == "player" and who.seat == sitting.state.fox
            view = sitting.view(who)["view"]
            assert (view["fox"] is not None, view["mark"] is not None) == (is_fox, is_fox)
            marks = [json.loads(frame)["payload"] for frame in sitting.frames(who) if b'"marked"' in frame]
            assert marks == [{"card": sitting.state.mark if is_fox else None}]


@pytest.mark.parametrize("seed", range(8))
def test_no_hidden_choice_of_a_duel_reaches_another_reader_before_the_reveal(
    seed: int,
) -> None:
    sitting, dealer, seen = Sitting.seated(DUEL), PyRandom(seed), dict[str, int]()
    while sitting.table.match.outcome is None:
        choice = CHOICES[seed % 3]
        for who in sitting.readers:
            fresh(sitting, who, seen)
        sitting.act(0, Sketch(choice))
        sitting.act(0, Seal(choice))
        for who in (player(1), OBSERVER, HOST):
            frames = fresh(sitting, who, seen) + json.dumps(hidden_parts(sitting.view(who))).encode()
            assert choice.encode() not in frames
        assert sitting.step(dealer)
        sitting.wait()
        if sitting.table.timers.next() is not None and not sitting.table.match.acting():
            sitting.wait()


def hidden_parts(view: Json) -> Json:
    """A snapshot without what lists every choice there is, and without the rounds already shown."""
    inner = {key: value for key, value in view["view"].items() if key != "last"}
    return {key: value for key, value in view.items() if key != "legal"} | {"view": inner}


@pytest.mark.parametrize("seed", range(6))
def test_what_is_told_to_a_bot_alone_is_told_to_nobody(seed: int) -> None:
    """Also not to somebody with a token for the bot's seat, here or at the other end of the bus: a bot has its view."""
    sitting = Sitting(DEN, {"rounds": 4}, secret=bytes([seed] * 32).hex(), bots=(None, "first", "first"))
    sitting.submit(player(0), "join")
    spies = [player(1), player(2), OBSERVER]
    while sitting.table.match.outcome is None:
        for ask in sitting.table.bot_turns():
            options = DEN.legal(sitting.state, ask.seat)
            chosen = next((each for each in options if isinstance(each, Bury)), options[0])
            sitting.take(sitting.table.bot_acts(ask, chosen, sitting.now))
        if sitting.table.match.acting() == (0,):
            sitting.act(0, DEN.legal(sitting.state, 0)[0])
        if sitting.table.match.outcome is None:
            for who in spies:
                relayed = [received_event(each.frame, lean(each.on_bus)).bytes_for(who) for each in sitting.told]
                assert relayed == sitting.frames(who)
                sent = b"".join(relayed)
                assert not [card for card in closed_cards(sitting.state, OBSERVER) if card.encode() in sent]
    assert len([frame for frame in sitting.frames(player(1)) if b'"event.hidden"' in frame]) > 3


def test_the_envelopes_of_a_secret_do_not_tell_whether_it_is_a_bots() -> None:
    """Who the fox is, nobody knows but the fox: what the others hear must not depend on who of them is a bot."""
    heard: dict[str, set[bytes]] = {}
    foxes = set()
    for seed in range(12):
        sitting = Sitting(DEN, secret=bytes([seed] * 32).hex(), bots=(None, None, "first"))
        for seat in (1, 0):
            sitting.submit(player(seat), "join")
        foxes.add(fox := sitting.state.fox)
        for who in (player(0), player(1), OBSERVER):
            if who.seat != fox:
                frames = [frame for frame in sitting.frames(who) if b'"marked"' in frame or b'"event.hidden"' in frame]
                heard.setdefault(who.key, set()).add(b"".join(frames))
    assert foxes == {0, 1, 2}
    assert {key: len(each) for key, each in heard.items()} == {"player:0": 1, "player:1": 1, "observer:wanda": 1}


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_the_dealers_seed_is_in_no_frame_before_the_end(game: AnyGame, seed: int) -> None:
    sitting = Sitting.seated(game)
    for _ in sitting.steps(seed, at_most=20):
        sync_all(sitting)
        if sitting.table.match.outcome is not None:
            break
        for who in sitting.readers:
            assert not [frame for frame in sitting.sent_to(who) if SECRET.encode() in frame]
    for who in sitting.readers:
        revealing = [json.loads(frame) for frame in sitting.frames(who) if SECRET.encode() in frame]
        assert [event["message_type"] for event in revealing] == ["match.end"]


@every_game
def test_the_dealers_seed_is_in_no_snapshot_and_no_refusal_before_the_end(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    for who in sitting.readers:
        for kind in ("nonsense", "sync", "join"):
            assert SECRET not in json.dumps(sitting.submit(who, kind))


@every_game
def test_readers_never_get_each_others_results(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(1, at_most=5)
    for who, frame in sitting.replies:
        envelope = json.loads(frame)
        if envelope["message_type"] == "action.result":
            assert (envelope["player_id"], envelope["role"]) == (who.seat, who.role)


# Non-interference


def with_state(sitting: Sitting, state: Any) -> Sitting:
    """The same table in another world."""
    sitting.table.match.state = state
    return sitting


def den_after(seed: int, moves: int, secret: str) -> Sitting:
    sitting, dealer = Sitting.seated(DEN, secret=secret), PyRandom(seed)
    for _ in range(moves):
        sitting.step(dealer)
    return sitting


@settings(max_examples=40)
@given(seed=st.integers(0, 500), moves=st.integers(0, 8), seat=st.integers(0, 2))
def test_two_dens_that_look_the_same_to_a_seat_answer_it_with_the_same_bytes(seed: int, moves: int, seat: int) -> None:
    """Snapshots, refusals and lost connections, in this world and in another it could believe in."""
    secret = bytes([seed % 251] * 32).hex()
    ours, other = den_after(seed, moves, secret), den_after(seed, moves, secret)
    with_state(other, DEN.resample(other.state, seat, PyRandom(seed + 1)))
    for asked in probes():
        replies = [table.send(player(seat), asked).reply for table in (ours, other)]
        assert replies[0] == replies[1]
    for who in (0, 1, 2):
        told = [[each.bytes_for(player(seat)) for each in table.lost(who).tell] for table in (ours, other)]
        assert told[0] == told[1]


def probes() -> Iterator[bytes]:
    """What a curious client may ask without moving."""
    envelope = {"game_id": "TABLE7", "version": "1.0.0"}
    asks: list[tuple[str, Json]] = [("sync", {}), ("sync", {"last_seq": 0}), ("nonsense", {}), ("lay", {"card": "x"})]
    asks += [("bury", {"card": card, "decision": 99}) for card in ("leaf-1", "moss-6")]
    for number, (kind, payload) in enumerate(asks):
        yield json.dumps(envelope | {"message_type": kind, "action_id": f"probe-{number}", "payload": payload}).encode()


@settings(max_examples=40)
@given(seed=st.integers(0, 500), card=st.sampled_from(["leaf-1", "bone-2", "moss-3", "leaf-4", "bone-5", "moss-6"]))
def test_a_card_one_has_not_is_refused_alike_whoever_holds_it(seed: int, card: Card) -> None:
    sitting = Sitting.seated(DEN, secret=bytes([seed % 251] * 32).hex())
    if card in sitting.state.hands[0]:
        return
    world = DEN.resample(sitting.state, 0, PyRandom(seed))
    ours = sitting.submit(player(0), "lay", {"card": card}, action_id="x")
    twin = with_state(Sitting.seated(DEN, secret=bytes([seed % 251] * 32).hex()), world)
    assert twin.submit(player(0), "lay", {"card": card}, action_id="x") == ours
    assert ours[0]["payload"]["code"] == "invalid_card"


@pytest.mark.parametrize("seed", range(10))
def test_which_card_was_buried_changes_no_byte_the_others_get(seed: int) -> None:
    """But for the draw that follows: which card it may be depends on what is left; so the others' half is compared."""
    for reader in (player(1), player(2), OBSERVER, HOST):
        told = []
        for place in range(3):
            sitting = Sitting.seated(DEN, secret=bytes([seed] * 32).hex())
            before = len(sitting.told)
            sitting.act(0, Bury(sitting.state.hands[0][place]))
            told.append([each.bytes_for(reader) for each in sitting.told[before:]])
        assert told[0] == told[1] == told[2]


@settings(max_examples=40)
@given(
    mine=st.lists(st.sampled_from(CHOICES), min_size=2, max_size=4),
    theirs=st.lists(st.tuples(st.sampled_from(CHOICES), st.sampled_from(CHOICES)), min_size=4, max_size=4),
)
def test_what_the_other_seals_or_sketches_changes_no_byte_until_it_is_shown(
    mine: list[Choice], theirs: list[tuple[Choice, Choice]]
) -> None:
    pair = Sitting.seated(DUEL, GENTLE), Sitting.seated(DUEL, GENTLE)
    for choice, differing in zip(mine, theirs, strict=False):
        for sitting, hidden in zip(pair, differing, strict=True):
            sitting.act(1, Sketch(hidden))
            sitting.act(1, Seal(hidden))
            sitting.act(0, Sketch(choice))
            sitting.act(1, Seal(choice))  # refused: it has sealed
            sitting.submit(player(0), "sync")
        assert pair[0].sent_to(player(0)) == pair[1].sent_to(player(0))
        assert pair[0].frames(OBSERVER) == pair[1].frames(OBSERVER)
        for sitting in pair:
            sitting.act(0, Seal(choice))
        assert pair[0].sent_to(player(0)) == pair[1].sent_to(player(0))
        if differing[0] != differing[1]:
            return
        for sitting in pair:
            sitting.wait()
        if pair[0].table.match.outcome is not None:
            return


@pytest.mark.parametrize("seed", range(5))
def test_another_seats_turn_leaves_the_same_bytes_for_all_who_may_not_see_it(seed: int) -> None:
    """No matter who is the fox, the numbers of all the others' frames are the same."""
    shapes = set()
    for salt in range(6):
        sitting = Sitting.seated(DEN, secret=bytes([seed, salt] * 16).hex())
        for who in sitting.readers:
            if who.role == "player" and who.seat == sitting.state.fox:
                continue
            kinds = tuple(json.loads(frame)["message_type"] for frame in sitting.frames(who))
            shapes.add((who.key, kinds))
    assert len({key for key, _ in shapes}) == len(shapes)


def test_an_observer_cannot_tell_a_refusal_for_a_hidden_reason() -> None:
    sitting = Sitting.seated(DEN)
    foreign = sitting.state.hands[1][0]
    before = sitting.frames(OBSERVER)
    assert not is_ok(sitting.act(0, Bury(foreign)))
    assert sitting.frames(OBSERVER) == before
