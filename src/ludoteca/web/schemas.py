"""The shapes of the JSON API and of the live socket, in and out. OpenAPI and the browser's types are made of them.

Laws kept here: what comes in is bounded; what goes out is the same for every reader, so that it is written once:
readers tell what is theirs by their name. Only `Me` is for one person.
"""

from typing import Annotated, Any, Literal, TypeAlias

from ludoteca.kernel import Meta, Seat, Value
from ludoteca.kernel.values import field
from ludoteca.replay_pages import (  # noqa: F401 - shapes of the API too
    Drawn,
    ReplayPage,
    ReplayPageStep,
    ReplayQuery,
    StepEvent,
)

Language: TypeAlias = Literal["en", "fr", "it", "vi"]
Code: TypeAlias = Annotated[str, Meta(pattern="^[A-Z0-9]{6}$", max_length=6)]
Name: TypeAlias = Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$", max_length=32)]
Nickname: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
Password: TypeAlias = Annotated[str, Meta(min_length=1, max_length=128)]
Email: TypeAlias = Annotated[str, Meta(max_length=254)]
Link: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
Phrase: TypeAlias = Literal["hello", "good_luck", "well_played", "thanks", "oops", "one_moment", "good_game", "bye"]
Status: TypeAlias = Literal["open", "playing", "over", "closed"]


# What comes in


class BecomeGuest(Value, frozen=True):
    nickname: Nickname | None = None


class Register(Value, frozen=True):
    name: Name
    password: Password
    nickname: Nickname | None = None


class Login(Value, frozen=True):
    name: Annotated[str, Meta(min_length=1, max_length=150)]
    password: Password


class ChangePassword(Value, frozen=True):
    current: Password
    new: Password


class ChangeEmail(Value, frozen=True):
    email: Email  # "": none from now on
    password: Password


class ConfirmEmail(Value, frozen=True):
    link: Link  # what stands behind the # in the mail


class AskForPassword(Value, frozen=True):
    recipient: Annotated[str, Meta(min_length=1, max_length=254)]  # a name, or an address


class ResetPassword(Value, frozen=True):
    link: Link
    new: Password


class DeleteAccount(Value, frozen=True):
    password: Password | None = None  # of accounts that have one


class ChangeMe(Value, frozen=True):
    nickname: Nickname | None = None
    language: Language | None = None


class ReportPlayer(Value, frozen=True):
    reason: Literal["name", "cheating", "conduct", "other"]
    text: Annotated[str, Meta(max_length=500)] = ""


class CreateRoom(Value, frozen=True):
    """A table to be played at. `seats` says per seat who takes it: "me", a bot as "bot:NAME", or null, left open."""

    game: Word
    preset: Word | None = None
    config: dict[str, Any] | None = None  # on top of the preset
    public: bool = True
    seats: Annotated[tuple[Word | None, ...], Meta(max_length=64)] = ("me",)


class Sit(Value, frozen=True):
    seat: Seat | None = None  # null: the first that is free


class FillWithBot(Value, frozen=True):
    seat: Seat
    bot: Word | None  # null: the bot goes


class Invite(Value, frozen=True):
    name: Annotated[str, Meta(min_length=1, max_length=32)]


class Say(Value, frozen=True):
    phrase: Phrase


class JoinQueue(Value, frozen=True):
    game: Word
    ranked: bool = False
    swap2: bool = False  # casual games have it only if both ask


class CreateTable(Value, frozen=True):
    """A bare table, for programs: no room, no accounts; the program that opens it mints its tokens."""

    game: Word
    config: dict[str, Any] | None = None
    bots: Annotated[tuple[Word | None, ...], Meta(max_length=64)] = ()
    game_id: Code | None = None


class WantToken(Value, frozen=True):
    role: Literal["player", "observer"] = "observer"
    player_id: Seat | None = None
    display_name: Nickname | None = None
    minutes: Annotated[int, Meta(ge=1, le=24 * 60)] = 60


class LobbyQuery(Value, frozen=True):
    """Of an address: after how many rooms the page begins, as the page before says."""

    after: Annotated[int, Meta(ge=0, le=900, multiple_of=100)] = 0


# What goes out


class Error(Value, frozen=True):
    """Why nothing was done. `code` is for programs and for translation, `reason` for people."""

    code: str
    reason: str
    facts: dict[str, Any] = field(default_factory=dict)


class PlayerInfo(Value, frozen=True):
    """A person. Their name changes when a guest registers; their `id` never does, and names them in a game's state."""

    id: str
    name: str
    nickname: str
    is_guest: bool
    is_staff: bool  # of this server, and so may know its dice in advance


class RoomSeatInfo(Value, frozen=True):
    """A seat of a room: its player, or its bot, or neither."""

    seat: int
    title: str  # the seat's name in the game
    player: PlayerInfo | None
    bot: str | None


class SeriesGame(Value, frozen=True):
    number: int
    game_id: str
    opener: str  # a player's name
    winner: str | None  # null: a draw
    reason: str


class SeriesPoints(Value, frozen=True):
    name: str
    points: int
    delta: int


class SeriesInfo(Value, frozen=True):
    best_of: int
    players: tuple[str, str]  # names, by side
    score: tuple[int, int]
    number: int  # of the game under way, or of the next
    phase: Literal["waiting", "playing", "over"]
    next_game_at: int | None  # epoch milliseconds
    rematch_until: int | None
    games: tuple[SeriesGame, ...]
    winner: str | None
    abandoned_by: str | None
    points: tuple[SeriesPoints, ...]  # when it is over


