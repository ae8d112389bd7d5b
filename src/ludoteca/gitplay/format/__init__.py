"""What is in the repository: the files under `tables/`, the names, and the messages of commits."""
