"""TEST-001: the structures exist as specified, ids are stable, and a state comes back from its snapshot as it was."""

import copy
import hashlib
import json
import zlib
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from ludoteca.games.catan import GAME
from ludoteca.games.catan.structures import (
    About,
    StateSnapshot,
    deserialize,
    from_json,
    from_msgpack,
    game_id_from,
    serialize,
    state_hash,
    to_json,
    to_msgpack,
    violations,
)
from ludoteca.games.catan.structures.schema import documents
from ludoteca.games.catan.structures.snapshot_types import LOG_AT_MOST, SCHEMA_VERSION, LogEntry
from ludoteca.games.catan.types import Config, State
from ludoteca.kernel import Malformed, canonical, plain, replace
from ludoteca.kernel.values import packed
from ludoteca.sim.catan import from_npz, to_npz

from ...games.catan.helpers import BLUE, ORANGE, cards, player, position, random_game, say, with_hand
from .example import RECORD, SNAPSHOT
from .random_games import CONFIGS, PRESETS, QUIET, recorded_game, states

Tree = dict[str, Any]

FORMS = {"0.3.0": "947764c1f078a7d416a4ff28dd40b2fcfb65bf109f4a5761e17bc77cd92e0a6a"}
"""Of the structures under each version, as `form_of` has it: another form needs another version, and a line here."""

ABOUT = About(game_id_from("a game"))
SCHEMA = documents()
KB = 1_000


def tree_of(state: State) -> Tree:
    tree: Tree = plain(serialize(state, ABOUT))
    return tree


def form_of(part: Any) -> Any:
    """A schema without its words: saying the same better changes nothing."""
    match part:
        case dict():
            words = ("description", "title")
            return {key: form_of(each) for key, each in part.items() if not (key in words and isinstance(each, str))}
        case list():
            return [form_of(each) for each in part]
        case _:
            return part


def test_the_structures_have_the_form_that_belongs_to_their_schema_version() -> None:
    assert hashlib.sha256(canonical(form_of(SCHEMA))).hexdigest() == FORMS[SCHEMA_VERSION]


def read(tree: Tree) -> StateSnapshot:
    return from_json(json.dumps(tree).encode())


def changed(tree: Tree, path: str, new: Any) -> Tree:
    """A copy with one thing put elsewhere; a path is `players.0.name`."""
    copied = copy.deepcopy(tree)
    *way, last = (int(key) if key.isdigit() else key for key in path.split("."))
    holder: Any = copied
    for key in way:
        holder = holder[key]
    holder[last] = new
    return copied


def validator(part: str) -> Draft202012Validator:
    """Of the whole schema, narrowed to one of its documents."""
    return Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{part}"})


# The fields


def test_the_fields_are_the_specifications_and_those_that_the_rulings_and_we_add() -> None:
    tree = tree_of(position())
    assert tree.keys() - SNAPSHOT.keys() == {"titles", "is_game_over", "winner_id", "further"}
    assert tree["schema_version"] == "0.3.0"
    for part in ("turn", "board", "bank", "discard_pile"):
        assert tree[part].keys() == SNAPSHOT[part].keys()
    for ours, theirs in zip(tree["players"], SNAPSHOT["players"], strict=True):
        assert ours.keys() == theirs.keys()
        for part in ("resources", "dev_cards", "new_dev_cards", "played_dev_cards"):
            assert ours[part].keys() == theirs[part].keys()
    for part in ("tiles", "ports"):
        assert [each.keys() for each in tree["board"][part]] == [each.keys() for each in SNAPSHOT["board"][part]]
    assert tree["variant"].keys() > SNAPSHOT["variant"].keys()
    assert tree["titles"] == {"longest_road_owner": None, "largest_army_owner": None}


def test_ids_are_all_there_and_ascend() -> None:
    board = tree_of(position())["board"]
    assert [tile["tile_id"] for tile in board["tiles"]] == list(range(19))
    assert [port["port_id"] for port in board["ports"]] == list(range(9))
    assert [tile["resource"] for tile in board["tiles"]] == [tile["resource"] for tile in SNAPSHOT["board"]["tiles"]]


