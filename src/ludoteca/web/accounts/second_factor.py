"""The second factor of staff: codes of an authenticator app (TOTP), and recovery codes, each of which works once.

Laws kept here:
- The admin opens in a session once a code was given there, to staff with a second factor; or, if the host demands one,
  to nobody without.
- A code is taken once by all processes together: the last one taken is in the database, locked.
"""

import hmac
from typing import Any, Final
from urllib.parse import quote, urlencode

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest

from ..errors import ApiError
from ..models import Player
from ..request_limits import RequestLimits

SETTING_UP: Final = "second_factor.setting_up"
"""In a session: the secret that an app is to be set up with."""
GIVEN: Final = "second_factor.given"
"""In a session: the key of the factor by which it was opened."""
ISSUER: Final = "Ludoteca"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    def get_login_stages(self) -> list[str]:
        """The admin asks for the second factor, not a login with GitHub."""
        return [each for each in super().get_login_stages() if not each.startswith("allauth.mfa.")]


def has_one(player: Player) -> bool:
    return _totp(player) is not None


def is_missing(request: HttpRequest) -> bool:
    """Whether the admin stays closed until a code is given, or a factor set up."""
    if not isinstance(request.user, Player) or not request.user.is_staff:
        return False
    found = _totp(request.user)
    if found is None:
        return bool(settings.STAFF_SECOND_FACTOR)
    return bool(request.session.get(GIVEN) != found.pk)


def link(request: HttpRequest, player: Player) -> str:
    """What an app is set up with: the same for this visitor until it is."""
    secret = request.session.setdefault(SETTING_UP, generate_totp_secret())
    label = quote(f"{ISSUER}:{player.username}")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': ISSUER})}"


def set_up(limits: RequestLimits, request: HttpRequest, player: Player, code: str) -> list[str]:
    """Once the app shows the right code; the recovery codes, which are shown now and never again."""
    _check_limits(limits, player)
    counter = _counter(request.session.get(SETTING_UP, ""), code)
    if has_one(player) or counter is None:
        raise _wrong()
    with transaction.atomic():
        factor = TOTP.activate(player, request.session.pop(SETTING_UP)).instance
        factor.data["counter"] = counter
        factor.save()
        Authenticator.objects.filter(user=player, type=Authenticator.Type.RECOVERY_CODES).delete()
        codes: list[str] = RecoveryCodes.activate(player).generate_codes()
    request.session[GIVEN] = factor.pk
    return codes


def give(limits: RequestLimits, request: HttpRequest, player: Player, code: str) -> None:
    """ApiError if the code is neither the app's nor an unused recovery code."""
    _check_limits(limits, player)
    with transaction.atomic():
        factor = _totp(Player.objects.select_for_update().get(pk=player.pk))
        if factor is None or not (_is_next(factor, code) or _is_recovery(player, code)):
            raise _wrong()
    request.session.cycle_key()
    request.session[GIVEN] = factor.pk


def unused_recovery_codes(player: Player) -> int:
    found = Authenticator.objects.filter(user=player, type=Authenticator.Type.RECOVERY_CODES).first()
    return 0 if found is None else len(RecoveryCodes(found).get_unused_codes())


def _check_limits(limits: RequestLimits, player: Player) -> None:
    """One limit for the player, whatever the address: only somebody who knows the password can use it up."""
    limits.check(f"codes of {player.pk}", "codes")


def _totp(player: Player) -> Any:
    return Authenticator.objects.filter(user=player, type=Authenticator.Type.TOTP).first()


def _is_next(factor: Any, code: str) -> bool:
    """Whether the app shows this code, and later than the last that was taken."""
    counter = _counter(factor.data["secret"], code)
    if counter is None or counter <= factor.data["counter"]:
        return False
    factor.data["counter"] = counter
    factor.save()
    return True


def _is_recovery(player: Player, code: str) -> bool:
    found = Authenticator.objects.filter(user=player, type=Authenticator.Type.RECOVERY_CODES).first()
    return found is not None and bool(RecoveryCodes(found).validate_code(code.strip()))


def _counter(secret: str, code: str) -> int | None:
    """The last period in which the app shows this code, among this one and its neighbours."""
    given = "".join(code.split()).encode()
    for counter in reversed(list(yield_hotp_counters_from_time())):
        if secret and hmac.compare_digest(format_hotp_value(hotp_value(secret, counter)).encode(), given):
            return int(counter)
    return None


def _wrong() -> ApiError:
    return ApiError("bad_login", "this code is not right; wait for the next one", 403)
