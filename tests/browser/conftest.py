"""A server for all tests of this process, a browser for those of this folder, and people for each test."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from ..services.chromium import launch
from ..services.node import ROOT
from ..web.houses import House, embedded, scaled_out
from ..web.launch import PAUSE_MS
from .people import Crowd


@pytest.fixture(scope="session", autouse=True)
def page_is_built() -> None:
    assert (ROOT / "src/ludoteca/web/page/index.html").exists(), "build the page: python front/npm.py run build"


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Its series pause for long between two games, so that tests can look at what is shown then."""
    with embedded(tmp_path_factory.mktemp("house"), **{PAUSE_MS: "600000"}) as house:
        yield house


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with default settings."""
    with embedded(tmp_path_factory.mktemp("plain")) as house:
        yield house


@pytest.fixture(scope="session")
def scaled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with scaled_out(tmp_path_factory.mktemp("scaled")) as house:
        yield house


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with launch() as browser:
        yield browser


@pytest.fixture
def crowd(browser: Browser, house: House) -> Iterator[Crowd]:
    with Crowd(browser, house.url) as crowd:
        yield crowd
