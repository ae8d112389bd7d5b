"""Real processes on a real store, killed, stopped and cut off while games are played on them."""
