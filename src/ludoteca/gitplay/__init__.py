"""Tables kept in a git repository: GitGammon. A club is a repository, a pushed file is a move, a commit is the answer.

Read `processor/validation.py` for what is accepted, `processor/pipeline.py` for what becomes of a push, and
`processor/verification.py` for how anybody can check all of it. docs/gitgammon.md is the manual.
"""
