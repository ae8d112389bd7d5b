"""The server rules that a machine can check: who may know whom, what stays pure, how long things get."""

import ast
import re
import statistics
import sys
from collections import Counter

import pytest

from ludoteca.games import GAMES

from .import_graph import cycle, module_graph
from .sources import PACKAGE, ROOT, Source, calls, clock_reads, functions, imports, sources

# A package or module may know those at its right (and itself). `cli` wires everything, so it is not listed.
ARROWS: dict[str, set[str]] = {
    "kernel": set(),
    "games": {"kernel"},
    "table": {"kernel", "crash_site"},
    "tokens": {"kernel", "table"},
    "wire_schema": {"kernel", "table"},
    "runtime": {"kernel", "table", "dealers", "crash_site"},
    "gateway": {"kernel", "table", "runtime", "tokens"},
    "client": {"kernel", "table", "runtime"},
    "process": {"kernel", "table", "runtime", "gateway", "tokens", "dealers"},
    "worker": {"kernel", "runtime", "lookup", "bots", "games", "dealers", "replay_pages"},
    "replay_pages": {"kernel", "table", "descriptions"},
    "web": {"kernel", "table", "runtime", "gateway", "client", "process", "tokens", "rulebook", "replay_pages"},
    "backup": {"kernel", "runtime"},
    "gitplay": {"kernel", "games", "dealers"},
    "bots": {"kernel", "games"},
    "sim": {"kernel", "games", "bots", "dealers", "crash_site", "record_clock"},
    "console": {"kernel", "bots", "lookup", "extras", "crash_site", "record_clock"},
    "commands": {"kernel", "games", "dealers", "verification", "descriptions", "bots", "sim", "console"},
    "dealers": {"kernel"},
    "descriptions": {"kernel"},
    "rulebook": {"kernel"},
    "plugins": {"kernel", "games", "bots", "rulebook"},
    "verification": {"kernel", "dealers"},
    "lookup": {"kernel", "games", "bots", "plugins", "crash_site"},
    "api": {"kernel", "dealers", "lookup", "bots", "verification", "record_clock"},
    "extras": set(),
    "record_clock": set(),
    "crash_site": set(),
    "starter": {"kernel", "bots", "laws", "playthrough"},
    "referee": {"kernel", "dealers", "crash_site"},
    "playthrough": {"kernel", "dealers", "descriptions"},
    "laws": {"kernel", "dealers", "descriptions", "rulebook", "crash_site"},
}
PURE = ("kernel", "games", "table")
IMPURE_MODULES = {
    "asyncio",
    "concurrent",
    "datetime",
    "multiprocessing",
    "numpy",
    "os",
    "pathlib",
    "random",
    "secrets",
    "selectors",
    "signal",
    "socket",
    "ssl",
    "subprocess",
    "threading",
    "time",
    "uuid",
}
NAMELESS = (
    "kernel",
    "table",
    "tokens",
    "wire_schema",
    "runtime",
    "gateway",
    "client",
    "process",
    "worker",
    "replay_pages",
    "backup",
    "web",
    "cli",
    "console",
    "laws",
    "dealers",
    "descriptions",
    "verification",
    "referee",
    "playthrough",
    "rulebook",
    "plugins",
    "lookup",
    "api",
    "extras",
    "crash_site",
    "record_clock",
)
"""Where no game is known by name."""

MSGSPEC_ONLY_IN = {
    ("ludoteca", "kernel", "values"),
    ("ludoteca", "laws", "random_values"),
    ("ludoteca", "laws", "frozen_values"),
}
"""The one door to msgspec; and the laws, which look at types, to check them and to invent values of them."""

LOCKED: tuple[str, ...] = ("ludoteca", "kernel", "values")
"""It keeps threads apart that msgspec would let crash; what it computes does not depend on them."""

CALENDAR: tuple[str, ...] = ("ludoteca", "kernel", "timestamps")
"""It writes a time that it is given, and asks nobody what time it is."""

LINES_IN_A_FUNCTION, LINES_IN_A_FILE = 70, 600

