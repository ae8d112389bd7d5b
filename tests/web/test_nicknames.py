"""Nicknames: what people call themselves is plain text, is shown as such (T9), and imitates nobody."""

import pytest

from ludoteca.web.accounts import registration
from ludoteca.web.accounts.confusables import skeleton
from ludoteca.web.models import Player

from .apps import APP
from .people import people, refused, room_of

PASSWORD = "a horse, a battery, a staple"


@pytest.mark.parametrize(
    "name",
    ["<b>Ada</b>", "<script>alert(1)</script>", "Ada & Bo", "Зоя", "愛", "Nguyễn Thị", "O’Neill", "สมชาย", "हिन्दी"],
)
def test_a_nickname_is_kept_as_it_is_written(name: str) -> None:
    assert registration.clean(name) == name


@pytest.mark.parametrize(
    "name", ["\x1b[31mred", "a\u202eb", "a\u2066b", "a\nb", "a\x00b", "a\u2028b", "a\u200fb", "", "   ", "A" * 33]
)
def test_a_nickname_does_nothing_to_the_text_around_it(name: str) -> None:
    with refused("bad_nickname", 400):
        registration.clean(name)


@pytest.mark.parametrize(
    "name",
    [
        "\u200b",
        "\u200d\u200d",
        "\u2800\u00a0",
        "\u3164",
        "A\u200bda",
        "A\u00adda",
        "A\ufe0fda",
        "A\u034fda",
        "A\u115fda",
    ],
)
def test_nothing_in_a_nickname_is_invisible(name: str) -> None:
    with refused("bad_nickname", 400):
        registration.clean(name)


@pytest.mark.parametrize("name", ["👩‍🚀", "★Ada★", "Ada®", "\u0301Ada", "Z" + "\u0335" * 4])
def test_a_nickname_is_made_of_letters_digits_and_punctuation(name: str) -> None:
    with refused("bad_nickname", 400):
        registration.clean(name)


def test_a_nickname_has_one_spelling() -> None:
    assert registration.clean("  Zoe\u0308   B.  ") == "Zoë B."


# Imitation

LIKE_ADA = ["ada", "ADA", "А\u0501а", "Àdá", "A.d-a", "Ａｄａ", "𝓐𝓭𝓪", "αda"]


@pytest.mark.parametrize("name", LIKE_ADA)
def test_names_that_look_alike_have_one_skeleton(name: str) -> None:
    assert skeleton(name) == skeleton("Ada")


@pytest.mark.parametrize(
    ("one", "other"), [("paypal", "paypa1"), ("modern", "modem"), ("will", "vviII"), ("l0ki", "Loki"), ("Olga", "0lga")]
)
def test_letters_that_look_like_others_are_these(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize("other", ["Ada 2", "Adam", "Ida", "Зоя", "愛"])
def test_other_names_have_other_skeletons(other: str) -> None:
    assert skeleton(other) != skeleton("Ada")


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("name", LIKE_ADA)
def test_nobody_imitates_the_name_of_a_member(name: str) -> None:
    member = registration.register(APP, None, "ada", PASSWORD, "The Countess")
    with refused("nickname_taken"):
        registration.guest(name)
    (bo,) = people("Bo")
    with refused("nickname_taken"):
        registration.change(APP, bo, name, None)
    assert Player.objects.get(pk=bo.pk).nickname == "Bo"
    registration.change(APP, member, name, None)


@pytest.mark.usefixtures("database")
def test_nobody_imitates_the_nickname_of_a_member_at_a_table() -> None:
    member = registration.register(APP, None, "ada", PASSWORD, "The Countess")
    people("the countess")
    room_of(member)
    with refused("nickname_taken"):
        registration.guest("Тhe Countess")


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("name", ["adm1n", "ada-l0velace", "ada--lovelace", "adalovelace"])
def test_a_members_name_imitates_no_other(name: str) -> None:
    registration.register(APP, None, "ada-lovelace", PASSWORD)
    with refused("name_taken"):
        registration.register(APP, None, name, PASSWORD)


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("name", ["Admin", "ludοteca", "System"])
def test_nobody_calls_themselves_the_server(name: str) -> None:
    with refused("nickname_taken"):
        registration.guest(name)


@pytest.mark.usefixtures("database")
def test_guests_may_have_the_nickname_of_a_guest() -> None:
    assert [player.nickname for player in people("Ada", "Ada")] == ["Ada", "Ada"]
