"""The workflows: valid, queued, and with nothing from outside in a shell."""

import json
import re
import subprocess
import sys
from importlib.metadata import Distribution, PackageNotFoundError, PathDistribution
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

import ludoteca
from ludoteca.gitplay import scaffolding
from ludoteca.gitplay.scaffolding import WORKFLOWS, scaffold, workflow

Steps = list[dict[str, Any]]
GIT = {"vcs": "git", "commit_id": "a" * 40, "requested_revision": "main"}


def read(name: str, branch: str = "main") -> dict[Any, Any]:
    tree: dict[Any, Any] = YAML(typ="safe", pure=True).load(workflow(name, branch).decode())
    return tree


def steps(tree: dict[Any, Any]) -> Steps:
    (job,) = tree["jobs"].values()
    found: Steps = job["steps"]
    return found


@pytest.mark.parametrize("name", WORKFLOWS)
def test_the_schema_of_workflows_accepts_it(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the branch is called, and wherever the package comes from."""
    monkeypatch.setattr(scaffolding, "package", lambda: "ludoteca @ https://host.example/l.whl#sha256=00")
    file = tmp_path / name
    file.write_bytes(workflow(name, "ma'in*"))
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", WORKFLOWS)
def test_runs_queue(name: str) -> None:
    assert read(name)["concurrency"] == {"group": "gitgammon", "cancel-in-progress": False, "queue": "max"}


def test_every_push_to_the_branch_starts_it() -> None:
    """Not only those of move files: a changed state must be undone."""
    tree = read("gitgammon.yml", "trunk")
    assert tree["on"] == {"push": {"branches": ["trunk"]}}
    assert read("gitgammon-new.yml")["on"].keys() == {"workflow_dispatch"}


@pytest.mark.parametrize("name", WORKFLOWS)
def test_the_right_to_write_is_the_jobs_alone(name: str) -> None:
    tree = read(name)
    (job,) = tree["jobs"].values()
    assert tree["permissions"] == {}
    assert job["permissions"] == {"contents": "write"}
    assert job["timeout-minutes"] <= 10


@pytest.mark.parametrize("name", WORKFLOWS)
def test_nothing_from_outside_is_interpolated_into_a_shell(name: str) -> None:
    for step in steps(read(name)):
        assert "${{" not in step.get("run", "")
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", step.get("uses", "a@" + "0" * 40)), "actions are pinned"


@pytest.mark.parametrize("name", WORKFLOWS)
def test_no_code_of_the_repository_is_run(name: str) -> None:
    """The club lies in a folder of its own, which no command runs in, and the processor is the pinned package."""
    listed = steps(read(name))
    checkout = next(step for step in listed if step.get("uses", "").startswith("actions/checkout@"))
    assert checkout["with"]["path"] == "club"
    assert (checkout["with"]["submodules"], checkout["with"]["lfs"], checkout["with"]["fetch-depth"]) == (
        False,
        False,
        0,
    )
    install, *commands = [step for step in listed if "run" in step]
    assert install["run"] == 'pip install --no-input -- "$GITGAMMON_PACKAGE"'
    assert all(command["run"].startswith("ludoteca gitgammon ") for command in commands)
    assert not any("working-directory" in step for step in listed)
    assert listed.index(checkout) == 2, "the package is installed before anything of the club is there"


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_branch_that_can_be_rewritten_stops_it_before_the_secret_is_used(name: str) -> None:
    *_, guard, work = steps(read(name))
    assert guard["run"] == 'ludoteca gitgammon guarded --branch "$GITGAMMON_BRANCH"'
    assert "GITGAMMON_SEED" not in guard["env"]
    assert "GITGAMMON_SEED" in work["env"]


@pytest.mark.parametrize("name", WORKFLOWS)
def test_the_secret_is_in_an_environment_that_can_be_bound_to_the_branch(name: str) -> None:
    (job,) = read(name)["jobs"].values()
    assert job["environment"] == "gitgammon"


@pytest.mark.parametrize("name", WORKFLOWS)
def test_the_repository_may_name_another_source_and_the_pages_are_not_built_from_it(name: str) -> None:
    env = steps(read(name))[1]["env"]
    assert env["GITGAMMON_PACKAGE"].startswith("${{ vars.GITGAMMON_PACKAGE || 'ludoteca")
    assert env["LUDOTECA_SKIP_FRONT"] == "1"


@pytest.mark.parametrize(
    ("note", "package"),
    [
        (None, f"ludoteca=={ludoteca.__version__}"),
        ({"url": "file:///home/me/ludoteca", "dir_info": {"editable": True}}, f"ludoteca=={ludoteca.__version__}"),
        ({"url": "ssh://git@host.example/ludoteca", "vcs_info": GIT}, f"ludoteca=={ludoteca.__version__}"),
        ({"url": "https://me:secret@host.example/l.git", "vcs_info": GIT}, f"ludoteca=={ludoteca.__version__}"),
        ({"url": "https://host.example/$(id)'.whl", "archive_info": {}}, f"ludoteca=={ludoteca.__version__}"),
        (
            {"url": "https://host.example/me/ludoteca.git", "vcs_info": GIT},
            f"ludoteca @ git+https://host.example/me/ludoteca.git@{'a' * 40}",
        ),
        (
            {"url": "https://host.example/ludoteca-9.whl", "archive_info": {"hashes": {"sha256": "b" * 64}}},
            f"ludoteca @ https://host.example/ludoteca-9.whl#sha256={'b' * 64}",
        ),
        ({"url": "https://host.example/l.tar.gz", "archive_info": {}}, "ludoteca @ https://host.example/l.tar.gz"),
    ],
)
def test_a_package_that_came_from_an_address_everybody_has_is_installed_from_there(
    note: dict[str, Any] | None, package: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By what pip itself notes down beside an installed package."""
    info = tmp_path / "ludoteca-9.dist-info"
    info.mkdir()
    if note is not None:
        (info / "direct_url.json").write_text(json.dumps(note))
    monkeypatch.setattr(scaffolding, "distribution", lambda name: PathDistribution(info))
    assert scaffolding.package() == package
    for name in WORKFLOWS:
        assert steps(read(name))[1]["env"]["GITGAMMON_PACKAGE"] == f"${{{{ vars.GITGAMMON_PACKAGE || '{package}' }}}}"
    assert f"    pip install '{package}'\n" in scaffold("main")["README.md"].decode()


def test_what_runs_from_its_sources_is_installed_as_the_release_it_will_be(monkeypatch: pytest.MonkeyPatch) -> None:
    def not_installed(name: str) -> Distribution:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(scaffolding, "distribution", not_installed)
    assert scaffolding.package() == f"ludoteca=={ludoteca.__version__}"


def test_the_pusher_and_the_push_come_through_the_environment() -> None:
    env = steps(read("gitgammon.yml"))[-1]["env"]
    assert env["GITGAMMON_ACTOR"] == "${{ github.actor }}"
    assert env["GITGAMMON_BEFORE"] == "${{ github.event.before }}"
    assert env["GITGAMMON_AFTER"] == "${{ github.event.after }}"


def test_init_writes_all_of_it() -> None:
    made = scaffold("main")
    assert set(made) == {
        "README.md",
        "index.html",
        "page/club.js",
        "page/club.css",
        ".nojekyll",
        ".github/workflows/gitgammon.yml",
        ".github/workflows/gitgammon-new.yml",
    }
