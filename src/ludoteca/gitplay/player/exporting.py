"""A table's game in the form that other programs read."""

from ludoteca.games.backgammon import mat_format as mat_files
from ludoteca.games.backgammon.mat_conversion import transcribed

from ..processor.replay import Account


def mat(account: Account) -> str:
    players = account.now.table.players
    return mat_files.write(transcribed(account.told, (players.white, players.black), 0))
