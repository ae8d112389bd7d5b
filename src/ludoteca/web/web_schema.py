"""The shapes of the JSON API and of the live socket as one JSON Schema: what the browser's types are made of."""

from typing import Any

from ludoteca.kernel import Value, schema

from . import schemas


def web_schema() -> dict[str, Any]:
    """Every shape, by its name; and `Live`, what the live socket says."""
    named = {name: each for name, each in vars(schemas).items() if isinstance(each, type) and issubclass(each, Value)}
    named.pop("Value")
    return schema({**named, "Live": schemas.Live})
