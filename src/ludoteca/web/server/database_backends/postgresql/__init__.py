"""`ENGINE` of the settings for PostgreSQL."""
