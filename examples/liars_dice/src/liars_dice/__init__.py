"""Liar's dice for two: dice rolled in secret, bids that need not be true."""

from typing import Final

from ludoteca.kernel import Game, Text, Types

from . import rules, text
from .types import Action, Config, State, Told, View
from .view import resample, reveal, view

GAME: Final[Game[Config, State, Action, Told, View]] = Game(
    name="liars-dice",
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
    reveal=reveal,
    presets={"short": Config(dice=2), "plain": Config(ones_wild=False)},
    refusals=rules.REFUSALS,
)
