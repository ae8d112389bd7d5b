"""`python -I -m ludoteca.gitplay`: the `post-receive` hook of a club's repository on a server."""

import sys

from .processor.receiving import hook

sys.exit(hook())
