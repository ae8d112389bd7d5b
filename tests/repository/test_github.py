"""GitHub's files obey their schemas, and run what the README says, with pinned actions."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from ludoteca.games import GAMES
from ludoteca.gitplay.setup.init import WORKFLOW_NAMES, template

ROOT: Final = Path(__file__).parents[2]
GITHUB: Final = ROOT / ".github"
WORKFLOWS: Final = sorted(GITHUB.glob("workflows/*.yml"))
FORMS: Final = sorted({*GITHUB.glob("ISSUE_TEMPLATE/*.yml")} - {GITHUB / "ISSUE_TEMPLATE" / "config.yml"})
SCHEMAS: Final = [
    *(("vendor.github-workflows", file) for file in WORKFLOWS),
    *(("custom.github-workflows-require-timeout", file) for file in WORKFLOWS),
    *(("vendor.github-issue-forms", file) for file in FORMS),
    ("vendor.github-issue-config", GITHUB / "ISSUE_TEMPLATE" / "config.yml"),
    ("vendor.dependabot", GITHUB / "dependabot.yml"),
]
PINNED: Final = re.compile(r"[\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")


def read(file: Path) -> Any:
    return yaml.safe_load(file.read_text(encoding="utf-8"))


def steps(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each step, with the systems its job runs on."""
    for job in read(file)["jobs"].values():
        systems = job.get("strategy", {}).get("matrix", {}).get("system", [job["runs-on"]])
        yield from ((system, step) for system in systems for step in job["steps"])


def commands(file: Path) -> set[tuple[str, str]]:
    return {(system.partition("-")[0], step["run"]) for system, step in steps(file) if "run" in step}


def used(workflow: str) -> set[str]:
    """The actions, with the commits and versions they are pinned to."""
    return set(re.findall(r"uses: (.+)$", workflow, re.MULTILINE))


@pytest.mark.parametrize(("schema", "file"), SCHEMAS, ids=lambda each: each if isinstance(each, str) else each.name)
def test_the_file_obeys_its_schema(schema: str, file: Path) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_ci_runs_the_readmes_two_commands_on_three_systems() -> None:
    run, test = re.findall(
        r"^python3 bootstrap\.py \w+$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    starts = (GITHUB / "starts.sh").read_text(encoding="utf-8")
    assert f"\n{run} " in starts
    called = commands(GITHUB / "workflows" / "tests.yml")
    assert {("ubuntu", test), ("macos", test), ("windows", f"cd ~/ludoteca && {test}")} <= called
    script = ".github/starts.sh"
    assert {("ubuntu", script), ("macos", script), ("windows", f"~/ludoteca/{script}")} <= called


def test_nothing_is_installed_that_is_not_locked() -> None:
    """Either `bootstrap.py` installs, or the same pip call that it makes."""
    installed = {
        line.partition("pip install ")[2]
        for file in WORKFLOWS
        for _, run in commands(file)
        for line in run.splitlines()
        if "pip install" in line
    }
    assert installed == {
        "--no-deps --require-hashes --only-binary :all: -r requirements/author.txt",
        "--no-deps --no-build-isolation . ./examples/liars_dice",
    }


def test_ci_builds_the_site_as_the_manual_says() -> None:
    (command,) = re.findall(r"^\.venv/.* -m sphinx .*$", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE)
    assert ("ubuntu", command) in commands(GITHUB / "workflows" / "docs.yml")


def test_vulnerabilities_are_reported_privately() -> None:
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    (link,) = read(GITHUB / "ISSUE_TEMPLATE" / "config.yml")["contact_links"]
    assert link["url"] == f"{urls['Repository']}/security/advisories/new"


def test_ci_runs_on_every_supported_python() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    for job in read(GITHUB / "workflows" / "tests.yml")["jobs"].values():
        if "strategy" in job:
            assert job["strategy"]["matrix"]["python"] == [oldest, "3.12", "3.13", "3.14"]


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_third_party_actions_are_pinned_to_a_commit(file: Path) -> None:
    assert used(file.read_text(encoding="utf-8"))
    assert not [each for each in used(file.read_text(encoding="utf-8")) if not PINNED.fullmatch(each)]


def test_our_workflows_and_gitgammons_pin_each_action_to_one_version() -> None:
    """Dependabot renews ours; those of GitGammon follow."""
    ours = {action for file in WORKFLOWS for action in used(file.read_text(encoding="utf-8"))}
    assert len({action.partition("@")[0] for action in ours}) == len(ours)
    for name in WORKFLOW_NAMES:
        assert used(template(name))
        assert used(template(name)) <= ours


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_no_command_interpolates_untrusted_input(file: Path) -> None:
    assert not [step["run"] for _, step in steps(file) if "${{" in step.get("run", "")]


def test_the_publishing_job_runs_none_of_our_code() -> None:
    jobs = read(GITHUB / "workflows" / "release.yml")["jobs"]
    assert [name for name, job in jobs.items() if job["permissions"].get("id-token")] == ["pypi"]
    assert not [step for step in jobs["pypi"]["steps"] if "run" in step]


def test_the_rules_form_lists_every_game() -> None:
    (game,) = (each for each in read(GITHUB / "ISSUE_TEMPLATE" / "rules.yml")["body"] if each.get("id") == "game")
    assert game["attributes"]["options"] == sorted(GAMES)


def test_hooks_run_the_installed_linters_that_the_tests_run() -> None:
    (repo,) = read(ROOT / ".pre-commit-config.yaml")["repos"]
    assert repo["repo"] == "local", "versions are named in the locks and in front/package.json, and nowhere else"
    entries = {hook["id"]: hook["entry"] for hook in repo["hooks"]}
    assert entries == {
        "ruff-check": ".venv/bin/python -m ruff check --fix --force-exclude",
        "ruff-format": ".venv/bin/python -m ruff format --force-exclude",
        "mypy": ".venv/bin/python -m mypy",
        "biome": ".venv/bin/python front/npm.py run fix",
    }
