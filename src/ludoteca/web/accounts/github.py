"""Logging in with GitHub, if its keys are configured. A guest who does so becomes a member and keeps everything."""

import re
from typing import Any, Final

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from ..errors import ApiError
from ..index_page import page
from ..models import Player
from ..play import stakes_ledger
from . import moderation, registration

FAILED: Final = "/account?failed=github"


class Adapter(DefaultSocialAccountAdapter):  # type: ignore[misc]  # allauth has no types
    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        """A known GitHub account logs its player in; an unknown one is connected to the current guest."""
        if sociallogin.is_existing:
            moderation.lift_if_over(sociallogin.user.username)
            sociallogin.user.refresh_from_db()
        if not sociallogin.is_existing and isinstance(request.user, Player) and request.user.is_guest:
            guest = request.user
            guest.is_guest = False
            guest.username = _free_name(sociallogin.account.extra_data.get("login", ""))
            guest.save()
            sociallogin.connect(request, guest)

    def on_authentication_error(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """Back to our own page, which says so."""
        raise ImmediateHttpResponse(redirect(FAILED))

    def populate_user(self, request: HttpRequest, sociallogin: Any, data: dict[str, Any]) -> Player:
        player: Player = super().populate_user(request, sociallogin, data)
        login = sociallogin.account.extra_data.get("login", "")
        player.username, player.is_guest = _free_name(login), False
        player.nickname = player.username if _looks_taken(login) else login[:32]
        return player

    def save_user(self, request: HttpRequest, sociallogin: Any, form: Any = None) -> Player:
        player: Player = super().save_user(request, sociallogin, form)
        stakes_ledger.enter(player, registration.SIGN_UP_TOKENS, f"sign-up:{player.pk}")
        return player


def urls() -> list[URLPattern | URLResolver]:
    """Where GitHub sends people back to. Of allauth's own pages there are none: wherever it would show one, ours says
    that it did not work."""
    if not settings.HAS_GITHUB:
        return []
    failed = RedirectView.as_view(url=FAILED)
    names = ("socialaccount_login_cancelled", "socialaccount_login_error", "socialaccount_signup", "account_inactive")
    return [
        path("accounts/", include("allauth.socialaccount.providers.github.urls")),
        *(path(f"accounts/{name}/", failed, name=name) for name in names),
        path("account", page, name="socialaccount_connections"),
    ]


def _free_name(login: str) -> str:
    """A name of ours as near to GitHub's as can be."""
    base = re.sub(r"[^a-z0-9-]", "-", login.lower()).strip("-")[:24].strip("-") or "player"
    base = base.removeprefix(registration.GUEST) or "player"
    name, number = (base if len(base) >= 3 else f"{base}-gh"), 1
    while Player.objects.filter(username=name).exists() or _looks_taken(name):
        number += 1
        name = f"{base}-{number}"
    return name


def _looks_taken(name: str) -> bool:
    """Whether it cannot be a nickname."""
    try:
        return registration.imitates(registration.clean(name[:32]))
    except ApiError:
        return True
