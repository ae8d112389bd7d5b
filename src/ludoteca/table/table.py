"""One running match, sans-I/O: actions, presence and time go in; effects come out.

The five guarantees, and where they are kept:
1. Exactly-once effect: an action is known by its id; a repeat gets the stored result.
2. Nothing acknowledged is lost: do `Effects.persist` before anything else in `Effects`.
3. Order: every event has the next `seq`; readers who may not see it get an empty frame with the same number.
4. One owner: not here, but in the store, which refuses entries of an older epoch.
5. No secrets: readers get `game.view`, events addressed to them, and nothing else.

`Table` decides what the next entry is; `Match` carries it out. If persisting fails, throw the table away and restore
it from what was persisted.

Must not know: any game by name, sockets, stores, clocks, randomness (a dealer is handed in).
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias, cast

from ludoteca.kernel import (
    Advance,
    AnyInput,
    Dealer,
    Elapsed,
    Illegal,
    Left,
    Malformed,
    Move,
    Resigned,
    Returned,
    Seat,
    advance,
    begin,
)
from ludoteca.kernel.play import KERNEL_CODES
from ludoteca.kernel.values import build, fields_of, tree_of

from .display_names import composed, is_plain
from .effects import BotTurn, Effects, Now, Reply
from .entries import Applied, Began, Change, Closed, Joined, LogEntry, Opened, TableTerms
from .match import Match, Ruling
from .messages import ACTIONS, Snapshot, TimeLeft
from .payload import (
    ENVELOPE_KEYS,
    NO_ACTION,
    STATEMENT_KEYS,
    ActionKey,
    action_key,
    fields_by_type,
    without_repeats,
)
from .presentation import Presentation
from .result_cache import CachedResult
from .statements import check_statements
from .timers import RunningTimers
from .wire import Action, ActionEffects, ErrorCode, Refusal, Who, encode, event, replace, result_error, result_ok

TABLE_KEYS: Final = {name: frozenset(payload.__struct_fields__) for name, payload in ACTIONS.items()}
"""The table's own actions, and the keys of their payloads; a game's actions are as strict by their types."""

UNDECIDED_AT_MOST: Final = 500
"""Moves of a seat that answer nothing (drafts, a reordered hand), per decision: each is an entry in the log."""

NOT_THEIRS: Final = frozenset({"forbidden", "join_failed"})
"""Refusals of actions that are not, or may not be, by the player of the seat they name."""

Deal: TypeAlias = Callable[[tuple[str, ...], int], Dealer]
"""Makes the dealer from the players' seeds and the number of draws it has already answered."""


