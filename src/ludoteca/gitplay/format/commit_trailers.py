"""The messages of the processor's commits. The subject is for people, the trailers are for `verify`.

    [GitGammon] Apply move 12 by black

    GitGammon-Deed: apply
    GitGammon-Number: 31
    GitGammon-Previous: 5f0c…
    GitGammon-Table: alice-vs-bob-2026-01-31
    GitGammon-File: 0012-black-a1b2c3.json
    GitGammon-Actor: bob
    GitGammon-Push: 77ab…
    GitGammon-Dice: 3-3 5-2
    GitGammon-State: 0f1e2d3c4b5a6978
    GitGammon-Rules: 2
    GitGammon-Seal: …

Laws kept here:
- Only what `unsigned_text` could have written parses. Pushed names are quoted, so that they cannot break a line.
"""

import re
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from ludoteca.kernel.chance import Answer

PREFIX: Final = "[GitGammon] "
MESSAGE_BYTES_AT_MOST: Final = 1 << 16

RULES: Final = 2
"""What a commit of now was made by; `verify` checks a commit by its own, which never go back to older ones.

1: a move must expect the last state of its table, and errors are pruned like any other message.
2: a move may expect any state since the last turn, and few of the messages are errors.
"""

Kind: TypeAlias = Literal["club", "table", "apply", "resign", "reject", "restore", "withdraw", "upgrade"]

_KINDS: Final = get_args(Kind)
_TRAILER: Final = re.compile(r"GitGammon-([A-Z][a-z]+): (\S.*)")
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,9}")
_HEX40: Final = re.compile(r"[0-9a-f]{40}")
_ROLL: Final = re.compile(r"([1-6])-([1-6])")


class CommitMessage(NamedTuple):
    """The message of one commit. `pending` lists the pushed files that wait to be answered, as table/name."""

    kind: Kind
    subject: str
    number: int
    previous: str | None = None
    table: str | None = None
    file: str | None = None
    actor: str | None = None
    push: str | None = None  # the pushed commit: files are validated as they are there
    drawn: tuple[Answer, ...] = ()
    state: str | None = None  # the hash that the table's next move must expect
    pending: tuple[str, ...] = ()
    rules: int = 1

    @property
    def reason(self) -> str:
        """Of a rejection: what the table's message says."""
        return self.subject.partition(": ")[2]


class SignedMessage(NamedTuple):
    """A commit's text taken apart: the message, the part that is signed, and the signature."""

    message: CommitMessage
    signed: str
    signature: str


def repository_created() -> str:
    return f"{PREFIX}Open the repository"


def table_opened(table: str) -> str:
    return f"{PREFIX}Open table {table}"


def applied(sequence: int, colour: str) -> str:
    return f"{PREFIX}Apply move {sequence} by {colour}"


def rejected(reason: str) -> str:
    return f"{PREFIX}Reject invalid move: {reason}"


def withdrawn() -> str:
    return f"{PREFIX}Let a player take back what waits"


def upgraded() -> str:
    return f"{PREFIX}Write the list of tables, and the history of each game"


def unsigned_text(message: CommitMessage) -> str:
    """The text up to the signature."""
    fields: list[tuple[str, str | None]] = [
        ("Deed", message.kind),
        ("Number", str(message.number)),
        ("Previous", message.previous),
        ("Table", message.table),
        ("File", message.file),
        ("Actor", message.actor),
        ("Push", message.push),
        ("Dice", " ".join(f"{first}-{second}" for first, second in message.drawn) or None),
        ("State", message.state),
        ("Rules", str(message.rules) if message.rules > 1 else None),
        *(("Pending", path) for path in message.pending),
    ]
    trailers = [f"GitGammon-{name}: {value}" for name, value in fields if value is not None]
    return "\n".join([message.subject, "", *trailers, ""])


def signed_text(unsigned: str, signature: str) -> str:
    return f"{unsigned}GitGammon-Seal: {signature}\n"


def parse(text: str) -> SignedMessage | None:
    """A commit's text taken apart; None if it is not a processor's. Whether the signature is valid is not asked."""
    if not text.startswith(PREFIX) or len(text) > MESSAGE_BYTES_AT_MOST:
        return None
    signed, _, signature = text.rpartition("GitGammon-Seal: ")
    subject, _, rest = signed.partition("\n\n")
    fields: dict[str, list[str]] = {}
    for line in rest.splitlines():
        found = _TRAILER.fullmatch(line)
        if found is None:
            return None
        fields.setdefault(found[1], []).append(found[2])
    message = _message(subject, fields)
    if message is None or unsigned_text(message) != signed:
        return None
    return SignedMessage(message, signed, signature.strip())


def _message(subject: str, fields: dict[str, list[str]]) -> CommitMessage | None:
    one = {name: values[0] for name, values in fields.items()}
    kind = next((kind for kind in _KINDS if kind == one.get("Deed")), None)
    number, rules = one.get("Number", ""), one.get("Rules", "1")
    commits = [one[name] for name in ("Previous", "Push") if name in one]
    rolls = [_ROLL.fullmatch(roll) for roll in one.get("Dice", "").split()]
    if kind is None or None in (_NUMBER.fullmatch(number), _NUMBER.fullmatch(rules)) or None in rolls:
        return None
    if any(_HEX40.fullmatch(commit) is None for commit in commits):
        return None
    return CommitMessage(
        kind=kind,
        subject=subject,
        number=int(number),
        previous=one.get("Previous"),
        table=one.get("Table"),
        file=one.get("File"),
        actor=one.get("Actor"),
        push=one.get("Push"),
        drawn=tuple((int(roll[1]), int(roll[2])) for roll in rolls if roll is not None),
        state=one.get("State"),
        pending=tuple(fields.get("Pending", ())),
        rules=int(rules),
    )
