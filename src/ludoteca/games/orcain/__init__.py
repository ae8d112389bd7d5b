"""Orcain: a duel of sealed layouts, three cards a round. The rules are in RULES.md."""

from typing import Final

from ludoteca.kernel import Game, Hosting, Text, Types

from . import endings, messages, picture, rules, stakes, text
from .types import Action, Config, LayoutConfirm, LayoutDraft, State, Told, View
from .validation import flaws
from .view import resample, reveal, view

GAME: Final[Game[Config, State, Action, Told, View]] = Game(
    name="orcain",
    version="1.0.0",
    types=Types(config=Config, state=State, action=Action, told=Told, view=View),
    text=Text(write=text.write, read=text.read, picture=picture.picture, tell=text.tell),
    seats=rules.seats,
    setup=rules.setup,
    draw=rules.draw,
    to_act=rules.to_act,
    legal=rules.legal,
    timers=rules.timers,
    apply=rules.apply,
    view=view,
    outcome=endings.outcome,
    free=(LayoutDraft, LayoutConfirm),  # drafts; and a late confirm, which changes nothing
    resample=resample,
    reveal=reveal,
    flaws=flaws,
    presets={
        "casual": Config(),
        "specification": Config(disconnect_grace_ms=0),  # "No grace period"
        "practice": Config(stake=0, prep_ms=24 * 3600 * 1000, disconnect_grace_ms=600_000),  # only a bot waits
        "duplicates": Config(
            stake=0,
            hands=(("attack", "attack", "heal", "counter"), ("defense", "heal", "heal", "attack")),
            disconnect_grace_ms=30_000,
        ),
        "deadline": Config(finalize="deadline", prep_ms=5_000),
        "short": Config(start_hp=3, max_hp=4, rounds=1, sudden_death_cap=2, disconnect_grace_ms=1_000),
    },
    refusals=rules.REFUSALS,
    hosting=Hosting(
        stakes=stakes.stakes,
        is_even=stakes.is_even,
        with_match_info=stakes.with_match_info,
        hidden_config=frozenset({"company"}),  # it holds each player's remaining tokens
        timestamped=messages.timestamped,
        sign_of_life=rules.sign_of_life,
        operator_notes=rules.operator_notes,
    ),
)
