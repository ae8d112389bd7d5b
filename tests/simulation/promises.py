"""What a simulated run must have kept: the five guarantees, checked from the store and from what clients heard."""

import asyncio
import json

import msgspec

from ludoteca.kernel import AnyGame, canonical, decode
from ludoteca.runtime.checksum import DIGITS
from ludoteca.table.effects import EncodedEvent
from ludoteca.table.entries import LogEntry
from ludoteca.table.match import Match
from ludoteca.table.match_record import record_of
from ludoteca.verification import verify

from .clients import Client
from .faults import ALL, Safeguards, Violation
from .loop import run
from .world import Played, World


def simulate(games: list[AnyGame], seed: int, safeguards: Safeguards = ALL) -> World:
    """One run, with every promise checked; Violation names the seed that breaks one again."""
    try:
        world, unforeseen = run(_lived(games, seed, safeguards))
        if unforeseen:
            raise Violation(f"nobody caught {unforeseen[0]}")
        for table in world.tables:
            check(world, table)
    except Violation as violation:
        raise Violation(f"seed {seed}: {violation}") from None
    except Exception as error:
        raise Violation(f"seed {seed}: {error!r}") from error
    return world


async def _lived(games: list[AnyGame], seed: int, safeguards: Safeguards) -> tuple[World, list[str]]:
    """A world's life; and whatever nobody caught in it, which is a bug of ours and no simulated fault."""
    unforeseen: list[str] = []
    asyncio.get_running_loop().set_exception_handler(
        lambda loop, context: unforeseen.append(repr(context.get("exception") or context["message"]))
    )
    return await World(games, seed, safeguards).run(), unforeseen


def entries_of(world: World, game_id: str) -> list[LogEntry]:
    """What is in the store, read without the code that reads it in production."""
    row = world.truth.rows.get(game_id)
    if row is None:
        raise Violation(f"{game_id} was never opened")
    return [decode(body[DIGITS:], LogEntry) for body in row.entries]


def check(world: World, table: Played) -> None:
    """Raise Violation for the first promise that was broken."""
    entries = entries_of(world, table.game_id)
    match, told = _folded(table, entries)
    if world.truth.writers[table.game_id] != sorted(world.truth.writers[table.game_id]):
        raise Violation("an older epoch wrote after a newer one")
    _the_game_ended(entries, match)
    for client in table.clients:
        _acknowledged_once(entries, client)
        _one_result_each(entries, client)
        _heard_the_truth(client, told)
        _sees_the_end(client, match)


def _folded(table: Played, entries: list[LogEntry]) -> tuple[Match, dict[int, EncodedEvent]]:
    """The entries are a legal game by an independent replay, draws included; and what they tell, by number."""
    match = Match(table.game, table.game_id)
    told: dict[int, EncodedEvent] = {}
    try:
        for entry in entries:
            told |= {each.seq: each for each in match.take(entry)}
        if match.state is not None:
            verify(record_of(table.game, table.game_id, entries), {table.game.name: table.game})
    except Exception as error:
        raise Violation(f"the log of {table.game_id} is no game: {error!r}") from error
    return match, told


def _the_game_ended(entries: list[LogEntry], match: Match) -> None:
    if match.outcome is None:
        raise Violation(f"healed for long, and the game of {match.game_id} has not ended: entry {match.entries}")
    bad = [entry.action_id for entry in entries if entry.action_id.startswith("bad-")]
    if bad:
        raise Violation(f"malformed actions took effect: {bad}")


def _acknowledged_once(entries: list[LogEntry], client: Client) -> None:
    log = [entry.action_id for entry in entries if entry.by == client.who.key and entry.action_id]
    if len(set(log)) != len(log):
        raise Violation(f"{client.who.key}: an action took effect twice")
    moves = [name for name in client.moves if _is_ok(client, name)]
    kept = [name for name in log if name in moves]
    if kept != moves:
        raise Violation(f"{client.who.key}: acknowledged {moves}, kept {kept}")


def _one_result_each(entries: list[LogEntry], client: Client) -> None:
    """A move that took effect is always answered with the same bytes; what was refused is never answered with ok.

    What changed nothing, a refusal or a join of somebody present, is not kept: after a crash its answer may differ.
    """
    kept = {entry.action_id for entry in entries}
    for name in client.sent:
        heard = client.results.get(name, set())
        statuses = {msgspec.json.decode(raw)["payload"]["status"] for raw in heard}
        if len(statuses) > 1 or (name in kept and name in client.moves and len(heard) > 1):
            raise Violation(f"{client.who.key}: different results for {name}: {sorted(heard)}")


def _heard_the_truth(client: Client, told: dict[int, EncodedEvent]) -> None:
    for seq, frames in client.frames.items():
        expected = {told[seq].bytes_for(client.who)} if seq in told else set()
        if frames != expected:
            raise Violation(f"{client.who.key}: event {seq} was {sorted(frames)}, the log says {sorted(expected)}")


def _sees_the_end(client: Client, match: Match) -> None:
    truth = json.loads(canonical(match.game.view(match.state, client.who.seat)))
    if client.snapshot is None or client.snapshot["view"] != truth:
        raise Violation(f"{client.who.key} does not see how it ended")


def _is_ok(client: Client, name: str) -> bool:
    return any(msgspec.json.decode(raw)["payload"]["status"] == "ok" for raw in client.results.get(name, ()))
