"""A host and its tables, for every game and both toys: what it keeps secret, how it measures time, what it survives.

On the virtual clock of the simulation: nothing here waits. `LUDOTECA_TEST_TIMES=100` plays a hundred times as much.
"""
