"""Codes of rooms and ids of tables: six letters that nobody can guess and everybody can read out."""

import secrets
from typing import Final

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(6))
