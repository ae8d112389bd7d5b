"""What answers a push, and what checks the answers: read `pipeline.py` first."""
