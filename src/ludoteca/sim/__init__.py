"""Simulation: games played by programs, in numbers, and what programs learn from."""
