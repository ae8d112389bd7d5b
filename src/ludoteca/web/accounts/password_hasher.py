"""Passwords, hashed so that a small machine can do it: OWASP's 19 MiB, and only a few at a time.

Django's own measure takes 100 MiB a hash, and as many at once as there are requests.
"""

from threading import BoundedSemaphore
from typing import Final

from django.contrib.auth.hashers import Argon2PasswordHasher

_few: Final = BoundedSemaphore(2)


class Hasher(Argon2PasswordHasher):
    memory_cost = 19 * 1024
    time_cost = 2
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with _few:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with _few:
            return super().verify(password, encoded)
