"""Simulation: many games between bots, and what comes of them.

A `Batch` says what is played; `running` plays it on several workers, `results` keeps it in a file that a killed run
goes on with, `summary` counts. docs/simulation.md is the manual. A package named after a game has its arrays.

Laws kept here:
- What comes of a game depends on the batch and the game's number alone: not on workers, order or time.
- Bots get views and legal actions, as at any table.

Must not know: tables, servers, the web. A game is known by name only in `facts` and in its own package.
"""
