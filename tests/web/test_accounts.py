"""Accounts: guests and members, names and nicknames."""

import pytest
from django.contrib.auth import authenticate

from ludoteca.web.accounts import registration
from ludoteca.web.live import serializers
from ludoteca.web.models import Player
from ludoteca.web.notifications import News
from ludoteca.web.play import rooms, stakes_ledger

from .apps import APP, notifying
from .databases import at_once
from .people import begun, give_points, people, points, refused, room_of, won

pytestmark = pytest.mark.usefixtures("database")

PASSWORD = "a horse, a battery, a staple"


def test_a_guest_has_a_name_that_was_made_up_and_ten_tokens_and_no_password() -> None:
    guest = registration.guest()
    assert guest.username.startswith("guest-")
    assert guest.nickname == f"Guest {guest.username[-4:]}"
    assert (guest.is_guest, guest.has_usable_password(), stakes_ledger.balance(guest)) == (True, False, 10)


@pytest.mark.parametrize(("language", "called"), [("en", "Guest"), ("fr", "Invité"), ("it", "Ospite"), ("vi", "Khách")])
def test_a_guest_without_a_nickname_is_called_guest_in_their_language(language: str, called: str) -> None:
    guest = registration.guest(language=language)
    assert guest.nickname == f"{called} {guest.username[-4:]}"
    assert registration.register(APP, guest, "ada-lovelace", PASSWORD).nickname == "ada-lovelace"


def test_whoever_calls_himself_a_guest_is_still_called_so_when_he_has_registered() -> None:
    guest = registration.guest("Guest of honour")
    assert registration.register(APP, guest, "ada-lovelace", PASSWORD).nickname == "Guest of honour"


def test_a_guest_who_registers_keeps_all_he_has() -> None:
    ada, bo = people("Ada", "Bo")
    match = begun(ada, bo, "duel", config={"stake": 4})
    won(match, ada, payout=(8, 0))
    give_points(ada, 45)
    member = registration.register(APP, ada, "ada-lovelace", PASSWORD)
    assert (member.pk, member.nickname, member.is_guest) == (ada.pk, "Ada", False)
    assert (stakes_ledger.balance(member), points(member)) == (14, 45)
    assert [each.game_id for each in serializers.profile(APP, member, None).matches] == [match.game_id]


def test_registering_notifies_the_player_only_with_the_response() -> None:
    (ada,) = people("Ada")
    heard: list[News] = []
    registration.register(notifying(heard), ada, "ada-lovelace", PASSWORD)
    assert heard == [News(lobby=True)]


def test_who_registers_can_log_in_and_nobody_else_can_in_his_name() -> None:
    member = registration.register(APP, None, "ada", PASSWORD)
    assert authenticate(username="ada", password=PASSWORD) == member
    assert authenticate(username="ada", password=PASSWORD + "!") is None


def test_whoever_registers_without_having_been_a_guest_has_ten_tokens_too() -> None:
    member = registration.register(APP, None, "ada", PASSWORD, "Ada L.")
    assert (member.nickname, stakes_ledger.balance(member), Player.objects.count()) == ("Ada L.", 10, 1)


def test_a_guest_without_a_nickname_of_his_own_is_called_by_his_new_name() -> None:
    assert registration.register(APP, registration.guest(), "ada", PASSWORD).nickname == "ada"


def test_a_member_does_not_register_again() -> None:
    with refused("already_registered"):
        registration.register(APP, registration.register(APP, None, "ada", PASSWORD), "bo-2", PASSWORD)


def test_a_name_is_one_persons() -> None:
    ada, bo = people("Ada", "Bo")
    registration.register(APP, ada, "ada", PASSWORD)
    with refused("name_taken"):
        registration.register(APP, bo, "ada", PASSWORD)
    assert Player.objects.get(pk=bo.pk).is_guest


def test_of_two_who_want_a_name_at_once_one_gets_it() -> None:
    ada, bo = people("Ada", "Bo")
    came = at_once(
        lambda: registration.register(APP, Player.objects.get(pk=ada.pk), "ace", PASSWORD),
        lambda: registration.register(APP, Player.objects.get(pk=bo.pk), "ace", PASSWORD),
    )
    assert sorted(type(each).__name__ for each in came) == ["ApiError", "Player"]
    assert Player.objects.filter(is_guest=False).count() == 1


@pytest.mark.parametrize("name", ["admin", "root", "me", "bot", "ludoteca", "guest-abcdefgh"])
def test_some_names_are_nobodys(name: str) -> None:
    with refused("name_taken"):
        registration.register(APP, None, name, PASSWORD)
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("password", "facts"),
    [
        ("short", {"rule": "too_short", "min_length": 8}),
        ("password", {"rule": "too_common"}),
        ("12345678", {"rule": "too_common"}),
        ("ada-lovelace", {"rule": "too_similar"}),
    ],
)
def test_a_weak_password_is_refused_with_a_rule_and_nothing_changes(password: str, facts: dict[str, object]) -> None:
    (ada,) = people("Ada")
    with refused("weak_password", 400) as why:
        registration.register(APP, ada, "ada-lovelace", password)
    assert why.value.facts == facts
    assert Player.objects.get(pk=ada.pk).is_guest


def test_nickname_and_language_are_changed_apart() -> None:
    (ada,) = people("Ada")
    registration.change(APP, ada, None, "fr")
    registration.change(APP, ada, "Ada L.", None)
    kept = Player.objects.get(pk=ada.pk)
    assert (kept.nickname, kept.language) == ("Ada L.", "fr")


def test_what_somebody_is_called_is_told_in_his_rooms() -> None:
    (ada,) = people("Ada")
    room = room_of(ada)
    registration.change(APP, ada, "Ada L.", None)
    assert serializers.room(rooms.find(room.code)).owner.nickname == "Ada L."
