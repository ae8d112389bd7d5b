"""A server for all tests of this process, a browser for those of this folder, and people for each test."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from ..services.chromium import launch
from ..services.node import ROOT
from ..web.deployments import Deployment, embedded, scaled_out
from ..web.launch import PAUSE_MS
from .people import Crowd


@pytest.fixture(scope="session", autouse=True)
def page_is_built() -> None:
    assert (ROOT / "src/ludoteca/web/page/index.html").exists(), "build the page: python front/npm.py run build"


@pytest.fixture(scope="session")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    """Its series pause for long between two games, so that tests can look at what is shown then."""
    with embedded(tmp_path_factory.mktemp("deployment"), **{PAUSE_MS: "600000"}) as deployment:
        yield deployment


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    """A server with default settings."""
    with embedded(tmp_path_factory.mktemp("plain")) as deployment:
        yield deployment


@pytest.fixture(scope="session")
def scaled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with scaled_out(tmp_path_factory.mktemp("scaled")) as deployment:
        yield deployment


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with launch() as browser:
        yield browser


@pytest.fixture
def crowd(browser: Browser, deployment: Deployment) -> Iterator[Crowd]:
    with Crowd(browser, deployment.url) as crowd:
        yield crowd
