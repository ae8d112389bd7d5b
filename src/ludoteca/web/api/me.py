"""Who I am: guests, members, logging in and out."""

from typing import Any, cast

from django.conf import settings
from django.contrib.auth import authenticate, login, logout
from django.http import HttpRequest

from .. import schemas
from ..accounts import account_data, login_limits, mail_links, moderation, registration, sessions
from ..errors import ApiError
from ..live import serializers
from ..models import Player
from ..models.people import LANGUAGES
from ..notifications import News, session_digest
from ..play import matchmaking
from .routes import ApiRequest, route

BACKEND = "django.contrib.auth.backends.ModelBackend"


@route("GET", "me", gives=schemas.Me, needs="nobody")
def me(asked: ApiRequest) -> schemas.Me:
    """Who is asking. Players who wait in a queue stay in it by asking."""
    if asked.player is not None:
        matchmaking.seen([asked.player.pk])
    return serializers.me(asked.player, _language(asked.request))


@route("POST", "me/guest", takes=schemas.BecomeGuest, gives=schemas.Me, needs="nobody")
def become_guest(asked: ApiRequest) -> schemas.Me:
    """Become a guest, without a password. A player who is logged in stays logged in."""
    if asked.player is not None:
        return serializers.me(asked.player)
    asked.app.limits.check_request(asked.request, "logins")
    asked.app.limits.check_request(asked.request, "guests")
    player = registration.guest(asked.body.nickname, _language(asked.request))
    _enter(asked, player)
    return serializers.me(player)


@route("POST", "me/register", takes=schemas.Register, gives=schemas.Me, needs="nobody")
def register(asked: ApiRequest) -> schemas.Me:
    """Take a name and a password; a guest keeps everything."""
    asked.app.limits.check_request(asked.request, "logins")
    if asked.player is None:
        asked.app.limits.check_request(asked.request, "guests")
    wanted: schemas.Register = asked.body
    language = _language(asked.request)
    player = registration.register(asked.app, asked.player, wanted.name, wanted.password, wanted.nickname, language)
    _enter(asked, player)
    return serializers.me(player)


@route("POST", "me/login", takes=schemas.Login, gives=schemas.Me, needs="nobody")
def log_in(asked: ApiRequest) -> schemas.Me:
    """Log in with name and password."""
    name = asked.body.name.strip().lower()
    login_limits.check(asked.app.limits, asked.request, name)
    moderation.lift_if_over(name)
    player = authenticate(asked.request, username=name, password=asked.body.password)
    if not isinstance(player, Player):
        moderation.check_banned(name, asked.body.password)
        raise ApiError("bad_login", "this name and this password do not go together", 403)
    _enter(asked, player)
    return serializers.me(player)


@route("POST", "me/logout", gives=schemas.Me, needs="nobody")
def log_out(asked: ApiRequest) -> schemas.Me:
    """Be nobody again. A guest who logs out is gone for good."""
    before = asked.request.session.session_key
    logout(asked.request)
    asked.app.notify(News(out=session_digest(before)))
    return serializers.me(None, _language(asked.request))


@route("POST", "me/logout-everywhere", gives=schemas.Me)
def log_out_everywhere(asked: ApiRequest) -> schemas.Me:
    """End every other session of the player; this one stays."""
    sessions.end_others(asked.app, asked.request, asked.somebody)
    return serializers.me(asked.somebody)


@route("POST", "me/password", takes=schemas.ChangePassword, gives=schemas.Me)
def change_password(asked: ApiRequest) -> schemas.Me:
    """Change the password; every other session of the player ends."""
    member = asked.somebody
    login_limits.check(asked.app.limits, asked.request, member.username)
    registration.change_password(member, asked.body.current, asked.body.new)
    sessions.end_others(asked.app, asked.request, member)
    return serializers.me(member)


@route("POST", "me/email", takes=schemas.ChangeEmail, gives=schemas.Me)
def change_email(asked: ApiRequest) -> schemas.Me:
    """Another address of e-mail, which a link in a mail to it confirms; or none."""
    _check_mail()
    member, limits = asked.somebody, asked.app.limits
    login_limits.check(limits, asked.request, member.username)
    email = mail_links.wanted_address(member, asked.body.email, asked.body.password)
    if email:
        mail_links.check_limits(limits, asked.request, email.lower())
    mail_links.change_address(asked.app, member, email)
    return serializers.me(member)


@route("POST", "me/email/confirm", takes=schemas.ConfirmEmail, gives=schemas.Me, needs="nobody")
def confirm_email(asked: ApiRequest) -> schemas.Me:
    """Confirm an address by the link in the mail."""
    asked.app.limits.check_request(asked.request, "logins")
    mail_links.confirm_address(asked.app, asked.body.link)
    if asked.player is not None:
        asked.player.refresh_from_db()
    return serializers.me(asked.player, _language(asked.request))


@route("POST", "me/password/forgotten", takes=schemas.AskForPassword, gives=schemas.Me, needs="nobody")
def forgot_password(asked: ApiRequest) -> schemas.Me:
    """Ask for a mail with a link to a new password. The answer is the same whether or not there is such an account."""
    _check_mail()
    recipient = asked.body.recipient.strip().lower()
    mail_links.check_limits(asked.app.limits, asked.request, recipient)
    mail_links.ask_for_password(asked.app, recipient)
    return serializers.me(asked.player, _language(asked.request))


@route("POST", "me/password/reset", takes=schemas.ResetPassword, gives=schemas.Me, needs="nobody")
def reset_password(asked: ApiRequest) -> schemas.Me:
    """Choose a new password by the link in the mail; every session of the account ends."""
    asked.app.limits.check_request(asked.request, "logins")
    mail_links.reset_password(asked.app, asked.body.link, asked.body.new)
    logout(asked.request)
    return serializers.me(None, _language(asked.request))


@route("GET", "me/data", gives=schemas.AccountData)
def data(asked: ApiRequest) -> schemas.AccountData:
    """Everything that the server has about you."""
    return account_data.export(asked.somebody)


@route("POST", "me/delete", takes=schemas.DeleteAccount, gives=schemas.Me)
def delete(asked: ApiRequest) -> schemas.Me:
    """Delete the account; matches stay, without a name."""
    login_limits.check(asked.app.limits, asked.request, asked.somebody.username)
    account_data.delete(asked.app, asked.somebody, asked.body.password)
    logout(asked.request)
    return serializers.me(None, _language(asked.request))


@route("POST", "me/settings", takes=schemas.ChangeMe, gives=schemas.Me)
def change(asked: ApiRequest) -> schemas.Me:
    """Another nickname, another language."""
    registration.change(asked.app, asked.somebody, asked.body.nickname, asked.body.language)
    return serializers.me(asked.somebody)


def _enter(asked: ApiRequest, player: Player) -> None:
    """Logs this browser in as the player, and ends the live sockets of its session before."""
    before = asked.request.session.session_key
    login(asked.request, player, BACKEND)
    asked.app.notify(News(out=session_digest(before)))


def _check_mail() -> None:
    if settings.SMTP is None:
        raise ApiError("no_mail", "this server sends no mails; its host can set a new password", 409)


def _language(request: HttpRequest) -> schemas.Language:
    """The first language of ours that the browser asks for."""
    known: dict[str, Any] = dict(LANGUAGES)
    for part in request.headers.get("Accept-Language", "").split(","):
        short = part.strip()[:2].lower()
        if short in known:
            return cast("schemas.Language", short)
    return "en"
