"""SQLite, measured."""

from django.db.backends.sqlite3 import base

from .. import MeasuredQueries


class DatabaseWrapper(MeasuredQueries, base.DatabaseWrapper):
    pass
