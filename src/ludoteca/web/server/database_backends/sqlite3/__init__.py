"""`ENGINE` of the settings for SQLite."""
