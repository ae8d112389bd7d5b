"""`ludoteca play`: wires a game, who plays it, where chance comes from and where it is written down.

Must not know: any rule, any particular game.
"""

import shlex
from pathlib import Path
from typing import Annotated, Final

import typer

from ..console import terminal
from ..console.arguments import GameName, Preset, Settings, Timestamp, find_clock, find_config, find_game
from ..console.errors import Failure
from ..dealers import Fair, PyRandom, chooser, random_seed, rules_label
from ..descriptions import outcome_words
from ..kernel.contract import AnyGame, Outcome
from ..kernel.values import replace
from ..web.play.room_codes import code
from .local_game import GameSetup, LocalGame
from .record_file import RecordFile, default_path
from .seats import HUMAN, SeatOptions, seated, split_words

SEED_AT_MOST: Final = (1 << 63) - 1  # what a record can hold


def play(  # noqa: PLR0913, PLR0917 - each option is a parameter
    ctx: typer.Context,
    game: GameName,
    me: Annotated[str | None, typer.Option(metavar="SEAT", help="The seat you take, by name or number.")] = None,
    others: Annotated[str, typer.Option(metavar="WHO", help="Who sits wherever nobody was named.")] = HUMAN,
    preset: Preset = None,
    settings: Settings = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Seed chance and bots: the same command, the same game.")
    ] = None,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to save the game.  [default: GAME-DATE-TIME.jsonl]")
    ] = None,
    timestamp: Timestamp = None,
) -> None:
    """Play a game: people at one keyboard, bots, or both.

    A seat is an option too, by its name or number: `--black bot:greedy`, `--0 bot:random`. WHO is `human`, `bot:NAME`,
    or `bot:package.module:NAME` for a bot of your own; seats nobody was named for are yours. `ludoteca games GAME`
    lists seats, settings, presets and bots. At the prompt, `help` explains.

    Turn clocks are not kept in the terminal: take your time; nor are stakes. Every game is saved as it goes.
    """
    called, named = _sorted_words([game, *ctx.args])
    found = find_game(called)
    config = find_config(found, preset, settings or [])
    names = found.seats(config)
    sitters = seated(found, names, SeatOptions(named, me, others))
    dealer = _dealer(found, seed)
    bot_seed = random_seed() if seed is None else seed
    logbook = RecordFile(log or default_path(found), found, dealer, find_clock(timestamp))
    bot_dealers = [chooser(bot_seed, seat) for seat in range(len(names))]
    party = GameSetup(called, found, config, names, sitters, dealer, bot_dealers)
    try:
        outcome = _played(party, logbook)
    except KeyboardInterrupt:
        _part(party, None, logbook)
        raise
    _part(party, outcome, logbook)


def _sorted_words(words: list[str]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The game and the seats. They come in any order, so what was taken for the game may be a seat's option."""
    plain, named = split_words(words)
    if len(plain) != 1:
        raise Failure("name one game to play" + (f", not {len(plain)}: {' '.join(plain)}" if plain else ""))
    return plain[0], named


def _played(party: GameSetup, logbook: RecordFile) -> Outcome | None:
    """Whatever ends the sitting, the record gets its last line."""
    try:
        _greet(party)
        LocalGame(party, logbook).play()
    finally:
        outcome = logbook.close()
    return outcome


def _greet(party: GameSetup) -> None:
    people = ", ".join(f"{name} {sitter.label}" for name, sitter in zip(party.names, party.sitters, strict=True))
    terminal.say(f"{party.game.name} {party.game.version} – {people}", "bold")
    if any(sitter.bot is None for sitter in party.sitters):
        terminal.say("Write a move at the prompt; `help` explains, `quit` leaves.", "dim")


def _part(party: GameSetup, outcome: Outcome | None, logbook: RecordFile) -> None:
    if not logbook.path.exists():
        terminal.say("Nothing was played, so nothing is saved.")
        return
    if outcome is None:
        terminal.say("Unfinished.")
    else:
        for line in outcome_words(party.names, replace(outcome, payout=())):  # at a keyboard nothing was staked
            terminal.say(line, "bold")
    terminal.say(f"Saved in {logbook.path}")
    own = f" --game {party.called}" if party.called != party.game.name else ""
    terminal.say(f"Verify with: {terminal.program()} verify {shlex.quote(str(logbook.path))}{own}", "dim")


def _dealer(game: AnyGame, seed: int | None) -> Fair | PyRandom:
    if seed is None:
        return Fair.fresh(code(), rules_label(game))
    if not 0 <= seed <= SEED_AT_MOST:
        raise Failure(f"--seed: from 0 to {SEED_AT_MOST}")
    return PyRandom(seed)
