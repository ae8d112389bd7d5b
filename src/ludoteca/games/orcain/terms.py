"""What a match is played for, and by whom, as far as the rules are told.

Must not know: what a name or a token is good for.
"""

from ludoteca.kernel import Reader

from .types import SEATS, Config, State


def stakes(config: Config) -> tuple[int, ...]:
    return (config.stake, config.stake) if config.stake else ()


def pot(config: Config) -> int:
    return sum(stakes(config))


def nicknames(config: Config) -> tuple[str, str]:
    del config
    return SEATS


def match_id(config: Config) -> str:
    del config
    return ""


def tokens(state: State, reader: Reader) -> int | None:
    del state, reader
    return None
