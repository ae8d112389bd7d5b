"""Tables in one file: SQLite, one process, every commit on the disk."""
