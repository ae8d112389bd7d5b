"""What the system says of this process, under the names that Prometheus has for it. The collector of its library
reads Linux's `/proc` only; this one also serves macOS.

Must not know: what the process does.
"""

import os
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

STARTED: Final = time.time()


class ProcessMetrics(Collector):
    def collect(self) -> Iterator[Metric]:
        used = os.times()
        yield CounterMetricFamily("process_cpu_seconds", "processor time, user and system", used.user + used.system)
        yield GaugeMetricFamily("process_resident_memory_bytes", "memory of this process", _resident_bytes())
        yield GaugeMetricFamily("process_open_fds", "open files and sockets", len(os.listdir("/dev/fd")))
        yield GaugeMetricFamily("process_max_fds", "how many may be open", _open_files_at_most())
        yield GaugeMetricFamily("process_start_time_seconds", "when it started, since 1970", STARTED)


def _resident_bytes() -> float:
    """Now on Linux; elsewhere the most there ever was."""
    now = Path("/proc/self/statm")
    if now.exists():
        return int(now.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _open_files_at_most() -> float:
    """A limit that is none is a very large one: that of the system."""
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if limit == resource.RLIM_INFINITY else limit
