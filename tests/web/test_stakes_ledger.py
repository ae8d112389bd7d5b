"""The ledger: stakes are taken from all or from none, everything once, and nobody owes anything."""

import pytest

from ludoteca.web.errors import ApiError
from ludoteca.web.models import LedgerEntry, Player
from ludoteca.web.play import stakes_ledger

from .databases import at_once
from .people import balances, people, refused

pytestmark = pytest.mark.usefixtures("database")


def test_what_is_entered_twice_counts_once() -> None:
    (ada,) = people("Ada")
    for _ in range(2):
        stakes_ledger.enter(ada, 5, "prize")
    assert balances(ada) == [15]


def test_a_stake_is_taken_from_all_who_play() -> None:
    ada, bo = people("Ada", "Bo")
    stakes_ledger.take({ada: 4, bo: 6}, "ABC123")
    assert balances(ada, bo) == [6, 4]


def test_where_one_has_not_enough_nobody_pays_and_he_is_named() -> None:
    ada, bo = people("Ada", "Bo")
    stakes_ledger.take({bo: 7}, "before")
    with pytest.raises(ApiError) as caught:
        stakes_ledger.take({ada: 4, bo: 4}, "ABC123")
    assert (caught.value.code, caught.value.facts) == ("not_enough_tokens", {"names": [bo.username]})
    assert balances(ada, bo) == [10, 3]


def test_a_balance_may_fall_to_nothing_and_no_lower() -> None:
    (ada,) = people("Ada")
    stakes_ledger.take({ada: 10}, "all")
    assert balances(ada) == [0]
    with refused("not_enough_tokens"):
        stakes_ledger.take({ada: 1}, "more")


def test_the_same_stake_is_taken_once_even_from_whoever_has_nothing_left() -> None:
    (ada,) = people("Ada")
    for _ in range(2):
        stakes_ledger.take({ada: 10}, "ABC123")
    assert balances(ada) == [0]


def test_the_same_prize_is_paid_once() -> None:
    ada, bo = people("Ada", "Bo")
    for _ in range(3):
        stakes_ledger.pay({ada: 8, bo: 0}, "ABC123")
    assert balances(ada, bo) == [18, 10]


def test_whoever_stakes_at_two_tables_at_once_pays_no_more_than_he_has() -> None:
    (ada,) = people("Ada")
    came = at_once(*(lambda key=key: stakes_ledger.take({ada: 6}, key) for key in ("ONE", "TWO")))
    assert [type(each) for each in came].count(ApiError) == 1
    assert balances(ada) == [4]


def test_two_who_stake_crosswise_do_not_wait_for_each_other_for_ever() -> None:
    ada, bo = people("Ada", "Bo")
    came = at_once(
        *(lambda key=key: stakes_ledger.take({ada: 1, bo: 1}, key) for key in "ab"),
        *(lambda key=key: stakes_ledger.take({bo: 1, ada: 1}, key) for key in "cd"),
    )
    assert came == [None] * 4
    assert balances(ada, bo) == [6, 6]


def test_the_same_stake_taken_at_once_is_entered_once() -> None:
    ada, bo = people("Ada", "Bo")
    assert at_once(*[lambda: stakes_ledger.take({ada: 4, bo: 4}, "ABC123")] * 2) == [None, None]
    assert balances(ada, bo) == [6, 6]


def test_somebody_who_has_entries_cannot_be_deleted() -> None:
    (ada,) = people("Ada")
    with pytest.raises(Exception, match="protected"):
        ada.delete()
    assert Player.objects.filter(pk=ada.pk).exists()
    assert LedgerEntry.objects.filter(player=ada).exists()
