"""Tables kept in a git repository: GitGammon. A club is a repository, a pushed file is a move, a commit is the answer.

Read `judging.py` for what is accepted, `processing.py` for what becomes of a push, `verifying.py` for how anybody can
check all of it. docs/gitgammon.md is the manual.
"""
