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

# Thousands of simulated faults would drown whatever a failing test has to say. Tests of the logs start a real process.
structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))


def pytest_collection_finish() -> None:
    """Thousands of tests that wait are no garbage: whoever collects it need not look at them again and again."""
    gc.freeze()
