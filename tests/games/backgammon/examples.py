"""The two example states of the specification, to the letter."""

from typing import Any

INITIAL: dict[str, Any] = {
    "turn": 1,
    "activePlayer": "white",
    "dice": [3, 5],
    "diceUsed": [],
    "board": [2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2],
    "bar": {"white": 0, "black": 0},
    "home": {"white": 0, "black": 0},
    "lastMove": None,
    "status": "playing",
    "winner": None,
    "players": {"white": "alice", "black": "bob"},
    "messages": [{"type": "info", "text": "Game started. White to move.", "timestamp": "2025-01-21T12:00:00Z"}],
    "updatedAt": "2025-01-21T12:00:00Z",
}

MIDGAME: dict[str, Any] = {
    "turn": 12,
    "activePlayer": "black",
    "dice": [4, 2],
    "diceUsed": [],
    "board": [0, 0, 2, 0, 0, -4, 0, -2, 0, 0, 1, 4, -4, 0, 0, 1, 2, 0, 4, 0, 0, -1, 0, 0],
    "bar": {"white": 1, "black": 0},
    "home": {"white": 0, "black": 4},
    "lastMove": {"sequence": 11, "player": "white", "file": "0011-white-a3f2e1.json"},
    "status": "playing",
    "winner": None,
    "players": {"white": "alice", "black": "bob"},
    "messages": [
        {"type": "info", "text": "Game started. White to move.", "timestamp": "2025-01-21T12:00:00Z"},
        {"type": "info", "text": "White piece hit on point 21.", "timestamp": "2025-01-21T12:15:32Z"},
    ],
    "updatedAt": "2025-01-21T12:15:32Z",
}
