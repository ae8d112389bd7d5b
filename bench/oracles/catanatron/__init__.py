"""Catan against catanatron: whole games of ours, which it plays along by its own rules.

    python -m bench.oracles.catanatron --games 500

After every action hands, bank, pieces, development cards, deck, points, titles, the lengths of the longest roads, the
robber and all legal actions must be the same. Chance is ours, and forced upon it. Where the two are known to differ,
`differences` sets catanatron right by the rule book and counts how often; RULES.md of the game lists them. Whatever
else differs is an error.

catanatron 3.2.1 comes with what the tests need; ludoteca itself does not need it.
"""
