"""GitGammon: backgammon in a git repository. A pushed file is a move, a commit is the answer.

    format/      the files, names and commit messages of a repository
    processor/   what answers a push, and what checks the answers: read `pipeline.py` first
    player/      what a player does in a clone
    dice.py      every roll, and `fairness.json`, which commits to them
    setup/       what `init` writes, and what GitHub installs

docs/gitgammon.md is the manual.
"""
