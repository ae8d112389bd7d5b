"""The processor's commits among everybody else's, each naming the one before it.

Players commit beside them and on top, merge and rebase; only the chain counts. A commit belongs to it if its signature
is valid. Anything else that looks like one is a player's commit with an odd message.

Everybody who may push can write any author, committer and message. So the processor signs its commits with an Ed25519
key derived from the repository's secret; the public key is in `gitgammon.json` from the first commit on. In the files'
format a signature is called a seal.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias, TypeVar

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from pygit2 import Commit, Oid, Repository
from pygit2.enums import SortMode

from .. import repository_config
from ..errors import GitGammonError, NotGitGammon
from ..format import commit_trailers
from ..format.commit_trailers import CommitMessage
from ..git_objects import TreeEntry, intact, root_of
from ..git_objects import commit as commit_of
from ..repository_config import RepositoryConfig, derived_key

COMMITS_AT_MOST: Final = 100_000
"""How far back the last link is looked for; nobody has pushed more than that since."""

_CONTEXT: Final = b"gitgammon-seal/1\n"

PublicKey: TypeAlias = Ed25519PublicKey
T = TypeVar("T")


class ChainLink(NamedTuple):
    commit: Commit
    message: CommitMessage

    @property
    def id(self) -> str:
        return str(self.commit.id)


def last(repo: Repository, tip: Commit, secret: bytes) -> tuple[RepositoryConfig, ChainLink]:
    """The newest link signed with this secret, and its config: what was pushed on top may say anything. Only commits
    newer than the link are read."""
    keys: _Keys = {}
    found = _first_on_every_way(tip, lambda commit: _own_link(repo, commit, secret, keys))
    if not found:
        raise GitGammonError("no commit here is signed with this secret: is it the secret of this repository?")
    number = max(link.message.number for link in found)
    same = _without_copies([link for link in found if link.message.number == number])
    if len(same) > 1:
        raise GitGammonError(f"the processor's history forks: {' and '.join(link.id[:12] for link in same)}")
    return repository_config.config_of(repo, same[0].commit), same[0]


def whole_chain(repo: Repository, tip: Commit, pinned: str | None = None) -> tuple[RepositoryConfig, list[ChainLink]]:
    """A repository's config and its whole chain, oldest first. Anybody may merge commits of another repository, so the
    pinned key says which one is meant or, without it, the newest link."""
    listed = [commit for commit in _oldest_first(repo, tip) if _looks_like_a_link(commit)]
    self_signed = _self_signed(repo, listed)
    openings: dict[str, RepositoryConfig] = {}
    for config, link in self_signed.values():
        if link.message.kind == "club":
            openings.setdefault(config.key, config)
    signed_by = {commit: config.key for commit, (config, _) in self_signed.items()}
    config = _config_meant(repo, tip, pinned, openings, signed_by)
    key = public_key(config.key)
    links = []
    for commit in listed:
        own = self_signed.get(commit.id)
        found = own[1] if own is not None and own[0].key == config.key else verified(commit, key)
        if found is not None:
            links.append(found)
    return config, _without_copies(links)


def newest(repo: Repository, tip: Commit, pinned: str | None = None) -> ChainLink:
    """The last link, found with the public key alone. What was pushed on top of it has no answer yet."""
    if pinned is None:
        return whole_chain(repo, tip)[1][-1]
    key = public_key(pinned)
    found = _first_on_every_way(tip, lambda commit: verified(commit, key) if _looks_like_a_link(commit) else None)
    if not found:
        raise NotGitGammon(f"the repository does not have the key you know, {pinned}")
    return max(found, key=lambda link: link.message.number)


def since(repo: Repository, last: ChainLink, start: Commit) -> Iterator[CommitMessage]:
    """The messages of the links on top of a commit, newest first."""
    for link in back_from(repo, last):
        with intact():
            if not repo.descendant_of(link.commit.id, start.id):
                return
        yield link.message


def back_from(repo: Repository, last: ChainLink) -> Iterator[ChainLink]:
    """A link and all before it, newest first."""
    link = last
    while True:
        yield link
        if link.message.previous is None:
            return
        before = commit_of(repo, link.message.previous)
        signed = commit_trailers.parse(before.message)
        assert signed is not None, "a signed commit names its predecessor"
        link = ChainLink(before, signed.message)


def verified(commit: Commit, key: PublicKey) -> ChainLink | None:
    """A commit as a link, if its signature is valid."""
    with intact():
        text = commit.raw_message.decode("utf-8", "replace")
    signed = commit_trailers.parse(text)
    if signed is None:
        return None
    part = signed_bytes(tuple(map(str, commit.parent_ids)), str(commit.tree_id), signed.signed)
    return ChainLink(commit, signed.message) if is_valid(key, part, signed.signature) else None


def _without_copies(links: list[ChainLink]) -> list[ChainLink]:
    """A signature does not cover a commit's author, so a player can commit a link again under another name. It is the
    same link: of several copies, the commit that the next link names is kept."""
    named = {link.message.previous for link in links}
    kept: dict[tuple[object, ...], ChainLink] = {}
    for link in links:
        identity = (link.message, link.commit.tree_id, *link.commit.parent_ids)
        kept[identity] = min(kept.get(identity, link), link, key=lambda each: (each.id not in named, each.id))
    ids = {link.id for link in kept.values()}
    return [link for link in links if link.id in ids]


_Keys: TypeAlias = dict[TreeEntry | None, PublicKey | None]


def _own_link(repo: Repository, commit: Commit, secret: bytes, keys: _Keys) -> ChainLink | None:
    """A commit as a link signed with this secret. Each version of `gitgammon.json` is read once."""
    if not _looks_like_a_link(commit):
        return None
    file = root_of(commit).get(repository_config.CONFIG)
    if file not in keys:
        keys[file] = _own_key(repo, commit, secret)
    own = keys[file]
    return None if own is None else verified(commit, own)


def _own_key(repo: Repository, commit: Commit, secret: bytes) -> PublicKey | None:
    try:
        config = repository_config.config_of(repo, commit)
    except NotGitGammon:
        return None
    key = private_key(secret, config.id)
    return key.public_key() if public_hex(key) == config.key else None


def _self_signed(repo: Repository, commits: list[Commit]) -> dict[Oid, tuple[RepositoryConfig, ChainLink]]:
    """The links that are valid by the key in their own `gitgammon.json`, whichever repository that is."""
    known: dict[TreeEntry | None, tuple[RepositoryConfig, PublicKey] | None] = {}
    found = {}
    for commit in commits:
        file = root_of(commit).get(repository_config.CONFIG)
        if file not in known:
            known[file] = _named_key(repo, commit)
        named = known[file]
        link = None if named is None else verified(commit, named[1])
        if named is not None and link is not None:
            found[commit.id] = named[0], link
    return found


def _named_key(repo: Repository, commit: Commit) -> tuple[RepositoryConfig, PublicKey] | None:
    try:
        config = repository_config.config_of(repo, commit)
        return config, public_key(config.key)
    except (NotGitGammon, ValueError):
        return None


def _config_meant(
    repo: Repository,
    tip: Commit,
    pinned: str | None,
    openings: Mapping[str, RepositoryConfig],
    signed_by: Mapping[Oid, str],
) -> RepositoryConfig:
    if pinned is not None:
        if pinned not in openings:
            others = ", ".join(openings) or "none"
            raise NotGitGammon(f"the repository has the key {others}, not the one you know, {pinned}")
        return openings[pinned]
    first = {key for key in _first_on_every_way(tip, lambda commit: signed_by.get(commit.id)) if key in openings}
    if not first:
        raise GitGammonError("there is no GitGammon repository in this history")
    if len(first) > 1:  # side by side: the tip has the one that its processor left
        here = _named_key(repo, tip)
        first &= set() if here is None else {here[0].key}
    if len(first) != 1:
        raise GitGammonError("there are several GitGammon repositories in this history: name one with --key")
    return openings[first.pop()]


def _first_on_every_way(tip: Commit, found_in: Callable[[Commit], T | None]) -> list[T]:
    """What is found first on each path back from a commit."""
    found = []
    waiting, seen = [tip], {tip.id}
    while waiting:
        commit = waiting.pop()
        here = found_in(commit)
        if here is not None:
            found.append(here)
            continue
        if len(seen) > COMMITS_AT_MOST:
            raise GitGammonError(f"more than {COMMITS_AT_MOST} commits since the processor's last one")
        with intact():
            parents = [parent for parent in commit.parents if parent.id not in seen]
        seen.update(parent.id for parent in parents)
        waiting += parents
    return found


def _looks_like_a_link(commit: Commit) -> bool:
    return commit.raw_message.startswith(commit_trailers.PREFIX.encode())


def _oldest_first(repo: Repository, tip: Commit) -> Iterator[Commit]:
    with intact():
        yield from repo.walk(tip.id, SortMode.TOPOLOGICAL | SortMode.REVERSE)


def private_key(secret: bytes, repository_id: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(derived_key(secret, "seal", repository_id))


def public_hex(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()


def public_key(text: str) -> PublicKey:
    """ValueError if it is not a key."""
    return Ed25519PublicKey.from_public_bytes(bytes.fromhex(text))


def signed_bytes(parents: tuple[str, ...], tree: str, message: str) -> bytes:
    """What is signed: tree, parents and message."""
    return _CONTEXT + "\n".join([tree, *parents, "", message]).encode()


def sign(key: Ed25519PrivateKey, part: bytes) -> str:
    return key.sign(part).hex()


def is_valid(key: PublicKey, part: bytes, seal_hex: str) -> bool:
    try:
        key.verify(bytes.fromhex(seal_hex), part)
    except (InvalidSignature, ValueError):
        return False
    return True
