"""The dashboard and the alerts use metrics that a running process exports; the dashboard and the manual have all of
them, and the manual every alert."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest
import requests
from prometheus_client.parser import text_string_to_metric_families

from ludoteca.cli.backup_folder import TEXT
from tests.gateway.services import service
from tests.tidy.test_docs import anchors
from tests.times import PATIENCE

from .files import BASE, DEPLOY, OVERLAYS, ROOT, compose, containers, documents, options, ours, pod_labels, port

BOARD: dict[str, Any] = json.loads((DEPLOY / "grafana" / "ludoteca.json").read_text())
(ALERTS,) = documents(DEPLOY / "prometheus" / "alerts.yaml")
(SCRAPING,) = documents(DEPLOY / "prometheus" / "prometheus.yaml")
RULES = ALERTS["groups"][0]["rules"]
MANUAL = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
REPOSITORY = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Repository"]
SUFFIXES: Final = {"gauge": [""], "counter": ["_total"], "histogram": ["", "_bucket", "_sum", "_count"]}
EXPRESSIONS = [target["expr"] for panel in BOARD["panels"] for target in panel["targets"]]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Every name under which a running process, or a backup, exports a value, and the metric that it belongs to."""
    folder = tmp_path_factory.mktemp("service")
    with service(folder, "--data", str(folder / "tables.db"), "--ops", "127.0.0.1:0") as running:
        page = requests.get(f"http://127.0.0.1:{running.ops}/metrics", timeout=PATIENCE).text
    found = [each for each in text_string_to_metric_families(page) if not each.name.endswith("_created")]
    known = {f"{each.name}{suffix}": each.name for each in found for suffix in SUFFIXES[each.type]}
    return known | {name: name for name in backup_metrics()}


def backup_metrics() -> set[str]:
    """Those that a backup leaves in its folder."""
    return set(re.findall(r"^ludoteca_\w+", TEXT, re.M))


def named(expression: str) -> set[str]:
    return set(re.findall(r"(?:ludoteca|process)_\w+", expression))


@pytest.mark.parametrize("expression", [*EXPRESSIONS, *(rule["expr"] for rule in RULES)])
def test_every_metric_queried_is_exported(exported: dict[str, str], expression: str) -> None:
    assert named(expression) <= set(exported)
    assert named(expression) or "up{" in expression
    assert expression.count("(") == expression.count(")")


def test_the_dashboard_shows_every_metric(exported: dict[str, str]) -> None:
    shown = {exported[name] for expression in EXPRESSIONS for name in named(expression)}
    assert shown == set(exported.values())


def test_the_manual_has_every_metric_and_no_other(exported: dict[str, str]) -> None:
    listed = [name for row in rows("metric") for name in re.findall(r"`(\w+)", row[0])]
    known = {exported[name] for name in listed}  # as queries name them: with _total, without _bucket
    assert known == set(exported.values())
    assert len(listed) == len(known)


def rows(header: str) -> list[list[str]]:
    """Of the manual's table whose first column has this name."""
    table = MANUAL.partition(f"| {header} | |\n|---|---|\n")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines()]


def test_the_manual_has_every_alert() -> None:
    assert [row[0] for row in rows("alert")] == [f"`{rule['alert']}`" for rule in RULES]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_an_alert_says_what_is_wrong_what_to_do_and_where_to_read_on(rule: dict[str, Any]) -> None:
    assert set(rule["annotations"]) == {"summary", "description", "runbook_url"}
    page, _, anchor = rule["annotations"]["runbook_url"].partition("#")
    assert page == f"{REPOSITORY}/blob/HEAD/docs/deployment.md"
    assert anchor in anchors(ROOT / "docs" / "deployment.md")
    assert rule["labels"]["severity"] in ("critical", "warning")


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
