"""What goes wrong with a repository, in one line for whoever asked. Whoever raises it has written nothing."""


class GitGammonError(Exception):
    """The club cannot be read, or what was asked cannot be done: the message says why."""


class NotGitGammon(GitGammonError):
    """A commit that is of no club, or of none that is known here."""


class LostRace(Exception):
    """Somebody else was faster: look again, and try again."""
