"""The API as OpenAPI 3.1, made of the routes and the shapes: `/api/openapi.json`."""

import re
from functools import cache
from importlib.metadata import version
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse

from ludoteca.kernel import schema

from .. import schemas
from .all_routes import ROUTES
from .routes import Route

JSON: Final = "application/json"
LINES: Final = "application/x-ndjson"  # of a record, the one answer that is bare text
PARAMETER: Final = re.compile(r"<str:(\w+)>")


def openapi(request: HttpRequest) -> HttpResponse:
    return JsonResponse(document())


@cache
def document() -> dict[str, Any]:
    paths: dict[str, Any] = {}
    named, defs = _schemas()
    for each in ROUTES:
        where = "/api/" + PARAMETER.sub(r"{\1}", each.path)
        paths.setdefault(where, {})[each.method.lower()] = _operation(each, named)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ludoteca", "version": version("ludoteca")},
        "paths": paths,
        "components": {
            "schemas": defs,
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "sessionid"},
                "token": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
            },
        },
    }


def _schemas() -> tuple[dict[str, Any], dict[str, Any]]:
    """Per type that a route takes or gives its schema, and all that these refer to."""
    kinds = {_name(kind): kind for each in ROUTES for kind in (each.takes, each.asks, each.gives) if kind is not None}
    made = schema({**kinds, _name(schemas.Error): schemas.Error})
    moved = _moved(made)
    return moved["properties"], moved["$defs"]


def _query(each: Route) -> list[dict[str, Any]]:
    if each.asks is None:
        return []
    fields = schema({"query": each.asks})["$defs"][_name(each.asks)]["properties"]
    return [{"name": name, "in": "query", "required": False, "schema": shape} for name, shape in fields.items()]


def _operation(each: Route, named: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": each.handler.__module__.rpartition(".")[2] + "_" + getattr(each.handler, "__name__", ""),
        "summary": each.about,
        "parameters": [
            *(
                {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
                for name in PARAMETER.findall(each.path)
            ),
            *_query(each),
        ],
        "responses": {
            "200": _content("done", named[_name(each.gives)], JSON if each.gives is not str else LINES),
            "default": _content("refused", named[_name(schemas.Error)]),
        },
    }
    if each.takes is not None:
        operation["requestBody"] = _content("", named[_name(each.takes)])
    if each.needs != "nobody":
        operation["security"] = [{"session" if each.needs == "player" else "token": []}]
    return operation


def _content(description: str, of: dict[str, Any], kind: str = JSON) -> dict[str, Any]:
    content = {kind: {"schema": of}}
    return {"description": description, "content": content} if description else {"required": True, "content": content}


def _name(kind: Any) -> str:
    return str(kind) if getattr(kind, "__origin__", None) else str(kind.__name__)


def _moved(tree: Any) -> Any:
    """References into the document's components."""
    match tree:
        case dict():
            return {
                key: value.replace("#/$defs/", "#/components/schemas/") if key == "$ref" else _moved(value)
                for key, value in tree.items()
            }
        case list():
            return [_moved(each) for each in tree]
        case _:
            return tree
