"""`.mat` files: matches as GNU Backgammon, Jellyfish and most other programs read and write them.

     7 point match

     Game 1
     alice : 0                            bob : 0
      1) 31: 8/5 6/5                      42: 8/4 6/4
      2)  Doubles => 2                     Takes
      ...
          Wins 2 points

White is on the left. A play is written one checker and one die at a time; the bar is 25, off is 0. There is no formal
specification, so the reader accepts more than the writer produces.
"""

import re
from collections.abc import Iterator
from itertools import count
from typing import Final, Literal, NamedTuple, TypeAlias

from ludoteca.kernel import Malformed, Value

from .types import Pair, Side

_LEFT: Final = 5  # where the columns begin
_RIGHT: Final = 38
_MIDDLE: Final = 20  # a lone entry that begins further right is black's

_LENGTH: Final = re.compile(r"\s*(\d{1,5})\s+point\s+match", re.IGNORECASE)
_GAME: Final = re.compile(r"\s*Game\s+(\d{1,5})\s*$")
_SCORES: Final = re.compile(r"\s*(?P<white>\S.*?)\s*:\s*(\d{1,5})\s+(?P<black>\S.*?)\s*:\s*(\d{1,5})\s*$")
_HEADER: Final = re.compile(r'\s*[;#]\s*\[(?P<key>[^"\]]+?)\s*"(?P<text>[^"]*)"\]')
_STEP: Final = r"(?:bar|\d{1,2})(?:/(?:bar|off|\d{1,2})\*?)+(?:\(\d\))?"
_CELL: Final = re.compile(
    rf"(?P<dice>[1-6]{{2}}):(?P<play>(?:\s+{_STEP})*)(?:\s+(?:Cannot Move|\?+))?"
    r"|(?P<word>Doubles|Takes|Drops)(?:\s*=>\s*(?P<value>\d{1,5}))?"
    r"|Wins\s+(?P<points>\d{1,5})\s+points?(?:\s+and the match)?",
    re.IGNORECASE,
)
_UNSAFE: Final = re.compile(r'[\s:;"\[\]\x00-\x1f]+')

Word: TypeAlias = Literal["Doubles", "Takes", "Drops"]


class Turn(Value, frozen=True, tag="turn"):
    """A roll and the moves played with it; none after a pass or a resignation."""

    side: Side
    dice: Pair
    play: str


class CubeTurn(Value, frozen=True, tag="cube"):
    side: Side
    word: Word
    value: int | None = None


Entry: TypeAlias = Turn | CubeTurn


class MatGame(Value, frozen=True):
    score: Pair
    entries: tuple[Entry, ...]
    winner: Side | None = None  # None: not finished
    points: int = 0


class MatMatch(Value, frozen=True):
    players: tuple[str, str]
    points: int  # 0: a money session
    games: tuple[MatGame, ...]


def write(match: MatMatch) -> str:
    players = tuple(_UNSAFE.sub("_", name) or "_" for name in match.players)
    lines = [f'; [Player {number} "{name}"]' for number, name in enumerate(players, start=1)]
    lines += ["", f" {match.points} point match"]
    for number, game in enumerate(match.games, start=1):
        scores = [f"{name} : {score}" for name, score in zip(players, game.score, strict=True)]
        lines += ["", f" Game {number}", f" {scores[0]}".ljust(_RIGHT) + scores[1]]
        lines += _rows(game, _wins(match, game))
    return "\n".join(lines) + "\n"


def read(text: str) -> MatMatch:
    """The match of a file, or Malformed with the number of the line that cannot be read."""
    names: dict[str, str] = {}
    points: int | None = None
    games: list[_Draft] = []
    for number, line in enumerate(text.lstrip("\ufeff").expandtabs(16).splitlines(), start=1):
        if not line.strip():
            continue
        if found := _HEADER.match(line):
            names[found["key"]] = found["text"]
        elif line.lstrip()[:1] in (";", "#"):
            continue
        elif points is None:
            points = _length(line, number)
        elif _GAME.match(line):
            games.append(_Draft(number, [], [], []))
        elif games:
            _add(games[-1], line, number)
    if points is None:
        raise Malformed("no line says how many points the match has", "line 1")
    finished = tuple(draft.finished() for draft in games)
    first = games[0].names[:2] if games else []
    players = (*first, names.get("Player 1", "white"), names.get("Player 2", "black"))
    return MatMatch((players[0], players[1]), points, finished)


