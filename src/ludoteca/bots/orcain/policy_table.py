"""The policy table: for every state of a default match its value, and the mix of layouts to play.

`table.json` holds it, one state per line: "3 10 10" is three rounds left, 10 hit points against 10, and `acd` lays out
attack, counter, defense (`-` is an empty slot). `ludoteca orcain solve` writes it; bots only read it.

Laws kept here:
- What is written reads back as the same table, and the same table gives the same bytes.
- Probabilities are integers in units of 10⁻¹², so that a dealer draws from exactly the mix that the certificate checks.

Must not know: how the table was computed. Needs nothing but the standard library.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple, TypeAlias

from ludoteca.games.orcain.layouts import CARDS, CardId, Layout

from .match_state import MatchState

MAX_HP: Final = 10
ROUNDS: Final = 3
START: Final = MatchState(ROUNDS, MAX_HP, MAX_HP)
UNIT: Final = 10**12
DIGITS: Final = 12

ABOUT: Final = (
    "Optimal play of Orcain with one card of each kind and 10 hit points at most. A state is the rounds left (1 also"
    " in sudden death), the own and the other's hit points; its value is the chance to win less the chance to lose when"
    " both play well, its mix the layouts to play, each with its chance."
)

_LETTERS: Final[dict[CardId | None, str]] = {**{card: card[0] for card in CARDS}, None: "-"}
_CARDS: Final = {letter: card for card, letter in _LETTERS.items()}


class Mix(NamedTuple):
    """A mixed strategy: layouts, and an integer weight for each."""

    layouts: tuple[Layout, ...]
    weights: tuple[int, ...]

    @property
    def chances(self) -> list[tuple[Layout, float]]:
        total = sum(self.weights)
        return [(layout, weight / total) for layout, weight in zip(self.layouts, self.weights, strict=True)]


class Policy(NamedTuple):
    value: float
    mix: Mix


Table: TypeAlias = Mapping[MatchState, Policy]


def mixed(chances: Mapping[Layout, float]) -> Mix:
    """A mix of these layouts; probabilities that round to zero are left out."""
    weights = {layout: round(chance * UNIT) for layout, chance in chances.items()}
    played = {layout: weight for layout, weight in weights.items() if weight > 0}
    return Mix(tuple(played), tuple(played.values()))


def encode(table: Table) -> bytes:
    lines = (f'    "{" ".join(map(str, state))}": {json.dumps(_tree(table[state]))}' for state in sorted(table))
    states = ",\n".join(lines)
    return f'{{\n  "about": {json.dumps(ABOUT)},\n  "states": {{\n{states}\n  }}\n}}\n'.encode()


def decode(text: bytes) -> Table:
    states: dict[str, Any] = json.loads(text)["states"]
    return {_state(name): _policy(tree) for name, tree in states.items()}


@cache
def shipped() -> Table:
    """The table shipped with this package, read on first use."""
    return decode((files(__package__) / "table.json").read_bytes())


def _tree(policy: Policy) -> dict[str, Any]:
    mix = {_word(layout): weight / UNIT for layout, weight in zip(*policy.mix, strict=True)}
    return {"value": round(policy.value, DIGITS) + 0.0, "mix": mix}  # + 0.0: zero has one sign


def _policy(tree: dict[str, Any]) -> Policy:
    return Policy(tree["value"], mixed({_layout(word): chance for word, chance in tree["mix"].items()}))


def _state(name: str) -> MatchState:
    left, own, other = name.split()
    return MatchState(int(left), int(own), int(other))


def _word(layout: Layout) -> str:
    return "".join(_LETTERS[card] for card in layout)


def _layout(word: str) -> Layout:
    first, second, third = list(word)
    return _CARDS[first], _CARDS[second], _CARDS[third]
