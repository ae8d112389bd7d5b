"""The shell around tables: buses, stores, hosts, and the service that keeps every table hosted somewhere.

May know: the kernel, the table, dealers. Games and bots are passed in; none is known by name.
"""
