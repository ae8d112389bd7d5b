"""Commands of single games: `ludoteca GAME COMMAND`.

A module here is named after its game and has an `app`; it is discovered by its file name, without an import. Commands
for a new game need a new module here and nothing else.
"""

from pkgutil import iter_modules


def brought() -> dict[str, str]:
    """The games with commands of their own: name -> module."""
    return {found.name.replace("_", "-"): found.name for found in iter_modules(__path__)}
