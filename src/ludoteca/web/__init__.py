"""The web: accounts, rooms, matches, series, queues; pages, a JSON API and live updates. Django and Channels.

Laws kept here:
- No rules, and no game by name: a game is reached through the registry and the contract alone. The two columns of the
  Swap 2 specification (`swap2_columns.py`) are the one exception.
- A table belongs to the runtime. The web opens tables, says who sits where, and hears how they ended, over the bridge.
- Whatever is told twice is done once: matches end, points are given and stakes move under a row that says so.
"""
