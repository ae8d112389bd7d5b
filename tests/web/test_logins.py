"""What logging in may cost: a small machine's memory, and a guesser's patience."""

import pytest

from ludoteca.runtime.settings import Settings
from ludoteca.web.accounts.password_hasher import Hasher
from ludoteca.web.request_limits import RequestLimits


def test_a_password_is_hashed_within_nineteen_mebibytes() -> None:
    encoded = Hasher().encode("a horse, a battery, a staple", "some salt of its own")
    assert "$m=19456,t=2,p=1$" in encoded
    assert Hasher().verify("a horse, a battery, a staple", encoded)
    assert not Hasher().verify("a horse", encoded)


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("2001:db8::1", "2001:db8::ffff", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("192.0.2.1", "192.0.2.2", False),
    ],
)
def test_whoever_has_a_whole_network_of_addresses_has_one_purse(one: str, other: str, shared: bool) -> None:
    limits = RequestLimits(Settings(logins_per_minute=1))
    assert limits.spend(one, "logins")
    assert limits.spend(other, "logins") is not shared
