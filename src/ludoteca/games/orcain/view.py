"""What a reader of Orcain sees, and the possible worlds behind a view.

Laws kept here:
- A layout is shown to its owner only. Others see whether it is confirmed, and each card from its step on; whether there
  was a draft shows when the round is over. A review of a finished match shows both layouts.
- `resample` varies exactly what `view` hides, and produces only worlds that play could reach.
"""

from ludoteca.kernel import Dealer, Reader, Seat, choose, replace

from .layouts import EMPTY, Layout, layouts
from .stakes import match_id, nicknames, pot, tokens
from .types import AFK_ROUNDS, HISTORY_SHOWN, State, View, changed


def view(state: State, reader: Reader) -> View:
    config, earlier = state.config, max(0, len(state.history) - HISTORY_SHOWN)
    return View(
        you=reader,
        match_id=match_id(config),
        nicknames=nicknames(config),
        tokens=tokens(state, reader),
        phase=state.phase,
        round_index=state.round_index,
        rounds=config.rounds,
        sudden_death=state.round_index > config.rounds,
        hp=state.hp,
        max_hp=config.max_hp,
        pot=pot(config),
        hands=config.hands,
        layout=None if reader is None else state.layouts[reader],
        had_draft=None if reader is None else state.had_draft[reader],
        confirmed=state.confirmed,
        steps=state.steps,
        history=state.history[earlier:],
        afk_streaks=state.afk_streaks,
        both_afk_streak=state.both_afk_streak,
        finalize=config.finalize,
        prep_ms=config.prep_ms,
        disconnect_grace_ms=config.disconnect_grace_ms,
        away=tuple(seat for seat, departure in enumerate(state.away) if departure is not None),
        result=state.result,
        history_from=earlier + 1,
        history_hp=state.history[earlier - 1].steps[-1].hp if earlier else None,
    )


def reveal(state: State) -> View:
    return replace(view(state, None), layouts=state.layouts, had_drafts=state.had_draft)


def resample(state: State, reader: Reader, dealer: Dealer) -> State:
    """Vary what the others may have laid out. After the end nothing is hidden, because nothing was kept."""
    if state.phase == "END":
        return state
    for seat in sorted({0, 1} - {reader}):
        worlds = _worlds(state, seat)
        layout, had_draft = choose(dealer, worlds)
        state = replace(
            state,
            layouts=changed(state.layouts, seat, layout),
            had_draft=changed(state.had_draft, seat, had_draft),
        )
    return state


def _worlds(state: State, seat: Seat) -> list[tuple[Layout, bool]]:
    """Every layout that the seat may have, given what is known, and whether it has given a sign of life."""
    shown = tuple(step.cards[seat] for step in state.steps)
    fitting = [layout for layout in layouts(state.config.hands[seat]) if layout[: len(shown)] == shown]
    active = [(layout, True) for layout in fitting]
    return [*active, (EMPTY, False)] if EMPTY in fitting and _may_be_afk(state, seat) else active


def _may_be_afk(state: State, seat: Seat) -> bool:
    """Whether the seat may be AFK: one round too many would already have lost the match."""
    if state.confirmed[seat]:
        return False
    return state.phase == "PREP" or state.afk_streaks[seat] + 1 < AFK_ROUNDS
