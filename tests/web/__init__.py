"""The web: accounts, rooms, series, queues, the API and live updates, against real databases and real processes."""
