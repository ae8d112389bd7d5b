"""Reads `deploy/`, and what our own program must know of it: variables, commands, addresses."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

import typer
import yaml
from typer.main import get_command

from ludoteca.cli import app
from ludoteca.cli.token import SECRETS
from ludoteca.runtime.settings import Settings

ROOT: Final = Path(__file__).parents[2]
DEPLOY: Final = ROOT / "deploy"
BASE: Final = DEPLOY / "kustomize" / "base"
OVERLAYS: Final = sorted((DEPLOY / "kustomize" / "overlays").iterdir())

KNOWN: Final = frozenset(
    {
        *(f"LUDOTECA_{each.name.upper()}" for each in fields(Settings)),
        *SECRETS,
        *("DATABASE_URL", "REDIS_URL", "LUDOTECA_HTTPS", "GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"),
        *("LUDOTECA_SMTP_URL", "LUDOTECA_MAIL_FROM"),
    }
)
"""Every environment variable that a server reads."""

PROCESS_MEGABYTES: Final = 200
"""More than what a process of ours had when it was measured (docs/capacity.md), without its workers."""

OPS_PATHS: Final = frozenset({"/health", "/metrics", "/tables"})


def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return read


def documents(file: Path) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all(file.read_text()))


def kustomization(folder: Path) -> dict[str, Any]:
    (read,) = documents(folder / "kustomization.yaml")
    return read


def objects(folder: Path) -> Iterator[dict[str, Any]]:
    """Every object of a kustomization, those of its bases included."""
    for name in kustomization(folder)["resources"]:
        if (folder / name).is_dir():
            yield from objects((folder / name).resolve())
        else:
            yield from documents(folder / name)


def of_kind(folder: Path, *kinds: str) -> list[dict[str, Any]]:
    return [each for each in objects(folder) if each["kind"] in kinds]


def containers(folder: Path) -> Iterator[dict[str, Any]]:
    for each in of_kind(folder, "Deployment", "StatefulSet"):
        yield from each["spec"]["template"]["spec"]["containers"]


def ours(folder: Path) -> list[dict[str, Any]]:
    return [each for each in containers(folder) if each["image"] == "ludoteca"]


def jobs(folder: Path) -> list[dict[str, Any]]:
    """Containers that run now and then."""
    pods = [each["spec"]["jobTemplate"]["spec"]["template"] for each in of_kind(folder, "CronJob")]
    return [container for pod in pods for container in pod["spec"]["containers"]]


def pod_labels(folder: Path) -> dict[str, dict[str, str]]:
    """The labels of pods, by owner: their own labels, and those that kustomizations add."""
    found: dict[str, dict[str, str]] = {}
    for name in kustomization(folder)["resources"]:
        if (folder / name).is_dir():
            found |= pod_labels((folder / name).resolve())
        else:
            pods = [each for each in documents(folder / name) if "template" in each.get("spec", {})]
            found |= {each["metadata"]["name"]: each["spec"]["template"]["metadata"]["labels"] for each in pods}
    added = [each["pairs"] for each in kustomization(folder).get("labels", ()) if each.get("includeTemplates")]
    return {name: {key: value for each in (own, *added) for key, value in each.items()} for name, own in found.items()}


def variables(file: Path) -> dict[str, str]:
    """Of a file of NAME=VALUE lines."""
    lines = [line for line in file.read_text().splitlines() if line and not line.startswith("#")]
    return {name: value for name, _, value in (line.partition("=") for line in lines)}


def options(line: Sequence[str]) -> Mapping[str, Any]:
    """These arguments as our command line parses them; raises if it cannot."""
    group: Any = get_command(app)
    context = typer.Context(group)
    name, command, rest = group.resolve_command(context, list(line))
    found: Mapping[str, Any] = command.make_context(name, rest, parent=context).params
    return found


def port(address: str) -> int:
    return int(address.rpartition(":")[2])
