"""My game: everything that Ludoteca knows of it."""

from typing import Final

from ludoteca.kernel import Game, Text, Types

from . import rules, text
from .rules import Config, Place, State, Told, View

GAME: Final[Game[Config, State, Place, Told, View]] = Game(
    name="my-game",
    types=Types(config=Config, state=State, action=Place, told=Told, view=View),
    setup=rules.setup,
    to_act=rules.to_act,
    legal=rules.legal,
    apply=rules.apply,
    view=rules.view,
    outcome=rules.outcome,
    # What follows is optional.
    text=Text(write=text.write, read=text.read, tell=text.tell, scene=text.scene, touch=text.touch),
    presets={"large": Config(size=5)},
)
