"""Simulation: many games between bots, and their statistics.

A `Batch` says what is played; `runner` plays it on several workers, `results` stores it in a file from which a killed
run can resume, `summary` counts. docs/simulation.md is the manual. A package named after a game has its arrays.

Laws kept here:
- The result of a game depends on the batch and the game's number alone: not on workers, order or time.
- Bots get views and legal actions, as at any table.

Must not know: tables, servers, the web. A game is known by name only in `game_facts` and in its own package.
"""
