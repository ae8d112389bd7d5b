"""Real services for tests: a PostgreSQL, a browser, Node and what npm has installed."""
