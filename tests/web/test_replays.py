"""Looking back on a match: page by page, as any reader, and only when it is over."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludoteca.dealers import Fair, PyRandom, rules_label
from ludoteca.games import GAMES
from ludoteca.kernel import AnyGame, AnyInput, MatchInfo, Move, advance, begin, random_input
from ludoteca.kernel.record import Scribe
from ludoteca.kernel.values import build
from ludoteca.verification import verify
from ludoteca.web.errors import ApiError
from ludoteca.web.play import replays
from ludoteca.web.schemas import ReplayPage, ReplayPageStep, ReplayQuery
from tests.cli.terminal import ludoteca
from tests.counting import calls
from tests.host.logs import captured

from .apps import APP, with_games
from .browser import Browser
from .deployments import Deployment
from .people import refused
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


def look(text: str, reader: str = "spectator", first: int = 0, count: int = 200, *, words: bool = False) -> ReplayPage:
    return replays.page(APP, "ABC123", text, ReplayQuery(reader, first, count, words))


def whole(text: str, reader: str) -> list[ReplayPageStep]:
    total = look(text, reader, count=1).total
    return [step for first in range(0, total, 200) for step in look(text, reader, first).steps]


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
    replayed = APP.replays.find(text)
    for step, played in zip(whole(text, "1")[:300], replayed.steps, strict=False):
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
    game, replayed = GAMES[name], APP.replays.find(text)
    assert game.reveal is not None
    assert [step.view for step in shown] == [game.reveal(played.state) for played in replayed.steps]


def test_of_a_game_that_hides_something_a_reader_reads_his_own_moves() -> None:
    text = record("orcain")
    replayed = APP.replays.find(text)
    moves = [step.n for step in replayed.steps if isinstance(step.given, Move)]
    own = [step.n for step in replayed.steps if isinstance(step.given, Move) and step.given.seat == 0]
    assert [step.n for step in whole(text, "0") if step.notation] == own != moves
    assert not [step for step in whole(text, "spectator") if step.notation]
    assert [step.n for step in whole(text, "all") if step.notation] == moves


def test_what_they_had_left_at_a_table_is_public_once_the_match_is_over() -> None:
    match_info = MatchInfo("ABC123", ("Ada", "Bo"), (12, 7))
    steps = {reader: look(record("orcain", match_info=match_info), reader).steps for reader in ("0", "1", "spectator")}
    assert {reader: shown[0].view.tokens for reader, shown in steps.items()} == {"0": 12, "1": 7, "spectator": None}
    with refused("not_over"):
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
    with refused("no_seat", 404):
        look(record("gomoku"), "2")


def test_a_match_that_is_not_over_is_not_looked_back_on() -> None:
    with refused("not_over"):
        look(record("catan", at_most=20), "all")


def test_a_record_that_the_rules_cannot_play_again_is_refused() -> None:
    with refused("not_replayable"):
        look(record("gomoku").replace('"n":3', '"n":4'))


def test_a_late_page_of_a_long_match_is_no_more_work_than_an_early_one() -> None:
    text = record("catan")
    assert text.count("\n") > 3_000
    look(text)
    early, late = calls(lambda: look(text, "all", 0, 100)), calls(lambda: look(text, "all", 3_000, 100))
    assert late < 1.2 * early
    assert late < 100 * 200  # of functions; the whole match again takes 350,000


def too_many() -> None:
    raise ApiError("too_many", "", 429)


def test_playing_a_match_again_is_paid_for_and_its_next_pages_are_not() -> None:
    text, wanted = record("gomoku", seed=77), ReplayQuery("all", 0, 1)
    with refused("too_many", 429):
        replays.page(APP, "ABC123", text, wanted, too_many)
    replays.page(APP, "ABC123", text, wanted)
    assert replays.page(APP, "ABC123", text, wanted, too_many).total > 0


def test_several_who_look_at_a_match_at_once_have_it_played_again_once() -> None:
    text, made = record("catan", seed=78), list[int]()
    with ThreadPoolExecutor(4) as readers:
        list(readers.map(lambda _: APP.replays.find(text, lambda: made.append(1)), range(4)))
    assert made == [1]


def test_eight_matches_are_kept() -> None:
    texts = [record("gomoku", seed=seed) for seed in range(100, 109)]
    for text in texts:
        look(text)
    assert list(APP.replays.cached()) == texts[1:]


def test_a_match_is_replayed_under_the_rules_of_the_app_that_is_asked() -> None:
    text = record("gomoku", seed=110)
    look(text)
    other = with_games(
        {"gomoku": replace(GAMES["gomoku"], text=replace(GAMES["gomoku"].text, picture=lambda _: "other"))}
    )
    wanted = ReplayQuery("all", 0, 1, words=True)
    assert replays.page(other, "ABC123", text, wanted).steps[0].picture == "other"
    with refused("not_found", 404):
        replays.page(with_games({}), "ABC123", text, wanted)


def crash(*_: Any) -> Any:
    card = "hearts 7"
    raise ZeroDivisionError(card)


@pytest.mark.parametrize("name", ["picture", "scene", "tell", "write"])
def test_words_that_crash_are_left_out_and_noted_once(name: str) -> None:
    game = GAMES["gomoku"]
    app = with_games({"gomoku": replace(game, text=replace(game.text, **{name: crash}))})
    text, wanted = record("gomoku", seed=111), ReplayQuery("all", 0, 50, words=True)
    whole = replays.page(APP, "ABC123", text, wanted).steps
    with captured() as lines:
        shown = replays.page(app, "ABC123", text, wanted).steps
        assert replays.page(app, "ABC123", text, wanted).steps == shown
    assert [step.view for step in shown] == [step.view for step in whole]
    assert all((step.picture is None) == (name == "picture") for step in shown)
    assert all((step.notation is None) == (name == "write" or step.given != "move") for step in shown)
    assert all((event.words is None) == (name == "tell") for step in shown for event in step.events)
    assert all(step.scene is None for step in shown)
    (line,) = lines
    assert (line["event"], line["game_id"]) == ("operator_note", "ABC123")
    assert line["note"].startswith(f"Text.{name} failed: ZeroDivisionError, at ")
    assert "hearts 7" not in line["note"]


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
