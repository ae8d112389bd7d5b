"""Duel: a toy with sealed simultaneous choices, a deadline, a paced reveal, drafts, presence and a pot."""

from ludoteca.kernel import Game, Hosting, Text, Types

from . import rules, text, views
from .types import Action, Config, Sketch, State, Told, View

GAME: Game[Config, State, Action, Told, View] = Game(
    name="duel",
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
    free=(Sketch,),
    resample=views.resample,
    presets={
        "plain": Config(),
        "staked": Config(stake=10, grace_ms=30_000),
        "sudden": Config(goal=1, rounds=2, deadline_ms=5_000, reveal_ms=0, stake=1),
    },
    refusals=rules.REFUSALS,
    hosting=Hosting(stakes=lambda config: (config.stake, config.stake) if config.stake else ()),
)
