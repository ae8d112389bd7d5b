"""The gateway: table sockets, in the process that serves the tables. docs/protocol.md is the manual.

May know: the table's wire, the runtime, tokens. Must not know: any game, what is in a payload.
"""
