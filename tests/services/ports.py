"""The ports of a process: it takes any free port, and the test looks them up afterwards. A port that a test chose in
advance could be taken by then."""

import psutil


def other_port(pid: int, port: int) -> int:
    """The other port of a process that listens on two and prints one."""
    found = psutil.Process(pid).net_connections("tcp")
    [other] = {each.laddr.port for each in found if each.status == psutil.CONN_LISTEN} - {port}
    return other
