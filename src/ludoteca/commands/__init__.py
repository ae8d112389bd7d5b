"""Commands that a game brings: `ludoteca GAME COMMAND`.

A module here is named after its game and has an `app`; what it is called on the command line is found by looking, and
nothing is imported to find out. A new game's commands touch its own module only.
"""

from pkgutil import iter_modules


def brought() -> dict[str, str]:
    """The games with commands of their own: name -> module."""
    return {found.name.replace("_", "-"): found.name for found in iter_modules(__path__)}