class Table:
    def __init__(self, match: Match, deal: Deal) -> None:
        self.match = match
        self.timers = RunningTimers()
        self._presentation = Presentation(match)
        self._deal = deal
        self._dealer: Dealer | None = None
        self._was_over = False  # whether `finished` has been reported

    @classmethod
    def opened(
        cls, match: Match, terms: TableTerms, deal: Deal, now: Now, by: ActionKey = NO_ACTION
    ) -> "tuple[Table, Effects]":
        """A new table; one with only bots begins at once. Malformed or Illegal if its terms make no sense.

        `by` is the `create` it is opened for: submitted after this, it is answered like any repeat."""
        config: Any = build(terms.config, match.game.types.config, "$.config")
        match.game.setup(config)
        if len(terms.bots) != len(match.game.seats(config)):
            raise Illegal("bad_config", "every seat is for a person or for a bot", seats=match.game.seats(config))
        table, effects = cls(match, deal), Effects()
        table._append(Opened(terms), now, effects, by)
        table._begin_if_full(now, effects)
        return table, table._settled(effects, now)

    @classmethod
    def restored(cls, match: Match, entries: Iterable[LogEntry], deal: Deal, now: Now) -> "tuple[Table, Effects]":
        """The match after these entries as a table, and what it must do first: begin, if everyone had joined before the
        crash, and ask its bots. Its clocks start again: an outage is charged to nobody."""
        table, effects = cls(match, deal), Effects()
        for entry in entries:
            match.take(entry)
        if match.state is not None:
            table._dealer = deal(tuple(match.client_seeds), match.draws)
        table._begin_if_full(now, effects)
        table._rearm(now)
        table._was_over = match.is_over()
        effects.ask = table.bot_turns()
        effects.finished = match.is_over()  # again: nobody knows whether it was reported before the crash
        return table, effects

    # Inputs

    def submit(self, who: Who, action: Action, now: Now) -> Effects:
        """One action of a reader. Every action gets exactly one result."""
        effects = Effects()
        by = action_key(who, action)
        known = self.match.results.find(by.reader, by.action_id)
        if known is not None and known.body == by.body and _is_consistent(self.match, who, action):
            effects.reply.append(Reply(who, _repeated_result(who, action, known)))
            if action.message_type == "join" and not known.refusal:
                self._sync(who, action, now, effects)
            return effects
        if self.timers.due(now.mono) is not None:  # an action after a deadline is too late, tick or no tick
            self._let_time_run_out(now, effects)
        try:
            if known is not None:
                raise Refusal("invalid_action", "this action_id was used for another action", "noop")
            self._carry_out(who, action, by, now, effects)
        except Refusal as refusal:
            self._note_sign_of_life(who, action, refusal, now, effects)
            if refusal.recovery is None and refusal.code.startswith("invalid_"):
                refusal.recovery = "retry" if who.seat in self.match.acting() else "noop"
            frame = encode(result_error(action, who, refusal, now.wall))
            if known is None:
                self._remember(who, action, by, CachedResult(by.body, self.match.seq, now.wall, refusal=frame))
            effects.reply.append(Reply(who, frame))
        return self._settled(effects, now)

    def bot_acts(self, ask: BotTurn, action: Any, now: Now) -> Effects:
        """A bot's answer. One that comes too late, when its decision is no longer open, is dropped. One that the rules
        refuse raises Refusal: the bot is broken, and the shell must report it and choose for it."""
        effects = Effects()
        self._let_time_run_out(now, effects)
        if ask.seat in self.match.acting() and self.match.decisions[ask.seat] == ask.decision:
            self._apply(Move(ask.seat, action), ActionKey(f"bot:{ask.seat}"), now, effects)
        return self._settled(effects, now)

    def lost(self, seat: Seat, now: Now) -> Effects:
        """A seat's connection is gone; ignored for a bot's seat and for a number that is no seat. Timers that run out
        at this very moment do so afterwards: two players who leave together do, though one is reported first."""
        effects = Effects()
        self._let_time_run_out(replace(now, mono=now.mono - 1), effects)
        bots, present = self.match.terms.bots, self.match.present
        if 0 <= seat < len(bots) and bots[seat] is None and present[seat] and not self.match.closed:
            self._change_presence(Left(seat), NO_ACTION, now, effects)
        return self._settled(effects, now)

    def tick(self, now: Now) -> Effects:
        """Let every timer that has run out take effect, earliest first."""
        effects = Effects()
        self._let_time_run_out(now, effects)
        return self._settled(effects, now)

    def _let_time_run_out(self, now: Now, effects: Effects) -> None:
        while (name := self.timers.due(now.mono)) is not None:
            self._apply(Elapsed(name), NO_ACTION, now, effects)
            self._rearm(now)

    # Queries

    def snapshot_for(self, who: Who, now: Now, *, words: bool = False, told_since: int | None = None) -> Snapshot:
        """Everything this reader may know: with it they need nothing they have missed. With `words` also as text, for
        a reader that knows nothing of the game; then `told_since` asks for the words of the events after that one."""
        match, game = self.match, self.match.game
        seat = who.seat if who.role == "player" else None
        started = match.state is not None
        view = game.view(match.state, seat) if started else None
        legal = tuple(game.legal(match.state, seat)) if seat is not None and started and not match.closed else ()
        snapshot = Snapshot(
            game=game.name,
            game_version=game.version,
            config={
                name: value for name, value in match.terms.config.items() if name not in game.hosting.hidden_config
            },
            commitment=match.terms.commitment,
            client_seeds=tuple(match.client_seeds) if started else None,
            reveal=None if match.outcome is None else match.terms.secret,
            seats=match.seats(),
            you=seat,
            seq=match.seq,
            to_act=match.acting(),
            decision=None if seat is None else match.decisions[seat],
            legal=legal,
            timers=self._timers(now),
            view=view,
            outcome=match.outcome,
            closed=match.closed,
        )
        if not words or not started:
            return snapshot
        told = None if told_since is None else self._presentation.told(who, view, told_since)
        return replace(self._presentation.with_words(snapshot), told=told)

    def bot_turns(self) -> list[BotTurn]:
        """Which bots must act now."""
        bots, decisions = self.match.terms.bots, self.match.decisions
        return [BotTurn(seat, bot, decisions[seat]) for seat in self.match.acting() if (bot := bots[seat]) is not None]

    # Deciding

    def _carry_out(self, who: Who, action: Action, by: ActionKey, now: Now, effects: Effects) -> None:
        match, kind = self.match, action.message_type
        action = _checked(match, who, action)
        if kind in TABLE_KEYS or "last_seq" in action.payload:
            _check_keys(action)
        if kind in TABLE_KEYS:
            self._carry_out_table_action(who, action, by, now, effects)
        elif match.closed:
            raise _closed()
        else:
            self._act(self._player(who), action, by, now, effects)
        # Made from the cached result, so that a repeat gets the same bytes, even after a crash.
        done = match.results.find(by.reader, by.action_id)
        if done is None:
            done = CachedResult(by.body, match.seq, now.wall, match.decision_of(by.reader))
            self._remember(who, action, by, done)
        effects.reply.append(Reply(who, _repeated_result(who, action, done)))
        if kind in ("sync", "join"):
            self._sync(who, action, now, effects)

    def _note_sign_of_life(self, who: Who, action: Action, refusal: Refusal, now: Now, effects: Effects) -> None:
        """A refused action of a player at this table may still count as something. The log has what it counts as, so
        that a replay agrees, but under no `action_id`: its result is the refusal."""
        match, seat = self.match, who.seat
        if who.role != "player" or seat is None or match.state is None or match.is_over():
            return
        if refusal.code in NOT_THEIRS or not 0 <= seat < len(match.joined) or match.terms.bots[seat] is not None:
            return
        counts_as = match.game.hosting.sign_of_life(match.state, seat, action.message_type)
        if counts_as is not None and match.undecided[seat] < UNDECIDED_AT_MOST:
            self._apply(Move(seat, counts_as), NO_ACTION, now, effects)

    def _remember(self, who: Who, action: Action, by: ActionKey, result: CachedResult) -> None:
        """Cache the result of an action that changed nothing. A `sync` or a spectator is answered afresh each time."""
        if action.message_type != "sync" and who.role != "observer":
            self.match.results.keep(by.reader, by.action_id, result, passing=True)

    def _carry_out_table_action(self, who: Who, action: Action, by: ActionKey, now: Now, effects: Effects) -> None:
        """An action of the table itself."""
        match action.message_type:
            case "sync":
                self._check_reader(who)
            case "create":
                raise Refusal("invalid_action", "there is a table with this id already", "noop")
            case _ if self.match.closed:
                raise _closed()
            case "delete":
                if who.role != "host":
                    raise Refusal("forbidden", "only a host may close a table")
                self._append(Closed(), now, effects, by)
            case "join":
                self._join(who, action, by, now, effects)
            case "leave":
                seat = self._player(who)
                if self.match.present[seat]:
                    self._change_presence(Left(seat), by, now, effects)
            case "resign":
                seat = self._player(who)
                check_statements(self.match, seat, action.payload)
                self._apply(Resigned(seat), by, now, effects)

    def _act(self, seat: Seat, action: Action, by: ActionKey, now: Now, effects: Effects) -> None:
        tree = dict(action.payload)
        if not STATEMENT_KEYS.isdisjoint(tree):
            stated = STATEMENT_KEYS & tree.keys() - _own_fields(self.match, action.message_type)
            check_statements(self.match, seat, {key: tree.pop(key) for key in sorted(stated)})
        if tree.setdefault("type", action.message_type) != action.message_type:
            raise Refusal("invalid_action", "payload and envelope name different types")
        try:
            chosen = self.match.chosen(tree)
        except Malformed as error:
            raise Refusal("invalid_action", f"{error.reason} at {error.where}") from None
        self._check_patience(seat, chosen)
        self._apply(Move(seat, chosen), by, now, effects, {"type": "move", "seat": seat, "action": tree})

    def _check_patience(self, seat: Seat, chosen: Any) -> None:
        """A seat may always answer its decision; anything else it may do only so often."""
        match = self.match
        if match.undecided[seat] >= UNDECIDED_AT_MOST and chosen not in match.game.legal(match.state, seat):
            reason = f"{UNDECIDED_AT_MOST} changes are enough for one decision"
            raise Refusal("invalid_action", reason, None, {"rule": "undecided"})

    def _apply(self, given: AnyInput, by: ActionKey, now: Now, effects: Effects, tree: Any = None) -> None:
        """Give the rules an input; what they accept becomes an entry, as the JSON it came in (`tree`) if any."""
        if self.match.state is None or self._dealer is None:
            reason = "the game has not begun: seats are still free"
            raise Refusal("invalid_action", reason, "noop", {"rule": "not_begun"})
        try:
            made = advance(self.match.game, self.match.state, given, self._dealer)
        except Illegal as error:
            raise self._refusal(error) from None
        effects.operator_notes += self.match.game.hosting.operator_notes(self.match.state, given)
        self._append(Applied(tree or tree_of(given), made.drawn), now, effects, by, Ruling(given, made))

    def _join(self, who: Who, action: Action, by: ActionKey, now: Now, effects: Effects) -> None:
        if who.role != "player":
            return  # a spectator gets a snapshot, and no event tells of them
        self._check_reader(who)
        seat = _seat(self.match, who)
        if not self.match.joined[seat]:
            self._append(_joined(seat, who, action), now, effects, by)
            self._begin_if_full(now, effects)
        elif not self.match.present[seat]:
            self._change_presence(Returned(seat), by, now, effects)
            self._begin_if_full(now, effects)

    def _change_presence(self, given: Left | Returned, by: ActionKey, now: Now, effects: Effects) -> None:
        """A seat comes or goes: readers are always told, the rules while there is a game."""
        made: Advance[Any, Any] | None = None
        if self._dealer is not None and not self.match.is_over():
            try:
                made = advance(self.match.game, self.match.state, given, self._dealer)
            except Illegal:
                made = None  # a game may ignore presence
        unchanged: Advance[Any, Any] = Advance(self.match.state, (), ())
        what = Applied(tree_of(given), () if made is None else made.drawn, accepted=made is not None)
        self._append(what, now, effects, by, Ruling(given, made or unchanged))

    def _begin_if_full(self, now: Now, effects: Effects) -> None:
        match = self.match
        if match.state is None and not match.closed and match.joined and all(match.joined) and all(match.present):
            self._dealer = self._deal(tuple(self.match.client_seeds), 0)
            made = begin(self.match.game, self.match.config, self._dealer)
            self._append(Began(made.drawn), now, effects, NO_ACTION, Ruling(None, made))

    def _append(
        self, what: Change, now: Now, effects: Effects, by: ActionKey = NO_ACTION, made: Ruling | None = None
    ) -> None:
        entry = LogEntry(self.match.entries + 1, now.wall, what, by.reader, by.action_id, by.body)
        effects.persist.append(entry)
        effects.tell += self.match.take(entry, made)

    # Answering

    def _sync(self, who: Who, action: Action, now: Now, effects: Effects) -> None:
        """The missing events, if the reader names the last one they have and the rest are kept; else a snapshot."""
        self._rearm(now)  # include clocks that this very action has started
        last = action.payload.get("last_seq")
        missed = None if last is None else self.match.missed_since(last)
        if missed is not None:
            effects.reply += [Reply(who, each.bytes_for(who)) for each in missed]
            return
        asked = action.payload.get
        snapshot = self.snapshot_for(who, now, words=asked("words", False), told_since=asked("told_since"))
        effects.operator_notes += self._presentation.take_notes()
        frame = event(self.match.game_id, "sync", self._beside_view(snapshot), self.match.seq, now.wall)
        effects.reply.append(Reply(who, encode(replace(frame, player_id=who.seat, role=who.role))))

    def _beside_view(self, snapshot: Snapshot) -> Any:
        """The snapshot, with the fields of its view that the game has beside it too. One that is called like a field of
        the snapshot replaces nothing: who a reader is and what they see, the table says."""
        kind, view = self.match.game.hosting.beside_view, snapshot.view
        if kind is None:
            return snapshot
        beside = kind() if view is None else kind(*[getattr(view, name) for name in kind.__struct_fields__])
        return dict(sorted((fields_of(beside) | fields_of(snapshot)).items()))

    def _check_reader(self, who: Who) -> None:
        """A player must have a seat, and not a bot's: nobody else may see its hand."""
        if who.role == "player" and self.match.terms.bots[_seat(self.match, who)] is not None:
            raise _bot_seat()

    def _player(self, who: Who) -> Seat:
        if who.role != "player":
            raise Refusal("forbidden", "only players may do that")
        seat = _seat(self.match, who)
        if self.match.terms.bots[seat] is not None:
            raise _bot_seat()
        if not self.match.joined[seat]:
            raise Refusal("join_failed", "join first")
        return seat

    def _refusal(self, error: Illegal) -> Refusal:
        code = self.match.game.refusals.get(error.code) or KERNEL_CODES.get(error.code, "invalid_action")
        return Refusal(cast("ErrorCode", code), error.reason, facts={"rule": error.code, **error.facts})

    # Time

    def _settled(self, effects: Effects, now: Now) -> Effects:
        if effects.persist:
            self._rearm(now)
            if self.match.has_bots:
                effects.ask = self.bot_turns()
            over = self.match.is_over()
            effects.finished = over and not self._was_over
            self._was_over = over
        return effects

    def _rearm(self, now: Now) -> None:
        match = self.match
        running = match.state is not None and match.outcome is None and not match.closed
        self.timers.set(match.timers() if running else (), now.mono)

    def _timers(self, now: Now) -> tuple[TimeLeft, ...]:
        if self.match.state is None or self.match.is_over():
            return ()
        return tuple(
            TimeLeft(self.timers.left(timer.name, now.mono), timer.name, timer.paused, tuple(sorted(timer.seats)))
            for timer in self.match.timers()
        )


