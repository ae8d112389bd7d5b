"""Briscola chiamata: five players, an auction, a called card, a secret partner. The rules are in RULES.md."""

from typing import Final

from ludoteca.kernel import Game, Hosting, Text, Types

from . import notation, rules, text
from .types import Action, BesideView, Config, Play, Reorder, State, Told, View
from .validation import flaws
from .view import resample, reveal, view

GAME: Final[Game[Config, State, Action, Told, View]] = Game(
    name="briscola",
    version="1.0.0",
    types=Types(config=Config, state=State, action=Action, told=Told, view=View),
    text=Text(write=notation.write, read=notation.read, picture=text.picture, tell=text.tell),
    seats=rules.seats,
    setup=rules.setup,
    draw=rules.draw,
    to_act=rules.to_act,
    legal=rules.legal,
    timers=rules.timers,
    apply=rules.apply,
    view=view,
    outcome=rules.outcome,
    free=(Play, Reorder),  # a card by any of its names; a reordered hand
    resample=resample,
    reveal=reveal,
    flaws=flaws,
    presets={
        "casual": Config(),
        "practice": Config(turn_ms=0, absent_ms=24 * 3600 * 1000),  # nobody waits against bots
        "match": Config(hands=5),
        "open": Config(suit_call="before-play"),
        "classic": Config(auction="rank", suit_call="before-play"),
    },
    refusals=rules.REFUSALS,
    hosting=Hosting(beside_view=BesideView),
)
