"""The settings of the web, for whoever must load them without a server: the type checker, and tests of the database."""

import os

os.environ.setdefault("LUDOTECA_SECRET_KEY", "a secret that is used by tests and by nobody else")
os.environ.setdefault("DATABASE_URL", "sqlite:///:memory:")

from ludoteca.web.settings import *  # noqa: F403
