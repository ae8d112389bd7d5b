"""The stakes and players of a match, as far as the rules know them.

Must not know: what a name or a token is used for.
"""

from ludoteca.kernel import Illegal, MatchInfo, Reader, replace

from .types import SEATS, Config, State


def with_match_info(config: Config, match_info: MatchInfo) -> Config:
    """Without stakes there is no pot: a match against a bot is free."""
    return replace(config, company=match_info, stake=config.stake if match_info.staked else 0)


def check(config: Config) -> None:
    if config.start_hp > config.max_hp:
        raise Illegal("bad_config", "start_hp must not exceed max_hp", start_hp=config.start_hp, max_hp=config.max_hp)
    match_info = config.company
    if match_info is not None and (len(match_info.names), len(match_info.tokens)) != (len(SEATS), len(SEATS)):
        raise Illegal("bad_config", "company must have a name and a number of tokens for each of the two seats")


def stakes(config: Config) -> tuple[int, ...]:
    return (config.stake, config.stake) if config.stake else ()


def is_even(config: Config) -> bool:
    """Whether both hands hold the same cards."""
    first, second = config.hands
    return sorted(first) == sorted(second)


def pot(config: Config) -> int:
    return sum(stakes(config))


def match_id(config: Config) -> str:
    return "" if config.company is None else config.company.table


def nicknames(config: Config) -> tuple[str, str]:
    if config.company is None:
        return SEATS
    first, second = config.company.names
    return first, second


def tokens(state: State, reader: Reader) -> int | None:
    """A seat's tokens after its stake, plus its payout; None for readers without tokens."""
    if state.config.company is None or reader is None:
        return None
    won = state.result.payout[reader] if state.result is not None and state.result.payout else 0
    return state.config.company.tokens[reader] + won
