"""Where a process listens: it takes any port that is free, and is looked at afterwards. One that a test chose for it
could be another's by the time it is taken."""

import psutil


def other_port(pid: int, port: int) -> int:
    """Of a process that listens on two, and tells of one only."""
    found = psutil.Process(pid).net_connections("tcp")
    [other] = {each.laddr.port for each in found if each.status == psutil.CONN_LISTEN} - {port}
    return other
