"""The API's own description: whole, valid, and true of what is answered."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema
import pytest
import requests

from ludoteca.web.api.all_routes import ROUTES
from ludoteca.web.api.openapi import document
from tests.times import PATIENCE

from .deployments import Deployment
from .table_players import finished, sit_down


@cache
def described() -> dict[str, Any]:
    return document()


def references(tree: Any) -> Iterator[str]:
    if isinstance(tree, dict):
        if "$ref" in tree:
            yield tree["$ref"]
        for each in tree.values():
            yield from references(each)
    elif isinstance(tree, list):
        for each in tree:
            yield from references(each)


def found(reference: str) -> Any:
    at: Any = described()
    for part in reference.removeprefix("#/").split("/"):
        at = at[part]
    return at


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in described()["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def test_every_route_is_described_and_nothing_else() -> None:
    there = {(each.method, f"/api/{each.path}".replace("<str:", "{").replace(">", "}")) for each in ROUTES}
    assert {(method, path) for method, path, _ in operations()} == there


def test_every_reference_leads_somewhere() -> None:
    assert all(found(each) is not None for each in references(described()))


def test_it_has_what_openapi_asks_for() -> None:
    told = described()
    assert told["openapi"].startswith("3.1.")
    assert {"title", "version"} <= set(told["info"])
    ids = [operation["operationId"] for _, _, operation in operations()]
    assert len(ids) == len(set(ids))
    for _, path, operation in operations():
        named = {each["name"] for each in operation["parameters"] if each["in"] == "path"}
        assert named == {part[1:-1] for part in path.split("/") if part.startswith("{")}
        assert operation["summary"]
        assert set(operation["responses"]) == {"200", "default"}


def test_every_schema_is_a_json_schema() -> None:
    for name, schema in described()["components"]["schemas"].items():
        jsonschema.Draft202012Validator.check_schema(schema), name
    for _, _, operation in operations():
        jsonschema.Draft202012Validator.check_schema(_answer(operation))


def test_the_server_gives_the_document(embedded: Deployment) -> None:
    assert requests.get(f"{embedded.url}/api/openapi.json", timeout=PATIENCE).json() == described()


def _answer(operation: dict[str, Any], status: str = "200") -> dict[str, Any]:
    ((_, content),) = operation["responses"][status]["content"].items()
    schema: dict[str, Any] = content["schema"]
    return schema


def check(method: str, path: str, told: Any, status: str = "200") -> None:
    schema = {**_answer(described()["paths"][path][method], status), "components": described()["components"]}
    jsonschema.Draft202012Validator(schema).validate(told)


def test_answers_are_as_they_are_described(embedded: Deployment) -> None:
    ada, bo = embedded.browsers("Ada", "Bo")
    code = sit_down(ada, bo)
    match = finished(embedded, ada, bo, code)
    check("get", "/api/matches/{game_id}", match)
    check("get", "/api/matches/{game_id}/replay", ada.get(f"matches/{match['game_id']}/replay?as=all&words=true"))
    record = ada.ask("GET", f"matches/{match['game_id']}/record")
    path = "/api/matches/{game_id}/record"
    assert [*described()["paths"][path]["get"]["responses"]["200"]["content"]] == [record.headers["Content-Type"]]
    check("post", "/api/rooms/{code}/token", ada.post(f"rooms/{code}/token"))
    check("get", "/api/rooms/{code}", ada.get(f"rooms/{code}"))
    check("get", "/api/rooms/{code}/sync", ada.get(f"rooms/{code}/sync"))
    check("get", "/api/players/{name}", ada.get(f"players/{ada.name}"))
    check("post", "/api/queue", ada.post("queue", {"game": "gomoku", "ranked": True}))
    check("delete", "/api/queue", ada.delete("queue"))
    for path in ("games", "lobby", "me"):
        check("get", f"/api/{path}", ada.get(path))
    check("get", "/api/leaderboard/{game}", ada.get("leaderboard/gomoku"))


@pytest.mark.parametrize("path", ["rooms/NOROOM", "matches/NOGAME", "nothing"])
def test_refusals_are_as_they_are_described(embedded: Deployment, path: str) -> None:
    told = embedded.browser().ask("GET", path).json()
    check("get", "/api/me", told, "default")
