"""Every route of the JSON API: importing a module of handlers registers its routes."""

from . import me, people, play, tables  # noqa: F401
from .routes import ROUTES, urls

__all__ = ["ROUTES", "urls"]
