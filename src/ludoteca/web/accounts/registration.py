"""Accounts: guests, who may become members; names, nicknames, passwords.

Laws kept here: a name is one person's for ever; what people call themselves is plain text; guests who register keep
everything they have played.
"""

import secrets
import unicodedata
from typing import Final

from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from ludoteca.table.display_names import composed

from ..app import App
from ..errors import ApiError
from ..models import Player, Room, RoomSeat
from ..notifications import News
from ..play import stakes_ledger
from .confusables import skeleton

GUEST: Final = "guest-"
DELETED: Final = "deleted-"
NEWCOMERS: Final = {"en": "Guest", "fr": "Invité", "it": "Ospite", "vi": "Khách"}
"""The nickname of a guest who gave none, in their language, followed by the end of their name."""
RESERVED: Final = frozenset({"admin", "root", "me", "bot", "ludoteca", "anonymous", "system"})
RESERVED_LOOKS: Final = frozenset(map(skeleton, RESERVED))
ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
SIGN_UP_TOKENS: Final = 10
PUNCTUATION: Final = frozenset(" !\"#$%&'()*+,-./:;<=>?@[]^_{|}~¡¿·–—‘’“”…")
INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Letters and marks by their class, and nothing to see. So are variation selectors."""
MARKS_AT_MOST: Final = 3  # on one letter


def guest(nickname: str | None = None, language: str = "en") -> Player:
    """A new player without a password, known by the session cookie only."""
    name = GUEST + "".join(secrets.choice(ALPHABET) for _ in range(8))
    made_up = _made_up(name, language)
    if nickname is not None:
        _check_imitation(clean(nickname))
    player = Player(username=name, nickname=clean(nickname or made_up), language=language, is_guest=True)
    player.set_unusable_password()
    with transaction.atomic():
        player.save()
        stakes_ledger.enter(player, SIGN_UP_TOKENS, f"sign-up:{player.pk}")
    return player


def register(
    app: App, player: Player | None, name: str, password: str, nickname: str | None = None, language: str = "en"
) -> Player:
    """A guest becomes a member, or somebody new does."""
    if player is not None and not player.is_guest:
        raise ApiError("already_registered", "you are registered already; log out first")
    if name in RESERVED or name.startswith((GUEST, DELETED)):
        raise ApiError("name_taken", f"the name {name} is taken", name=name)
    if imitates(name, player):
        raise ApiError("name_taken", f"the name {name} is taken", name=name)
    try:
        with transaction.atomic():
            member = player or guest(nickname or name, language)
            is_nameless = member.nickname in {_made_up(member.username, each) for each in NEWCOMERS}
            member.username, member.is_guest = name, False
            if nickname is not None or is_nameless:
                member.nickname = clean(nickname or name)
            _check_imitation(member.nickname, member)
            set_password(member, password)
            member.save()
    except IntegrityError:
        raise ApiError("name_taken", f"the name {name} is taken", name=name) from None
    app.notify(News(lobby=True))  # not to the player, whose new session learns of both from the response
    return member


def change(app: App, player: Player, nickname: str | None, language: str | None) -> None:
    if nickname is not None:
        name = clean(nickname)
        if name != player.nickname:
            _check_imitation(name, player)
        player.nickname = name
    if language is not None:
        player.language = language
    player.save(update_fields=["nickname", "language"])
    app.notify(News(players=(player.pk,), lobby=nickname is not None))


def change_password(member: Player, current: str, new: str) -> None:
    if not member.has_usable_password():
        raise ApiError("no_password", "this account has no password that could be changed")
    if not member.check_password(current):
        raise ApiError("bad_password", "this is not the current password", 403)
    set_password(member, new)
    member.save(update_fields=["password"])


def clean(nickname: str) -> str:
    """The nickname in its one spelling; ApiError if it is not plain text."""
    name = composed(" ".join(filter(None, nickname.split(" "))))
    if not 1 <= len(name) <= 32 or not all(_is_allowed(char) for char in name) or _has_stacked_marks(name):
        raise ApiError("bad_nickname", "a nickname has 1 to 32 letters, digits and common punctuation marks", 400)
    return name


def imitates(name: str, player: Player | None = None) -> bool:
    """Whether this looks like the name of another member, or like what one is called who sits at a table."""
    look = skeleton(name)
    members = Player.objects.filter(is_guest=False)
    others = members if player is None else members.exclude(pk=player.pk)
    seated = RoomSeat.objects.filter(room__status__in=(Room.Status.OPEN, Room.Status.PLAYING), player__in=others)
    nicknames = seated.values_list("player__nickname", flat=True)
    return look in RESERVED_LOOKS or (
        look != "" and (others.filter(skeleton=look).exists() or look in map(skeleton, nicknames))
    )


def _check_imitation(nickname: str, player: Player | None = None) -> None:
    if imitates(nickname, player):
        raise ApiError("nickname_taken", f"{nickname} looks like the name of somebody else", nickname=nickname)


def _made_up(name: str, language: str) -> str:
    return f"{NEWCOMERS[language]} {name[-4:]}"


def _is_allowed(char: str) -> bool:
    kind = unicodedata.category(char)
    is_written = kind[0] == "L" or kind in ("Mn", "Mc", "Nd")
    return char in PUNCTUATION or (is_written and char not in INVISIBLE and not _is_variation(char))


def _is_variation(char: str) -> bool:
    return "VARIATION SELECTOR" in unicodedata.name(char, "")


def _has_stacked_marks(name: str) -> bool:
    """More marks than any language puts on a letter, or marks on nothing."""
    kinds = "".join("m" if unicodedata.category(char)[0] == "M" else "l" for char in name)
    return kinds.startswith("m") or "m" * (MARKS_AT_MOST + 1) in kinds


def set_password(player: Player, password: str) -> None:
    try:
        password_validation.validate_password(password, player)
    except ValidationError as error:
        raise _weak(error.error_list[0], " ".join(error.messages)) from None
    player.set_password(password)


def _weak(error: ValidationError, reason: str) -> ApiError:
    """Why this password will not do: by rules of ours, which have words in every language, where Django's may not."""
    match error.code, error.params:
        case "password_too_short", {"min_length": length}:
            return ApiError("weak_password", reason, 400, rule="too_short", min_length=length)
        case "password_too_common", _:
            return ApiError("weak_password", reason, 400, rule="too_common")
        case "password_too_similar", _:
            return ApiError("weak_password", reason, 400, rule="too_similar")
        case _:
            return ApiError("weak_password", reason, 400)
