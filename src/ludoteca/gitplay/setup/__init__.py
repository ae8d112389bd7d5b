"""What `init` and `workflows` write: the repository's first commit, its hook, and what GitHub runs."""
