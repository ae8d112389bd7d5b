"""`kill -9` of a whole server in the middle of everything: it starts again, and everybody plays on."""

import asyncio
import subprocess
from collections.abc import Callable
from pathlib import Path

from ludoteca.client import Seat, connect, create
from ludoteca.kernel.record import read
from ludoteca.tokens import Tokens, for_host, for_player
from tests.times import PATIENCE, now

from . import deployments
from .browser import Browser, Json, eventually
from .deployments import SECRET, Deployment, command, environment
from .table_players import archived, play_together, resign, sit_down, watch

TABLES = 10
MOVES_BEFORE = 4  # of each player, until the server is killed


class Evening:
    """Ten games at once; the server is killed when each has had its first moves, and not before."""

    def __init__(self, deployment: Deployment) -> None:
        self._deployment = deployment
        self._ready = 0
        self._killed = asyncio.Event()
        self.acknowledged: dict[str, list[tuple[int, int, int]]] = {}

    async def play(self, tokens: list[Json]) -> None:
        seats = (self._player(token) for pair in zip(tokens[::2], tokens[1::2], strict=True) for token in pair)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*seats, self._kill(len(tokens)))

    async def _kill(self, players: int) -> None:
        while self._ready < players:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(self._deployment.kill)
        self._killed.set()
        await asyncio.to_thread(self._deployment.start)

    async def _player(self, token: Json) -> None:
        async with connect(self._deployment.ws, token["game_id"], token=token["token"]) as seat:
            seat.patience = PATIENCE
            assert (await seat.join()).ok
            row, made = (7, 5) if token["player_id"] == 0 else (9, 4)
            for x in range(made):
                if x == MOVES_BEFORE - 1:
                    self._ready += 1  # the next moves are made while the server falls and rises
                if x == made - 1:
                    await self._killed.wait()
                await self._move(seat, token, x, row)
            await watch(seat)

    async def _move(self, seat: Seat, token: Json, x: int, y: int) -> None:
        """Until it is acknowledged: the move, and what it was."""
        while True:
            snapshot = await seat.turn()
            if snapshot.is_over:
                return
            result = await seat.act({"type": "place", "x": x, "y": y})
            if result.ok:
                self.acknowledged.setdefault(token["game_id"], []).append((int(token["player_id"]), x, y))
                return
            assert result.recovery in ("retry", "sync"), result


def rooms_of(deployment: Deployment, count: int) -> tuple[Browser, list[Json]]:
    """So many games that have begun; somebody who sits at one of them, and the tokens of all, two by two."""
    pairs = [deployment.browsers(f"Ada {number}", f"Bo {number}") for number in range(count)]
    codes = [sit_down(*pair, config={"turn_ms": 600_000}) for pair in pairs]
    tokens = [browser.table(code) for pair, code in zip(pairs, codes, strict=True) for browser in pair]
    return pairs[0][0], tokens


def moves_of(record: bytes) -> list[tuple[int, int, int]]:
    made = [entry.input for entry in read(record).entries]
    return [(each["seat"], each["action"]["x"], each["action"]["y"]) for each in made if each["type"] == "move"]


def verified(folder: Path, records: dict[str, bytes]) -> None:
    for game_id, record in records.items():
        file = folder / f"{game_id}.jsonl"
        file.write_bytes(record)
        ended = subprocess.run(command("verify", str(file)), env=environment(), capture_output=True, check=False)
        assert ended.returncode == 0, ended.stderr


def test_a_server_killed_amid_ten_games_loses_no_move_and_archives_them_all(tmp_path: Path) -> None:
    with deployments.embedded(tmp_path) as deployment:
        ada, tokens = rooms_of(deployment, TABLES)

        async def main() -> Evening:
            evening = Evening(deployment)
            await evening.play(tokens)
            return evening

        evening = asyncio.run(main())
        ids = {token["game_id"] for token in tokens}
        matches = {game_id: archived(ada, game_id) for game_id in ids}
        assert {match["reason"] for match in matches.values()} == {"five"}
        records = {game_id: ada.ask("GET", f"matches/{game_id}/record").content for game_id in ids}
        for game_id, record in records.items():
            assert sorted(evening.acknowledged[game_id]) == sorted(moves_of(record))
            assert len(set(moves_of(record))) == len(moves_of(record))
        verified(tmp_path, dict(list(records.items())[:2]))  # the others are read with the same chain of hashes above
        assert "request_failed" not in deployment.log