def test_points_are_what_the_other_player_can_see_and_hidden_ones_stand_apart() -> None:
    blue = player(settlements=(0, 16), ways=("0-1", "15-16"), dev="victory point", new="victory point, knight")
    tree = tree_of(position(blue))
    assert (tree["players"][0]["victory_points"], tree["players"][0]["hidden_victory_points"]) == (2, 2)
    assert tree["players"][0]["new_dev_cards"]["VICTORY_POINT"] == 1


def test_played_progress_cards_lie_on_the_pile_and_knights_before_their_player() -> None:
    blue = replace(BLUE, played_dev_cards=cards("2 knight, monopoly"))
    tree = tree_of(position(blue, replace(ORANGE, played_dev_cards=cards("road building"))))
    assert tree["discard_pile"] == {"dev_cards": ["ROAD_BUILDING", "MONOPOLY"]}
    assert [each["largest_army_size"] for each in tree["players"]] == [2, 0]


def test_the_robber_is_triggered_from_the_seven_until_he_stands() -> None:
    by_phase = {
        state.phase: tree_of(state)["turn"]["dice"]["robber_triggered"]
        for seed in range(4)
        for state in states(QUIET["base"], seed, 2_000)
    }
    assert by_phase == {phase: phase in ("DISCARD", "MOVE_ROBBER") for phase in by_phase}
    assert {"DISCARD", "MOVE_ROBBER", "ACTION", "ROLL", "SETUP", "TRADE_RESPONSE"} <= by_phase.keys()


def test_the_hash_is_sha_256_over_the_sorted_json_without_the_log() -> None:
    snapshot = recorded_game(Config(), 4, at_most=60).snapshot
    tree = json.loads(to_json(snapshot))
    assert tree.pop("log")
    assert tree.pop("compressed") is False
    text = json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert state_hash(snapshot) == "sha256:" + hashlib.sha256(text.encode()).hexdigest()
    assert state_hash(replace(snapshot, log=())) == state_hash(snapshot)
    assert canonical(snapshot).decode() == json.dumps(
        plain(snapshot), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )


# Both ways


@pytest.mark.parametrize("preset", PRESETS)
def test_every_state_on_the_way_comes_back_from_its_snapshot(preset: str) -> None:
    for number, state in enumerate(states(CONFIGS[preset], 1, 400)):
        snapshot = serialize(state, ABOUT)
        if number % 10 == 0:
            snapshot = from_msgpack(to_msgpack(snapshot))
        elif number % 10 == 5:
            snapshot = from_json(to_json(snapshot))
        assert deserialize(snapshot) == (state, ABOUT)


@pytest.mark.parametrize("preset", PRESETS)
def test_late_snapshots_are_small_and_the_same_in_every_form(preset: str) -> None:
    for seed in range(2):
        recorder = recorded_game(QUIET[preset], seed)
        snapshot = recorder.snapshot
        assert len(recorder.about.log) == len(snapshot.log) > 0
        packed_, arrays = to_msgpack(snapshot), to_npz(snapshot)
        longest = named_at_length(snapshot)
        sizes = (to_msgpack(longest, deflated=True), 5 * KB), (to_npz(longest), 6 * KB), (to_msgpack(longest), 8 * KB)
        assert all(len(data) <= at_most for data, at_most in sizes)
        assert from_npz(to_npz(longest)) == longest
        assert from_json(to_json(snapshot)) == from_msgpack(packed_) == from_npz(arrays) == snapshot
        assert deserialize(snapshot).state == recorder.state


def named_at_length(snapshot: StateSnapshot) -> StateSnapshot:
    """With names of as many letters as a name may have, none twice, four bytes each."""
    names = ["".join(chr(0x20000 + 97 * (64 * seat + letter)) for letter in range(64)) for seat in (0, 1)]
    blue, orange = (replace(player, name=name) for player, name in zip(snapshot.players, names, strict=True))
    return replace(snapshot, players=(blue, orange))


