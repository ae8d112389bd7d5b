"""People with a browser each. A console error or warning fails the test, unless the test causes it and says so."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from types import TracebackType
from typing import Any, Final, Self

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, WebSocket, expect

from tests.times import PATIENCE

from .network import Network

PATIENCE_MS: Final = 1000 * PATIENCE
UNREACHED: Final = r"net::ERR_|WebSocket connection to"
HURRIED: Final = "WebSocket is closed before the connection is established"  # left before the socket opened
EARLY: Final = r"status of 409 .*/sync\)"  # the lobby asks whose turn it is before the table is open
PASSWORD: Final = "korrekt-pferd-batterie"
NOTE_WHEN_SHOWN: Final = """text => new MutationObserver((_, observer) => {
    if (!document.querySelector('main')?.innerText.includes(text)) return;
    (window.shownOnce ??= []).push(text);
    observer.disconnect();
}).observe(document.body, {childList: true, subtree: true, characterData: true})"""
NOTE_WHEN_THERE: Final = """([selector, count]) => new MutationObserver((_, observer) => {
    if (document.querySelectorAll(selector).length !== count) return;
    (window.shownOnce ??= []).push(selector);
    observer.disconnect();
}).observe(document.body, {childList: true, subtree: true, attributes: true})"""
_numbers: Final = count(1)

expect.set_options(timeout=PATIENCE_MS)


class Person:
    """A person with their own browser."""

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        self.complaints: list[str] = []
        self.frames: list[str] = []
        self._forgiven: list[str] = [HURRIED, EARLY]
        self.context = browser.new_context(base_url=url, reduced_motion="reduce", **options)
        self.context.set_default_timeout(PATIENCE_MS)
        self.page = self.new_tab()

    def new_tab(self) -> Page:
        page = self.context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(f"uncaught: {error}"))
        page.on("websocket", self._listen)
        return page

    def open(self, path: str = "/") -> Self:
        self.page.goto(path)
        return self

    def forgive(self, pattern: str) -> None:
        """Allow console messages that match: the test causes them."""
        self._forgiven.append(pattern)

    def call_oneself(self, nickname: str) -> Self:
        self.open("/account")
        self.page.get_by_role("textbox", name="Nickname").fill(nickname)
        self.page.get_by_role("button", name="Save").click()
        expect(self.page.get_by_role("navigation").get_by_role("link", name=nickname, exact=True)).to_be_visible()
        return self

    def register(self) -> str:
        """Register, and return the member's name. While a member sits at a table nobody else gets their nickname: one
        who is left in a game needs a nickname that no other test uses."""
        self.open("/account")
        name = f"member-{next(_numbers)}"
        form = self.form("Register")
        form.get_by_role("textbox", name="Name").fill(name)
        form.get_by_label("Password").fill(PASSWORD)
        form.get_by_role("button", name="Register").click()
        self.sees("You are signed in as")
        return name

    def form(self, title: str) -> Locator:
        heading = self.page.get_by_role("heading", name=title, exact=True)
        return self.page.locator("form").filter(has=heading)

    def game(self, name: str = "Gomoku") -> Locator:
        """A game's card in the lobby."""
        return self.page.get_by_role("article", name=name)

    def click(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def follow(self, name: str) -> None:
        self.page.get_by_role("link", name=name, exact=True).click()

    def sees(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_role("main").get_by_text(text).first).to_be_visible()

    def looks_out_for(self, *texts: str) -> None:
        """Call before they appear, then `saw`: what is shown for seconds only may be gone when a slow test looks."""
        for text in texts:
            self.page.evaluate(NOTE_WHEN_SHOWN, text)

    def looks_out_for_all(self, selector: str, number: int) -> None:
        """Like `looks_out_for`, for this many elements at once."""
        self.page.evaluate(NOTE_WHEN_THERE, [selector, number])

    def saw(self, text: str) -> None:
        """Wait until the text has been shown."""
        self.page.wait_for_function("text => window.shownOnce?.includes(text)", arg=text)

    def tab_to(self, *wanted: Locator) -> None:
        """Press Tab until one of these has the focus."""
        for _ in range(60):
            if any(has_focus(each) for each in wanted):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("no tab leads there")

    def link_is(self, text: str) -> None:
        """The text of the table's connection badge."""
        badge = self.page.get_by_role("main").get_by_role("status").filter(has_text=text)
        expect(badge.first).to_be_visible()

    @contextmanager
    def cut_off(self, network: Network) -> Iterator[None]:
        """Without a connection; afterwards it is back, and the page has noticed."""
        self.forgive(UNREACHED)
        network.cut()
        self.link_is("Reconnecting")
        yield
        network.mend()
        self.link_is("Connected")

    def resign(self) -> None:
        self.click("Resign")
        self.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(self.result).to_be_visible()

    @property
    def result(self) -> Locator:
        """The panel with the result of the game."""
        return self.page.get_by_role("region", name="Result")

    @property
    def code(self) -> str:
        """The code of the room this person is in."""
        return self.page.url.rpartition("/")[2]

    def _hear(self, message: ConsoleMessage) -> None:
        said = f"{message.type}: {message.text} ({message.location.get('url', '')})"
        if message.type in ("error", "warning") and not any(re.search(each, said) for each in self._forgiven):
            self.complaints.append(said)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.frames.append(str(text)))


def has_focus(wanted: Locator) -> bool:
    return bool(wanted.evaluate("element => element === document.activeElement"))


class Crowd:
    """The people of a test; their browsers close with it."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self.url = url
        self._people: list[Person] = []

    def come(self, nickname: str | None = None, url: str | None = None, **options: Any) -> Person:
        """A new person, in the lobby, or on the account page with this nickname."""
        person = Person(self._browser, url or self.url, **options)
        self._people.append(person)
        return person.open() if nickname is None else person.call_oneself(nickname)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        complaints = [each for person in self._people for each in person.complaints]
        for person in self._people:
            person.context.close()
        if error is None:
            assert not complaints, complaints
