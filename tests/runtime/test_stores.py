"""The laws of stores, over every kind there is."""

from collections.abc import Sequence

import pytest

from ludoteca.runtime.redis.store import RedisStore
from ludoteca.runtime.store import (
    Absent,
    Claimed,
    HeldElsewhere,
    Holder,
    ListedTable,
    Remains,
    Store,
    StoredSnapshot,
    StoredTable,
    Write,
)

from .stores import law, law_of, state

ANNA, BERT = Holder("anna", "ws://anna"), Holder("bert", "ws://bert")
GAME, OTHER = "GAME01", "GAME02"


def entries(first: int, last: int) -> tuple[bytes, ...]:
    """Numbered entries, with every byte that could be mistaken for a separator."""
    return tuple(b"%d\n\r\0 \xff{}[],:" % n for n in range(first, last + 1))


async def made(store: Store, game_id: str = GAME, last: int = 2) -> int:
    held = await store.create(game_id, ANNA, entries(1, last))
    assert held is not None
    return held.epoch


async def wrote(store: Store, *writes: Write) -> list[bool]:
    return await store.commit(writes)


async def all_of(store: Store, game_id: str = GAME) -> Sequence[bytes]:
    kept = await store.load(game_id, whole=True)
    assert (kept.n, kept.snapshot) == (0, b"")
    return kept.entries


@law
async def test_a_new_table_is_held_and_has_its_first_entries(store: Store) -> None:
    epoch = await made(store)
    assert await store.load(GAME) == StoredTable(0, b"", entries(1, 2))
    assert await store.tables() == [ListedTable(GAME, epoch, 2, True, ANNA)]
    assert await store.unheld() == []


@law
async def test_an_id_that_was_ever_used_is_never_free_again(store: Store) -> None:
    epoch = await made(store)
    assert await store.create(GAME, BERT, entries(1, 9)) is None
    await store.end(GAME)
    await store.release([(GAME, epoch)])
    assert await store.create(GAME, BERT, entries(1, 9)) is None
    assert await all_of(store) == entries(1, 2)


@law
async def test_what_never_was_cannot_be_claimed(store: Store) -> None:
    assert await store.claim(GAME, ANNA) == Absent()
    assert await store.tables() == []


@law
async def test_what_is_committed_is_loaded_in_order(store: Store) -> None:
    epoch = await made(store)
    assert await wrote(store, Write(GAME, epoch, 3, entries(3, 3))) == [True]
    assert await wrote(store, Write(GAME, epoch, 4, entries(4, 300))) == [True]
    assert await all_of(store) == entries(1, 300)


@law
async def test_an_entry_may_be_long_or_empty(store: Store) -> None:
    epoch = await made(store)
    assert await wrote(store, Write(GAME, epoch, 3, (b"", bytes(range(256)) * 4096, b""))) == [True]
    assert await all_of(store) == (*entries(1, 2), b"", bytes(range(256)) * 4096, b"")


@law
async def test_a_claim_raises_the_epoch_and_fences_the_older_one_off(store: Store) -> None:
    old = await made(store)
    held = await store.claim(GAME, ANNA)
    assert isinstance(held, Claimed)
    assert held.epoch > old
    assert await wrote(store, Write(GAME, old, 3, entries(3, 3))) == [False]
    assert await all_of(store) == entries(1, 2)
    assert await wrote(store, Write(GAME, held.epoch, 3, entries(3, 4))) == [True]
    assert await all_of(store) == entries(1, 4)


@law
async def test_an_empty_write_asks_who_owns_the_table(store: Store) -> None:
    old = await made(store)
    assert await wrote(store, Write(GAME, old, 3, ())) == [True]
    held = await store.claim(GAME, ANNA)
    assert isinstance(held, Claimed)
    assert await wrote(store, Write(GAME, old, 3, ()), Write(GAME, held.epoch, 3, ())) == [False, True]
    assert await all_of(store) == entries(1, 2)


@law
async def test_an_empty_write_that_does_not_stand_at_the_end_is_refused(store: Store) -> None:
    """A writer that assumes more or fewer entries than there are has an outdated table."""
    epoch = await made(store, last=3)
    firsts = (0, 1, 3, 4, 5, 99)
    assert await wrote(store, *(Write(GAME, epoch, first, ()) for first in firsts)) == [each == 4 for each in firsts]
    assert await wrote(store, Write(GAME, epoch, 4, entries(4, 5)), Write(GAME, epoch, 6, ())) == [True, True]
    assert await wrote(store, Write(GAME, epoch, 4, ())) == [False]
    assert await all_of(store) == entries(1, 5)


@law
async def test_numbers_neither_leave_a_gap_nor_come_twice(store: Store) -> None:
    epoch = await made(store)
    for first in (1, 2, 4, 99):
        assert await wrote(store, Write(GAME, epoch, first, entries(first, first + 1))) == [False]
    assert await all_of(store) == entries(1, 2)


