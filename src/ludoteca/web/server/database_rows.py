"""All rows of a PostgreSQL in one file, and back: for backups.

It is not `pg_dump`: that is not in our image, must not be older than the server, and would need its counterpart to
restore. Here one transaction reads every table as of one moment, in PostgreSQL's own text format, and the tables
themselves are made by our migrations: up to those that the file was written under, so a backup of an older release is
restored as it was and migrated when a server starts.

The file: a line of JSON with the migrations; then for each table a line of JSON with its name, columns and sequences,
its rows as `COPY` writes them, and a line `\\.`.

Laws kept here:
- The rows are as of one moment. They are read while the server works, and keep nobody from writing.
- A database is restored wholly or not at all, in one transaction; `restored` commits it when its body has succeeded.
- Nothing that a file says is believed: its names are compared with those of the migrated database.

Must not know: what the rows mean.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

import psycopg
from psycopg import sql

from .web_process import MIGRATING

END: Final = b"\\.\n"
MIGRATIONS: Final = "django_migrations"
LOCK_TIMEOUT: Final = "5s"  # for tables that somebody still uses

TABLES: Final = """
SELECT c.relname, array_agg(a.attname ORDER BY a.attnum)
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
GROUP BY c.relname ORDER BY c.relname
"""
SEQUENCE: Final = "SELECT pg_get_serial_sequence(quote_ident(%s), %s)"


class BadRows(Exception):
    """Why a file cannot be restored, or a database not be restored into: in one sentence."""


# Out of a database


def write_rows(url: str, file: Path) -> None:
    """Every row of every table into a new file."""
    with psycopg.connect(url) as connection, file.open("xb") as out:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        found = connection.execute(f"SELECT app, name FROM {MIGRATIONS} ORDER BY id").fetchall()  # noqa: S608
        _write_line(out, {"migrations": found})
        for name, columns in connection.execute(TABLES).fetchall():
            if name != MIGRATIONS:
                _write_line(
                    out, {"table": name, "columns": columns, "sequences": _sequences(connection, name, columns)}
                )
                _write_table(connection, name, columns, out)


def _write_line(out: IO[bytes], value: Any) -> None:
    out.write(json.dumps(value).encode() + b"\n")


def _sequences(connection: psycopg.Connection[Any], name: str, columns: list[str]) -> dict[str, int]:
    """The last number given out, by column: a number is not given out twice, even if its row has gone."""
    found: dict[str, int] = {}
    for column in columns:
        if sequence := _sequence(connection, name, column):
            query = sql.SQL("SELECT last_value FROM {} WHERE is_called").format(sequence)
            if row := connection.execute(query).fetchone():
                found[column] = row[0]
    return found


def _sequence(connection: psycopg.Connection[Any], name: str, column: str) -> sql.SQL | None:
    row = connection.execute(SEQUENCE, (name, column)).fetchone()
    return sql.SQL(row[0]) if row and row[0] else None  # it comes quoted


def _write_table(connection: psycopg.Connection[Any], name: str, columns: list[str], out: IO[bytes]) -> None:
    with connection.cursor().copy(_copy_order(name, columns, "TO STDOUT")) as rows:
        for piece in rows:
            out.write(piece)
    out.write(END)


def _copy_order(name: str, columns: list[str], where: str) -> sql.Composed:
    listed = sql.SQL(", ").join(map(sql.Identifier, columns))
    return sql.SQL("COPY {} ({}) " + where).format(sql.Identifier(name), listed)


# Into one


@contextmanager
def restored(file: Path, *, force: bool) -> Iterator[None]:
    """The rows of a file in Django's database, from when the body has succeeded on; before, the database is as it was.

    BadRows if it has tables, unless forced: then they are dropped."""
    from django.db import connection, transaction  # noqa: PLC0415 - Django must be set up first

    with transaction.atomic(), file.open("rb") as source:
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'")
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [MIGRATING])  # a web that starts now waits
        live: psycopg.Connection[Any] = connection.connection
        _make_room(live, force=force)
        _migrate(_line(source).get("migrations", ()))
        tables = dict(live.execute(TABLES).fetchall())
        del tables[MIGRATIONS]
        live.execute(sql.SQL("TRUNCATE {}").format(_listed(tables)))  # what a migration has put there
        while (head := _line(source)) != {}:
            _read_table(live, head, tables, source)
        yield


def _make_room(live: psycopg.Connection[Any], *, force: bool) -> None:
    tables = [name for name, _ in live.execute(TABLES).fetchall()]
    if tables and not force:
        raise BadRows("the database is not empty; --force replaces what is in it")
    if tables:
        live.execute(sql.SQL("DROP TABLE {} CASCADE").format(_listed(tables)))


def _listed(names: Any) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, names))


def _migrate(migrations: Any) -> None:
    """As far as the server was from which the rows are."""
    from django.db import connection  # noqa: PLC0415 - Django must be set up first
    from django.db.migrations.executor import MigrationExecutor  # noqa: PLC0415

    executor = MigrationExecutor(connection)
    wanted = [(app, name) for app, name in migrations]
    if unknown := [".".join(each) for each in wanted if each not in executor.loader.graph.nodes]:
        raise BadRows(f"the backup was made by a newer Ludoteca, with the migration {unknown[0]}: upgrade this one")
    executor.migrate(wanted)


def _read_table(live: psycopg.Connection[Any], head: Any, tables: dict[str, list[str]], source: IO[bytes]) -> None:
    name, columns = head["table"], head["columns"]
    if set(columns) != set(tables.get(name, ())):
        raise BadRows(f"the table {name} of the backup is not as its migrations make it")
    with live.cursor().copy(_copy_order(name, columns, "FROM STDIN")) as rows:
        while (line := source.readline()) != END:
            if not line:
                raise BadRows(f"the rows of {name} have no end")
            rows.write(line)
    for column, last in head["sequences"].items():
        if (sequence := _sequence(live, name, column)) is not None:
            live.execute("SELECT setval(%s, %s)", (sequence.as_string(live), last))


def _line(source: IO[bytes]) -> Any:
    """The next line of JSON; {} at the end."""
    return json.loads(source.readline() or b"{}")
