"""Play: rooms, matches, series, matchmaking, and what they are made of."""
