"""Accounts: guests, members, passwords, GitHub."""