@law
async def test_each_table_of_a_commit_is_judged_on_its_own(store: Store) -> None:
    one, two = await made(store), await made(store, OTHER, last=5)
    refused, taken = Write(GAME, one, 7, entries(7, 7)), Write(OTHER, two, 6, entries(6, 8))
    assert await wrote(store, refused, taken) == [False, True]
    assert (await all_of(store), await all_of(store, OTHER)) == (entries(1, 2), entries(1, 8))


@law
async def test_a_commit_of_nothing_is_answered(store: Store) -> None:
    assert await wrote(store) == []


@law
async def test_a_snapshot_spares_the_entries_before_it(store: Store) -> None:
    epoch = await made(store, last=5)
    await store.snapshot([StoredSnapshot(GAME, epoch, 3, state(3))])
    assert await store.load(GAME) == StoredTable(3, state(3), entries(4, 5))
    await store.snapshot([StoredSnapshot(GAME, epoch, 5, state(5))])
    assert await store.load(GAME) == StoredTable(5, state(5), ())
    assert await wrote(store, Write(GAME, epoch, 6, entries(6, 7))) == [True]
    assert await store.load(GAME) == StoredTable(5, state(5), entries(6, 7))
    assert await all_of(store) == entries(1, 7)


@law
async def test_a_write_may_bring_the_snapshot_after_it(store: Store) -> None:
    epoch = await made(store)
    assert await wrote(store, Write(GAME, epoch, 3, entries(3, 4), state(4))) == [True]
    assert await store.load(GAME) == StoredTable(4, state(4), ())
    assert await wrote(store, Write(GAME, epoch, 5, entries(5, 5))) == [True]
    assert await store.load(GAME) == StoredTable(4, state(4), entries(5, 5))
    assert await wrote(store, Write(GAME, epoch, 6, (), state(5))) == [True]
    assert await store.load(GAME) == StoredTable(5, state(5), ())
    assert await all_of(store) == entries(1, 5)


@law
async def test_the_snapshot_of_a_refused_write_is_refused(store: Store) -> None:
    epoch = await made(store)
    refused = (Write(GAME, epoch, 2, entries(2, 3), state(3)), Write(GAME, epoch + 1, 3, entries(3, 3), state(3)))
    assert await wrote(store, *refused) == [False, False]
    assert await store.load(GAME) == StoredTable(0, b"", entries(1, 2))


@law
async def test_a_snapshot_of_an_older_epoch_is_dropped(store: Store) -> None:
    epoch = await made(store)
    assert isinstance(await store.claim(GAME, ANNA), Claimed)
    await store.snapshot([StoredSnapshot(GAME, epoch, 2, state(2))])
    assert await store.load(GAME) == StoredTable(0, b"", entries(1, 2))


@law
async def test_a_snapshot_of_more_entries_than_there_are_is_dropped(store: Store) -> None:
    epoch, other = await made(store, last=3), await made(store, OTHER, last=3)
    await store.snapshot([StoredSnapshot(GAME, epoch, 2, state(2))])
    await store.snapshot([StoredSnapshot(GAME, epoch, 4, state(4)), StoredSnapshot(OTHER, other, 3, state(3))])
    assert await store.load(GAME) == StoredTable(2, state(2), entries(3, 3))
    assert await store.load(OTHER) == StoredTable(3, state(3), ())


@law
async def test_a_beat_tells_which_tables_are_still_owned(store: Store) -> None:
    one, two = await made(store), await made(store, OTHER)
    assert await store.beat([(GAME, one), (OTHER, two)], ANNA) == [True, True]
    assert isinstance(await store.claim(OTHER, ANNA), Claimed)
    assert await store.beat([(GAME, one), (OTHER, two)], ANNA) == [True, False]


@law
async def test_what_is_released_is_unheld_and_anybody_may_claim_it(store: Store) -> None:
    one, two = await made(store), await made(store, OTHER)
    await store.release([(GAME, one), (OTHER, two)])
    assert await store.unheld() == [GAME, OTHER]
    held = await store.claim(OTHER, BERT)
    assert isinstance(held, Claimed)
    assert held.epoch > two
    assert await store.unheld() == [GAME]
    assert [each.holder for each in await store.tables()] == [None, BERT]


@law
async def test_what_rests_needs_nobody_until_it_is_claimed(store: Store) -> None:
    epoch = await made(store)
    await store.release([(GAME, epoch)], resting=True)
    assert await store.unheld() == []
    assert [(each.live, each.holder) for each in await store.tables()] == [(True, None)]
    held = await store.claim(GAME, BERT)
    assert isinstance(held, Claimed)
    await store.release([(GAME, held.epoch)])
    assert await store.unheld() == [GAME]


@law
async def test_what_rests_can_end(store: Store) -> None:
    epoch = await made(store)
    await store.release([(GAME, epoch)], resting=True)
    await store.end(GAME)
    assert [each.live for each in await store.tables()] == [False]
    assert isinstance(await store.claim(GAME, BERT), Claimed)
    assert [each.live for each in await store.tables()] == [False]