SHARED_NAMES = {
    "ErrorBody": "the same message, as a table writes it and a client reads it",
    "SeatTaken": "the same message, as a table writes it and a client reads it",
    "Snapshot": "the same message, as a table writes it and a client reads it",
    "TimeLeft": "the same message, as a table writes it and a client reads it",
    "ToldWords": "the same message, as a table writes it and a client reads it",
    "Outcome": "how a game ended, and what a client reads of it",
    "Event": "what happened in a game, and the message in which a client reads it",
    "DatabaseWrapper": "the name that Django looks for in each database backend",
    "Match": "a match at its table, and its row in the web's database",
}
"""The classes that share a name, and why: they are two sides of one thing."""

CLOCKS = {
    "tests/times.py": "how long anything is waited for, and the second at which a token is minted",
    "tests/abuse/bystanders.py": "how long moves take, which is shown and which `bench` compares",
    "tests/day/moved_clock.py": "the clock of the machine, which a test moves on",
    "tests/gateway/places.py": "where a clock stands until a test sets it",
    "tests/host/stand.py": "a virtual clock",
    "tests/host/test_crashes.py": "a virtual clock",
    "tests/host/test_time.py": "a virtual clock",
    "tests/simulation/process.py": "a virtual clock",
    "tests/simulation/socket.py": "a virtual clock",
    "tests/simulation/surroundings.py": "a virtual clock",
    "tests/web/test_scheduler.py": "where a clock begins that then moves as a test says",
    "tests/web/test_rooms_left.py": "a date to write into the database",
    "tests/web/test_serializers.py": "a date to write into the database",
}
"""The tests that ask what time it is, and what for: none compares it with a constant."""

RUNNING = re.compile(r"useRealTimers|toFake|toNotFake|process\.hrtime|Temporal\.Now")
"""What lets the clock of a page's test run."""

READS = [
    "end - time.perf_counter()",
    "time.monotonic_ns()",
    "assert seen['expires_at'] - time.time() <= 300",
    "from time import monotonic",
    "import time as clock",
    "asyncio.get_running_loop().time()",
    "loop.time() - began",
    "self._loop.time()",
    "datetime.now(UTC)",
    "datetime.datetime.now()",
    "date.today()",
    "timezone.now()",
    "system_clock().mono",
    "process.cpu_times()",
]


@pytest.fixture(scope="module")
def product() -> list[Source]:
    return [source for source in sources(PACKAGE) if not source.path.match("migrations/0*")]  # those Django writes


@pytest.fixture(scope="module")
def everything(product: list[Source]) -> list[Source]:
    return [*product, *sources(ROOT / "tests", ROOT / "bench", ROOT / "examples")]


def part_of(source: Source) -> str:
    """The package or module under `ludoteca` that a source belongs to; "" for the root itself."""
    return source.module[1] if len(source.module) > 1 else ""


def known_by(source: Source) -> set[str]:
    return {parts[1] for parts in imports(source) if parts[0] == "ludoteca" and len(parts) > 1}


def test_every_part_of_the_server_has_its_arrows(product: list[Source]) -> None:
    parts = {part_of(source) for source in product} - {"", "cli", "__main__"}
    assert parts == set(ARROWS)


def test_the_picture_of_the_server_shows_these_arrows() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    picture = page.partition("```\n")[2].partition("```")[0]
    rows = re.findall(r"^(\w+)(?: +─► +(.+?))?(?: {3,}.*)?$", picture, re.MULTILINE)
    shown = {part: set(known.split()) for part, known in rows}
    del shown["cli"]
    assert shown == {part: known - {"kernel"} for part, known in ARROWS.items()}


def test_imports_follow_the_arrows(product: list[Source]) -> None:
    for source in product:
        if (part := part_of(source)) in ARROWS:
            assert known_by(source) <= ARROWS[part] | {part}, f"{source.name} knows too much"


def test_no_module_imports_itself_over_others(product: list[Source]) -> None:
    found = cycle(module_graph(product))
    assert not found, f"import cycle: {' -> '.join(found)}"


def test_pure_parts_touch_no_clock_socket_file_or_randomness(product: list[Source]) -> None:
    allowed = {*sys.stdlib_module_names, "ludoteca", "msgspec"} - IMPURE_MODULES
    for source in product:
        if part_of(source) in PURE:
            own = {LOCKED: {"threading"}, CALENDAR: {"datetime"}}.get(source.module, set())
            outside = {parts[0] for parts in imports(source)} - own
            assert outside <= allowed, f"{source.name} imports {outside - allowed}"
            asked = {"open", "input", "print", "exec", "eval"} & set(calls(source))
            assert not asked, f"{source.name} does input or output"
            assert not list(clock_reads(source)), f"{source.name} asks what time it is"


