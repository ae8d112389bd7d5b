"""Every number that can be set has a maximum, and with all of them at it, a match stays within what a server bears."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import pytest

from ludoteca.dealers import Fair, PyRandom, rules_label
from ludoteca.games import GAMES
from ludoteca.kernel import AnyGame, Illegal, advance, begin, random_input, replace, schema
from ludoteca.kernel.record import Scribe
from ludoteca.kernel.values import encode
from ludoteca.replay_pages import PAGE_BYTES, ReplayPages, ReplayQuery
from tests.times import TIMES

VIEW_BYTES: Final = 32 * 1024
STATE_BYTES: Final = 64 * 1024
ENTRY_BYTES: Final = 1024
INPUTS: Final = 5_000 * TIMES
SEED: Final = bytes(32)

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def numbers(game: AnyGame) -> Mapping[str, int | None]:
    """The maximum of each setting that is a number; None for one that has none."""
    document = schema({"config": game.types.config})
    fields = document["$defs"][document["properties"]["config"]["$ref"].rsplit("/", 1)[1]]["properties"]
    forms = {name: [field, *field.get("anyOf", ())] for name, field in fields.items()}
    return {
        name: next((form["maximum"] for form in each if "maximum" in form), None)
        for name, each in forms.items()
        if any(form.get("type") == "integer" for form in each)
    }


def is_allowed(game: AnyGame, settings: Mapping[str, int]) -> bool:
    try:
        game.setup(replace(game.types.config(), **settings))
    except Illegal:
        return False
    return True


class Sizes(NamedTuple):
    """Of the largest view, state and line of the record, in bytes."""

    view: int
    state: int
    entry: int
    is_over: bool


def played(game: AnyGame, config: Any) -> tuple[Sizes, bytes]:
    """A random match, as far as a test goes; the largest of what there was, and the record up to its end."""
    dealer, scribe, choosing = Fair(SEED, "ABC123", rules_label(game)), Scribe(), PyRandom(1)
    begun = begin(game, config, dealer)
    lines, state, sizes = [scribe.open(game, config, dealer.source, begun, 1)], begun.state, Sizes(0, 0, 0, False)
    for number in range(INPUTS):
        given = random_input(game, state, choosing)
        if given is None:
            break
        made = advance(game, state, given, dealer)
        lines.append(scribe.entry(given, made, 2))
        state = made.state
        if number % 50 == 0:
            views = [len(encode(game.view(state, reader))) for reader in (0, 1, None)]
            sizes = Sizes(max(sizes.view, *views), max(sizes.state, len(encode(state))), 0, False)
    outcome = game.outcome(state)
    if outcome is not None:
        lines.append(scribe.end(outcome, SEED.hex()))
    return sizes._replace(entry=max(map(len, lines[1:])), is_over=outcome is not None), b"".join(lines)


@every_game
def test_every_number_that_can_be_set_has_a_maximum(game: AnyGame) -> None:
    assert [name for name, most in numbers(game).items() if most is None] == []


@every_game
@pytest.mark.parametrize("together", [True, False], ids=["together", "each"])
def test_with_settings_at_their_maximum_a_match_stays_small(game: AnyGame, together: bool) -> None:
    most = {name: number for name, number in numbers(game).items() if number is not None}
    assert is_allowed(game, most)
    for settings in [most] if together else [{name: number} for name, number in most.items()]:
        if not is_allowed(game, settings):  # without others, such as more hit points than there may be
            continue
        sizes, record = played(game, replace(game.types.config(), **settings))
        assert sizes.view <= VIEW_BYTES, settings
        assert sizes.state <= STATE_BYTES, settings
        assert sizes.entry <= ENTRY_BYTES, settings
        if sizes.is_over:
            pages = ReplayPages(GAMES.__getitem__)
            total = pages.page("ABC123", ReplayQuery("all", 0, 1), record).total
            page = pages.page("ABC123", ReplayQuery("all", max(0, total - 100), 100, words=True))
            assert not any(step.cut for step in page.steps)
            assert len(encode(page)) <= PAGE_BYTES
