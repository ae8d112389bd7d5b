"""A superuser of a server of the tests, with a browser in the admin."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import requests

from tests.times import PATIENCE

from .deployments import Deployment, environment

BOSS: Final = ("boss", "a horse, a battery, a staple")


class Boss:
    """A superuser's browser."""

    def __init__(self, deployment: Deployment, folder: Path, sees: str = "Log out") -> None:
        make = [sys.executable, "-m", "ludoteca", "manage", "createsuperuser", "--data", str(folder / "data")]
        made = subprocess.run(
            [*make, "--noinput", "--username", BOSS[0], "--email", "boss@example.org"],
            env=environment(DJANGO_SUPERUSER_PASSWORD=BOSS[1]),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert made.returncode == 0, made.stderr
        self.url = deployment.url
        self.session = requests.Session()
        self.session.trust_env = False
        assert sees in self.log_in().text

    def log_in(self) -> requests.Response:
        self.session.cookies.clear()
        self.get("/admin/login/")
        return self.post("/admin/login/?next=/admin/", username=BOSS[0], password=BOSS[1])

    def get(self, path: str) -> requests.Response:
        return self.session.get(f"{self.url}{path}", timeout=PATIENCE)

    def post(self, path: str, **fields: str) -> requests.Response:
        token = {"csrfmiddlewaretoken": str(self.session.cookies.get("csrftoken"))}
        headers = {"Origin": self.url, "Referer": self.url}
        return self.session.post(f"{self.url}{path}", data=token | fields, headers=headers, timeout=PATIENCE)
