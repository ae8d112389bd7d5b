"""Catan against catanatron: it plays whole games of ours in lockstep, by its own rules.

    python -m bench.oracles.catanatron --games 500

After every action the hands, bank, pieces, development cards, deck, points, titles, lengths of the longest roads,
robber and all legal actions must be equal. catanatron is forced to use our chance. Where the two are known to differ,
`differences` corrects catanatron by the rule book and counts how often; RULES.md of the game lists these differences.
Any other difference is an error.

catanatron 3.2.1 is installed with the test dependencies; ludoteca itself does not need it.
"""
