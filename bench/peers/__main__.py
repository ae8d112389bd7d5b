"""The whole server compared with those of boardgame.io and Colyseus, under the same load, in alternation.

python -m bench.peers                          all of it: about ten minutes
python -m bench.peers --quick                  a few seconds each, to see that it works; nothing is judged
python -m bench.peers --only ludoteca Colyseus --tables 200 --runs 7

All play gomoku, 15 × 15, freestyle, two players per table, one socket each: the same moves from the same generator.
The server has one core and the generator another. Closed loop: a player moves as soon as they have received the
other's move. Open loop: one move per second at each table, whatever the server does; a move's latency counts from
when it was due until both players have received it. Every game fills the board, and then there is a new table;
opening tables is not measured. Nobody sends pings. Each round measures each server once; figures are medians of the
rounds, and ratios compare servers in the same round: moves per second or, where the generator was saturated or
another process used the server's core, moves per second of the server's own CPU time.

The peers are installed on first use, into bench/peers/node/node_modules. The exit status is 1 if a goal is missed.
"""

import argparse
import gc
import sys
from collections.abc import Iterable, Sequence

import uvloop

from ..servers import LOAD_CORE, pin
from .boardgame import Boardgame
from .colyseus import Colyseus
from .load import Asked, Load, loaded
from .ludoteca_server import Ludoteca, Relay
from .packages import installed
from .peer import Peer
from .players import MOVES
from .report import compared, table, title
from .rules_check import rehearsed

PEERS: dict[str, Peer] = {peer.name: peer for peer in (Ludoteca(), Boardgame(), Colyseus(), Relay())}
LEGEND = """\
server: part of its core that it used; others: what somebody else took of that core; generator: part of its own core.
p50, p99, p99.9: ms until both have heard a move; late: p99 of the generator's own delay in them. MB: of the server."""
USUAL = ("ludoteca", "boardgame.io", "Colyseus")


def main(words: Iterable[str] | None = None) -> int:
    given = _given(words)
    peers = [PEERS[name] for name in given.only]
    if {"boardgame.io", "Colyseus"} & set(given.only):
        installed()
    pin(LOAD_CORE)
    gc.disable()  # a pause of the generator would be taken for one of the server
    for peer in peers:
        print(f"{peer.name:14}{peer.about}", flush=True)
        if peer.name != "relay":
            _rehearse(peer)
    loads = _loads(given)
    found = _measured(peers, loads, given.runs)
    are_met = True
    for asked in loads:
        said, is_met = compared(asked, found[asked], not given.quick)
        are_met &= is_met
        print(f"\n{title(asked)} ({given.runs} × {asked.seconds:g} s)\n{table(found[asked])}\n{said}", flush=True)
    print(f"\n{LEGEND}")
    return 0 if are_met else 1


def _given(words: Iterable[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.peers", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=3, help="rounds, of which the median counts (default 3)")
    parser.add_argument("--seconds", type=float, default=5.0, help="seconds that each is measured (default 5)")
    parser.add_argument("--warm", type=float, default=3.0, help="seconds of load before that (default 3)")
    parser.add_argument(
        "--tables", type=int, nargs="+", default=[200, 1000], help="default: 200 1000; the open loop uses the largest"
    )
    parser.add_argument("--loop", choices=["closed", "open", "both"], default="both", help="default: both")
    parser.add_argument("--only", nargs="+", choices=PEERS, default=USUAL, metavar="SERVER", help=", ".join(PEERS))
    parser.add_argument("--quick", action="store_true", help="one short round at few tables, without judging")
    given = parser.parse_args(None if words is None else list(words))
    if max(given.seconds, given.warm) > len(MOVES) - 5:
        parser.error(f"a game of the open loop lasts {len(MOVES)} seconds: measure for less")
    if given.quick:
        given.runs, given.seconds, given.warm, given.tables = 1, 1.0, 0.5, [20, 50]
    return given


def _loads(given: argparse.Namespace) -> list[Asked]:
    closed = [Asked(tables, False, given.seconds, given.warm) for tables in given.tables]
    opened = [Asked(max(given.tables), True, given.seconds, given.warm)]
    return (closed if given.loop != "open" else []) + (opened if given.loop != "closed" else [])


def _rehearse(peer: Peer) -> None:
    with peer.start() as server:
        uvloop.run(rehearsed(peer, server))


def _measured(peers: Sequence[Peer], loads: Sequence[Asked], runs: int) -> dict[Asked, dict[str, list[Load]]]:
    """In turns, and each round begins with another: what a machine does meanwhile hits all alike."""
    found: dict[Asked, dict[str, list[Load]]] = {asked: {peer.name: [] for peer in peers} for asked in loads}
    for number in range(runs):
        first = number % len(peers)
        for asked in loads:
            for peer in (*peers[first:], *peers[:first]):
                load = _once(peer, asked)
                found[asked][peer.name].append(load)
                said = f"{load.moves_per_second:,.0f} moves/s, {load.cpu_us:.1f} µs a move, p99 {load.p99_ms:.2f} ms"
                print(f"round {number + 1} of {runs}, {title(asked)}: {peer.name} {said}", file=sys.stderr, flush=True)
    return found


def _once(peer: Peer, asked: Asked) -> Load:
    gc.collect()  # by hand, between runs
    with peer.start() as server:
        return uvloop.run(loaded(peer, server, asked))


if __name__ == "__main__":
    sys.exit(main())
