"""The services that tests rely on work: they answer, they survive, they leave nothing behind."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from select import select

import psycopg
import pytest
from playwright.sync_api import Browser, Page

from .chromium import axe, find, launch, origin
from .echo import echoing
from .node import ROOT
from .postgres import Postgres, Server, postgres, shared

STRICT = "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'\">"
KILLED_AT_WORK = """
import os, signal
from tests.services.postgres import postgres
with postgres() as server:
    print(server.url, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""
SAID_BACK = """url => new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.onopen = () => socket.send("ciao");
    socket.onmessage = ({data}) => { socket.close(); resolve(data); };
    socket.onerror = () => reject(new Error("no socket"));
})"""


@pytest.fixture(scope="module")
def own() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture(scope="module")
def given() -> Iterator[Server]:
    with shared() as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launch() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        yield context.new_page()


def show(page: Page, body: str, head: str = "") -> None:
    page.goto(f"data:text/html,<!doctype html><html lang='en'><title>A page</title>{head}<main>{body}</main></html>")


def tables(url: str) -> list[str]:
    with psycopg.connect(url) as connection:
        found = connection.execute("select tablename from pg_tables where schemaname = 'public'")
        return [str(name) for (name,) in found]


def test_postgres_answers(given: Server) -> None:
    with psycopg.connect(given.url) as connection:
        assert connection.execute("select 1").fetchone() == (1,)


def test_a_fresh_database_is_empty_and_separate(given: Server) -> None:
    with given.fresh_database() as one, given.fresh_database() as other:
        with psycopg.connect(one) as connection:
            connection.execute("create table moves (move text)")
        assert tables(one) == ["moves"]
        assert tables(other) == []


def test_a_fresh_database_can_be_a_copy(given: Server) -> None:
    with given.fresh_database() as model:
        with psycopg.connect(model) as connection:
            connection.execute("create table moves (move text)")
        with given.fresh_database(like=model) as copy:
            assert tables(copy) == ["moves"]


def test_a_fresh_database_is_dropped_even_if_in_use(given: Server) -> None:
    with given.fresh_database() as url:
        held = psycopg.connect(url)
    with held, pytest.raises(psycopg.OperationalError):
        held.execute("select 1")
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(url)


def test_what_was_committed_survives_a_kill(own: Postgres) -> None:
    with own.fresh_database() as url:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("create table moves (move int)")
            for move in range(100):
                connection.execute("insert into moves values (%s)", [move])
            own.kill()
            with pytest.raises(psycopg.OperationalError):
                connection.execute("select 1")
        own.start()
        with psycopg.connect(url) as connection:
            assert connection.execute("select count(*) from moves").fetchone() == (100,)


def test_a_busy_process_of_postgresql_ends_with_it(own: Postgres) -> None:
    with closing(psycopg.connect(own.url)) as connection:
        connection.pgconn.send_query(b"do $$ begin raise notice 'busy'; loop end loop; end $$")
        select([connection], [], [])
        own.restart()
    with psycopg.connect(own.url) as connection:
        assert connection.execute("select 1").fetchone() == (1,)


def test_postgresql_leaves_nothing_when_the_tests_are_killed() -> None:
    killed = subprocess.Popen([sys.executable, "-c", KILLED_AT_WORK], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    said, _ = killed.communicate()  # until the last process that could write there is gone, the guard included
    assert killed.returncode == -signal.SIGKILL
    found = re.search("host=(.*)", said)
    assert found
    assert not Path(found[1]).exists()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(said.strip())


def test_the_browser_runs_a_pages_script(page: Page) -> None:
    show(page, "<p id='told'></p><script>told.textContent = [1, 2, 3].map(n => n * n).join()</script>")
    assert page.text_content("#told") == "1,4,9"


def test_the_browser_has_fonts(page: Page) -> None:
    show(page, "<span>iiii</span><br><span>MMMM</span>")
    narrow, wide = page.locator("span").evaluate_all("all => all.map(each => each.offsetWidth)")
    assert 0 < narrow < wide


def test_the_browser_is_the_pinned_one_whatever_is_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "chromium"
    other.write_text("#!/bin/sh\n")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.delenv("CHROMIUM", raising=False)
    assert find().is_pinned
    assert find().program != other
    monkeypatch.setenv("CHROMIUM", str(other))
    assert not find().is_pinned
    assert find().program == other


@pytest.mark.parametrize("family", ["serif", "monospace", "DejaVu Sans", "system-ui"])
def test_the_browser_uses_the_pinned_fonts_only(browser: Browser, page: Page, family: str) -> None:
    show(page, f"<p style='font-family: {family}'>Carte <b>e</b> <i>dadi</i></p>")
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    node = devtools.send("DOM.querySelector", {"nodeId": root, "selector": "p"})["nodeId"]
    used = devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    assert {f"{font['postScriptName']}.ttf" for font in used} == set(origin(browser).fonts)


def test_the_browser_speaks_over_a_socket(page: Page) -> None:
    with echoing() as url:
        # Only local pages may talk to this machine; an error page that expected a WebSocket is one.
        page.goto(url.replace("ws:", "http:"))
        assert page.evaluate(SAID_BACK, url) == "ciao"


def test_axe_runs_whatever_the_pages_policy_forbids(page: Page) -> None:
    show(page, "<h1>Cards</h1><img src='data:,'><button id='mute'></button>", STRICT)
    assert {(each.rule, each.where) for each in axe(page)} == {("image-alt", ("img",)), ("button-name", ("#mute",))}


def test_axe_has_nothing_to_say_of_a_good_page(page: Page) -> None:
    show(page, "<h1>Cards</h1><img src='data:,' alt='The ace of coins'><button>Play it</button>", STRICT)
    assert axe(page) == []
