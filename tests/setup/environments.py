"""What pip and uv are told by the environment, in tests that install something."""

import os
from typing import Final

CLOSED: Final = "http://127.0.0.1:9/simple"
"""An index where nobody answers."""


def environment(index: str, path: str = os.defpath) -> dict[str, str]:
    """No setting of this machine's pip or uv gets in, and uv only where a test wants it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "UV_", "PYTHON"))}
    pip = {"PIP_INDEX_URL": index, "PIP_CONFIG_FILE": os.devnull, "PIP_RETRIES": "1", "PIP_NO_CACHE_DIR": "1"}
    quiet = {"PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    uv = {"UV_DEFAULT_INDEX": index, "UV_NO_CACHE": "1", "UV_NO_CONFIG": "1", "UV_HTTP_RETRIES": "0"}
    return {**kept, **pip, **quiet, **uv, "LUDOTECA_SKIP_FRONT": "1", "PATH": path}