def looked_up(browser: Browser, code: str, wanted: Callable[[Json], object]) -> Json:
    return eventually(lambda: room if wanted(room := browser.get(f"rooms/{code}")) else None)


def test_a_ranked_series_that_is_interrupted_between_two_games_goes_on(tmp_path: Path) -> None:
    with deployments.embedded(tmp_path) as deployment:
        ada, bo = deployment.browsers("Ada", "Bo")
        for browser in (ada, bo):
            browser.post("queue", {"game": "gomoku", "ranked": True})
        (code,) = eventually(lambda: ada.get("me")["rooms"])
        play_together(deployment, (ada.table(code), resign_first), (bo.table(code), watch))
        looked_up(ada, code, lambda room: room["series"]["phase"] == "waiting")
        deployment.kill()
        deployment.start()
        room = looked_up(ada, code, lambda room: len(room["matches"]) == 2)
        assert (room["series"]["number"], room["series"]["phase"]) == (2, "playing")
        play_together(deployment, (ada.table(code), resign_first), (bo.table(code), watch))
        room = looked_up(ada, code, lambda room: room["status"] == "over")
        assert (room["series"]["winner"], [game["winner"] for game in room["series"]["games"]]) == (
            bo.name,
            [bo.name, bo.name],
        )
        assert len({game["opener"] for game in room["series"]["games"]}) == 2
        points = {each["name"]: each["points"] for each in room["series"]["points"]}
        assert points == {ada.name: 0, bo.name: 30}


async def resign_first(seat: Seat) -> None:
    """As soon as the game has begun, in any turn."""
    while (await seat.fresh()).view is None:
        await seat.changed()
    assert (await seat.resign()).ok


def test_matches_that_ended_while_the_web_was_away_are_taken_in(tmp_path: Path) -> None:
    with deployments.scaled_out(tmp_path, webs=1, services=1) as deployment:
        ada, bo = deployment.browsers("Ada", "Bo")
        code = sit_down(ada, bo)
        tokens = ada.table(code), bo.table(code)
        sockets = next(each for each in deployment._others)
        deployment._webs[0].kill()
        play_at_the_service(sockets.log, tokens)
        deployment._webs[0].start()
        assert archived(ada, tokens[0]["game_id"])["reason"] == "resigned"


def play_at_the_service(log: str, tokens: tuple[Json, Json]) -> None:
    """Over the sockets of a service, which has its own."""
    url = next(word for word in log.split() if word.startswith("ws://")).removesuffix("/table/ID")

    async def seat(token: Json, first: bool) -> None:
        async with connect(url, token["game_id"], token=token["token"]) as line:
            assert (await line.join()).ok
            await (resign(line) if first else watch(line))

    async def main() -> None:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(seat(tokens[0], True), seat(tokens[1], False))

    asyncio.run(main())


def test_who_does_not_come_back_after_a_kill_has_left_and_loses_by_the_rules(tmp_path: Path) -> None:
    """The other one plays on, and is told."""

    async def main(deployment: Deployment) -> None:
        tokens, game_id = Tokens(SECRET), "AWAY01"
        grace = {"disconnect_grace_ms": 100}
        host = tokens.mint(for_host(game_id, now()), now())
        assert (await create(deployment.ws, game_id, "orcain", config=grace, token=host)).ok
        async with asyncio.timeout(PATIENCE):
            stays, leaves = (tokens.mint(for_player(game_id, seat, now()), now()) for seat in (0, 1))
            async with connect(deployment.ws, game_id, token=leaves) as other:
                assert (await other.join()).ok
                async with connect(deployment.ws, game_id, token=stays) as seat:
                    seat.patience = PATIENCE
                    assert (await seat.join()).ok
                    await asyncio.to_thread(deployment.kill)
                    await other.close()
                    await asyncio.to_thread(deployment.start)
                    while not (snapshot := await seat.sync()).is_over:
                        pass
        assert snapshot.outcome is not None
        assert (snapshot.outcome.reason, snapshot.outcome.winners) == ("disconnect", frozenset({0}))

    more = {"LUDOTECA_SECRET_KEY": SECRET, "LUDOTECA_RETURN_SECONDS": "2"}
    with deployments.embedded(tmp_path, **more) as deployment:
        asyncio.run(main(deployment))
