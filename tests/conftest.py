"""How Hypothesis runs here: without deadlines, because a slow machine is no fault of ours, and with the same examples
every time, so that a change is judged by what it changed. `HYPOTHESIS_PROFILE=search` looks for new ones.
"""

import gc
import logging
import os

import structlog
from hypothesis import HealthCheck, settings

settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("search", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

# Logs of thousands of simulated faults would drown the message of a failing test. Tests of logs start a real process.
structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))


def pytest_collection_finish() -> None:
    """Thousands of collected tests are not garbage: freeze them, so that the collector never scans them again."""
    gc.freeze()
