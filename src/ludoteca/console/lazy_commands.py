"""Commands that are loaded when somebody asks for them, so that one command does not wait for what all others need.

A group names its commands in one table: which module of its package, what in it, a line of help, and how its arguments
are read. So the group's help and its suggestions import no command.

Must not know: any command, any game.
"""

from collections import UserDict
from collections.abc import Mapping
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_group


class Command(NamedTuple):
    """Where a command is: a module, and a function in it, or an `app` of several commands. The module is one of the
    group's package; with a dot before it, of the package around that."""

    module: str
    name: str
    help: str  # one line, in the imperative; the command's own docstring says the rest
    settings: Mapping[str, Any] = {}


class LazyGroup(TyperGroup):
    """A group of such commands. A subclass has the table, and the package whose modules it names."""

    package: ClassVar[str]
    table: ClassVar[Mapping[str, Command]]

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = _LazyCommands(self.package, self.table)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.help) for name, command in self.table.items()])


class _LazyCommands(UserDict[str, Any]):
    """Commands by name, each built when it is taken for the first time."""

    def __init__(self, package: str, table: Mapping[str, Command]) -> None:
        super().__init__(table)
        self._package = package

    def __getitem__(self, name: str) -> Any:
        found = self.data[name]
        if isinstance(found, Command):
            found = self.data[name] = _built(self._package, name, found)
        return found


def _built(package: str, name: str, command: Command) -> Any:
    found = getattr(import_module(f".{command.module}", package), command.name)
    holder = typer.Typer(rich_markup_mode=None)
    if isinstance(found, typer.Typer):
        holder.add_typer(found, name=name)
    else:
        holder.command(name, **command.settings)(found)
    return get_group(holder).commands[name]
