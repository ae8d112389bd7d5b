"""Who takes the hens of a round, and who wins; numbers in comments are sentences of RULES.md."""

from ludoteca.kernel import Seat

from .types import State, changed, worth


def taker(state: State) -> Seat | None:
    """The seat that takes this round's hens; None when no card was laid."""
    if any(card == state.mark for _, card in state.laid):  # 9
        return state.fox
    # `min` keeps the first of equals, which is the one laid first. (8)
    nearest = min(state.laid, key=lambda lying: abs(worth(lying[1]) - state.trail), default=None)
    return None if nearest is None else nearest[0]


def final_hens(state: State) -> tuple[int, int, int]:
    if state.fox is None or state.is_fox_shown:
        return state.hens
    return changed(state.hens, state.fox, state.hens[state.fox] + state.config.cunning)  # 11


def ranked(hens: tuple[int, int, int]) -> tuple[int, ...]:  # 12
    winners = hens.count(max(hens))
    return tuple(len(hens) - winners if mine == max(hens) else -winners for mine in hens)
