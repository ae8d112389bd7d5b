"""Morris: a toy with a board and nothing hidden, which describes its board and is played by touching it."""

from ludoteca.kernel import Game, Text, Types

from . import rules, text
from .rules import Action, Config, State, Told, View

GAME: Game[Config, State, Action, Told, View] = Game(
    name="morris",
    types=Types(config=Config, state=State, action=Action, told=Told, view=View),
    text=Text(write=text.write, read=text.read, tell=text.tell, scene=text.scene, touch=text.touch),
    seats=lambda _: ("white", "black"),
    setup=rules.setup,
    to_act=rules.to_act,
    legal=rules.legal,
    apply=rules.apply,
    view=rules.view,
    outcome=lambda state: state.outcome,
    presets={"nine": Config(), "three": Config(men=3)},
)
