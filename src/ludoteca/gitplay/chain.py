"""The chain: the processor's commits among everybody else's, each naming the one before it.

Players commit beside and on top of them, merge and rebase; what counts is the chain. A commit is part of it if its seal
holds: whatever else looks like a deed is a player's commit with a curious message.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from pygit2 import Commit, Repository
from pygit2.enums import SortMode

from . import clubs, deeds, seals
from .clubs import Club
from .deeds import Deed
from .objects import Entry, intact, root_of
from .trouble import NoClub, Trouble

COMMITS_AT_MOST: Final = 100_000
"""How far back the last deed is looked for: nobody has pushed that much since."""


class Link(NamedTuple):
    commit: Commit
    deed: Deed

    @property
    def id(self) -> str:
        return str(self.commit.id)


def last(repo: Repository, tip: Commit, secret: bytes) -> tuple[Club, Link]:
    """The newest deed in a commit's history that was sealed with this secret, and the club it says it is of: what was
    pushed on top of it may say anything. Only commits that came after it are looked at."""
    keys: _Keys = {}
    found: dict[str, Link] = {}
    waiting, seen = [tip], {tip.id}
    while waiting:
        commit = waiting.pop()
        link = _own_link(repo, commit, secret, keys)
        if link is not None:
            found[link.id] = link
            continue
        if len(seen) > COMMITS_AT_MOST:
            raise Trouble(f"more than {COMMITS_AT_MOST} commits since the processor's last one")
        with intact():
            parents = [parent for parent in commit.parents if parent.id not in seen]
        seen.update(parent.id for parent in parents)
        waiting += parents
    if not found:
        raise Trouble("no commit here has the processor's seal: is this the club's secret, and is this the club?")
    newest = max(found.values(), key=lambda link: link.deed.number)
    same = [link for link in found.values() if link.deed.number == newest.deed.number]
    if len(same) > 1:
        raise Trouble(f"the processor's history forks: {' and '.join(link.id[:12] for link in same)}")
    return clubs.of_commit(repo, newest.commit), newest


def whole(repo: Repository, tip: Commit) -> tuple[Club, list[Link]]:
    """The club and every deed, oldest first: what the first commit that opens a club has begun."""
    club: Club | None = None
    key: seals.PublicKey | None = None
    links: list[Link] = []
    for commit in _oldest_first(repo, tip):
        if club is None or key is None:
            opening = _opening(repo, commit)
            if opening is not None:
                club, key = opening
                links.append(Link(commit, _deed_of(commit)))
        else:
            link = link_of(commit, key)
            if link is not None:
                links.append(link)
    if club is None:
        raise Trouble("nobody has opened a club in this history")
    return club, links


def link_of(commit: Commit, key: seals.PublicKey) -> Link | None:
    """A commit as a deed, if its seal holds."""
    with intact():
        text = commit.raw_message.decode("utf-8", "replace")
    sealed = deeds.parsed(text)
    if sealed is None:
        return None
    part = seals.sealed_part(tuple(map(str, commit.parent_ids)), str(commit.tree_id), sealed.message)
    return Link(commit, sealed.deed) if seals.is_sealed(key, part, sealed.seal) else None


_Keys: TypeAlias = dict[Entry | None, seals.PublicKey | None]


def _own_link(repo: Repository, commit: Commit, secret: bytes, keys: _Keys) -> Link | None:
    """A commit as a deed that was sealed with this secret. What a club's file says is asked once per file."""
    if not commit.raw_message.startswith(deeds.PREFIX.encode()):
        return None
    file = root_of(commit).get(clubs.CONFIG)
    if file not in keys:
        keys[file] = _own_key(repo, commit, secret)
    own = keys[file]
    return None if own is None else link_of(commit, own)


def _own_key(repo: Repository, commit: Commit, secret: bytes) -> seals.PublicKey | None:
    try:
        club = clubs.of_commit(repo, commit)
    except NoClub:
        return None
    key = seals.private_key(secret, club.club)
    return key.public_key() if seals.public_hex(key) == club.key else None


def _opening(repo: Repository, commit: Commit) -> tuple[Club, seals.PublicKey] | None:
    if not commit.raw_message.startswith(deeds.club_opened().encode()):
        return None
    try:
        club = clubs.of_commit(repo, commit)
        key = seals.public_key(club.key)
    except (NoClub, ValueError):
        return None
    link = link_of(commit, key)
    return None if link is None or link.deed.kind != "club" else (club, key)


def _deed_of(commit: Commit) -> Deed:
    sealed = deeds.parsed(commit.message)
    assert sealed is not None
    return sealed.deed


def _oldest_first(repo: Repository, tip: Commit) -> Iterator[Commit]:
    with intact():
        yield from repo.walk(tip.id, SortMode.TOPOLOGICAL | SortMode.REVERSE)
