"""Orcain as plain text: both sides' hit points and slots, what is expected now, and the last rounds.

A slot is `?` until it is revealed to the reader, even if it may be empty.

Must not know: states, only views.
"""

from typing import Final

from .layouts import CARDS, EMPTY, CardId
from .text import NOTHING, ending, has_pot, name, sides
from .types import AFK_ROUNDS, View

HIDDEN: Final = "?"
BAR_AT_MOST: Final = 20
ROUNDS_SHOWN: Final = 3
WIDTH: Final = max(map(len, CARDS))


def picture(view: View) -> str:
    near = view.you or 0
    far = 1 - near
    parts = [
        [_title(view), ""],
        [_player(view, far), _row(view, far), _row(view, near), _player(view, near)],
        ["", *_now(view)],
        _past(view),
    ]
    return "\n".join(line.rstrip() for part in parts for line in part)


def _title(view: View) -> str:
    number = f"round {view.round_index}"
    when = f"sudden death, {number}" if view.sudden_death else f"{number} of {view.rounds}"
    return f"Orcain, {when}, {view.phase}" + (f"; pot {view.pot}" if has_pot(view) else "")


def _player(view: View, seat: int) -> str:
    hp, most = view.hp[seat], view.max_hp
    full = hp if most <= BAR_AT_MOST else -(-hp * BAR_AT_MOST // most)  # the last hit point still shows
    bar = "█" * full + "░" * (min(most, BAR_AT_MOST) - full)
    return f"{_label(view, seat)}  {bar} {hp}/{most} HP{_standing(view, seat)}"


def _label(view: View, seat: int) -> str:
    names = [each + (" (you)" if at == view.you else "") for at, each in enumerate(view.nicknames)]
    return names[seat].ljust(max(map(len, names)))


def _standing(view: View, seat: int) -> str:
    words = []
    if view.phase == "PREP":
        words.append("confirmed" if view.confirmed[seat] else "laying out")
    if view.afk_streaks[seat]:
        words.append(f"AFK {view.afk_streaks[seat]} of {AFK_ROUNDS}")
    if seat in view.away:
        words.append("away")
    return "".join(f", {word}" for word in words)


def _row(view: View, seat: int) -> str:
    """The slots of this round, also after it has ended the match."""
    is_finished = view.history_from + len(view.history) > view.round_index
    steps = view.history[-1].steps if is_finished else view.steps
    own = view.layout if seat == view.you and view.layout is not None else EMPTY
    slots = [_word(step.cards[seat]) for step in steps]
    for card in own[len(slots) :]:
        slots.append(_word(card) if seat == view.you and view.phase != "END" else HIDDEN)
    return " " * len(_label(view, seat)) + "  " + " ".join(f"[{slot:^{WIDTH}}]" for slot in slots)


def _now(view: View) -> list[str]:
    if view.result is not None:
        result = view.result
        return [f"The match is over, {ending(view, result.winner, result.reason, burned=result.pot_burned)}."]
    if view.phase == "REVEAL":
        return [f"Step {len(view.steps) + 1} of {len(EMPTY)} is about to be revealed."]
    both = "both have confirmed, or when " if view.finalize == "both-confirmed" else ""
    lines = [f"The round closes when {both}its time is up."]
    if view.you is not None and not view.confirmed[view.you]:
        lines.append(f"Your hand: {', '.join(f'{card} ({card[0]})' for card in view.hands[view.you])}.")
        if view.afk_streaks[view.you] and not view.had_draft:
            lines.append("You were AFK: another round without a draft loses.")
    elif not all(view.confirmed):
        waited_for = [name(view, seat) for seat in (0, 1) if not view.confirmed[seat]]
        lines.append(f"Still laying out: {', '.join(waited_for)}.")
    return lines


def _past(view: View) -> list[str]:
    """The last rounds: who played what, slot by slot, and the hit points left."""
    finished = list(enumerate(view.history, start=view.history_from))[-ROUNDS_SHOWN:]
    lines = [""] if finished else []
    you, opp = sides(view)
    near = view.you or 0
    names = max(len(you), len(opp))
    for number, shown in finished:
        for who, seat in ((opp, 1 - near), (you, near)):
            head = f"round {number}" if seat != near else ""
            cards = " ".join(_word(step.cards[seat]).ljust(WIDTH) for step in shown.steps)
            hp = f"{shown.steps[-1].hp[seat]} HP"
            lines.append(f"{head:<9} {who:<{names}}  {cards}  {hp}" + (", AFK" if shown.afk[seat] else ""))
    return lines


def _word(card: CardId | None) -> str:
    return card or NOTHING
