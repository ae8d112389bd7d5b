"""Tables in one SQLite file: one process, every commit synced to disk."""
