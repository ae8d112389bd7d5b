"""What a simulated run must have kept: the five guarantees, checked from the store and from what clients heard."""

import json

from ludoteca.kernel import AnyGame, canonical
from ludoteca.table.archive import record_of
from ludoteca.table.effects import Told
from ludoteca.table.match import Match
from ludoteca.verify import verify

from .clients import Client
from .simulator import ALL, GAME_ID, Safeguards, Violation, World


def simulate(game: AnyGame, seed: int, safeguards: Safeguards = ALL) -> World:
    """One run, with every promise checked; Violation names the seed that breaks one again."""
    world = World(game, seed, safeguards)
    try:
        check(world.run())
    except Violation as violation:
        raise Violation(f"seed {seed} of {game.name}: {violation}") from None
    except Exception as error:
        raise Violation(f"seed {seed} of {game.name}: {error!r}") from error
    return world


def check(world: World) -> None:
    """Raise Violation for the first promise that was broken."""
    match, told = _folded(world)
    _one_writer_at_a_time(world)
    _the_game_ended(world, match)
    for client in world.clients:
        _acknowledged_once(world, client)
        _one_result_each(world, client)
        _heard_the_truth(client, told)
        _sees_the_end(client, match)


def _folded(world: World) -> tuple[Match, dict[int, Told]]:
    """The entries are a legal game by an independent replay, draws included; and what they tell, by number."""
    match = Match(world.game, GAME_ID)
    told: dict[int, Told] = {}
    try:
        for entry in world.store.entries:
            told |= {each.seq: each for each in match.take(entry)}
        if match.state is not None:
            verify(record_of(world.game, GAME_ID, world.store.entries), {world.game.name: world.game})
    except Exception as error:
        raise Violation(f"the log is no game: {error!r}") from error
    return match, told


def _one_writer_at_a_time(world: World) -> None:
    if world.store.writers != sorted(world.store.writers):
        raise Violation("an older epoch wrote after a newer one")


def _the_game_ended(world: World, match: Match) -> None:
    if match.outcome is None:
        raise Violation(f"healed for long, and the game has not ended: entry {match.entries}")
    bad = [entry.action_id for entry in world.store.entries if entry.action_id.startswith("bad-")]
    if bad:
        raise Violation(f"malformed actions took effect: {bad}")


def _acknowledged_once(world: World, client: Client) -> None:
    log = [entry.action_id for entry in world.store.entries if entry.by == client.who.key and entry.action_id]
    if len(set(log)) != len(log):
        raise Violation(f"{client.who.key}: an action took effect twice")
    moves = [name for name in client.moves if _is_ok(client, name)]
    kept = [name for name in log if name in moves]
    if kept != moves:
        raise Violation(f"{client.who.key}: acknowledged {moves}, kept {kept}")


def _one_result_each(world: World, client: Client) -> None:
    """A move that took effect is always answered with the same bytes; what was refused is never answered with ok.

    What changed nothing, a refusal or a join of somebody present, is not kept: after a crash its answer may differ.
    """
    kept = {entry.action_id for entry in world.store.entries}
    for name in client.sent:
        heard = client.results.get(name, set())
        statuses = {json.loads(raw)["payload"]["status"] for raw in heard}
        if len(statuses) > 1 or (name in kept and name in client.moves and len(heard) > 1):
            raise Violation(f"{client.who.key}: different results for {name}: {sorted(heard)}")


def _heard_the_truth(client: Client, told: dict[int, Told]) -> None:
    for seq, frames in client.frames.items():
        expected = {told[seq].bytes_for(client.who)} if seq in told else set()
        if frames != expected:
            raise Violation(f"{client.who.key}: event {seq} was {sorted(frames)}, the log says {sorted(expected)}")


def _sees_the_end(client: Client, match: Match) -> None:
    seat = client.who.seat
    truth = json.loads(canonical(match.game.view(match.state, seat)))
    if client.snapshot is None or client.snapshot["view"] != truth:
        raise Violation(f"{client.who.key} does not see how it ended")


def _is_ok(client: Client, name: str) -> bool:
    return any(json.loads(raw)["payload"]["status"] == "ok" for raw in client.results.get(name, ()))
