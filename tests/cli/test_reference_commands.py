"""The commands that only show something: games, rules, schema, the help and the version."""

import json

import jsonschema
import pytest

from ludoteca import __version__
from ludoteca.bots import bots_for
from ludoteca.games import GAMES
from ludoteca.kernel import plain
from ludoteca.rulebook import summary, title
from tests.toys import TOYS

from .terminal import DEN, DUEL, NIM, ludoteca, refused


def test_version() -> None:
    assert ludoteca("--version").stdout == f"ludoteca {__version__}\n"


@pytest.mark.parametrize("args", [[], ["--help"], ["-h"]])
def test_help_names_the_commands(args: list[str]) -> None:
    result = ludoteca(*args)
    assert result.exit_code == 0
    assert all(command in result.stdout for command in ("games", "rules", "play", "replay", "verify", "schema"))


def test_play_help_says_that_clocks_are_not_kept() -> None:
    assert "clocks are not kept" in ludoteca("play", "--help").stdout


@pytest.mark.parametrize("args", [["sing"], ["verify"], ["schema", NIM, "--of", "mood"], ["games", "--loud"]])
def test_bad_usage_is_one_line(args: list[str]) -> None:
    refused(*args)


def test_games_are_listed_with_what_one_needs_to_play_them() -> None:
    table = ludoteca("games").stdout
    for name, game in GAMES.items():
        row = next(line for line in table.splitlines() if line.startswith(name))
        assert all(bot in row for bot in bots_for(name))
        assert summary(game) in row


def test_a_game_is_shown_with_its_seats_presets_settings_and_bots() -> None:
    for name, game in GAMES.items():
        shown = ludoteca("games", name).stdout
        assert f"{name} {game.version}" in shown
        assert all(preset in shown for preset in game.presets)
        assert all(seat in shown for config in game.presets.values() for seat in game.seats(config))
        assert all(setting in shown for setting in game.types.config.__struct_fields__)
        assert all(bot in shown for bot in bots_for(name))


def test_a_rule_book_begins_with_a_games_title_and_a_summary() -> None:
    assert title(TOYS["duel"]) == "Duel"
    assert summary(TOYS["duel"]) == "Two seats, left and right, settle it in rounds."


def test_rules_are_plain_where_nobody_looks() -> None:
    assert ludoteca("rules", DUEL).stdout.startswith("# Duel\n\nTwo seats, *left*")


def test_a_game_without_rules_says_so() -> None:
    assert refused("rules", NIM) == "nim has no rule book: tests.cli has no docstring, and no RULES.md beside it"


def test_schema_of_everything() -> None:
    document = json.loads(ludoteca("schema", DEN).stdout)
    titles = [part["title"] for part in document["anyOf"]]
    assert titles == ["config", "action", "told", "view", "state", "input", "outcome"]
    jsonschema.Draft202012Validator.check_schema(document)


@pytest.mark.parametrize("args", [["--wire"], *([name, *more] for name in GAMES for more in ([], ["--wire"]))])
def test_a_printed_schema_refuses_what_is_none_of_its_types(args: list[str]) -> None:
    document = json.loads(ludoteca("schema", *args).stdout)
    for nonsense in ({"schema_version": 99}, [1], 99.5):
        assert not jsonschema.Draft202012Validator(document).is_valid(nonsense)


@pytest.mark.parametrize("toy", [DEN, DUEL, NIM])
def test_schema_of_one_type_checks_its_values(toy: str) -> None:
    document = json.loads(ludoteca("schema", toy, "--of", "input").stdout)
    jsonschema.validate({"type": "resigned", "seat": 0}, document)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"type": "resigned"}, document)


def test_schema_of_a_config_fits_the_presets() -> None:
    document = json.loads(ludoteca("schema", DUEL, "--of", "config").stdout)
    for preset in TOYS["duel"].presets.values():
        jsonschema.validate(plain(preset), document)
