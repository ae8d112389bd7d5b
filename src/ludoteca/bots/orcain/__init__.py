"""Orcain bots, and the exact solution of the game."""
