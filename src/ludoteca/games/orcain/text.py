"""Orcain as text: `adh` confirms attack, defense, heal; `a-h` leaves a slot empty; `draft a-h` only drafts.

Must not know: states, only views.
"""

from typing import Final, assert_never

from ludoteca.kernel import Illegal

from .layouts import CARDS, CardId
from .types import (
    AFK_ROUNDS,
    Action,
    ConfirmOk,
    LayoutConfirm,
    LayoutDraft,
    MatchEnd,
    MatchFound,
    PlayerAway,
    PlayerBack,
    PrepStart,
    Reason,
    RevealStart,
    RoundEnd,
    Slots,
    StepReveal,
    Told,
    View,
)

NOTHING: Final = "-"
HINT: Final = (
    "three slots, like `adh` or `attack - heal` (a attack, d defense, h heal, c counter, - nothing); "
    "`draft adh` lays out without confirming"
)
_SLOTS: Final[dict[str, CardId | None]] = {
    NOTHING: None,
    **{card: card for card in CARDS},
    **{card[0]: card for card in CARDS},
}
_WINS: Final[dict[Reason, str]] = {
    "normal": "by hit points",
    "timeout": f"the other side was AFK {AFK_ROUNDS} rounds in a row",
    "disconnect": "the other side is gone",
}


def write(action: Action, _view: View) -> str:
    match action:
        case LayoutConfirm(layout=slots):
            return _letters(slots)
        case LayoutDraft(layout=slots):
            return f"draft {_letters(slots)}"
        case _:
            assert_never(action)


def read(text: str, _view: View) -> Action:
    match text.lower().split():
        case ["draft", *words]:
            return LayoutDraft(_slots(words))
        case words:
            return LayoutConfirm(_slots(words))


def tell(told: Told, view: View) -> str:
    you, opp = sides(view)
    match told:
        case MatchFound(pot=pot, your_tokens=tokens):
            left = "" if tokens is None else f", which leaves you {tokens} tokens"
            return f"Match found, {you} against {opp}" + (f": the pot is {pot}{left}." if has_pot(view) else ".")
        case PrepStart():
            return _round_begins(told, you, opp)
        case ConfirmOk(seat=seat):
            return f"{name(view, seat)}: confirmed."
        case RevealStart(round_index=number):
            return f"Round {number} is laid out."
        case StepReveal(step_index=step, your_card=yours, opp_card=theirs, your_hp=your_hp, opp_hp=opp_hp):
            shown = f"{you} {yours or NOTHING}, {opp} {theirs or NOTHING}"
            return f"Step {step}: {shown}; {your_hp}–{opp_hp}."
        case RoundEnd():
            return _round_over(told, you, opp)
        case MatchEnd():
            return _match_over(told, view)
        case PlayerAway(seat=seat):
            return f"{name(view, seat)}: away."
        case PlayerBack(seat=seat):
            return f"{name(view, seat)}: back."
        case _:
            assert_never(told)


def has_pot(view: View) -> bool:
    """Whether there is a pot: it needs a server that knows the players' tokens."""
    return view.match_id != "" and view.pot > 0


def name(view: View, seat: int) -> str:
    return "you" if seat == view.you else view.nicknames[seat]


def sides(view: View) -> tuple[str, str]:
    """The names for `your` and `opp` in this view."""
    near = view.you or 0
    return name(view, near), name(view, 1 - near)


def ending(view: View, winner: int | None, reason: Reason, *, burned: bool) -> str:
    """How the match ended, without the pot."""
    if winner is not None:
        verb = "win" if winner == view.you else "wins"
        return f"{name(view, winner)} {verb}: {_WINS[reason]}"
    if burned:
        return f"both lose: AFK {AFK_ROUNDS} rounds in a row"
    return "a draw: " + ("both are gone" if reason == "disconnect" else "equal hit points")


def _round_begins(told: PrepStart, you: str, opp: str) -> str:
    """Gives the time to lay out only where a clock runs: a table with a clock has put the deadline in."""
    what = "Sudden death, round" if told.sudden_death else "Round"
    time = "" if told.deadline_ts is None else f"{told.prep_ms / 1000:g} s to lay out; "
    return f"{what} {told.round_index}: {time}{you} {told.your_hp} HP, {opp} {told.opp_hp} HP."


def _round_over(told: RoundEnd, you: str, opp: str) -> str:
    line = f"Round {told.round_index} is over: {you} {told.your_hp} HP, {opp} {told.opp_hp} HP."
    for who, streak in ((you, told.your_afk_streak), (opp, told.opp_afk_streak)):
        if streak:
            line += f" {who}: AFK {streak} of {AFK_ROUNDS}."
    return line


def _match_over(told: MatchEnd, view: View) -> str:
    line = f"Over, {ending(view, told.winner_id, told.reason, burned=told.pot_burned)}; {told.your_hp}–{told.opp_hp}."
    if has_pot(view):
        whose = "is lost" if told.pot_burned else "goes back" if told.winner_id is None else "goes to the winner"
        line += f" The pot of {told.pot} {whose}."
    return line if told.your_tokens is None else f"{line} You have {told.your_tokens} tokens."


def _letters(slots: Slots) -> str:
    known = [slot for slot in slots if slot is None or (isinstance(slot, str) and slot in CARDS)]
    if len(known) < len(slots):
        raise Illegal("unreadable", "a slot without a valid card has no notation")
    return "".join(slot[0] if slot else NOTHING for slot in known)


def _slots(words: list[str]) -> Slots:
    symbols = list(words[0]) if len(words) == 1 else words
    if len(symbols) != 3 or any(symbol not in _SLOTS for symbol in symbols):
        raise Illegal("unreadable", HINT)
    first, second, third = (_SLOTS[symbol] for symbol in symbols)
    return first, second, third
