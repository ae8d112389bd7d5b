"""Live updates: what has changed, pushed to the sockets that follow it."""