def _repeated_result(who: Who, action: Action, known: CachedResult) -> bytes:
    if known.refusal:
        return known.refusal
    return encode(result_ok(action, who, ActionEffects(seq=known.seq, decision=known.decision), known.at))


def _checked(match: Match, who: Who, action: Action) -> Action:
    """The action without repeats of its envelope. Envelope and payload must not contradict who the sender is."""
    if action.game_id != match.game_id:
        raise Refusal("join_failed", "that is another table")
    if action.player_id not in (None, who.seat):
        raise Refusal("forbidden", "you are not that player")
    if action.role not in (None, who.role):
        raise Refusal("forbidden", f"you are here as {who.role}")
    if ENVELOPE_KEYS.isdisjoint(action.payload):
        return action  # the common case
    return without_repeats(who, action, _own_fields(match, action.message_type))


def _own_fields(match: Match, kind: str) -> frozenset[str]:
    known = TABLE_KEYS.get(kind)
    return fields_by_type(match.game.types.action).get(kind, frozenset()) if known is None else known


def _bot_seat() -> Refusal:
    return Refusal("join_failed", "a bot plays this seat")


def _closed() -> Refusal:
    return Refusal("game_unavailable", "the table is closed", "noop", {"rule": "closed"})


def _is_consistent(match: Match, who: Who, action: Action) -> bool:
    try:
        _checked(match, who, action)
    except Refusal:
        return False
    return True


