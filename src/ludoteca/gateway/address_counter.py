"""How much each address has open at once: an IPv4 address, or a network of IPv6."""

from collections import Counter

from .origins import network_of


class AddressCounter:
    def __init__(self, at_most: int) -> None:
        self._at_most = at_most
        self._open: Counter[str] = Counter()

    def add(self, address: str) -> bool:
        """Count one more; whether the address may have so many. It counts in any case, until `remove`."""
        network = network_of(address)
        self._open[network] += 1
        return self._open[network] <= self._at_most

    def remove(self, address: str) -> None:
        network = network_of(address)
        self._open[network] -= 1
        if not self._open[network]:
            del self._open[network]
