"""The referee: programs in any language drive any game, with one JSON object per line. See docs/referee.md.

Laws kept here:
- Every line gets exactly one answer, `{"ok": true, …}` or `{"ok": false, "code": …, "reason": …}`.
- An answer that is not ok has changed nothing.

May know: kernel, dealers. The game is handed in.
"""

from typing import Annotated, Any, Literal, TypeAlias, assert_never

from .crash_site import crash_words
from .dealers import Given, PyRandom, chooser, random_seed
from .kernel import (
    Advance,
    Answer,
    AnyGame,
    AnyInput,
    Chance,
    Illegal,
    Malformed,
    Meta,
    Value,
    advance,
    canonical,
    decode,
    digest,
    random_input,
    step,
)
from .kernel.contract import Step, input_type
from .kernel.play import check_seat, settle
from .kernel.values import convert

LINE_AT_MOST = 1 << 20

Integer: TypeAlias = Annotated[int, Meta(ge=-(1 << 53), le=1 << 53)]
By: TypeAlias = Literal["dealer", "given"]


class _Request(Value, frozen=True, tag_field="do"):
    pass


class Setup(_Request, frozen=True, tag="setup"):
    config: Any = None
    preset: str | None = None
    seed: Integer | None = None
    chance: By = "dealer"


class Load(_Request, frozen=True, tag="load"):
    state: Any
    seed: Integer | None = None
    chance: By = "dealer"


class AskState(_Request, frozen=True, tag="state"):
    pass


class AskLegal(_Request, frozen=True, tag="legal"):
    seat: int


class AskToAct(_Request, frozen=True, tag="to_act"):
    pass


class Apply(_Request, frozen=True, tag="apply"):
    input: Any
    drawn: tuple[Answer, ...] = ()


class AskView(_Request, frozen=True, tag="view"):
    seat: int | None


class AskOutcome(_Request, frozen=True, tag="outcome"):
    pass


class AskDigest(_Request, frozen=True, tag="digest"):
    pass


class Random(_Request, frozen=True, tag="random"):
    n: Annotated[int, Meta(ge=0, le=100_000)] = 1


Request: TypeAlias = Setup | Load | AskState | AskLegal | AskToAct | Apply | AskView | AskOutcome | AskDigest | Random


class Referee:
    """One game under way, driven by requests."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._state: Any = None
        self._seats: tuple[str, ...] = ()
        self._dealer = PyRandom(0)
        self._chooser = PyRandom(0)
        self._chance: By = "dealer"

    def answer(self, line: bytes) -> bytes:
        """The answer to one line, without its newline. Never raises."""
        try:
            return canonical(self._answer(line))
        except Exception as error:  # a game's own code may fail in any way, and its facts may be no JSON
            return canonical({"ok": False, "code": "internal", "reason": crash_words(error)})

    def _answer(self, line: bytes) -> dict[str, Any]:
        try:
            return {"ok": True, **self._done(decode(line, Request, at_most=LINE_AT_MOST))}
        except Malformed as error:
            return {"ok": False, "code": "malformed", "reason": error.reason, "where": error.where}
        except Illegal as error:
            return {"ok": False, "code": error.code, "reason": error.reason, "facts": error.facts}

    def _done(self, request: Request) -> dict[str, Any]:
        if isinstance(request, Setup):
            return self._setup(request)
        if isinstance(request, Load):
            return self._load(request)
        if self._state is None:
            raise Illegal("no_game", "nothing is set up: do setup or load first")
        match request:
            case Apply():
                return self._apply(request)
            case Random(n=n):
                return self._random(n)
            case _:
                return self._asked(request)

    def _asked(self, request: AskState | AskLegal | AskToAct | AskView | AskOutcome | AskDigest) -> dict[str, Any]:
        game, state = self.game, self._state
        match request:
            case AskState():
                return {"state": state}
            case AskLegal(seat=seat):
                check_seat(seat, len(self._seats))
                return {"legal": game.legal(state, seat)}
            case AskToAct():
                return {"to_act": sorted(game.to_act(state)), "draw": game.draw(state), "timers": game.timers(state)}
            case AskView(seat=seat):
                if seat is not None:
                    check_seat(seat, len(self._seats))
                return {"view": game.view(state, seat)}
            case AskOutcome():
                return {"outcome": game.outcome(state)}
            case AskDigest():
                return {"digest": digest(state)}
            case _:
                assert_never(request)

    def _setup(self, request: Setup) -> dict[str, Any]:
        config = self._config(request)
        return self._begin(request, config, self.game.setup(config))

    def _config(self, request: Setup) -> Any:
        if request.preset is None:
            return convert({} if request.config is None else request.config, self.game.types.config, "$.config")
        if request.config is not None:
            raise Illegal("bad_config", "give a preset or a config, not both")
        if request.preset not in self.game.presets:
            raise Illegal("bad_config", f"no preset {request.preset!r}", presets=sorted(self.game.presets))
        return self.game.presets[request.preset]

    def _load(self, request: Load) -> dict[str, Any]:
        state: Any = convert(request.state, self.game.types.state, "$.state")
        flaws = self.game.flaws(state)
        if flaws:
            raise Illegal("bad_state", flaws[0], flaws=list(flaws))
        return self._begin(request, state.config, Step(state))

    def _begin(self, request: Setup | Load, config: Any, first: Step[Any, Any]) -> dict[str, Any]:
        seed = random_seed() if request.seed is None else request.seed
        dealer = PyRandom(seed)
        begun = settle(self.game, first, dealer) if request.chance == "dealer" else Advance(*first, ())
        # Only now, when nothing can fail any more.
        self._seats, self._chance = self.game.seats(config), request.chance
        self._dealer, self._chooser = dealer, chooser(seed)
        return {"seats": self._seats, "seed": seed, **self._kept(begun)}

    def _apply(self, request: Apply) -> dict[str, Any]:
        given: AnyInput = convert(request.input, input_type(self.game), "$.input")
        return self._kept(self._advance(given, request.drawn))

    def _advance(self, given: AnyInput, drawn: tuple[Answer, ...]) -> Advance[Any, Any]:
        """Apply an input with the answers that came with it; the dealer gives the rest, unless `chance` is "given"."""
        if self._chance == "dealer":
            answers = Given(drawn, self._dealer)
            made = advance(self.game, self._state, given, answers)
            if answers.unused():
                raise Illegal("no_draw", "more answers than chance was asked for")
            return made
        state, events = step(self.game, self._state, given)
        for answer in drawn:
            state, more = step(self.game, state, Chance(answer))
            events += more
        return Advance(state, events, drawn)

    def _random(self, n: int) -> dict[str, Any]:
        before = self._state
        played: list[dict[str, Any]] = []
        try:
            while len(played) < n and (given := self._random_input()) is not None:
                made = self._advance(given, ())
                played.append({"input": given, "drawn": made.drawn})
                self._state = made.state
        except Exception:
            self._state = before
            raise
        return {"played": played, "digest": digest(self._state), "outcome": self.game.outcome(self._state)}

    def _random_input(self) -> AnyInput | None:
        draw = self.game.draw(self._state)
        if draw is not None:
            return Chance(self._chooser.answer(draw))
        return random_input(self.game, self._state, self._chooser)

    def _kept(self, made: Advance[Any, Any]) -> dict[str, Any]:
        self._state = made.state
        return {
            "drawn": made.drawn,
            "events": made.events,
            "digest": digest(made.state),
            "outcome": self.game.outcome(made.state),
        }
