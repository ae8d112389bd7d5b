"""Guarding: whether a host keeps a club's branch from being rewritten.

Where every run of the processor begins with a fresh clone, as on GitHub, it cannot remember what it has published: who
could set the branch back would see a roll, or a whole table's key, and play again. So it must not be possible, and a
run asks before it does anything else.

Must not know: tables, moves.
"""

from http.client import HTTPException
from typing import Any, Final, NamedTuple
from urllib.parse import quote
from urllib.request import Request, urlopen

from ludoteca.kernel import Malformed
from ludoteca.kernel.values import decode

from ..errors import GitGammonError

NEEDED: Final = {"non_fast_forward": "block force pushes", "deletion": "restrict deletions"}
"""GitHub's names for the rules, and what its pages call them."""

SECONDS_AT_MOST: Final = 30
BYTES_AT_MOST: Final = 1 << 20


class Host(NamedTuple):
    """GitHub's API, a repository there, and the token of a run."""

    api: str
    repository: str
    token: str


def check(host: Host, branch: str) -> None:
    """Trouble unless nobody can rewrite the branch."""
    active = {rule.get("type") for rule in _rules(host, branch) if isinstance(rule, dict)}
    missing = [words for rule, words in NEEDED.items() if rule not in active]
    if missing:
        raise GitGammonError(
            f"{branch} can be rewritten, and dice seen before they are played: make a ruleset for it with "
            f"{' and '.join(repr(words) for words in missing)} (Settings → Rules)"
        )


def _rules(host: Host, branch: str) -> list[Any]:
    where = f"{host.api}/repos/{host.repository}/rules/branches/{quote(branch, safe='')}?per_page=100"
    asked = Request(where, headers={"Authorization": f"Bearer {host.token}", "Accept": "application/vnd.github+json"})  # noqa: S310 - the runner's own address
    try:
        with urlopen(asked, timeout=SECONDS_AT_MOST) as answer:  # noqa: S310
            found: Any = decode(answer.read(BYTES_AT_MOST), Any)
    except (OSError, ValueError, HTTPException, Malformed) as error:
        raise GitGammonError(f"the rules for {branch} cannot be asked for: {error}") from None
    return found if isinstance(found, list) else []
