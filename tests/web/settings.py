"""The settings of the web, for those who load them without a server: the type checker, and tests of the database.

The environment is left as it was: other tests look into it.
"""

import os

_GIVEN = {
    "LUDOTECA_SECRET_KEY": "a secret that is used by tests and by nobody else",
    "DATABASE_URL": "sqlite:///:memory:",
}
_before = dict(os.environ)
os.environ.update(_GIVEN)
try:
    from ludoteca.web.settings import *  # noqa: F403
finally:
    os.environ.clear()
    os.environ.update(_before)

# What a password is worth is tried on a real server; here it must only be the right one.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
