"""A GitGammon repository: its `gitgammon.json`, and its secret, which is in no commit.

`gitgammon.json` has the repository's id, which makes its dice unlike any other's, and the public key of its processor.
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
    """The committer of the processor's commits. It proves nothing; the signature does."""

    name: _Short = "GitGammon"
    email: _Short = "gitgammon@localhost"


class RepositoryConfig(Value, frozen=True):
    format: str
    id: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")] = field(name="club")
    key: Annotated[str, Meta(pattern=_KEY)]
    processor: Committer = Committer()


def new_id() -> str:
    """No two repositories share one, so no two have the same dice, even with the same secret."""
    return secrets.token_hex(16)


def write(config: RepositoryConfig) -> bytes:
    tree = plain(config)
    return write_fields({name: tree[name] for name in ("format", "club", "key", "processor")})


def config_of(repo: Repository, commit: Commit) -> RepositoryConfig:
    """The config in a commit; NotGitGammon if there is none."""
    entry = root_of(commit).get(CONFIG)
    if entry is None:
        raise NotGitGammon("this is not a GitGammon repository: `ludoteca gitgammon init` makes it one")
    data = content(repo, entry, BYTES_AT_MOST)
    try:
        config: RepositoryConfig = decode(data or b"", RepositoryConfig)
    except Malformed as error:
        raise NotGitGammon(f"gitgammon.json: {error}") from None
    if config.format != FORMAT:
        raise NotGitGammon(f"gitgammon.json has the unknown format {config.format!r}; this version knows {FORMAT!r}")
    return config


def known_key(repo: Repository) -> str | None:
    """The key as this clone first saw it, so that nobody can swap the repository for another later."""
    try:
        key = str(repo.config[KNOWN_KEY]).lower()
    except KeyError:
        return None
    if re.fullmatch(_KEY, key) is None:
        raise GitGammonError(
            f"{KNOWN_KEY} in git's configuration is not a key: `git config --unset {KNOWN_KEY}` forgets it"
        )
    return key


def remember_key(repo: Repository, config: RepositoryConfig) -> None:
    if known_key(repo) is None:
        repo.config[KNOWN_KEY] = config.key


def secret_file(repo: Repository) -> Path:
    """Beside the objects, in a place that is never pushed or cloned."""
    return Path(repo.path) / "gitgammon" / "secret"


def secret(repo: Repository) -> bytes | None:
    """From the environment, or else from its file; None where there is neither, as in a player's clone."""
    seed = os.environ.get(SEED)
    if seed is None:
        try:
            seed = secret_file(repo).read_text(encoding="utf-8").strip()
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise GitGammonError(f"the secret cannot be read: {error}") from None
    if len(seed) < SEED_CHARACTERS:
        raise GitGammonError(f"{SEED} has {len(seed)} characters; it needs at least {SEED_CHARACTERS}")
    return hashlib.sha256(seed.encode("utf-8", "surrogateescape")).digest()


def needed_secret(repo: Repository) -> bytes:
    found = secret(repo)
    if found is None:
        raise GitGammonError(f"there is no secret here: set {SEED}, or run this where the repository was made")
    return found


def make_secret(repo: Repository) -> bytes:
    """The secret from the environment, or a new one in a file that only its owner can read."""
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
    """A separate key for each use of the secret. Labels are length-prefixed, so that no two lists collide."""
    fields = b"".join(len(part := label.encode()).to_bytes(4, "big") + part for label in ("gitgammon/1", *labels))
    return hmac.digest(secret, fields, "sha256")
