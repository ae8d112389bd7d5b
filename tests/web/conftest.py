"""Databases and servers that tests share; Django is ready before a test module asks for a model."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services.postgres import Server
from tests.services.postgres import shared as shared_postgres

from . import databases, deployments
from .browser import Browser, close_all
from .deployments import Deployment

databases.set_up()

from ludoteca.web.models import Player  # noqa: E402 - Django must be set up first

from .people import people  # noqa: E402
from .table_players import sit_down  # noqa: E402


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    with shared_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def on_postgres(postgres: Server) -> Iterator[str]:
    with postgres.fresh_database() as url:
        databases.migrate(url)
        yield url


@pytest.fixture(scope="session")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> str:
    file: Path = tmp_path_factory.mktemp("web") / "web.db"
    databases.migrate(f"sqlite:///{file}")
    return f"sqlite:///{file}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """Its kind. Django talks to it while the test lasts, and finds nothing in it."""
    kind: str = request.param
    databases.point_at(request.getfixturevalue("on_sqlite" if kind == "sqlite" else "on_postgres"))
    try:
        databases.empty()
        yield kind
    finally:
        databases.let_go()


@pytest.fixture
def ada(database: str) -> Player:
    return people("Ada")[0]


@pytest.fixture
def bo(database: str) -> Player:
    return people("Bo")[0]


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with deployments.embedded(tmp_path_factory.mktemp("embedded")) as deployment:
        yield deployment


@pytest.fixture(scope="session")
def scaled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with deployments.scaled_out(tmp_path_factory.mktemp("scaled")) as deployment:
        yield deployment


@pytest.fixture(scope="session")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    """A server with a name, a friend and limits."""
    with deployments.embedded(
        tmp_path_factory.mktemp("strict"),
        LUDOTECA_HOSTS=deployments.NAMED,
        LUDOTECA_ORIGINS=deployments.LISTED,
        LUDOTECA_LOGINS_PER_MINUTE="6",
        LUDOTECA_POSTS_PER_MINUTE="40",
    ) as deployment:
        yield deployment


@pytest.fixture
def playing(embedded: Deployment) -> tuple[Browser, str]:
    """Somebody who plays, and in which room."""
    one, other = embedded.browsers("Ada", "Bo")
    return one, sit_down(one, other)


@pytest.fixture(params=["embedded", "scaled"])
def deployment(request: pytest.FixtureRequest) -> Deployment:
    """Each of the two, one after the other."""
    found: Deployment = request.getfixturevalue(request.param)
    return found


@pytest.fixture(autouse=True)
def _home() -> Iterator[None]:
    """Closes the browsers that a test has opened."""
    yield
    close_all()
