"""Gomoku, also called caro: five in a row, with the Swap 2 opening. The rules are in RULES.md."""

from typing import Final

from ludoteca.kernel import Game, Hosting, Text, Types

from . import recovery, rules, text
from .types import Action, Config, State, Told, View
from .view import resample, view

GAME: Final[Game[Config, State, Action, Told, View]] = Game(
    name="gomoku",
    version="1.0.0",
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
    flaws=recovery.flaws,
    presets={
        "casual": Config(mode="tieu_dao"),
        "practice": Config(turn_ms=24 * 3600 * 1000),  # nobody waits against a bot
        "ranked": Config(mode="ranked"),
        "tournament": Config(mode="van_mon", rule="standard", first_mover="white"),
        "caro": Config(rule="caro", swap2_enabled=True),
        "renju": Config(rule="renju", on_timeout="forfeit"),
        "large": Config(size=19, opener=1),
    },
    refusals={
        "invalid_phase": "invalid_action",
        "wrong_player": "invalid_turn",
        "out_of_bounds": "invalid_action",
        "position_occupied": "invalid_action",
        "forbidden_point": "invalid_action",
        "invalid_choice": "invalid_action",
        "missing_coordinates": "invalid_action",
        "missing_choice": "invalid_action",
    },
    hosting=Hosting(
        with_player_ids=rules.with_player_ids,
        timestamped_state=rules.timestamped_state,
        defaults_by_language={"vi": {"rule": "caro"}},  # where it is called Cờ caro
        salvage=recovery.salvage,
    ),
)
