"""Board and alerts speak of figures that a process really tells, and the board of all of them."""

import json
import re
from typing import Any

import pytest

from ludoteca.runtime.metrics import Metrics

from .files import DEPLOY, ROOT, compose, documents, options, port

BOARD: dict[str, Any] = json.loads((DEPLOY / "grafana" / "ludoteca.json").read_text())
(ALERTS,) = documents(DEPLOY / "prometheus" / "alerts.yaml")
(SCRAPING,) = documents(DEPLOY / "prometheus" / "prometheus.yaml")
RULES = ALERTS["groups"][0]["rules"]
EXPRESSIONS = [target["expr"] for panel in BOARD["panels"] for target in panel["targets"]]


def told() -> dict[str, str]:
    """Every name under which a process tells a figure, and the metric that it belongs to."""
    metrics = Metrics()
    metrics.cut.labels("1000")
    found = {sample.name: family.name for family in metrics.registry.collect() for sample in family.samples}
    return {name: family for name, family in found.items() if not name.endswith("_created")}


def named(expression: str) -> set[str]:
    return set(re.findall(r"ludoteca_\w+", expression))


@pytest.mark.parametrize("expression", [*EXPRESSIONS, *(rule["expr"] for rule in RULES)])
def test_every_figure_that_is_asked_for_is_told(expression: str) -> None:
    assert named(expression) <= set(told())
    assert named(expression) or expression.startswith("up{")
    assert expression.count("(") == expression.count(")")


def test_the_board_shows_every_metric() -> None:
    shown = {told()[name] for expression in EXPRESSIONS for name in named(expression)}
    assert shown == set(told().values())


def test_the_manual_explains_every_metric() -> None:
    manual = (ROOT / "docs" / "operate.md").read_text()
    assert all(f"`{metric}" in manual for metric in told().values())


def test_panels_have_numbers_of_their_own_and_do_not_overlap() -> None:
    panels = BOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken = [(x, y) for panel in panels for x, y in covered(panel["gridPos"])]
    assert len(set(taken)) == len(taken)


def covered(place: dict[str, int]) -> list[tuple[int, int]]:
    width, height = range(place["x"], place["x"] + place["w"]), range(place["y"], place["y"] + place["h"])
    return [(x, y) for x in width for y in height]


def test_every_process_is_scraped_where_it_tells_its_figures() -> None:
    by_name = SCRAPING["scrape_configs"][0]["dns_sd_configs"][0]
    commands = {name: each["command"] for name, each in compose()["services"].items() if name in by_name["names"]}
    assert {port(options(command)["ops"]) for command in commands.values()} == {by_name["port"]}
    assert set(commands) == {"web", "service"}
    assert SCRAPING["rule_files"] == ["alerts.yaml"]
