"""How many files and sockets this process may have open. Systems give programs a low limit that each may raise."""

import resource


def raise_open_files() -> int:
    """Raise the limit as far as the system lets a program raise its own; the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == hard:
        return soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (ValueError, OSError):  # macOS says that there is no limit, and accepts none
        return soft
    return hard
