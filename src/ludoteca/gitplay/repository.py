"""A club: a repository with a `gitgammon.json`, and a secret that is in no commit.

`gitgammon.json` names the club, which makes its dice its own, and holds the public key of the processor's seals.
"""

import hashlib
import hmac
import os
import re
import secrets
from pathlib import Path
from typing import Annotated, Final

from pygit2 import Commit, Repository

from ludoteca.kernel import Malformed, Meta, Value
from ludoteca.kernel.values import decode, field, plain

from .errors import GitGammonError, NotGitGammon
from .format.state_json import write as write_fields
from .git_objects import content, root_of

CONFIG: Final = b"gitgammon.json"
FORMAT: Final = "gitgammon/1"
KNOWN_KEY: Final = "gitgammon.key"
SEED: Final = "GITGAMMON_SEED"
SEED_CHARACTERS: Final = 16
BYTES_AT_MOST: Final = 4096

_KEY: Final = "^[0-9a-f]{64}$"
_Short = Annotated[str, Meta(min_length=1, max_length=100)]


class Committer(Value, frozen=True):
    """Whom the processor's commits name as their committer. It proves nothing; the seal does."""

    name: _Short = "GitGammon"
    email: _Short = "gitgammon@localhost"


class RepositoryConfig(Value, frozen=True):
    format: str
    id: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")] = field(name="club")
    key: Annotated[str, Meta(pattern=_KEY)]
    processor: Committer = Committer()


def new_id() -> str:
    """No two clubs have the same, so no two have the same dice, even with one secret."""
    return secrets.token_hex(16)


def write(config: RepositoryConfig) -> bytes:
    tree = plain(config)
    return write_fields({name: tree[name] for name in ("format", "club", "key", "processor")})


def config_of(repo: Repository, commit: Commit) -> RepositoryConfig:
    """The club a commit is of; NoClub if it is none."""
    entry = root_of(commit).get(CONFIG)
    if entry is None:
        raise NotGitGammon("this repository is no club: `ludoteca gitgammon init` makes it one")
    data = content(repo, entry, BYTES_AT_MOST)
    try:
        config: RepositoryConfig = decode(data or b"", RepositoryConfig)
    except Malformed as error:
        raise NotGitGammon(f"gitgammon.json: {error}") from None
    if config.format != FORMAT:
        raise NotGitGammon(f"gitgammon.json is of {config.format!r}, which is not known here")
    return config


def known_key(repo: Repository) -> str | None:
    """The club's key as this clone has known it since it first looked: later nobody can show it another club."""
    try:
        key = str(repo.config[KNOWN_KEY]).lower()
    except KeyError:
        return None
    if re.fullmatch(_KEY, key) is None:
        raise GitGammonError(
            f"{KNOWN_KEY} in git's configuration is no key: `git config --unset {KNOWN_KEY}` forgets it"
        )
    return key


def remember_key(repo: Repository, config: RepositoryConfig) -> None:
    if known_key(repo) is None:
        repo.config[KNOWN_KEY] = config.key


def secret_file(repo: Repository) -> Path:
    """Beside the objects, where nothing is ever pushed from or cloned."""
    return Path(repo.path) / "gitgammon" / "secret"


def secret(repo: Repository) -> bytes | None:
    """From the environment, or else the file; None if it is not here, as in a player's clone."""
    seed = os.environ.get(SEED)
    if seed is None:
        try:
            seed = secret_file(repo).read_text(encoding="utf-8").strip()
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise GitGammonError(f"the club's secret cannot be read: {error}") from None
    if len(seed) < SEED_CHARACTERS:
        raise GitGammonError(f"{SEED} has {len(seed)} characters; a secret has {SEED_CHARACTERS} at least")
    return hashlib.sha256(seed.encode("utf-8", "surrogateescape")).digest()


def needed_secret(repo: Repository) -> bytes:
    found = secret(repo)
    if found is None:
        raise GitGammonError(f"the club's secret is not here: set {SEED}, or run this where the club was made")
    return found


def make_secret(repo: Repository) -> bytes:
    """The secret of the environment, or a fresh one that nobody but the owner of the files can read."""
    found = secret(repo)
    if found is not None:
        return found
    file = secret_file(repo)
    file.parent.mkdir(mode=0o700, exist_ok=True)
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as opened:
        opened.write(secrets.token_hex(32) + "\n")
    return needed_secret(repo)


def derived_key(secret: bytes, *labels: str) -> bytes:
    """A key of its own for each use of the secret; every label is length-prefixed, so no two lists collide."""
    fields = b"".join(len(part := label.encode()).to_bytes(4, "big") + part for label in ("gitgammon/1", *labels))
    return hmac.digest(secret, fields, "sha256")
