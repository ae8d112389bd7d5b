"""Whether GitHub keeps a branch from being rewritten.

A run on GitHub starts from a fresh clone and remembers nothing it has published. Anybody who could set the branch back
would see a roll, or a finished table's key, and play again. So a run checks this before it does anything else.

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


class GitHubRepository(NamedTuple):
    """GitHub's API, a repository there, and the token of a run."""

    api: str
    repository: str
    token: str


def check(host: GitHubRepository, branch: str) -> None:
    """GitGammonError unless the branch is safe from force pushes and deletion."""
    active = {rule.get("type") for rule in _rules(host, branch) if isinstance(rule, dict)}
    missing = [words for rule, words in NEEDED.items() if rule not in active]
    if missing:
        raise GitGammonError(
            f"{branch} can be rewritten, so dice could be seen before they are played: make a ruleset for it with "
            f"{' and '.join(repr(words) for words in missing)} (Settings → Rules)"
        )


def _rules(host: GitHubRepository, branch: str) -> list[Any]:
    where = f"{host.api}/repos/{host.repository}/rules/branches/{quote(branch, safe='')}?per_page=100"
    asked = Request(where, headers={"Authorization": f"Bearer {host.token}", "Accept": "application/vnd.github+json"})  # noqa: S310 - the runner's own address
    try:
        with urlopen(asked, timeout=SECONDS_AT_MOST) as answer:  # noqa: S310
            found: Any = decode(answer.read(BYTES_AT_MOST), Any)
    except (OSError, ValueError, HTTPException, Malformed) as error:
        raise GitGammonError(f"the rules for {branch} cannot be read: {error}") from None
    return found if isinstance(found, list) else []