def test_msgpack_is_plain_and_deflated_only_on_request() -> None:
    snapshot = serialize(position(), ABOUT)
    tree = {**plain(snapshot), "compressed": True}
    assert msgspec.msgpack.decode(to_msgpack(snapshot)) == tree
    deflated = to_msgpack(snapshot, deflated=True)
    assert msgspec.msgpack.decode(zlib.decompress(deflated)) == tree
    assert from_msgpack(deflated) == snapshot


def test_names_are_kept() -> None:
    about = ABOUT._replace(names=("Zoë", "李"))
    assert deserialize(from_json(to_json(serialize(position(), about)))).about == about


# The specification's example, and 0.1


def test_the_specifications_example_is_read_and_its_breaches_are_named() -> None:
    snapshot = read(SNAPSHOT)
    assert (snapshot.turn.number, snapshot.players[1].name) == (12, "Orange")
    assert violations(snapshot) == (
        "$.players[0].hidden_victory_points: 1, where 0 follows from the rest",
        "$.players[0].victory_points: 7, where 4 follows from the rest",
        "$.players[1].hidden_victory_points: 2, where 1 follows from the rest",
        "$.players[1].victory_points: 6, where 2 follows from the rest",
        "port 0 lies on edge 5, which is not on the coast",
        "port 1 lies on edge 12, which is not on the coast",
        "there are not 19 of LUMBER, ORE",
    )


def old(state: State) -> Tree:
    """The state as 0.1 would have written it."""
    tree = {key: part for key, part in tree_of(state).items() if key in SNAPSHOT}
    variant = {key: tree["variant"][key] for key in SNAPSHOT["variant"]}
    return {**tree, "schema_version": "0.1.3", "variant": variant}


def test_a_document_of_0_1_is_read_and_its_titles_follow() -> None:
    long = player(settlements=(0, 16), ways=("0-1-2-3-4-5", "15-16"), played="3 knight")
    equal = player(settlements=(28, 43), ways=("25-26-27-28-29-30", "43-44"), played="3 knight")
    for holder in (0, 1):  # equal roads, equal armies: the points tell who holds both
        state = position(long, equal, longest_road=holder, largest_army=holder)
        assert (state.longest_road, state.largest_army) == (holder, holder)
        assert deserialize(read(old(state))).state == state
    alone = position(long)
    assert deserialize(read(old(alone))).state == alone


def test_of_a_game_that_is_over_0_1_says_who_has_the_points() -> None:
    finished = random_game(GAME.presets["short"], 6)[-1][2]
    assert finished.result is not None
    assert finished.result.reason == "points"
    restored = deserialize(read(old(finished))).state
    assert restored.result == finished.result


def test_of_a_seven_0_1_does_not_say_who_has_discarded_so_nobody_has() -> None:
    both = with_hand(BLUE, "9 ore, wool"), with_hand(ORANGE, "8 brick, 3 grain")
    state = position(*both, phase="DISCARD", owes=(5, 5))
    assert deserialize(read(old(state))).state == state
    one_is_done = position(both[0], with_hand(ORANGE, "6 grain"), phase="DISCARD", owes=(5, 0))
    assert deserialize(read(old(one_is_done))).state == one_is_done


def test_of_an_offer_0_1_does_not_say_what_it_is_and_that_is_named() -> None:
    state = say(position(with_hand(BLUE, "ore"), with_hand(ORANGE, "wool")), "offer: 1 ore for 1 wool")
    assert violations(read(old(state)))[0].startswith("$.further.offer: it is missing")


def test_other_versions_are_refused() -> None:
    tree = tree_of(position())
    assert violations(read({**tree, "schema_version": "0.2.9"})) == ()
    for version in ("0.4.0", "1.0.0"):
        assert violations(read({**tree, "schema_version": version})) == (
            f"schema_version {version}: read are 0.1.x, 0.2.x, 0.3.x",
        )


# What is refused