class _Draft(NamedTuple):
    """A game while its lines are being read."""

    line: int
    names: list[str]
    score: list[int]
    cells: list[tuple[Side, re.Match[str]]]

    def finished(self) -> MatGame:
        if len(self.score) != 2:
            raise Malformed("a game without a line of players and scores", f"line {self.line}")
        wins = [(side, int(cell["points"])) for side, cell in self.cells if cell["points"]]
        entries = tuple(_entry(side, cell) for side, cell in self.cells if not cell["points"])
        winner, points = wins[-1] if wins else (None, 0)
        return MatGame((self.score[0], self.score[1]), entries, winner, points)


def _add(draft: _Draft, line: str, number: int) -> None:
    if not draft.score:
        found = _SCORES.match(line)
        if found is None:
            raise Malformed("here the players and their scores should stand", f"line {number}")
        draft.names.extend((found["white"], found["black"]))
        draft.score.extend((int(found[2]), int(found[4])))
        return
    draft.cells.extend(_cells(line, number))


def _cells(line: str, number: int) -> Iterator[tuple[Side, re.Match[str]]]:
    body = re.sub(r"^\s*\d+\)", lambda found: " " * len(found[0]), line)
    found = list(_CELL.finditer(body))
    rest = _CELL.sub("", body).strip()
    if not found or len(found) > 2 or rest:
        if re.fullmatch(r"\s*\d+\)\s*", line):
            return
        raise Malformed(f"{(rest or line.strip())[:40]!r} is no entry of a game", f"line {number}")
    for place, cell in enumerate(found):
        yield (place if len(found) == 2 else int(cell.start() >= _MIDDLE)), cell


def _entry(side: Side, cell: re.Match[str]) -> Entry:
    if cell["dice"]:
        return Turn(side, (int(cell["dice"][0]), int(cell["dice"][1])), " ".join(cell["play"].lower().split()))
    words: dict[str, Word] = {"doubles": "Doubles", "takes": "Takes", "drops": "Drops"}
    return CubeTurn(side, words[cell["word"].lower()], int(cell["value"]) if cell["value"] else None)


def _length(line: str, number: int) -> int:
    found = _LENGTH.match(line)
    if found is None:
        raise Malformed("here the length of the match should stand, like `7 point match`", f"line {number}")
    return int(found[1])


def _rows(game: MatGame, wins: str) -> Iterator[str]:
    """White's entries on the left, black's on the right; a row ends where the next entry does not fit. The points won
    come last: GNU Backgammon looks for black's beside white's last entry, not below it."""
    numbers = count(1)
    row: list[str | None] = [None, None]
    for entry in game.entries:
        if row[1] is not None or (entry.side == 0 and row[0] is not None):
            yield _row(next(numbers), row)
            row = [None, None]
        row[entry.side] = _cell_text(entry)
    if game.winner == 1 and row[1] is None:
        row[1], wins = wins, ""
    if row != [None, None]:
        yield _row(next(numbers), row)
    if wins:
        yield " " * (_LEFT if game.winner == 0 else _RIGHT) + wins


def _row(number: int, row: list[str | None]) -> str:
    left = f"{number:>3}) ".ljust(_LEFT) + (row[0] or "")
    return f"{left.ljust(_RIGHT - 2)}  {row[1] or ''}".rstrip()


def _cell_text(entry: Entry) -> str:
    if isinstance(entry, CubeTurn):
        return f" {entry.word}" + (f" => {entry.value}" if entry.value else "")
    return f"{entry.dice[0]}{entry.dice[1]}: {entry.play}".rstrip()


def _wins(match: MatMatch, game: MatGame) -> str:
    if game.winner is None:
        return ""
    points = "1 point" if game.points == 1 else f"{game.points} points"
    is_last = match.points and game.score[game.winner] + game.points >= match.points
    return f" Wins {points}{' and the match' if is_last else ''}"
