"""A sitting: one game played at one keyboard, by people, bots, or both.

Laws kept here:
- A person is shown only what their seat may see: its events, its picture.
- A bot's move is shown in notation only while the game has no secrets; otherwise the events say what may be known.
- Where there are secrets and several people, the screen is cleared and the keyboard passed between them.
- Pacing timers run out at once; turn clocks are not kept.

Must not know: any rule, any particular game.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..console import terminal
from ..console.errors import BUG, Failure, crash_report
from ..descriptions import notation, told
from ..kernel.chance import Dealer
from ..kernel.contract import AnyGame, AnyInput, Elapsed, Event, Move, Reader, Seat
from ..kernel.illegal import Illegal
from ..kernel.play import Advance, advance, begin, waits
from . import move_prompt
from .record_file import RecordFile
from .seats import SeatHolder


class GameSetup(NamedTuple):
    """Who plays what: everything about a game at the keyboard that does not change."""

    called: str  # the game as the user named it
    game: AnyGame
    config: Any
    names: tuple[str, ...]
    sitters: tuple[SeatHolder, ...]
    dealer: Dealer
    bot_dealers: Sequence[Dealer]


class ShownEvents(NamedTuple):
    """An input's events and where they led. `by` is the name of a bot that moved, `notation` its move if no secret."""

    events: tuple[Event[Any], ...]
    state: Any
    by: str = ""
    notation: str = ""


class LocalGame:
    def __init__(self, party: GameSetup, logbook: RecordFile) -> None:
        self.party = party
        self.logbook = logbook
        self._people = [seat for seat, sitter in enumerate(party.sitters) if sitter.bot is None]
        self._watchers: list[Reader] = [*self._people] or [None]
        self._news: list[ShownEvents] = []
        self._heard = dict.fromkeys(self._watchers, 0)
        self._at_keyboard: Seat | None = None
        self._secrets = False
        self._chance_shown = False
        begun = begin(party.game, party.config, party.dealer)
        logbook.open(party.config, begun)
        self._settle(begun)

    def play(self) -> None:
        """Until the end, or until somebody quits."""
        game = self.party.game
        while game.outcome(self.state) is None:
            seats = game.to_act(self.state)
            if not seats:
                self._feed(Elapsed(waits(game, self.state)[0].name))
            elif self.party.sitters[min(seats)].bot is not None:
                self._bot_moves(min(seats))
            elif not self._person_moves(min(seats)):
                return
        self._show_end()

    def _person_moves(self, seat: Seat) -> bool:
        if not self._present(seat):
            return False
        while (given := move_prompt.ask(self._seat_view(seat))) is not None:
            try:
                self._feed(given)
            except Illegal as refusal:
                move_prompt.refuse(refusal)
            else:
                return True
        return False

    def _bot_moves(self, seat: Seat) -> None:
        game, sitter = self.party.game, self.party.sitters[seat]
        assert sitter.bot is not None
        view, legal = game.view(self.state, seat), game.legal(self.state, seat)
        try:
            action = sitter.bot(view, legal, self.party.bot_dealers[seat])
        except Exception as error:  # an author's code
            raise Failure(crash_report(f"{sitter.label} at {self.party.names[seat]} crashed", error), BUG) from error
        try:
            self._feed(Move(seat, action))
        except Illegal as refusal:
            raise Failure(f"{sitter.label} at {self.party.names[seat]} broke the rules: {refusal}", BUG) from None

    def _feed(self, given: AnyInput) -> None:
        before = self.state
        made = advance(self.party.game, before, given, self.party.dealer)
        self.logbook.entry(given, made)
        self._settle(made, before, given)

    def _settle(self, made: Advance[Any, Any], before: Any = None, given: AnyInput | None = None) -> None:
        self.state = made.state
        self._note_secrets(made)
        if made.drawn and not self._chance_shown:
            self._chance_shown = True
            terminal.say("\n".join(self.logbook.chance()), "dim")
        self._news.append(ShownEvents(made.events, made.state, *self._bot_move(before, given)))
        if len(self._watchers) == 1:
            self._tell_news(self._watchers[0])

    def _bot_move(self, before: Any, given: AnyInput | None) -> tuple[str, str]:
        """Who moved and how, for bots only: people know what they typed."""
        if not isinstance(given, Move) or self.party.sitters[given.seat].bot is None:
            return "", ""
        return self.party.names[given.seat], "" if self._secrets else notation(self.party.game, before, given)

    def _note_secrets(self, made: Advance[Any, Any]) -> None:
        """Once there was a secret there may be more: a private event, a hidden part of the picture, a blind choice."""
        self._secrets = (
            self._secrets
            or any(event.to is not None for event in made.events)
            or len(self.party.game.to_act(made.state)) > 1
            or len({self._picture(made.state, reader) for reader in [None, *range(len(self.party.names))]}) > 1
        )

    def _present(self, seat: Seat) -> bool:
        """Show a person the news and the position; False if nobody came to the keyboard."""
        if self._secrets and len(self._people) > 1 and seat != self._at_keyboard:
            terminal.clear()
            if terminal.ask(f"Pass the keyboard to {self.party.names[seat]}, who presses Enter ") is None:
                return False
        self._at_keyboard = seat
        self._tell_news(seat)
        terminal.show(self._picture(self.state, seat))
        return True

    def _tell_news(self, reader: Reader) -> None:
        """All that is new to this reader. Several people without secrets look together, as spectators do."""
        together = len(self._watchers) > 1 and not self._secrets
        news = self._news[self._heard[reader] :]
        self._heard.update(dict.fromkeys(self._heard if together else [reader], len(self._news)))
        for happening in news:
            for line in self._lines(happening, None if together else reader):
                terminal.say(line)

    def _lines(self, happening: ShownEvents, reader: Reader) -> list[str]:
        """The events as told; a bot's move goes before them where they do not say it."""
        lines = told(self.party.game, happening.events, happening.state, reader)
        if happening.notation and not any(happening.notation in line for line in lines):
            return [f"{happening.by}: {happening.notation}", *lines]
        return lines or ([f"{happening.by} has moved"] if happening.by else [])

    def _show_end(self) -> None:
        """What has not been seen yet; several people see the end as spectators do."""
        if len(self._watchers) > 1:
            self._heard[None] = max(self._heard.values())
            self._tell_news(None)
        terminal.show(self._picture(self.state, self._watchers[0] if len(self._watchers) == 1 else None))

    def _seat_view(self, seat: Seat) -> move_prompt.SeatView:
        game = self.party.game
        return move_prompt.SeatView(
            game=game,
            called=self.party.called,
            seat=seat,
            name=self.party.names[seat],
            view=game.view(self.state, seat),
            legal=game.legal(self.state, seat),
            about_log=self.logbook.about(),
        )

    def _picture(self, state: Any, reader: Reader) -> str:
        return self.party.game.text.picture(self.party.game.view(state, reader))
