"""A slow machine is no fault of the kernel's: examples have no deadline."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