@law
async def test_only_the_newest_epoch_can_release(store: Store) -> None:
    old = await made(store)
    assert isinstance(await store.claim(GAME, ANNA), Claimed)
    await store.release([(GAME, old)])
    assert await store.unheld() == []


@law
async def test_a_table_that_is_over_is_kept_and_need_not_be_served(store: Store) -> None:
    epoch = await made(store)
    await store.end(GAME)
    await store.release([(GAME, epoch)])
    assert await store.unheld() == []
    assert await store.tables() == [ListedTable(GAME, epoch, 2, False, None)]
    assert await all_of(store) == entries(1, 2)


@law
async def test_tables_are_listed_in_order_of_their_ids(store: Store) -> None:
    for game_id in ("ZZZZZZ", "000000", "MMMMMM"):
        await made(store, game_id, last=3)
    assert [(each.game_id, each.entries) for each in await store.tables()] == [
        ("000000", 3),
        ("MMMMMM", 3),
        ("ZZZZZZ", 3),
    ]


@law
async def test_a_holder_that_is_alive_keeps_others_out(store: Store) -> None:
    epoch = await made(store)
    assert await store.claim(GAME, BERT) == HeldElsewhere(ANNA)
    assert await wrote(store, Write(GAME, epoch, 3, entries(3, 3))) == [True]


# Recovery


@law
async def test_the_remains_of_a_table_are_its_entries_and_its_snapshots(store: Store) -> None:
    epoch = await made(store, last=5)
    await store.snapshot([StoredSnapshot(GAME, epoch, 3, state(3))])
    assert await store.remains(GAME) == Remains(5, dict(enumerate(entries(1, 5), 1)), ((3, state(3)),))


@law
async def test_the_remains_of_a_table_that_had_ended_say_so(store: Store) -> None:
    epoch = await made(store)
    await store.end(GAME)
    await store.release([(GAME, epoch)])
    held = await store.claim(GAME, BERT)
    assert isinstance(held, Claimed)
    assert (await store.remains(GAME)).ended
    assert await store.rebuild(GAME, held.epoch, entries(1, 1), "now")
    assert not (await store.remains(GAME)).ended


@law
async def test_there_are_no_remains_of_a_table_that_never_was(store: Store) -> None:
    with pytest.raises(KeyError):
        await store.remains(GAME)


@law
async def test_a_rebuilt_table_has_the_new_entries_alone_and_goes_on(store: Store) -> None:
    epoch = await made(store, last=5)
    await made(store, OTHER)
    await store.snapshot([StoredSnapshot(GAME, epoch, 4, state(4))])
    assert await store.rebuild(GAME, epoch, entries(11, 13), "now")
    assert await store.load(GAME) == StoredTable(0, b"", entries(11, 13))
    assert await wrote(store, Write(GAME, epoch, 6, entries(6, 6)), Write(GAME, epoch, 4, entries(14, 14))) == [
        False,
        True,
    ]
    assert await all_of(store) == entries(11, 14)
    assert await all_of(store, OTHER) == entries(1, 2)
    assert [(table.game_id, table.entries) for table in await store.tables()] == [(GAME, 4), (OTHER, 2)]


@law
async def test_a_rebuilt_table_that_had_ended_is_live_again(store: Store) -> None:
    epoch = await made(store)
    await store.end(GAME)
    assert await store.rebuild(GAME, epoch, entries(1, 1), "now")
    await store.release([(GAME, epoch)])
    assert await store.unheld() == [GAME]
    assert [table.live for table in await store.tables()] == [True]


@law
async def test_only_the_newest_epoch_rebuilds(store: Store) -> None:
    epoch = await made(store)
    await store.claim(GAME, ANNA)
    assert await store.rebuild(GAME, epoch, entries(1, 1), "now") is None
    assert await all_of(store) == entries(1, 2)


@law_of("redis")
async def test_redis_keeps_what_was_there_before_a_rebuild_for_good(store: Store) -> None:
    assert isinstance(store, RedisStore)
    epoch = await made(store, last=5)
    await store.snapshot([StoredSnapshot(GAME, epoch, 4, state(4))])
    where = await store.rebuild(GAME, epoch, entries(1, 1), "now")
    assert where == f"game:{GAME}:log:damaged:now and game:{GAME}:state:damaged:now"
    log, snapshot = where.split(" and ")
    assert await store.client.call("LRANGE", log, 0, -1) == list(entries(1, 5))
    assert await store.client.call("GET", snapshot) == state(4)
    assert [await store.client.call("PTTL", key) for key in (log, snapshot)] == [-1, -1]


@law
async def test_tables_without_an_entry_are_missing(store: Store) -> None:
    await store.create("KEPT01", ANNA, [b"one"])
    assert await store.missing(["KEPT01", "NEVER1"]) == {"NEVER1"}


@law
async def test_a_probe_finds_what_the_last_one_wrote(store: Store) -> None:
    await store.probe()
    assert await store.probe()
