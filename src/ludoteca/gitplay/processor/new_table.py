"""Opening a table: a commit of the processor that answers no push."""

from datetime import date
from typing import NamedTuple

from pygit2 import Commit

from ludoteca.games.backgammon.state_file import Players
from ludoteca.games.backgammon.types import Start

from ..errors import GitGammonError
from ..format import commit_trailers
from ..format.commit_trailers import CommitMessage
from ..format.history_json import GameHistory
from ..format.names import check_players, table_id
from ..format.state_json import timestamp
from . import dice
from .pipeline import (
    AnswerDraft,
    Processor,
    commit_draft,
    find_last_answer,
    put_table,
    restore,
    sort_push,
    start_draft,
    table_key,
    upgrade,
)
from .publication import Published, attempts, gave_up, publish
from .validation import new_game


class TableRequest(NamedTuple):
    white: str
    black: str
    day: date
    start: Start = "standard"
    hot_seat: bool = False


def open_table(
    processor: Processor, ref: str, wanted: TableRequest, remote: str | None = None
) -> tuple[str, Published]:
    """Open a table and publish it. Returned are its id and where the branch is now."""
    for branch in attempts(processor.repo, ref, remote):
        table, draft = draft_table(processor, branch.commit, wanted)
        published = publish(branch, draft.tip)
        if published is not None:
            return table, published
    raise gave_up(ref)


def draft_table(processor: Processor, tip: Commit, wanted: TableRequest) -> tuple[str, AnswerDraft]:
    """A table's id, and the commits that open it. Files that were pushed and not answered wait on."""
    check_players(wanted.white, wanted.black, hot_seat=wanted.hot_seat)
    table = table_id(wanted.white, wanted.black, wanted.day)
    config, last = find_last_answer(processor, tip)
    files = sort_push(processor.repo, last, tip, None)
    draft = start_draft(processor, config, last, tip, None, files)
    draft = upgrade(draft)
    draft = put_new_game(draft, table, wanted)
    return table, restore(draft, files.forbidden)


def put_new_game(draft: AnswerDraft, table: str, wanted: TableRequest) -> AnswerDraft:
    name = table.encode()
    if draft.tables.has(name):
        raise GitGammonError(f"there is a table {table} already: a pair has one for each day, --date names another")
    key = table_key(draft, name)
    players, opened_at = Players(wanted.white, wanted.black), timestamp(draft.processor.clock())
    now, _, drawn = new_game(players, wanted.start, dice.dealer(key, 0), opened_at)
    draft = put_table(draft, name, now)
    draft.tables.put_fairness(name, dice.committed(key))
    draft.tables.put_history(name, GameHistory(now.state.position))
    opened = commit_trailers.table_opened(table)
    message = CommitMessage("table", opened, 0, table=table, drawn=drawn, state=now.hash)
    return commit_draft(draft, message, board=now)
