"""Orcain: a duel of sealed layouts, three cards a round. RULES.md says how it is played here."""
