"""Ludoteca: write a game's rules once, as a pure function; play, replay, verify and serve it from there."""

__version__ = "0.1.0"
