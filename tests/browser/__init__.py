"""The whole product as people meet it: a real browser, before a real server.

Things are found by their role and their accessible name, so that every test is one of accessibility too.
"""
