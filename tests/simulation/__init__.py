"""The whole server under faults, in one process, on a virtual clock: production hosts, services and relays; a store, a
bus and a network that fail by seed. A run that breaks a promise names its seed, and the seed breaks it again.
"""
