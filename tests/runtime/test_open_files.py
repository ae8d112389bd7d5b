"""How many files a process may have open."""

import subprocess
import sys

SCRIPT = """
import resource
from ludoteca.runtime.open_files import raise_open_files
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (64, hard))
assert raise_open_files() == hard
assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)
"""


def test_the_limit_is_raised_as_far_as_the_system_allows() -> None:
    assert subprocess.run([sys.executable, "-c", SCRIPT], check=False).returncode == 0
