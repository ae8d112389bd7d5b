"""Links in mails: a member confirms an address by one, and chooses a new password by another.

Laws kept here:
- A link works once, for an hour. It stands behind the # of its page, which no server or proxy ever sees.
- Who asks for a new password learns nothing about whether there is such an account, or which address it has.
- Only an address that was confirmed gets a link for a new password.
"""

import re
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.tokens import PasswordResetTokenGenerator, default_token_generator
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.http import HttpRequest

from ..app import App
from ..errors import ApiError
from ..models import Player
from ..notifications import News
from ..request_limits import RequestLimits
from . import known_devices, registration
from .mail_texts import TEXTS, Kind
from .mailer import Mail

PLAYER: Final = re.compile(r"[0-9]{1,18}")
ACCOUNTS_AT_MOST: Final = 5  # that share an address and get a link each


class AddressTokens(PasswordResetTokenGenerator):
    """Made for an address that waits to be confirmed, and void once that is confirmed or replaced."""

    key_salt = "ludoteca.web.accounts.mail_links"

    def _make_hash_value(self, user: Any, timestamp: int) -> str:
        return f"{user.pk}:{user.password}:{user.email}:{user.pending_email}:{timestamp}"


ADDRESS_TOKENS: Final = AddressTokens()


def check_limits(limits: RequestLimits, request: HttpRequest, recipient: str) -> None:
    """So many mails a day are asked for from one client address and for one recipient: a name or an address. Members
    ask on their own devices however often strangers have asked for them."""
    limits.check_request(request, "mails")
    if not known_devices.is_known(request, recipient):
        limits.check(f"mails to {recipient}", "mails")


def wanted_address(member: Player, email: str, password: str) -> str:
    """The address as it is to be written; ApiError if the member cannot have it."""
    if not member.has_usable_password():
        raise ApiError("no_password", "this account has no password that a mail could replace")
    if not member.check_password(password):
        raise ApiError("bad_password", "this is not the current password", 403)
    address = email.strip()
    if address:
        _check_address(address)
    return address


def change_address(app: App, member: Player, email: str) -> None:
    """The member wants this address, or, if it is "", none."""
    if email:
        member.pending_email = email
        app.mailer.post(lambda: [_mail("confirm", member, email, f"email#{_link(member, ADDRESS_TOKENS)}")])
    else:
        _tell_former(app, member, member.email)
        member.email = member.pending_email = ""
    member.save(update_fields=["email", "pending_email"])
    app.notify(News(players=(member.pk,)))


def confirm_address(app: App, link: str) -> None:
    with transaction.atomic():
        member = _member_of(link, ADDRESS_TOKENS)
        former, member.email, member.pending_email = member.email, member.pending_email, ""
        member.save(update_fields=["email", "pending_email"])
    if former != member.email:
        _tell_former(app, member, former)
    app.notify(News(players=(member.pk,)))


def ask_for_password(app: App, recipient: str) -> None:
    """A link goes to the address of this member, or, if it is an address, of each member who has it; or to nobody."""
    app.mailer.post(lambda: password_mails(recipient))


def password_mails(recipient: str) -> list[Mail]:
    by = {"email__iexact": recipient} if "@" in recipient else {"username": recipient.lower()}
    members = Player.objects.filter(**by, is_active=True).exclude(email="").order_by("-pk")[:ACCOUNTS_AT_MOST]
    return [
        _mail("reset", each, each.email, f"password#{_link(each, default_token_generator)}")
        for each in members
        if each.has_usable_password()
    ]


def reset_password(app: App, link: str, new: str) -> None:
    """All sessions of the member end."""
    with transaction.atomic():
        member = _member_of(link, default_token_generator)
        registration.set_password(member, new)
        member.session_epoch += 1
        member.save(update_fields=["password", "session_epoch"])
    app.notify(News(out_player=member.pk))


def _check_address(email: str) -> None:
    try:
        validate_email(email)
    except ValidationError:
        raise ApiError("bad_email", f"{email!r} is not an address of e-mail", 400) from None


def _tell_former(app: App, member: Player, former: str) -> None:
    if former:
        app.mailer.post(lambda: [_mail("changed", member, former, "account")])


def _link(member: Player, tokens: PasswordResetTokenGenerator) -> str:
    return f"{member.pk}.{tokens.make_token(member)}"


def _member_of(link: str, tokens: PasswordResetTokenGenerator) -> Player:
    """Who it was made for, locked; ApiError if it works no more or never did."""
    key, _, token = link.partition(".")
    members = Player.objects.select_for_update().filter(is_active=True)
    member = members.filter(pk=int(key)).first() if PLAYER.fullmatch(key) else None
    if member is None or not tokens.check_token(member, token):
        raise ApiError("bad_link", "this link is no longer valid; ask for another", 403)
    return member


def _mail(kind: Kind, member: Player, to: str, path: str) -> Mail:
    assert settings.SMTP is not None
    text = TEXTS[kind][member.language]
    link = f"{settings.SMTP.origin}/{path}"
    return Mail(to, f"Ludoteca: {text.subject}", text.body.format(name=member.username, link=link))
