"""The web as part of a process: ASGI, the page, health, limits, and what requests share."""