def test_msgspec_comes_in_through_one_door(product: list[Source]) -> None:
    users = {source.module for source in product if any(parts[0] == "msgspec" for parts in imports(source))}
    assert users == MSGSPEC_ONLY_IN


def test_games_are_blind_to_each_other(product: list[Source]) -> None:
    for source in product:
        if part_of(source) == "games" and len(source.module) > 2:
            others = set(GAMES) - {source.module[2]}
            assert not {parts[2] for parts in imports(source) if parts[:2] == ("ludoteca", "games")} & others


@pytest.mark.parametrize("name", GAMES)
def test_the_product_knows_no_game_by_name(product: list[Source], name: str) -> None:
    known = [source.name for source in product if part_of(source) in NAMELESS and name in source.text.lower()]
    assert not known


def test_what_is_hidden_is_revealed_to_whoever_looks_back_and_to_nobody_else(product: list[Source]) -> None:
    asking = re.compile(r"\brevealed\(game|game\.reveal\(")
    asked = {source.module[1:] for source in product if asking.search(source.text)}
    assert asked == {("kernel", "contract"), ("laws", "worlds"), ("replay_pages",)}


def test_two_classes_share_a_name_only_for_a_reason(product: list[Source]) -> None:
    """Those of a game are its own, and the starter is a game."""
    modules = [source for source in product if part_of(source) not in {"games", "starter"}]
    names = Counter(node.name for source in modules for node in source.tree.body if isinstance(node, ast.ClassDef))
    assert {name for name, number in names.items() if number > 1} == SHARED_NAMES.keys()


def test_files_and_functions_stay_short(everything: list[Source]) -> None:
    for source in everything:
        assert len(source.text.splitlines()) <= LINES_IN_A_FILE, source.name
        long = [name for name, lines in functions(source) if lines > LINES_IN_A_FUNCTION]
        assert not long, f"{source.name}: {long}"


def test_most_functions_are_very_short(product: list[Source]) -> None:
    assert statistics.median(lines for source in product for _, lines in functions(source)) < 10


def test_a_module_opens_by_saying_what_it_is(product: list[Source]) -> None:
    assert not [source.name for source in product if not source.text.startswith('"""')]


def test_no_test_reads_a_clock_that_runs_by_itself(everything: list[Source]) -> None:
    """On a busy machine anything may take long: tests count, and `bench` measures."""
    tests = [source for source in everything if source.name.startswith(("tests/", "examples/"))]
    reads = {source.name: lines for source in tests if (lines := list(clock_reads(source)))}
    assert {name: lines for name, lines in reads.items() if name not in CLOCKS} == {}
    assert reads.keys() == CLOCKS.keys()


def test_the_clock_of_the_pages_tests_stands_still() -> None:
    """`setup.ts` holds it before and after each test; a test may move it, and must not let it go."""
    front = ROOT / "front"
    assert 'setupFiles: ["tests/setup.ts"]' in (front / "vitest.config.ts").read_text(encoding="utf-8")
    tests = {path: path.read_text(encoding="utf-8") for path in front.glob("tests/**/*.ts*")}
    assert "toFake" in tests.pop(front / "tests" / "setup.ts")
    assert [path.name for path, text in tests.items() if RUNNING.search(text)] == []


@pytest.mark.parametrize("read", READS)
def test_a_clock_is_found_however_it_is_read(read: str) -> None:
    assert list(clock_reads(Source(ROOT, read, ast.parse(read))))


@pytest.mark.parametrize(
    "other", ["time.sleep(1)", "from time import sleep", "clock.now", "world.now()", "self.time()"]
)
def test_what_reads_no_clock_is_let_be(other: str) -> None:
    assert not list(clock_reads(Source(ROOT, other, ast.parse(other))))


def test_the_readme_opens_with_the_two_commands_and_ci_runs_the_second() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```\w*\n(.*?)^```", readme, re.DOTALL | re.MULTILINE)
    assert blocks[:2] == ["python3 bootstrap.py run\n", "python3 bootstrap.py test\n"]
    assert blocks[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
