"""The shell around tables: buses, stores, hosts, the service that keeps every table served.

May know: the kernel, the table, dealers. Games and bots are handed in; none is known by name.
"""
