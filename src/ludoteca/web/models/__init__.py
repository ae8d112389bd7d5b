"""What the web keeps: people (`people.py`) and what they play (`play.py`).

Laws kept here: the database refuses what must never be: two players on a seat, a stake taken twice, points below zero.
Must not know: any game. What a table holds belongs to the runtime's store; here is only what outlives it.
"""

from .people import LedgerEntry, Player, Rating, Report
from .play import Invitation, Match, MatchSeat, Room, RoomSeat, Series, Ticket

__all__ = [
    "Invitation",
    "LedgerEntry",
    "Match",
    "MatchSeat",
    "Player",
    "Rating",
    "Report",
    "Room",
    "RoomSeat",
    "Series",
    "Ticket",
]
