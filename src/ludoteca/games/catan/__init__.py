"""Catan for two: settle the island and be the first with fifteen points. The rules are in RULES.md."""

from typing import Final

from ludoteca.kernel import Game, Hosting, Text, Types

from . import rules, text
from .actions import Action, PlayProgress, TradeBank, TradePlayer, TradePort
from .events import Told
from .types import Config, State, View
from .validation import flaws
from .view import open_view, resample, view

GAME: Final[Game[Config, State, Action, Told, View]] = Game(
    name="catan",
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
    free=(PlayProgress, TradeBank, TradePort, TradePlayer),  # both orders of two roads; dearer trades, other offers
    resample=resample,
    reveal=open_view,
    flaws=flaws,
    presets={
        "casual": Config(layout="random"),
        "practice": Config(layout="random", turn_ms=0),  # nobody waits against a bot
        "ranked": Config(  # as the 1v1 ladders play it
            layout="random", dice="balanced", friendly_robber=True, offers_per_turn=0, on_absence="forfeit"
        ),
        "base": Config(vp_to_win=10, discard_threshold=7),
        "short": Config(vp_to_win=5, discard_threshold=7),  # a first game, a quarter of an hour long
        "balanced": Config(dice="balanced"),
        "friendly": Config(friendly_robber=True),
        "no-trading": Config(offers_per_turn=0),
        "blitz": Config(discard_mode="to_threshold", turn_ms=20_000, on_timeout="forfeit", on_absence="forfeit"),
    },
    refusals=rules.REFUSALS,
    hosting=Hosting(test_only=frozenset({"forced_dice"})),
)
