"""Looking back on a match: page by page, as any reader, and only when it is over."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludoteca.dealers import Fair, PyRandom, rules_label
from ludoteca.games import GAMES
from ludoteca.kernel import AnyGame, AnyInput, MatchInfo, Move, advance, begin, random_input
from ludoteca.kernel.record import Scribe
from ludoteca.kernel.values import build, decode, digest, encode
from ludoteca.replay_pages import (
    PAGE_BYTES,
    PageRefused,
    ReplayedMatch,
    ReplayPage,
    ReplayPages,
    ReplayPageStep,
    ReplayQuery,
    replayed_match,
)
from ludoteca.runtime.metrics import Metrics
from ludoteca.runtime.worker_pool import WorkerPool
from ludoteca.verification import verify
from ludoteca.web.errors import ApiError
from ludoteca.web.play.replays import Replays
from tests.cli.terminal import ludoteca
from tests.counting import calls
from tests.runtime.test_bot_runner import COMMAND
from tests.times import PATIENCE

from .browser import Browser
from .deployments import Deployment
from .table_players import finished, sit_down

SEED = bytes(range(32))
HIDING = ("orcain", "briscola", "catan")


def inputs(game: AnyGame, state: Any, dealer: Fair, seed: int, at_most: int) -> Iterator[tuple[AnyInput, Any]]:
    choosing = PyRandom(seed)
    for _ in range(at_most):
        given = random_input(game, state, choosing)
        if given is None:
            return
        made = advance(game, state, given, dealer)
        state = made.state
        yield given, made


def record(name: str, seed: int = 1, *, at_most: int = 20_000, match_info: MatchInfo | None = None) -> str:
    """A match that nobody thought about, played to its end unless it takes longer."""
    game = GAMES[name]
    config = (
        game.types.config() if match_info is None else game.hosting.with_match_info(game.types.config(), match_info)
    )
    dealer, scribe = Fair(SEED, "ABC123", rules_label(game), ("tulip", "")), Scribe()
    begun = begin(game, config, dealer)
    lines, state = [scribe.open(game, config, dealer.source, begun, 1_000)], begun.state
    for given, made in inputs(game, state, dealer, seed, at_most):
        lines.append(scribe.entry(given, made, 2_000))
        state = made.state
    outcome = game.outcome(state)
    return b"".join([*lines, scribe.end(outcome, None if outcome is None else SEED.hex())]).decode()


PAGES = ReplayPages(GAMES.__getitem__)


def look(text: str, reader: str = "spectator", first: int = 0, count: int = 200, *, words: bool = False) -> ReplayPage:
    return PAGES.page(digest(text), ReplayQuery(reader, first, count, words), text.encode())


def whole(text: str, reader: str) -> list[ReplayPageStep]:
    steps: list[ReplayPageStep] = []
    first: int | None = 0
    while first is not None:
        page = look(text, reader, first)
        steps += page.steps
        first = page.next
    return steps


def replayed(text: str) -> ReplayedMatch:
    return replayed_match(text.encode(), GAMES.__getitem__)


@contextmanager
def no_page(code: str) -> Iterator[None]:
    with pytest.raises(PageRefused) as refused:
        yield
    assert refused.value.code == code


@pytest.mark.parametrize("name", GAMES)
def test_pages_put_together_are_the_whole_match(name: str) -> None:
    text = record(name)
    found = look(text, count=1)
    steps = whole(text, "spectator")
    assert [step.n for step in steps] == list(range(found.total)) == list(range(text.count("\n") - 1))
    assert (steps[0].given, steps[0].at, steps[1].at) == ("opening", 1_000, 2_000)
    assert (found.game, found.seed, found.client_seeds) == (name, SEED.hex(), ("tulip", ""))
    seqs = [event.seq for step in steps for event in step.events]
    assert seqs == sorted(set(seqs))
    assert all(event.seq <= step.seq for step in steps for event in step.events)


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_sees_again_what_it_saw_and_heard(name: str) -> None:
    text, game = record(name), GAMES[name]
    for step, played in zip(whole(text, "1")[:300], replayed(text).steps, strict=False):
        assert step.view == game.view(played.state, 1)
        assert len(step.events) == sum(event.is_for(1) for event in played.events)


@pytest.mark.parametrize("name", GAMES)
def test_the_draws_are_those_that_the_seed_gives(name: str) -> None:
    text = record(name)
    dealer = Fair(SEED, "ABC123", rules_label(GAMES[name]), ("tulip", ""))
    drawn = [each for step in whole(text, "0") for each in step.drawn]
    assert all(dealer.answer(each.draw) == each.answer for each in drawn)
    assert dealer.drawn == len(drawn) == verify(text.encode(), GAMES).drawn


@pytest.mark.parametrize("name", HIDING)
def test_with_nothing_hidden_everybody_s_cards_are_seen_and_no_reader_sees_them(name: str) -> None:
    text = record(name)
    shown, watched = whole(text, "all"), whole(text, "spectator")
    assert any(one.view != other.view for one, other in zip(shown, watched, strict=True))
    game = GAMES[name]
    assert game.reveal is not None
    assert [step.view for step in shown] == [game.reveal(played.state) for played in replayed(text).steps]


def test_of_a_game_that_hides_something_a_reader_reads_his_own_moves() -> None:
    text = record("orcain")
    steps = replayed(text).steps
    moves = [step.n for step in steps if isinstance(step.given, Move)]
    own = [step.n for step in steps if isinstance(step.given, Move) and step.given.seat == 0]
    assert [step.n for step in whole(text, "0") if step.notation] == own != moves
    assert not [step for step in whole(text, "spectator") if step.notation]
    assert [step.n for step in whole(text, "all") if step.notation] == moves


def test_what_they_had_left_at_a_table_is_public_once_the_match_is_over() -> None:
    match_info = MatchInfo("ABC123", ("Ada", "Bo"), (12, 7))
    steps = {reader: look(record("orcain", match_info=match_info), reader).steps for reader in ("0", "1", "spectator")}
    assert {reader: shown[0].view.tokens for reader, shown in steps.items()} == {"0": 12, "1": 7, "spectator": None}
    with no_page("not_over"):
        look(record("orcain", match_info=match_info, at_most=3), "0")


def test_secret_moves_are_steps_without_notation_so_all_readers_count_the_same() -> None:
    text = record("orcain")
    mine, open_to_all = whole(text, "0"), whole(text, "all")
    assert [(step.n, step.given, step.seat) for step in mine] == [
        (step.n, step.given, step.seat) for step in open_to_all
    ]


def test_of_a_game_that_hides_nothing_everybody_reads_every_move() -> None:
    text = record("gomoku")
    moves = [step for step in whole(text, "spectator") if step.given == "move"]
    assert moves
    assert all(step.notation and step.seat is not None for step in moves)


def test_the_view_comes_as_text_only_if_asked_for() -> None:
    text = record("catan")
    assert look(text, count=1).steps[0].picture is None
    shown = look(text, count=1, words=True).steps[0]
    assert shown.picture == GAMES["catan"].text.picture(shown.view)


def test_events_are_told_in_the_games_words_only_if_asked_for() -> None:
    text, tell = record("gomoku"), GAMES["gomoku"].text.tell
    assert all(event.words is None for step in look(text).steps for event in step.events)
    for step in look(text, words=True).steps:
        told = [build({"type": event.type, **event.payload}, GAMES["gomoku"].types.told) for event in step.events]
        assert [event.words for event in step.events] == [tell(payload, step.view) for payload in told]


def test_beyond_the_end_there_are_no_steps() -> None:
    text = record("gomoku")
    assert look(text, first=10_000).steps == ()


def test_a_seat_that_there_is_not_is_refused() -> None:
    with no_page("no_seat"):
        look(record("gomoku"), "2")


def test_a_match_that_is_not_over_is_not_looked_back_on() -> None:
    with no_page("not_over"):
        look(record("catan", at_most=20), "all")


def test_a_record_that_the_rules_cannot_play_again_is_refused() -> None:
    with no_page("not_replayable"):
        look(record("gomoku").replace('"n":3', '"n":4'))


def test_a_late_page_of_a_long_match_is_no_more_work_than_an_early_one() -> None:
    text = record("catan")
    assert text.count("\n") > 3_000
    look(text)
    early, late = calls(lambda: look(text, "all", 0, 100)), calls(lambda: look(text, "all", 3_000, 100))
    assert late < 1.2 * early
    assert late < 100 * 200  # of functions; the whole match again takes 350,000


def test_eight_matches_are_kept() -> None:
    texts = [record("gomoku", seed=seed) for seed in range(100, 109)]
    for text in texts:
        look(text)
    assert [PAGES.knows(digest(text)) for text in texts] == [False] + 8 * [True]


def test_a_page_ends_before_it_is_too_long_and_says_where_the_next_begins() -> None:
    text = record("catan")
    page = look(text, "all", words=True)
    assert len(encode(page)) <= PAGE_BYTES
    assert 0 < len(page.steps) < 200
    assert page.next == len(page.steps)
    after = look(text, "all", page.next, words=True)
    assert after.steps[0].n == page.next
    assert look(text, "all", page.total - 1).next is None


def test_a_step_that_is_too_long_by_itself_says_that_it_was_cut() -> None:
    game = GAMES["gomoku"]
    wordy = replace(game, text=replace(game.text, picture=lambda _: "x" * PAGE_BYTES))
    pages, text = ReplayPages({"gomoku": wordy}.__getitem__), record("gomoku")
    page = pages.page("ABC123", ReplayQuery("all", 0, 50, words=True), text.encode())
    (step,) = page.steps
    assert (step.cut, step.view, step.picture, step.events) == (True, None, None, ())
    assert (page.next, len(encode(page)) <= PAGE_BYTES) == (1, True)


def crash(*_: Any) -> Any:
    card = "hearts 7"
    raise ZeroDivisionError(card)


@pytest.mark.parametrize("name", ["picture", "scene", "tell", "write"])
def test_words_that_crash_are_left_out_and_noted_once(name: str) -> None:
    game = GAMES["gomoku"]
    pages = ReplayPages({"gomoku": replace(game, text=replace(game.text, **{name: crash}))}.__getitem__)
    text, wanted = record("gomoku", seed=111), ReplayQuery("all", 0, 50, words=True)
    whole = PAGES.page("ABC111", wanted, text.encode()).steps
    shown = pages.page("ABC111", wanted, text.encode()).steps
    (note,) = pages.take_notes("ABC111")
    assert pages.page("ABC111", wanted).steps == shown
    assert pages.take_notes("ABC111") == []
    assert [step.view for step in shown] == [step.view for step in whole]
    assert all((step.picture is None) == (name == "picture") for step in shown)
    assert all((step.notation is None) == (name == "write" or step.given != "move") for step in shown)
    assert all((event.words is None) == (name == "tell") for step in shown for event in step.events)
    assert all(step.scene is None for step in shown)
    assert note.startswith(f"Text.{name} failed: ZeroDivisionError, at ")
    assert "hearts 7" not in note


# In a worker


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    pool = WorkerPool("replays", COMMAND, 1, Metrics())
    pool.start(warm=False)
    yield pool
    pool.close()


async def fetched(text: str, asked: list[str]) -> bytes:
    asked.append("record")
    return text.encode()


def test_a_worker_is_sent_the_record_once_and_makes_every_page(pool: WorkerPool) -> None:
    text, asked = record("gomoku", seed=77), list[str]()

    async def main() -> list[bytes]:
        made = Replays(pool, PATIENCE)
        queries = [ReplayQuery("all", first, 5) for first in (0, 5, 10)]
        return [await made.page("ada", "ABC123", query, lambda: fetched(text, asked)) for query in queries]

    pages: list[ReplayPage] = [decode(page, ReplayPage) for page in asyncio.run(main())]
    assert [step.n for page in pages for step in page.steps] == list(range(15))
    assert asked == ["record"]


@pytest.mark.parametrize(
    ("text", "query", "code"),
    [
        (record("gomoku").replace('"n":3', '"n":4'), ReplayQuery(), "not_replayable"),
        (record("catan", at_most=20), ReplayQuery(), "not_over"),
        (record("gomoku"), ReplayQuery("7"), "no_seat"),
    ],
    ids=["rules", "over", "seat"],
)
def test_a_worker_says_why_there_is_no_page(pool: WorkerPool, text: str, query: ReplayQuery, code: str) -> None:
    with pytest.raises(ApiError, match=code):
        asyncio.run(Replays(pool, PATIENCE).page("ada", "ABC123", query, lambda: fetched(text, [])))


def test_a_match_that_takes_too_long_is_refused_and_others_are_not(pool: WorkerPool) -> None:
    async def main() -> bytes:
        with pytest.raises(ApiError, match="replay_too_long"):
            await Replays(pool, 0.001).page("ada", "ABC123", ReplayQuery(), lambda: fetched(record("catan"), []))
        return await Replays(pool, PATIENCE).page("bo", "ABC124", ReplayQuery(), lambda: fetched(record("gomoku"), []))

    assert asyncio.run(main())


def test_those_who_leave_before_their_page_is_made_cost_nobody_else_theirs(pool: WorkerPool) -> None:
    async def main() -> bytes:
        replays, under_way = Replays(pool, PATIENCE), asyncio.Event()

        async def long_record() -> bytes:
            under_way.set()
            return record("catan").encode()

        left = [asyncio.create_task(replays.page("ada", f"ABC12{n}", ReplayQuery(), long_record)) for n in range(3)]
        await under_way.wait()
        for task in left:
            task.cancel()
        await asyncio.wait(left)
        async with asyncio.timeout(PATIENCE):
            return await replays.page("bo", "ABC129", ReplayQuery(), lambda: fetched(record("gomoku"), []))

    assert asyncio.run(main())
    (thread,) = pool._threads
    assert thread.is_alive()


# Over the API


@pytest.fixture(scope="module")
def match(embedded: Deployment) -> str:
    ada, bo = embedded.browsers("Ada", "Bo")
    found: str = finished(embedded, ada, bo, sit_down(ada, bo, public=False))["game_id"]
    return found


@pytest.fixture
def stranger(embedded: Deployment) -> Browser:
    return embedded.browser()


def test_whoever_has_the_link_may_look_back(stranger: Browser, match: str) -> None:
    found = stranger.get(f"matches/{match}/replay?as=1&from=2&count=3")
    assert [step["n"] for step in found["steps"]] == [2, 3, 4]
    assert [step["view"]["you"] for step in found["steps"]] == [1, 1, 1]
    assert found["steps"][0]["notation"] == "a6"


def test_the_record_that_is_downloaded_passes_verification(stranger: Browser, match: str, tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    file.write_bytes(stranger.ask("GET", f"matches/{match}/record").content)
    result = ludoteca("verify", str(file))
    assert (result.exit_code, result.stdout[:11]) == (0, "OK  gomoku,")
    assert ludoteca("replay", str(file), "--all").exit_code == 0


def test_a_match_that_is_played_or_unknown_is_refused(playing: tuple[Browser, str]) -> None:
    one, code = playing
    token = one.table(code)
    assert one.refused("GET", f"matches/{token['game_id']}/replay?as=all") == (409, "not_over")
    assert one.refused("GET", "matches/NOGAME/replay") == (404, "not_found")


@pytest.mark.parametrize("query", ["as=2x", "as=everyone", "from=-1", "count=0", "count=1000", "words=maybe", "more=1"])
def test_a_query_that_makes_no_sense_is_refused(stranger: Browser, match: str, query: str) -> None:
    assert stranger.refused("GET", f"matches/{match}/replay?{query}") == (400, "bad_query")
