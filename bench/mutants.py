"""Rules broken on purpose: each of these changes must make some test fail.

    python -m bench.mutants [NAME …]

Each mutant is a copy of the sources with one passage changed; the game's own tests run on it until the first fails.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
GOMOKU = "src/ludoteca/games/gomoku"
BACKGAMMON = "src/ludoteca/games/backgammon"
ORCAIN = "src/ludoteca/games/orcain"
BRISCOLA = "src/ludoteca/games/briscola"
CATAN = "src/ludoteca/games/catan"


class Mutant(NamedTuple):
    file: str
    passage: str
    instead: str


MUTANTS: dict[str, Mutant] = {
    "six in a row does not win": Mutant(
        f"{GOMOKU}/wins.py",
        'case "freestyle":\n            return True',
        'case "freestyle":\n            return row.length == 5',
    ),
    "ranked games go on after a time-out": Mutant(
        f"{GOMOKU}/rules.py", '"forfeit_main_game" if state.config.mode == "ranked" else "auto"', '"auto"'
    ),
    "a refused confirm is no sign of life": Mutant(
        f"{ORCAIN}/rules.py", "message_type not in LAYOUT_MESSAGES", 'message_type != "layout_draft"'
    ),
    "the wrong opener": Mutant(
        f"{GOMOKU}/rules.py",
        "players[config.opener], players[1 - config.opener]",
        "players[1 - config.opener], players[config.opener]",
    ),
    "a choice by the wrong player": Mutant(
        f"{GOMOKU}/swap2.py",
        "    _check(state, player_id, tuple(OPTIONS_IN))\n",
        "    _check(state, state.active_player_id, tuple(OPTIONS_IN))\n",
    ),
    "a fourth stone in placement": Mutant(f"{GOMOKU}/swap2.py", "        case 3:\n", "        case 4:\n"),
    "colours the wrong way round": Mutant(
        f"{GOMOKU}/swap2.py",
        'if chosen == "black" else (other, player_id)',
        'if chosen == "white" else (other, player_id)',
    ),
    "white moves first": Mutant(f"{GOMOKU}/swap2.py", 'black if first_mover == "black" else white', "white"),
    "the edge blocks in caro": Mutant(
        f"{GOMOKU}/wins.py",
        "at(board, *row.cell(-1)) == at(board, *row.cell(row.length)) == OTHER[mark]",
        "{at(board, *row.cell(-1)), at(board, *row.cell(row.length))} <= {OTHER[mark], None}",
    ),
    "out of time is white": Mutant(
        f"{GOMOKU}/swap2.py",
        'TIMED_OUT_CHOICE: Final[Choice] = "black"',
        'TIMED_OUT_CHOICE: Final[Choice] = "white"',
    ),
    "ranked without Swap 2": Mutant(f"{GOMOKU}/rules.py", '    if config.mode == "ranked":\n        return True\n', ""),
    "the lower die will do": Mutant(f"{BACKGAMMON}/plays.py", "tuple(by_high or by_low)", "tuple(by_high + by_low)"),
    "any first move will do": Mutant(
        f"{BACKGAMMON}/plays.py", "    if both:\n        return tuple(sorted(both, reverse=True))\n", ""
    ),
    "who cannot come in moves elsewhere": Mutant(
        f"{BACKGAMMON}/plays.py",
        "return [OWN_BAR] if seen[OWN_BAR - die] >= -1 else []",
        "if seen[OWN_BAR - die] >= -1:\n            return [OWN_BAR]",
    ),
    "a higher die always bears off": Mutant(f"{BACKGAMMON}/plays.py", "elif farthest < die:", "elif farthest:"),
    "a hit checker is off": Mutant(f"{BACKGAMMON}/plays.py", "        board[THEIR_BAR] += 1\n", ""),
    "a tie begins": Mutant(
        f"{BACKGAMMON}/turns.py",
        "    if dice[0] == dice[1]:\n        return Step(state",
        "    if False:\n        return Step(state",
    ),
    "a gammon in the winner's home only": Mutant(
        f"{BACKGAMMON}/board.py", 'else "gammon"\n\n\ndef _index', 'else "single"\n\n\ndef _index'
    ),
    "doubling in the Crawford game": Mutant(f"{BACKGAMMON}/match.py", "        and not state.crawford_game\n", ""),
    "Jacoby whatever the cube": Mutant(
        f"{BACKGAMMON}/match.py", "state.config.jacoby and is_untouched", "state.config.jacoby"
    ),
    "undo forgets whom it hit": Mutant(
        f"{BACKGAMMON}/turns.py", "-sign if move.hit else board[move.to] - sign", "board[move.to] - sign"
    ),
    "a drop costs the new value": Mutant(
        f"{BACKGAMMON}/match.py",
        "return state.cube.value * (",
        'return state.cube.value * (2 if kind == "single" else 1) * (',
    ),
    "blows before heals": Mutant(
        f"{ORCAIN}/battle.py",
        "_after(_healed(hp.first, first, max_hp), damage(first, second))",
        "_healed(_after(hp.first, damage(first, second)), first, max_hp)",
    ),
    "grass blocks": Mutant(f"{ORCAIN}/battle.py", 'own not in ("defense", "counter")', 'own in ("attack", "heal")'),
    "an empty draft is AFK": Mutant(
        f"{ORCAIN}/rules.py",
        "had_draft=changed(state.had_draft, seat, True)",
        "had_draft=changed(state.had_draft, seat, layout != EMPTY)",
    ),
    "one round AFK loses": Mutant(f"{ORCAIN}/types.py", "AFK_ROUNDS: Final = 2", "AFK_ROUNDS: Final = 1"),
    "one AFK is looked at before both": Mutant(
        f"{ORCAIN}/rules.py", "if counted.both_afk_streak >= AFK_ROUNDS:", "if counted.both_afk_streak > AFK_ROUNDS:"
    ),
    "a confirm can be taken back": Mutant(
        f"{ORCAIN}/rules.py", "    if seat not in to_act(state):", '    if state.phase != "PREP":'
    ),
    "streaks are told with the cards still hidden": Mutant(
        f"{ORCAIN}/rules.py", 'Step(replace(state, phase="REVEAL")', 'Step(replace(counted, phase="REVEAL")'
    ),
    "a draft is heard of": Mutant(
        f"{ORCAIN}/rules.py",
        "return Step(_laid_out(state, seat, layout))",
        "return Step(_laid_out(state, seat, layout), (Event(ConfirmOk(0, seat), frozenset({seat})),))",
    ),
    "readiness is having drafted": Mutant(
        f"{ORCAIN}/view.py", "confirmed=state.confirmed,", "confirmed=state.had_draft,"
    ),
    "0 hit points end a match in mid-round": Mutant(
        f"{ORCAIN}/rules.py",
        "    if len(state.steps) < STEPS:",
        "    if len(state.steps) < STEPS and 0 not in state.hp:",
    ),
    "who is first wins a draw": Mutant(
        f"{ORCAIN}/endings.py", "None if first == second else int(second > first)", "int(second > first)"
    ),
    "a match ends twice": Mutant(
        f"{ORCAIN}/endings.py", "    if state.result is not None:\n        return Step(state)\n", ""
    ),
    "the pot of a draw burns": Mutant(
        f"{ORCAIN}/endings.py", "        return stakes(config)\n", "        return (0, 0)\n"
    ),
    "any suit takes a trick": Mutant(f"{BRISCOLA}/cards.py", "suit_of(card) == led, STRENGTH", "True, STRENGTH"),
    "a poor hand is kept": Mutant(
        f"{BRISCOLA}/hand_steps.py", "for hand in cards) < KEPT_FROM", "for hand in cards) < 0"
    ),
    "the same dealer after five passes": Mutant(
        f"{BRISCOLA}/hand_steps.py", "dealer=auction.after(state.dealer)[0]", "dealer=state.dealer"
    ),
    "the auction goes on at 120": Mutant(f"{BRISCOLA}/auction.py", " or last.bid == MOST)", ")"),
    "who has passed bids again": Mutant(
        f"{BRISCOLA}/auction.py", "for seat in after(last) if seat not in out", "for seat in after(last)"
    ),
    "the seat after the caller leads": Mutant(
        f"{BRISCOLA}/hand.py",
        "return state.tricks[-1].winner if state.tricks else caller(state)",
        "return state.tricks[-1].winner if state.tricks else ((caller(state) or 0) + 1) % 5",
    ),
    "a contract needs one point more": Mutant(
        f"{BRISCOLA}/hand_score.py", "made=side >= contract,", "made=side > contract,"
    ),
    "alone counts as two": Mutant(f"{BRISCOLA}/hand_score.py", "4 if helper is None else 2", "2"),
    "all know the partner at once": Mutant(
        f"{BRISCOLA}/hand.py", "return partner(state) if is_called_card_out(state) else None", "return partner(state)"
    ),
    "all know that the caller is alone": Mutant(
        f"{BRISCOLA}/view.py", "may_know = is_called_card_out(state) or (", "may_know = True or ("
    ),
    "a hand goes to everybody": Mutant(
        f"{BRISCOLA}/wire_values.py", "whole(state.hands[seat])), frozenset({seat}))", "whole(state.hands[seat])))"
    ),
    "a believed world may hold a deal that was thrown in": Mutant(
        f"{BRISCOLA}/view.py", "if all(points(hand) >= least for", "if True or all(points(hand) >= least for"
    ),
    "a refusal tells who has the card": Mutant(
        f"{BRISCOLA}/hand_steps.py",
        '"that card is not in your hand", card_id=card)',
        '"that card is not in your hand", holders=[card in other for other in state.hands])',
    ),
    "the order of a hand is forgotten": Mutant(
        f"{BRISCOLA}/hand_steps.py", "tuple(other for other in hand if other != card)", "in_order(set(hand) - {card})"
    ),
    "a building does not cut a road": Mutant(f"{CATAN}/roads.py", "0 if there in cut_at else ", ""),
    "the cut road is not measured": Mutant(
        f"{CATAN}/construction.py", "return measured(state, seat) if meeting >= 2 else state", "return state"
    ),
    "a tie takes the title": Mutant(
        f"{CATAN}/victory.py",
        "counts[holder] >= max(at_least, counts[other(holder)])",
        "counts[holder] > counts[1 - holder]",
    ),
    "roads past the other player's building": Mutant(f"{CATAN}/sites.py", ".difference(other_buildings)\n", "\n"),
    "no distance rule": Mutant(
        f"{CATAN}/sites.py", "return vertex not in all_buildings and not any(", "return not any("
    ),
    "the robber does not stop production": Mutant(f"{CATAN}/production.py", " and tile != state.robber", ""),
    "a shortage gives to whom it can": Mutant(f"{CATAN}/production.py", " if is_one_alone else 0", ""),
    "a shortage gives nobody anything": Mutant(
        f"{CATAN}/production.py", "min(share[resource], left) if is_one_alone else 0", "0"
    ),
    "discards are rounded up": Mutant(f"{CATAN}/robber.py", "return cards // 2 if", "return (cards + 1) // 2 if"),
    "nine cards are too many": Mutant(
        f"{CATAN}/robber.py", "if cards <= config.discard_threshold", "if cards < config.discard_threshold"
    ),
    "the robber may stay": Mutant(f"{CATAN}/robber.py", "closed = {state.robber, ", "closed = {"),
    "a victim may be spared": Mutant(
        f"{CATAN}/robber.py", "if victims[tile] != steal_from:", "if steal_from not in (None, victims[tile]):"
    ),
    "everybody hears what is stolen": Mutant(
        f"{CATAN}/robber.py", "ResourceStolen(thief, victim, None), seats", "private, seats"
    ),
    "a new card may be played": Mutant(
        f"{CATAN}/development.py",
        "    if not own.dev_cards[card]:",
        "    if not own.dev_cards[card] + own.new_dev_cards[card]:",
    ),
    "several cards a turn": Mutant(f"{CATAN}/development.py", ", has_played_card=True)", ")"),
    "a knight robs nobody": Mutant(
        f"{CATAN}/robber.py", 'asked = None if steal_from is None else "theft"', "asked = None"
    ),
    "ports trade anything": Mutant(f"{CATAN}/trade.py", 'if kind != "ANY" and give', 'if kind == "" and give'),
    "gifts are trades": Mutant(f"{CATAN}/trade.py", "if NONE in (offer.give, offer.receive):", "if False:"),
    "views have the standard ports": Mutant(f"{CATAN}/view.py", "port_edges=state.board.port_edges", ""),
    "the other player wins on my turn": Mutant(
        f"{CATAN}/victory.py",
        "points(state, before.current) >= state.config",
        "points(state, 1 - before.current) >= state.config",
    ),
    "hidden points do not win": Mutant(
        f"{CATAN}/victory.py", "if state.asked is None and points(", "if state.asked is None and visible_points("
    ),
    "a seat is believed to have won": Mutant(
        f"{CATAN}/view.py", "if not any(has_won(world, seat) for seat in closed):", "if world is not None:"
    ),
    "the opponent's cards are shown": Mutant(
        f"{CATAN}/view.py", "dev_cards=player.dev_cards if open_ else None", "dev_cards=player.dev_cards"
    ),
    "the second settlement brings nothing": Mutant(
        f"{CATAN}/setup_phase.py", "    if action.turn == 1:\n", "    if action.turn:\n"
    ),
}


def survives(mutant: Mutant) -> bool:
    """Whether the tests pass on the mutant, which they should not."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for part in ("src", "tests", "bench", "pyproject.toml"):
            _copy(ROOT / part, home / part)
        file = home / mutant.file
        text = file.read_text(encoding="utf-8")
        if mutant.passage not in text:
            raise LookupError(f"{mutant.file} has no passage {mutant.passage!r}: the mutant is out of date")
        file.write_text(text.replace(mutant.passage, mutant.instead), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", _tests_of(mutant)]
        environment = {**os.environ, "PYTHONPATH": str(home / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        environment["CATAN_GAMES"] = "8"  # a broken rule shows in a few games of each kind
        done = subprocess.run(command, cwd=home, env=environment, capture_output=True, check=False)
        if done.returncode not in (0, 1):
            raise RuntimeError(done.stdout.decode() + done.stderr.decode())
        return done.returncode == 0


def _tests_of(mutant: Mutant) -> str:
    return f"tests/games/{Path(mutant.file).parent.name}"


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


def main() -> int:
    parser = argparse.ArgumentParser(description="Break rules on purpose and see whether the tests notice.")
    parser.add_argument(
        "names", nargs="*", choices=[*MUTANTS, []], metavar="NAME", help=f"one of: {', '.join(MUTANTS)}"
    )
    asked = parser.parse_args()
    survivors = 0
    for name in asked.names or MUTANTS:
        alive = survives(MUTANTS[name])
        survivors += alive
        print(f"{'SURVIVES' if alive else 'found'}  {name}", flush=True)
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
