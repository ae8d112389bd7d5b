"""Liar's dice for two: dice rolled in secret, bids that need not be true."""

from typing import Final

from ludoteca.kernel import Game, Text, Types

from . import rules, text
from .types import Action, Config, State, Told, View
from .view import resample, reveal, view

GAME: Final[Game[Config, State, Action, Told, View]] = Game(
    name="liars-dice",
    types=Types(config=Config, state=State, action=Action, told=Told, view=View),
    setup=rules.setup,
    to_act=rules.to_act,
    legal=rules.legal,
    apply=rules.apply,
    view=view,
    outcome=rules.outcome,
    draw=rules.draw,
    resample=resample,
    reveal=reveal,
    text=Text(write=text.write, read=text.read, picture=text.picture, tell=text.tell),
    presets={"short": Config(dice=2), "plain": Config(ones_wild=False)},
    refusals=rules.REFUSALS,
)
