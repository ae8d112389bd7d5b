"""PostgreSQL, measured."""

from django.db.backends.postgresql import base

from .. import MeasuredQueries


class DatabaseWrapper(MeasuredQueries, base.DatabaseWrapper):
    pass
