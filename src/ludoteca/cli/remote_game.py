"""A visit to a table far away: what happens there is told and shown as it comes, and a person answers at the prompt.

Laws kept here:
- Only what the table has told this reader is shown; nothing is worked out here.
- Nothing is shown that is known to be old: events are told when the snapshot after them is there.
- The prompt's words are those of a game at this keyboard.

Must not know: any rule, any particular game, how bytes travel.
"""

import asyncio
from collections.abc import Coroutine, Mapping
from typing import Any, Final

from ..client import Ended, Event, NoAnswer, Result, Seat, Snapshot
from ..client.bot_player import legal_of, view_of
from ..console import terminal
from ..descriptions import outcome_words
from ..kernel import AnyGame, Illegal, Malformed, Move, Resigned
from ..kernel.values import build, tree_of
from . import move_prompt
from .keyboard import Keyboard

SLOW_SECONDS: Final = 3.0
ABOUT_LOG: Final = ("The server keeps the record of this game.",)


class RemoteGame:
    def __init__(self, seat: Seat, game: AnyGame, called: str, *, asks: bool) -> None:
        """`asks`: whether a person answers here, or somebody only looks on."""
        self._seat = seat
        self._game = game
        self._called = called
        self._asks = asks
        self._keyboard = Keyboard()
        self._connected = seat.connected
        self._prompted = self._left = False
        self._acting: asyncio.Future[None] | None = None
        self._shown = ""
        self._standing = ""

    async def stay(self) -> Snapshot | None:
        """Until the game is over; None if the person has left before."""
        while not self._left:
            self._tell_line()
            if self._seat.is_fresh:
                snapshot = await self._seat.fresh()
                self._tell(snapshot)
                if snapshot.is_over:
                    return snapshot
            await self._something()
        return None

    # Waiting

    async def _something(self) -> None:
        """Until there is news, or a line was typed."""
        waits: set[asyncio.Future[Any]] = {asyncio.ensure_future(self._seat.changed())}
        typing = self._keyboard.line() if self._listens() else None
        others = {each for each in (typing, self._acting) if each is not None}
        try:
            await asyncio.wait(waits | others, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()
        self._seat.check()
        if self._acting is not None and self._acting.done():
            self._acting = None
        if typing is not None and typing.done():
            self._typed(self._keyboard.take())

    def _listens(self) -> bool:
        """A person may type at any time; a script is read only when it is asked."""
        return self._keyboard.is_terminal or self._prompted

    def _typed(self, line: str | None) -> None:
        self._prompted = False
        seat_view = self._seat_view()
        if seat_view is not None:
            self._do(move_prompt.hear(seat_view, line))
        elif line is None or move_prompt.ALIASES.get(line.lower(), line.lower()).lstrip(":") == "quit":
            self._left = True
        elif line:
            terminal.say("There is nothing to be done here but `quit`.", "yellow")

    def _do(self, wanted: Move[Any] | Resigned | move_prompt.Quit | None) -> None:
        match wanted:
            case move_prompt.Quit():
                self._left = True
            case Resigned() | Move() if self._acting is not None:
                terminal.say("What you did before is still on its way.", "yellow")
            case Resigned():
                self._acting = asyncio.ensure_future(self._told(self._seat.resign()))
            case Move(action=action):
                self._acting = asyncio.ensure_future(self._told(self._seat.act(tree_of(action))))

    async def _told(self, act: Coroutine[Any, Any, Result]) -> None:
        """Beside the prompt, so that a table that does not answer can be left."""
        acting = asyncio.ensure_future(act)
        try:
            if not (await asyncio.wait({acting}, timeout=SLOW_SECONDS))[0]:
                self._say("No answer yet; it is sent again until there is one …", "yellow")
            result = await acting
        except Ended:
            return  # the one who awaits the connection sees the error
        except NoAnswer as error:
            terminal.say(f"The table does not answer: {error}", "yellow")
        else:
            if not result.ok:
                facts = {name: fact for name, fact in result.facts.items() if name not in ("code", "reason")}
                move_prompt.refuse(Illegal(result.code, result.reason, **facts))

    # Telling

    def _tell_line(self) -> None:
        if self._seat.connected != self._connected:
            self._connected = self._seat.connected
            self._say("Connected again." if self._connected else "The connection is lost; trying again …", "yellow")

    def _tell(self, snapshot: Snapshot) -> None:
        view = view_of(self._game, snapshot)
        for event in self._seat.take_events():
            line = _event_words(event, self._game, snapshot, view)
            if line:
                self._say(line)
        picture = "" if view is None else self._game.text.picture(view)
        standing = _standing(snapshot, self._seat.seconds_old)
        news = picture != self._shown
        if news:
            self._say("", picture=picture)
        if standing and (news or _untimed(standing) != self._standing):
            self._say(standing, "dim")
        self._shown, self._standing = picture, _untimed(standing)
        self._prompt(snapshot)

    def _prompt(self, snapshot: Snapshot) -> None:
        seat_view = self._seat_view()
        if self._asks and snapshot.is_mine and seat_view is not None and not self._prompted and self._acting is None:
            self._prompted = True
            print(move_prompt.prompt(seat_view), end="", flush=True)

    def _say(self, line: str, style: str = "", picture: str = "") -> None:
        """A line or a picture; where a prompt is open, below it."""
        if self._prompted:
            print()
            self._prompted = False
        if picture:
            terminal.show(picture)
        else:
            terminal.say(line, style)

    def _seat_view(self) -> move_prompt.SeatView | None:
        """What the person to move is shown; None before the game begins, and for spectators."""
        snapshot = self._seat.snapshot
        if not self._asks or snapshot is None or snapshot.you is None or snapshot.view is None:
            return None
        return move_prompt.SeatView(
            game=self._game,
            called=self._called,
            seat=snapshot.you,
            name=snapshot.seats[snapshot.you].seat,
            view=view_of(self._game, snapshot),
            legal=legal_of(self._game, snapshot),
            about_log=ABOUT_LOG,
        )


def end_words(snapshot: Snapshot) -> list[str]:
    if snapshot.outcome is None:
        return ["The host has closed the table."]
    return outcome_words([each.seat for each in snapshot.seats], snapshot.outcome)


def _event_words(event: Event, game: AnyGame, snapshot: Snapshot, view: Any) -> str:
    if event.kind in _TABLE_EVENTS:
        return _TABLE_EVENTS[event.kind].format(**_about(event, snapshot))
    if event.kind == "event.hidden" or view is None:
        return ""
    try:
        return game.text.tell(build({**event.payload, "type": event.kind}, game.types.told), view)
    except Malformed:
        return event.kind  # of a later version than ours


_TABLE_EVENTS: Final[Mapping[str, str]] = {
    "player.join": "{name} sits down as {seat}.",
    "player.leave": "{name} ({seat}) is away.",
    "player.reconnect": "{name} ({seat}) is back.",
    "game.start": "The game begins.",
    "match.end": "",
    "table.closed": "",
}


def _about(event: Event, snapshot: Snapshot) -> dict[str, str]:
    number = event.payload.get("player_id", 0)
    return {"name": str(event.payload.get("name", "")), "seat": snapshot.seats[number].seat}


def _standing(snapshot: Snapshot, seconds_old: float) -> str:
    """Whom the table waits for, and how long it will."""
    if snapshot.is_over:
        return ""
    if snapshot.view is None:
        missing = [each.seat for each in snapshot.seats if not each.present]
        return f"Waiting for {' and '.join(missing)} to sit down."
    acting = [_called(snapshot, seat) for seat in snapshot.to_act]
    if not acting:
        return ""
    left = [timer.ms for timer in snapshot.timers if not timer.paused and set(timer.seats) & set(snapshot.to_act)]
    time = f" – {max(0.0, min(left) / 1000 - seconds_old):.0f} s left" if left else ""
    return f"To act: {', '.join(acting)}{time}"


def _untimed(standing: str) -> str:
    return standing.partition(" – ")[0]


def _called(snapshot: Snapshot, number: int) -> str:
    taken = snapshot.seats[number]
    return f"{taken.seat} (you)" if number == snapshot.you else f"{taken.seat} ({taken.name})"
