"""The workflows: valid, queued, and with nothing from outside in a shell."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from ruamel.yaml import YAML

from ludoteca.gitplay.setup.init import WORKFLOW_NAMES, scaffold, template, workflow
from ludoteca.gitplay.setup.package_source import FOLDER, WHEEL, GitCommit, Source, WheelFile, WheelUrl

Steps = list[dict[str, Any]]
SOURCES: Final = (
    WheelFile(b"a wheel"),
    WheelUrl(f"https://host.example/{WHEEL}", "1" * 64),
    GitCommit("https://host.example/ludoteca.git", "2" * 40),
)
INSTALLS: Final = (
    f"pip install --no-input --no-deps --require-hashes --only-binary :all: -r processor/{FOLDER}/requirements.txt",
    f"pip install --no-input --no-deps --no-build-isolation -r processor/{FOLDER}/ludoteca.txt",
)


def read(name: str, branch: str = "main") -> dict[Any, Any]:
    tree: dict[Any, Any] = YAML(typ="safe", pure=True).load(workflow(name, branch).decode())
    return tree


def steps(tree: dict[Any, Any]) -> Steps:
    (job,) = tree["jobs"].values()
    found: Steps = job["steps"]
    return found


@pytest.mark.parametrize("name", WORKFLOW_NAMES)
def test_the_schema_of_workflows_accepts_it(name: str, tmp_path: Path) -> None:
    """Whatever the branch is called."""
    file = tmp_path / name
    file.write_bytes(workflow(name, "ma'in*"))
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", WORKFLOW_NAMES)
def test_runs_queue(name: str) -> None:
    assert read(name)["concurrency"] == {"group": "gitgammon", "cancel-in-progress": False, "queue": "max"}


def test_every_push_to_the_branch_starts_it() -> None:
    """Not only those of move files: a changed state must be undone."""
    tree = read("gitgammon.yml", "trunk")
    assert tree["on"] == {"push": {"branches": ["trunk"]}}
    assert read("gitgammon-new.yml")["on"].keys() == {"workflow_dispatch"}


@pytest.mark.parametrize("name", WORKFLOW_NAMES)
def test_the_right_to_write_is_the_jobs_alone(name: str) -> None:
    tree = read(name)
    (job,) = tree["jobs"].values()
    assert tree["permissions"] == {}
    assert job["permissions"] == {"contents": "write"}
    assert job["timeout-minutes"] <= 10


@pytest.mark.parametrize("name", WORKFLOW_NAMES)
def test_nothing_from_outside_is_interpolated_into_a_shell(name: str) -> None:
    for step in steps(read(name)):
        assert "${{" not in step.get("run", "")
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", step.get("uses", "a@" + "0" * 40)), "actions are pinned"


@pytest.mark.parametrize("name", WORKFLOW_NAMES)
def test_no_code_of_the_repository_is_run_but_what_was_committed_with_the_workflow(name: str) -> None:
    """The repository is checked out into a separate folder, where no command runs, after everything is installed."""
    listed = steps(read(name))
    processor, checkout = (step["with"] for step in listed if step.get("uses", "").startswith("actions/checkout@"))
    assert (processor["path"], checkout["path"]) == ("processor", "repository")
    assert processor["ref"] == "${{ github.workflow_sha }}"
    assert processor["sparse-checkout"] == FOLDER
    assert processor["persist-credentials"] is False
    assert (checkout["submodules"], checkout["lfs"], checkout["fetch-depth"]) == (False, False, 0)
    runs = [step["run"] for step in listed if "run" in step]
    assert tuple(runs[:2]) == INSTALLS
    assert all(command.startswith("ludoteca gitgammon ") for command in runs[2:])
    assert not any("working-directory" in step for step in listed)
    assert [index for index, step in enumerate(listed) if step.get("run") in INSTALLS] == [2, 3]
    assert listed[4]["with"] == checkout


@pytest.mark.parametrize("name", WORKFLOW_NAMES)
def test_a_branch_that_can_be_rewritten_stops_it_before_the_secret_is_used(name: str) -> None:
    *_, guard, work = steps(read(name))
    assert guard["run"] == 'ludoteca gitgammon guarded --branch "$GITGAMMON_BRANCH"'
    assert "GITGAMMON_SEED" not in guard["env"]
    assert "GITGAMMON_SEED" in work["env"]


@pytest.mark.parametrize("name", WORKFLOW_NAMES)
def test_the_secret_is_in_an_environment_that_can_be_bound_to_the_branch(name: str) -> None:
    (job,) = read(name)["jobs"].values()
    assert job["environment"] == "gitgammon"


def test_the_pusher_and_the_push_come_through_the_environment() -> None:
    env = steps(read("gitgammon.yml"))[-1]["env"]
    assert env["GITGAMMON_ACTOR"] == "${{ github.actor }}"
    assert env["GITGAMMON_BEFORE"] == "${{ github.event.before }}"
    assert env["GITGAMMON_AFTER"] == "${{ github.event.after }}"


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: type(source).__name__)
def test_everything_that_is_installed_is_pinned(source: Source) -> None:
    """Where it is built from a commit, what it is built with too."""
    made = scaffold("main", source)
    pinned = template("requirements.txt") + (template("backend.txt") if isinstance(source, GitCommit) else "")
    assert made[f"{FOLDER}/requirements.txt"].decode() == pinned
    named = made[f"{FOLDER}/ludoteca.txt"].decode()
    assert re.search(r" --hash=sha256:[0-9a-f]{64}\n$", named) or re.search(r"\.git@[0-9a-f]{40}\n$", named)


@pytest.mark.parametrize("source", [None, *SOURCES], ids=lambda source: type(source).__name__)
def test_init_writes_all_of_it(source: Source | None) -> None:
    always = {"README.md", "index.html", "page/gitgammon.js", "page/gitgammon.css", ".nojekyll"}
    on_github = {f".github/workflows/{name}" for name in WORKFLOW_NAMES} | {
        f"{FOLDER}/requirements.txt",
        f"{FOLDER}/ludoteca.txt",
    }
    wheel = {f"{FOLDER}/{WHEEL}"} if isinstance(source, WheelFile) else set()
    assert set(scaffold("main", source)) == always | (set() if source is None else on_github | wheel)


@pytest.mark.parametrize(
    ("source", "install"),
    [
        (SOURCES[0], f"    pip install './{FOLDER}/{WHEEL}[git]'\n"),
        (SOURCES[1], f"    pip install 'ludoteca[git] @ https://host.example/{WHEEL}#sha256={'1' * 64}'\n"),
        (SOURCES[2], f"    pip install 'ludoteca[git] @ git+https://host.example/ludoteca.git@{'2' * 40}'\n"),
    ],
)
def test_players_are_told_to_install_the_same(source: Source, install: str) -> None:
    assert install in scaffold("main", source)["README.md"].decode()


def test_without_a_source_no_package_is_named() -> None:
    assert not [path for path, data in scaffold("main", None).items() if b"pip install" in data]
