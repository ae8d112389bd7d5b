"""The gateway in a real loop, over real sockets; clients write WebSocket frames by hand, right ones and wrong ones."""
