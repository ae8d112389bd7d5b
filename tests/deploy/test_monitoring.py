"""The dashboard and the alerts use metrics that a process really exports, and the dashboard shows all of them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ludoteca.cli.backup_folder import TEXT
from ludoteca.runtime.metrics import Metrics

from .files import BASE, DEPLOY, OVERLAYS, ROOT, compose, containers, documents, options, ours, pod_labels, port

BOARD: dict[str, Any] = json.loads((DEPLOY / "grafana" / "ludoteca.json").read_text())
(ALERTS,) = documents(DEPLOY / "prometheus" / "alerts.yaml")
(SCRAPING,) = documents(DEPLOY / "prometheus" / "prometheus.yaml")
RULES = ALERTS["groups"][0]["rules"]
EXPRESSIONS = [target["expr"] for panel in BOARD["panels"] for target in panel["targets"]]


def told() -> dict[str, str]:
    """Every name under which a process exports a value, and the metric that it belongs to."""
    metrics = Metrics()
    metrics.cut.labels("1000")
    metrics.requested("api/lobby", 200, 0.01)
    found = {sample.name: family.name for family in metrics.registry.collect() for sample in family.samples}
    return {name: family for name, family in found.items() if not name.endswith("_created")}


def backup_metrics() -> set[str]:
    """Those that a backup leaves in its folder."""
    return set(re.findall(r"^ludoteca_\w+", TEXT, re.M))


def named(expression: str) -> set[str]:
    return set(re.findall(r"ludoteca_\w+", expression))


@pytest.mark.parametrize("expression", [*EXPRESSIONS, *(rule["expr"] for rule in RULES)])
def test_every_metric_queried_is_exported(expression: str) -> None:
    assert named(expression) <= set(told()) | backup_metrics()
    assert named(expression) or "up{" in expression
    assert expression.count("(") == expression.count(")")


def test_the_dashboard_shows_every_metric() -> None:
    shown = {(told() | {name: name for name in backup_metrics()})[name] for each in EXPRESSIONS for name in named(each)}
    assert shown == set(told().values()) | backup_metrics()


def test_the_manual_explains_every_metric() -> None:
    manual = (ROOT / "docs" / "deployment.md").read_text()
    assert all(f"`{metric}" in manual for metric in (*told().values(), *backup_metrics()))


def test_panels_have_unique_ids_and_do_not_overlap() -> None:
    panels = BOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken = [(x, y) for panel in panels for x, y in covered(panel["gridPos"])]
    assert len(set(taken)) == len(taken)


def covered(place: dict[str, int]) -> list[tuple[int, int]]:
    width, height = range(place["x"], place["x"] + place["w"]), range(place["y"], place["y"] + place["h"])
    return [(x, y) for x in width for y in height]


def test_every_process_is_scraped_at_its_ops_port() -> None:
    by_name = SCRAPING["scrape_configs"][0]["dns_sd_configs"][0]
    commands = {name: each["command"] for name, each in compose()["services"].items() if name in by_name["names"]}
    assert {port(options(command)["ops"]) for command in commands.values()} == {by_name["port"]}
    assert set(commands) == {"web", "service"}
    assert SCRAPING["rule_files"] == ["alerts.yaml"]


def label(source: str) -> str:
    """The name that Prometheus gives a pod's label."""
    return "__meta_kubernetes_pod_label_" + re.sub(r"\W", "_", source)


def is_kept(labels: dict[str, str], port_name: str) -> bool:
    """Whether the job for clusters keeps a pod with these labels and this port."""
    (rule,) = SCRAPING["scrape_configs"][1]["relabel_configs"]
    assert rule["action"] == "keep"
    known = {label(name): value for name, value in labels.items()}
    known["__meta_kubernetes_pod_container_port_name"] = port_name
    told = ";".join(known.get(name, "") for name in rule["source_labels"])
    return re.fullmatch(rule["regex"], told) is not None


@pytest.mark.parametrize("folder", [BASE, *OVERLAYS], ids=lambda folder: folder.name)
def test_in_a_cluster_only_ops_ports_of_our_pods_are_scraped(folder: Path) -> None:
    labels = pod_labels(folder)
    found = {(each["name"], one["name"]) for each in containers(folder) for one in each["ports"]}
    kept = {(name, port_name) for name, port_name in found if is_kept(labels[name], port_name)}
    assert kept == {(each["name"], "ops") for each in ours(folder)}


def test_an_alert_fires_when_nothing_is_scraped() -> None:
    missing = [rule["expr"] for rule in RULES if rule["expr"].startswith("absent(")]
    jobs = [re.search(r'job=~"([^"]+)"', expression) for expression in missing]
    for each in SCRAPING["scrape_configs"]:
        assert any(found and re.fullmatch(found[1], each["job_name"]) for found in jobs)
