"""Upgrading: the folder of a server of the first release is served by this one.

`former_web.sql` was written by that release: a member, a guest with whom they have played a match, a guest who only
opened a room and closed it, and a room that waits.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from . import deployments
from .deployments import SECRET

FORMER: Final = Path(__file__).with_name("former_web.sql")
SESSION: Final = "5dhf6gjar9dgclix0x4w6d2emdx6rt1h"  # the member's
FAR_AWAY: Final = "2999-01-01 00:00:00"


def former(folder: Path) -> Path:
    folder.mkdir()
    with closing(sqlite3.connect(folder / "web.db")) as database:
        database.executescript(FORMER.read_text())
        database.execute("UPDATE django_session SET expire_date = ?", [FAR_AWAY])
        database.execute("UPDATE rooms SET changed_at = ?", [FAR_AWAY])  # or the room would be closed as abandoned
        database.commit()
    return folder / "web.db"


def test_everything_of_the_first_release_is_there_after_the_upgrade(tmp_path: Path) -> None:
    file = former(tmp_path / "data")
    with deployments.embedded(tmp_path, LUDOTECA_SECRET_KEY=SECRET) as deployment:
        known, again = deployment.browser(), deployment.browser()
        known.session.cookies.set("sessionid", SESSION)
        for browser in (known, again):
            if browser is again:
                again.post("me/login", {"name": "ada-lovelace", "password": "a horse, a battery, a staple"})
            me = browser.get("me")
            assert (me["player"]["nickname"], me["tokens"], me["rooms"]) == ("Ada", 10, ["9B3TD2"])
        assert [each["game_id"] for each in known.get("players/ada-lovelace")["matches"]] == ["LXA32R"]
        assert known.get("matches/LXA32R/replay")["total"] > 1
        assert [each["code"] for each in known.get("lobby")["rooms"]] == ["9B3TD2"]
    with closing(sqlite3.connect(file)) as database:
        ends = {end for (end,) in database.execute("SELECT expire_date FROM django_session")}
        assert FAR_AWAY not in {end[: len(FAR_AWAY)] for end in ends}
        assert database.execute("SELECT session_epoch FROM players").fetchall() == [(0,)] * 3
        assert ("adalovelace".replace("i", "l"),) in database.execute("SELECT skeleton FROM players").fetchall()