def _check_keys(action: Action) -> None:
    known = TABLE_KEYS.get(action.message_type)
    if known is not None and (unknown := sorted(set(action.payload) - STATEMENT_KEYS - known)):
        raise Refusal("invalid_action", f"unknown field in {action.message_type}: {', '.join(unknown)}")
    if type(action.payload.get("last_seq", 0)) is not int:
        raise Refusal("invalid_action", "last_seq must be the number of an event")
    told_since = action.payload.get("told_since")
    if told_since is not None and type(told_since) is not int:
        raise Refusal("invalid_action", "told_since must be the number of an event, or null")
    if type(action.payload.get("words", False)) is not bool:
        raise Refusal("invalid_action", "words must be true or false")


def _seat(match: Match, who: Who) -> Seat:
    if who.seat is None or not 0 <= who.seat < len(match.joined):
        raise Refusal("join_failed", "there is no such seat")
    return who.seat


def _joined(seat: Seat, who: Who, action: Action) -> Joined:
    asked: dict[str, Any] = {key: action.payload[key] for key in ("name", "client_seed") if key in action.payload}
    named = {"name": who.name or f"player {seat}", **asked, "seat": seat, "type": "joined"}
    if isinstance(named["name"], str):
        named["name"] = composed(named["name"])  # before its length is checked: composing can make it longer
    try:
        joined: Joined = build(named, Joined, "$.payload")
    except Malformed as error:
        raise Refusal("invalid_action", f"{error.reason} at {error.where}") from None
    if not is_plain(joined.name):
        raise Refusal("invalid_action", "a name is plain text: no control characters, nothing that turns it around")
    return joined
