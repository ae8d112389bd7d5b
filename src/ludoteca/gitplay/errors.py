"""What goes wrong with a repository, as one line for the user. Where one of these is raised, nothing was written."""


class GitGammonError(Exception):
    """The repository cannot be read, or the request cannot be met; the message says why."""


class NotGitGammon(GitGammonError):
    """A commit without a `gitgammon.json` that is valid and known here."""


class LostRace(Exception):
    """Somebody else moved the branch first: read it again and retry."""
