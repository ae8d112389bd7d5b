"""Briscola chiamata: five players, an auction, a called card, a secret partner. RULES.md says how it is played here."""
