"""The table: one running match, sans-I/O. What happened and the time go in; new values and what to do come out.

May know: the kernel. A game reaches it as an argument, never by name; what only one game needs travels as its config.
Must not know: any clock, any transport, any store, any source of randomness.
"""
