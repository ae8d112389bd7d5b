"""Where a process listens: it takes any port that is free, and is looked at afterwards. One that a test chose for it
could be another's by the time it is taken."""

import psutil


def listening(pid: int) -> set[int]:
    """All ports on which connections are taken."""
    found = psutil.Process(pid).net_connections("tcp")
    return {each.laddr.port for each in found if each.status == psutil.CONN_LISTEN}
