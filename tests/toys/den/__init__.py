"""Den: a toy with dice, cards, hidden hands, a stock without an order, a secret role and a turn timer."""

from ludoteca.kernel import Game, Text, Types

from . import rules, text, views
from .types import Action, Config, State, Told, View

GAME: Game[Config, State, Action, Told, View] = Game(
    name="den",
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
    view=views.view,
    outcome=rules.outcome,
    resample=views.resample,
    presets={
        "full": Config(),
        "quick": Config(rounds=3, cunning=3, turn_ms=5_000),
        "untimed": Config(turn_ms=0),
    },
    refusals=rules.REFUSALS,
)
