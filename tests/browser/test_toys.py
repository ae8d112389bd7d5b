"""Games that nobody has drawn a board for, at the generic one: sealed choices, hidden hands, and who may know them."""

import re

from playwright.sync_api import Locator, expect

from .people import Crowd, Person

CARD = re.compile(r"(?:leaf|bone|moss)-[1-6]")
ROUNDS = 2


def actions(person: Person) -> Locator:
    return person.page.get_by_role("region", name="What you can do").get_by_role("button")


def picture(person: Person) -> Locator:
    return person.page.get_by_role("region", name=re.compile("^The table of "))


def at_a_table(crowd: Crowd, game: str, *others: str, short: str = "Goal", value: int = ROUNDS) -> list[Person]:
    """Ann, who has opened it, the others, and a spectator last. Setting `short` to `value` makes the game short."""
    ann = crowd.come("Ann")
    ann.open().game(game).get_by_role("link", name="Custom table").click()
    setting = ann.page.get_by_label(short, exact=True)
    if setting.evaluate("each => each.tagName") == "SELECT":
        setting.select_option(str(value))
    else:
        setting.fill(str(value))
    ann.click("Open the table")
    ann.sees("The game begins as soon as every seat is taken.")
    people = [ann]
    for nickname in others:
        people.append(crowd.come(nickname).open(f"/room/{ann.code}"))
        people[-1].page.get_by_role("button", name="Sit here").first.click()
        expect(ann.page.get_by_role("listitem").filter(has_text=nickname).first).to_be_visible()
    spectator = crowd.come().open(f"/room/{ann.code}")
    expect(spectator.page.get_by_text("Watching")).to_be_visible()
    return [*people, spectator]


def test_a_duel_is_fought_by_clicks_and_what_is_sealed_nobody_else_hears_of(crowd: Crowd) -> None:
    ann, bob, spectator = at_a_table(crowd, "Duel", "Bob")
    for number, (winning, losing) in enumerate((("strike", "feint"), ("guard", "strike")), 1):
        expect(picture(spectator)).to_contain_text(f"round {number} of 9")
        actions(ann).filter(has_text=winning).click()
        expect(picture(ann)).to_contain_text(f"sealed {winning}")
        expect(picture(spectator)).to_contain_text("left: ready")
        assert winning not in "".join(spectator.frames)
        expect(picture(bob)).not_to_contain_text(winning)
        actions(bob).filter(has_text=losing).click()
    expect(ann.result).to_contain_text("You have won")
    expect(bob.result).to_contain_text("You have lost")
    expect(spectator.result).to_contain_text("Ann has won")
    assert "guard" in "".join(spectator.frames)


def test_the_den_is_played_by_three_and_a_hand_is_seen_by_whoever_holds_it(crowd: Crowd) -> None:
    *players, spectator = at_a_table(crowd, "Den", "Bob", "Cleo", short="Rounds")
    laid: set[str] = set()
    for turn in range(ROUNDS * len(players)):
        expect(picture(spectator)).to_contain_text(re.compile(r"first: (\?\? )*\?\?"))
        assert cards(spectator) <= laid
        person = players[(turn // 3 + turn) % 3]
        laid |= lay(person)
    for person in (*players, spectator):
        expect(person.result).to_be_visible()
    assert cards(spectator) > laid  # at the end all hands are shown


def test_a_player_of_the_den_hears_of_no_card_in_the_others_hands(crowd: Crowd) -> None:
    *players, _ = at_a_table(crowd, "Den", "Bob", "Cleo", short="Rounds")
    hands = [hand(person, seat) for person, seat in zip(players, ("first", "second", "third"), strict=True)]
    for person, own in zip(players, hands, strict=True):
        assert cards(person) == own
    assert len(hands[0] | hands[1] | hands[2]) == 9


def lay(person: Person) -> set[str]:
    """The first card that may be laid."""
    button = actions(person).filter(has_text=re.compile("^lay ")).first
    expect(button).to_be_enabled()
    card = (button.text_content() or "").removeprefix("lay ")
    button.click()
    return {card}


def hand(person: Person, seat: str) -> set[str]:
    line = re.compile(rf"{seat}: ((?:(?:leaf|bone|moss)-[1-6] ?){{3}})")
    expect(picture(person)).to_contain_text(line)
    found = line.search(picture(person).text_content() or "")
    assert found is not None
    return set(CARD.findall(found.group()))


def cards(person: Person) -> set[str]:
    """Everything shown so far."""
    return set(CARD.findall("".join(person.frames)))