class RoomInfo(Value, frozen=True):
    code: str
    game: str
    mode: str
    swap2_enabled: bool
    config: dict[str, Any]
    status: Status
    public: bool
    owner: PlayerInfo
    stake: int
    seats: tuple[RoomSeatInfo, ...]
    game_id: str | None  # the table of the match under way, or of the last one
    series: SeriesInfo | None
    rematch: tuple[str, ...]  # names of those who want to play again
    matches: tuple[str, ...]  # game ids, in order
    created_at: int


class QueueInfo(Value, frozen=True):
    """How many wait in a queue."""

    game: str
    ranked: bool
    players: int


class Lobby(Value, frozen=True):
    """A page of the public rooms that one can join or watch: open ones first, then the fullest, then the newest, and at
    most three of one owner."""

    rooms: tuple[RoomInfo, ...]
    waiting: tuple[QueueInfo, ...]
    online: int
    next: int | None  # the `after` of the next page; null: this is the last


class TicketInfo(Value, frozen=True):
    game: str
    ranked: bool
    swap2: bool
    since: int
    window: int | None  # by how much a rating may differ now; null: by any


class InvitationInfo(Value, frozen=True):
    room: str
    game: str
    sender: PlayerInfo


class Me(Value, frozen=True):
    """Who is asking; `player` is null until the first click that needs somebody."""

    player: PlayerInfo | None
    language: Language
    tokens: int
    queue: TicketInfo | None
    invitations: tuple[InvitationInfo, ...]
    rooms: tuple[str, ...]  # codes of rooms where one sits and which are not over
    github: bool  # whether one can log in with GitHub
    has_password: bool  # guests have none, and members who always log in with GitHub
    mail: bool  # whether this server sends mails, and so a forgotten password can be replaced
    email: str  # the player's; "": none, or none that is confirmed
    pending_email: str  # waits to be confirmed


class GameInfo(Value, frozen=True):
    """A game one can open a table for. The form is made of `config`, a JSON Schema, and `defaults`."""

    name: str
    title: str  # as its rule book calls it
    about: str  # the rule book's first sentence
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    presets: dict[str, dict[str, Any]]
    config: dict[str, Any]
    defaults: dict[str, Any]
    defaults_by_language: dict[str, dict[str, Any]]  # what differs, where the page is in this language
    ranked: bool
    stake: int  # of each, in a casual game that the queue has found
    board: str | None  # where its package's own board for the browser is; null: it brings none


class Token(Value, frozen=True):
    """What opens a table's socket: connect to `ws_url`, and send `token` in a `hello`."""

    game_id: str
    token: str
    ws_url: str
    role: Literal["player", "observer"]
    player_id: int | None
    expires_at: int
    commitment: str | None  # of a match: the hash of its seed, told before one sends a seed; null when it is over


class TableInfo(Value, frozen=True):
    """A table as anybody may know it."""

    game_id: str
    game: str
    seats: tuple[dict[str, Any], ...]
    seq: int
    to_act: tuple[int, ...]
    is_over: bool
    ws_url: str


class RatingInfo(Value, frozen=True):
    game: str
    points: int
    won: int
    lost: int
    rank: int


class Ranked(Value, frozen=True):
    rank: int
    player: PlayerInfo
    points: int
    won: int
    lost: int


class Leaderboard(Value, frozen=True):
    game: str
    players: tuple[Ranked, ...]


class InLanguage(Value, frozen=True):
    language: Language = "en"


class Rules(Value, frozen=True):
    """A game's rule book, in English, and its guide, if there is one, in the language asked for: HTML for a page."""

    game: str
    html: str
    guide: str | None


class MatchSeatInfo(Value, frozen=True):
    title: str
    player: PlayerInfo | None
    bot: str | None
    score: int | None


class MatchDetails(Value, frozen=True):
    game_id: str
    game: str
    mode: str
    config: dict[str, Any]
    room: str | None  # null to readers who did not play there, if the room is not public
    number: int
    seats: tuple[MatchSeatInfo, ...]
    started_at: int
    ended_at: int | None
    reason: str | None
    commitment: str
    seed: str | None  # the dealer's, when it is over
    client_seeds: tuple[str, ...]
    swap2_history: dict[str, Any] | None


class Profile(Value, frozen=True):
    player: PlayerInfo
    since: int
    ratings: tuple[RatingInfo, ...]
    matches: tuple[MatchDetails, ...]


class TokensEntry(Value, frozen=True):
    at: int
    amount: int
    key: str  # what for


class ReportMade(Value, frozen=True):
    at: int
    about: PlayerInfo
    reason: str
    text: str


class AccountData(Value, frozen=True):
    """Everything that the server has about a player. The records of the matches are at `/api/matches/ID/record`."""

    player: PlayerInfo
    since: int
    seen_at: int  # to the day
    language: Language
    email: str
    pending_email: str  # waits to be confirmed
    ratings: tuple[RatingInfo, ...]
    tokens: tuple[TokensEntry, ...]
    matches: tuple[str, ...]  # game ids, in order
    reports: tuple[ReportMade, ...]  # that the player has made


class Health(Value, frozen=True):
    status: str
    tables: int


# Over the live socket


class WatchRoom(Value, frozen=True, tag="watch"):
    """In: which room one looks at; null: none, and so the lobby."""

    room: Code | None = None


class LobbyNow(Value, frozen=True, tag="lobby"):
    lobby: Lobby


class RoomNow(Value, frozen=True, tag="room"):
    room: RoomInfo


class MeNow(Value, frozen=True, tag="me"):
    me: Me


class Go(Value, frozen=True, tag="go"):
    """To one player: your opponent was found, or your rematch begins, there."""

    room: str


class PhraseSaid(Value, frozen=True, tag="said"):
    room: str
    sender: PlayerInfo
    phrase: Phrase


Live: TypeAlias = LobbyNow | RoomNow | MeNow | Go | PhraseSaid
