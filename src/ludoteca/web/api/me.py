"""Who I am: guests, members, logging in and out."""

from typing import Any, cast

from django.contrib.auth import authenticate, login, logout
from django.http import HttpRequest

from .. import accounts, guards, queue, shapes, telling
from ..models import Player
from ..models.people import LANGUAGES
from ..news import News, session_digest, tell
from ..refusing import Refused
from .routes import Asked, route

BACKEND = "django.contrib.auth.backends.ModelBackend"


@route("GET", "me", gives=shapes.Me, needs="nobody")
def me(asked: Asked) -> shapes.Me:
    """Who is asking. Whoever waits in a queue is seen by it to be there."""
    if asked.player is not None:
        queue.seen([asked.player.pk])
    return telling.me(asked.player, _language(asked.request))


@route("POST", "me/guest", takes=shapes.AsGuest, gives=shapes.Me, needs="nobody")
def become_guest(asked: Asked) -> shapes.Me:
    """Become somebody, without a password. Whoever is somebody already stays who he is."""
    if asked.player is not None:
        return telling.me(asked.player)
    guards.spend(asked.request, "logins")
    player = accounts.guest(asked.body.nickname, _language(asked.request))
    _enter(asked.request, player)
    return telling.me(player)


@route("POST", "me/register", takes=shapes.Register, gives=shapes.Me, needs="nobody")
def register(asked: Asked) -> shapes.Me:
    """Take a name and a password; a guest keeps all he has."""
    guards.spend(asked.request, "logins")
    wanted: shapes.Register = asked.body
    language = _language(asked.request)
    player = accounts.register(asked.player, wanted.name, wanted.password, wanted.nickname, language)
    _enter(asked.request, player)
    return telling.me(player)


@route("POST", "me/login", takes=shapes.Login, gives=shapes.Me, needs="nobody")
def log_in(asked: Asked) -> shapes.Me:
    """Log in with name and password."""
    guards.spend(asked.request, "logins")
    name = asked.body.name.strip().lower()
    guards.check(f"name:{name}", "logins")
    player = authenticate(asked.request, username=name, password=asked.body.password)
    if not isinstance(player, Player):
        raise Refused("bad_login", "this name and this password do not go together", 403)
    _enter(asked.request, player)
    return telling.me(player)


@route("POST", "me/logout", gives=shapes.Me, needs="nobody")
def log_out(asked: Asked) -> shapes.Me:
    """Be nobody again. A guest who logs out is gone for good."""
    before = asked.request.session.session_key
    logout(asked.request)
    tell(News(out=session_digest(before)))
    return telling.me(None, _language(asked.request))


@route("POST", "me/settings", takes=shapes.ChangeMe, gives=shapes.Me)
def change(asked: Asked) -> shapes.Me:
    """Another nickname, another language."""
    accounts.change(asked.somebody, asked.body.nickname, asked.body.language)
    return telling.me(asked.somebody)


def _enter(request: HttpRequest, player: Player) -> None:
    """From here on this browser is this player; what it hears as whoever it was before ends."""
    before = request.session.session_key
    login(request, player, BACKEND)
    tell(News(out=session_digest(before)))


def _language(request: HttpRequest) -> shapes.Language:
    """The first language of ours that the browser asks for."""
    known: dict[str, Any] = dict(LANGUAGES)
    for part in request.headers.get("Accept-Language", "").split(","):
        short = part.strip()[:2].lower()
        if short in known:
            return cast("shapes.Language", short)
    return "en"
