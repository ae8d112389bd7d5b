"""Token buckets of addresses: what is forgotten of them, and what is not."""

from ludoteca.runtime.token_bucket import AddressBuckets

SECOND = 1000


def test_addresses_whose_buckets_are_full_again_are_forgotten() -> None:
    buckets = AddressBuckets(per_second=1, burst=2)
    for number in range(5000):
        assert buckets.of(f"visitor {number}", number * SECOND).spend(number * SECOND)
        assert len(buckets) <= 2


def test_an_address_that_has_spent_much_is_remembered_until_it_may_again() -> None:
    buckets = AddressBuckets(per_second=1, burst=2, at_most=3)
    for _ in range(2):
        assert buckets.of("greedy", 0).spend(0)
    for number in range(100):
        buckets.of(f"visitor {number}", 0).spend(0)
        assert not buckets.of("greedy", 0).spend(0)
        assert len(buckets) <= 3
    assert buckets.of("greedy", SECOND).spend(SECOND)
