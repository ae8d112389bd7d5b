"""Backgammon, with the doubling cube and matches, and GitGammon's `state.json`. The rules are in RULES.md."""

from typing import Final

from ludoteca.kernel import Game, Text, Types

from . import rules, text
from .types import Action, Config, State, Told, View
from .validation import flaws
from .view import resample, view

GAME: Final[Game[Config, State, Action, Told, View]] = Game(
    name="backgammon",
    version="1.1.0",
    types=Types(config=Config, state=State, action=Action, told=Told, view=View),
    text=Text(write=text.write, read=text.read, picture=text.picture, tell=text.tell),
    seats=rules.seats,
    setup=rules.setup,
    draw=rules.draw,
    to_act=rules.to_act,
    legal=rules.legal,
    timers=rules.timers,
    apply=rules.apply,
    view=view,
    outcome=rules.outcome,
    resample=resample,
    flaws=flaws,
    presets={
        "casual": Config(confirm=True),
        "practice": Config(confirm=True, turn_ms=24 * 3600 * 1000),  # nobody waits against a bot
        "ranked": Config(confirm=True, on_absence="forfeit"),  # one game: a series has several, and resigning ends it
        "money": Config(cube=True, jacoby=True),
        "match": Config(confirm=True, points=5, cube=True),
        "gitgammon": Config(start="as-written"),
        "blitz": Config(turn_ms=15_000, on_timeout="forfeit", on_absence="forfeit"),
    },
    refusals={
        "wrong_player": "invalid_turn",
        "wrong_phase": "invalid_action",
        "illegal_move": "invalid_action",
        "no_undo": "invalid_action",
        "not_done": "invalid_action",
    },
)