WRONG: dict[str, tuple[str, Any, str]] = {
    "a tile twice": ("board.tiles.3.tile_id", 4, "$.board.tiles[3].tile_id: 4, where 3 follows from the rest"),
    "two robbers": ("board.tiles.3.has_robber", True, "$.board.tiles[3].has_robber: true, where false follows"),
    "no robber": ("board.tiles.0.has_robber", False, "$.board.tiles[0].has_robber: false, where true follows"),
    "a port inland": ("board.ports.8.edge_id", 0, "port 8 lies on edge 0, which is not on the coast"),
    "two ports on one edge": ("board.ports.8.edge_id", 42, "ports 1 and 8 both lie on edge 42"),
    "players mixed up": ("players.0.player_id", 1, "$.players[0].player_id: 1, where 0 follows"),
    "points": ("players.1.victory_points", 9, "$.players[1].victory_points: 9, where 2 follows"),
    "an army": ("players.1.largest_army_size", 1, "$.players[1].largest_army_size: 1, where 0 follows"),
    "a pile": ("discard_pile.dev_cards", ["MONOPOLY"], '$.discard_pile.dev_cards: ["MONOPOLY"], where [] follows'),
    "over": ("is_game_over", True, "$.is_game_over: true, where false follows"),
    "a winner": ("winner_id", 1, "$.winner_id: 1, where null follows"),
    "no titles": ("titles", None, "schema_version 0.3.0 has titles and is_game_over"),
    "a card too many": ("bank.resources.ORE", 18, "there are not 19 of ORE"),
    "a deck of one": ("bank.dev_deck", ["KNIGHT"], "the development cards are not those of the game"),
    "roads twice": ("players.0.roads", [3, 3], "blue has more pieces than there are, or they do not ascend"),
    "a log of nonsense": (
        "log",
        [{"action_id": 1, "type": "END_TURN", "player_id": 0, "payload": {"edge_id": 1}}],
        "$.log[0].payload: Object contains unknown field `edge_id`",
    ),
    "a log that goes back": (
        "log",
        [{"action_id": number, "type": "END_TURN", "player_id": 0, "payload": {}} for number in (2, 2)],
        "$.log[1].action_id: 2 does not follow 2",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_breaks_its_own_words_or_the_rules_is_refused_and_named(name: str) -> None:
    path, new, words = WRONG[name]
    snapshot = read(changed(tree_of(position()), path, new))
    assert any(words in found for found in violations(snapshot)), violations(snapshot)
    with pytest.raises(Malformed):
        deserialize(snapshot)


def test_everything_that_is_wrong_with_the_shape_is_named_at_once() -> None:
    tree = tree_of(position())
    for path, new in (
        ("game_id", "no uuid"),
        ("turn.phase", "LUNCH"),
        ("board.tiles.4.tile_id", 19),
        ("players.1.roads", [72]),
        ("players.0.resources.GOLD", 1),
    ):
        tree = changed(tree, path, new)
    del tree["bank"]["dev_deck"]
    del tree["log"]
    with pytest.raises(Malformed) as caught:
        read(tree)
    found = caught.value.reason.split("; ")
    assert [each.partition(":")[0] for each in found] == [
        *("$.game_id", "$.turn.phase", "$.board.tiles[4].tile_id"),
        *("$.players[0].resources", "$.players[1].roads[0]", "$.bank", "$"),
    ]
    assert "there is no field 'GOLD'" in found[3]
    assert "the field 'dev_deck' is missing" in found[5]


def test_compressed_says_which_form_it_is() -> None:
    tree = tree_of(position())
    with pytest.raises(Malformed, match="compressed"):
        read({**tree, "compressed": True})
    with pytest.raises(Malformed, match="compressed"):
        from_msgpack(packed({**tree, "compressed": False}))


@pytest.mark.parametrize(
    "data", [b"", b"x", b"\x78\x9c", b"\x81\xa1a\x01", b"\x82\xa1a\x01\xa1a\x02", b"[]", b"PK\x03\x04"]
)
def test_what_is_no_snapshot_is_malformed_in_every_form(data: bytes) -> None:
    for reader in (from_json, from_msgpack, from_npz):
        with pytest.raises(Malformed):
            reader(data)


def test_few_bytes_do_not_become_many() -> None:
    with pytest.raises(Malformed, match="too long"):
        from_msgpack(zlib.compress(b"\x00" * 50_000_000))


def test_deflated_bytes_are_refused_for_what_is_wrong_with_them() -> None:
    data = to_msgpack(serialize(position(), ABOUT), deflated=True)
    for wrong, words in ((data[:-9], "cut off"), (data + b"x", "followed by something else")):
        with pytest.raises(Malformed, match=words):
            from_msgpack(wrong)


def test_a_log_has_the_latest_eight_actions_and_none_is_dropped_in_silence() -> None:
    entries = tuple(LogEntry(number, "END_TURN", number % 2, {}) for number in range(LOG_AT_MOST + 1))
    fits = ABOUT._replace(log=entries[1:])
    assert deserialize(serialize(position(), fits)).about == fits
    snapshot = serialize(position(), ABOUT._replace(log=entries))
    assert snapshot.log == entries
    with pytest.raises(Malformed, match="the latest 8 actions, not 9"):
        deserialize(snapshot)
    for writer, reader in ((to_json, from_json), (to_msgpack, from_msgpack)):
        with pytest.raises(Malformed, match=r"\$\.log: .*<= 8"):
            reader(writer(snapshot))


@pytest.mark.parametrize(
    ("path", "new"),
    [
        *(("turn.number", 10_001), ("further.offers_made", 40_000), ("further.departures", 1 << 32)),
        *(("further.away", [1 << 32, None]), ("further.dice_left", [0] * 37), ("further.owes", [1 << 20, 0])),
        *(("players.0.roads", [1] * 16), ("bank.dev_deck", ["KNIGHT"] * 26), ("players.0.longest_road_len", 40_000)),
    ],
)
def test_counts_that_no_game_comes_to_are_no_shape_of_one(path: str, new: Any) -> None:
    assert violations(read(tree_of(position()))) == ()
    with pytest.raises(Malformed, match=r"Expected"):
        read(changed(tree_of(position()), path, new))


# The schemas


def test_the_document_is_a_json_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("preset", PRESETS)
def test_snapshots_and_records_keep_to_their_schemas(preset: str) -> None:
    recorder = recorded_game(QUIET[preset], 8, at_most=300)
    validator("StateSnapshot").validate(json.loads(to_json(recorder.snapshot)))
    for record in recorder.records:
        part = "ActionRecord" if hasattr(record, "payload") else "Occurrence"
        validator(part).validate(plain(record))


def test_the_specifications_examples_keep_to_the_schemas() -> None:
    validator("StateSnapshot").validate(SNAPSHOT)
    validator("ActionRecord").validate(RECORD)


@pytest.mark.parametrize("document", [{"schema_version": 99}, {}, [], None, {**SNAPSHOT, "rng_state": 1}])
def test_the_schema_refuses_what_is_none_of_its_documents(document: Any) -> None:
    assert not Draft202012Validator(SCHEMA).is_valid(document)


@pytest.mark.parametrize(
    ("path", "new"),
    [
        *(("type", "DANCE"), ("type", "END_TURN"), ("payload.vertex_id", 54), ("payload.gold", 1)),
        *(("result.state_hash", "md5:1"), ("result.events", ["SUNRISE"]), ("player_id", 2), ("action_id", -1)),
        *(("timestamp_utc", "yesterday"), ("game_id", "1"), ("more", 1)),
    ],
)
def test_the_schema_of_a_record_bites(path: str, new: Any) -> None:
    assert not validator("ActionRecord").is_valid(changed(RECORD, path, new))


def test_every_flaw_of_the_rules_is_asked_for() -> None:
    state = position(with_hand(BLUE, "ore"))
    broken = replace(state, longest_road=1, departures=-1)
    found = violations(serialize(broken, ABOUT))
    assert set(GAME.flaws(broken)) <= set(found)
    assert GAME.flaws(broken)
