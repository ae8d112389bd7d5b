"""A branch that can be rewritten is not processed: where runs remember nothing, a rewind would show the dice."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from ludoteca.gitplay import dice
from ludoteca.gitplay.dice import Fairness
from ludoteca.gitplay.errors import GitGammonError
from ludoteca.gitplay.player import moves
from ludoteca.gitplay.processor import branch_protection, verification
from ludoteca.gitplay.processor.branch_protection import GitHubRepository
from ludoteca.kernel.values import decode

from .clones import cloned, git, ludoteca
from .harness import TABLE, Harness, at

RULES = [{"type": "deletion"}, {"type": "required_linear_history"}, {"type": "non_fast_forward", "ruleset_id": 1}]


class Hub(BaseHTTPRequestHandler):
    """A host that answers requests that have the token, with the rules it was given."""

    rules: ClassVar[Any] = RULES
    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(200 if self.headers["Authorization"] == "Bearer t0ken" else 401)
        self.end_headers()
        self.wfile.write(json.dumps(self.rules).encode())

    def log_message(self, *_: object) -> None:
        """Quietly."""


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[GitHubRepository]:
    monkeypatch.setattr(Hub, "asked", [])
    with HTTPServer(("127.0.0.1", 0), Hub) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield GitHubRepository(f"http://127.0.0.1:{server.server_port}", "owner/games", "t0ken")
        server.shutdown()
        thread.join()


def test_a_branch_that_nobody_can_rewrite_is_good(hub: GitHubRepository) -> None:
    branch_protection.check(hub, "teams/main")
    assert Hub.asked == ["/repos/owner/games/rules/branches/teams%2Fmain?per_page=100"]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ([], "'block force pushes' and 'restrict deletions'"),
        (RULES[:2], "'block force pushes' "),
        (RULES[1:], "'restrict deletions' "),
        ({"message": "hm"}, "block force pushes"),
        (["non_fast_forward", "deletion"], "block force pushes"),
    ],
)
def test_every_rule_that_is_missing_is_named(
    hub: GitHubRepository, monkeypatch: pytest.MonkeyPatch, rules: object, words: str
) -> None:
    monkeypatch.setattr(Hub, "rules", rules)
    with pytest.raises(GitGammonError, match=words):
        branch_protection.check(hub, "main")


def test_who_cannot_ask_does_not_go_on(hub: GitHubRepository) -> None:
    with pytest.raises(GitGammonError, match="cannot be read: HTTP Error 401"):
        branch_protection.check(hub._replace(token="other"), "main")
    for api in ("http://127.0.0.1:9", "http://no place"):
        with pytest.raises(GitGammonError, match="cannot be read"):
            branch_protection.check(hub._replace(api=api), "main")


def test_the_command_of_the_workflow(hub: GitHubRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"GITHUB_API_URL": hub.api, "GITHUB_REPOSITORY": hub.repository, "GITHUB_TOKEN": hub.token}
    assert ludoteca("guarded", "--branch", "main", **told).returncode == 0
    monkeypatch.setattr(Hub, "rules", [])
    done = ludoteca("guarded", "--branch", "main", **told)
    assert done.returncode == 2
    assert "can be rewritten" in done.stderr


def test_why_two_runs_from_fresh_clones_cannot_notice_a_rewind(harness: Harness, tmp_path: Path) -> None:
    """bob resigns, learns the key, sets the branch back and plays on. Nothing but the rules stops that."""
    server = Path(harness.repo.path)
    (server / "hooks" / "post-receive").unlink()
    start = harness.tip

    def run(name: str, actor: str, before: str) -> None:
        work = cloned(server, tmp_path / name, "runner")
        ends = ("--before", before, "--after", str(harness.tip.id))
        done = ludoteca("process", "--repo", str(work), "--push", "--actor", actor, *ends)
        assert done.returncode == 0, done.stderr

    harness.push(at(TABLE, harness.resignation("bob")))
    run("first", "bob", str(start.id))
    told: Fairness = decode(harness.read(f"tables/{TABLE}/fairness.json") or b"", Fairness)
    bob = cloned(server, tmp_path / "bob", "bob")
    git(bob, "reset", "--quiet", "--hard", str(start.id))
    assert "denying non-fast-forward" in git(bob, "push", "--force", check=False)
    assert harness.state()["status"] == "completed"

    git(server, "config", "receive.denyNonFastForwards", "false")  # as GitHub is without a ruleset
    git(bob, "push", "--quiet", "--force")
    mover = harness.mover()
    harness.push(at(TABLE, harness.composed(play=moves.legal_plays(harness.now().state)[-1])))
    run("second", mover, str(start.id))
    key = dice.revealed_key(told)
    assert key is not None
    assert sorted(set(harness.state()["dice"])) == sorted(set(dice.rolls(key, 1, 1)[0])), "the rolls were known before"
    verification.verify(harness.repo, harness.tip)
