"""The manifests obey Kubernetes' schemas, and everything they refer to exists, in a manifest or in our program."""

import re
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest

from ludoteca import __version__
from ludoteca.runtime.settings import Settings

from .files import (
    BASE,
    DEPLOY,
    KNOWN,
    OPS_PATHS,
    OVERLAYS,
    PROCESS_MEGABYTES,
    ROOT,
    containers,
    jobs,
    kustomization,
    objects,
    of_kind,
    options,
    ours,
    port,
    variables,
)

SCHEMAS = ("1.31", kubernetes_validate.latest_version())
NAME = "app.kubernetes.io/name"
LETTERS = {"POSTGRES_PASSWORD", "VALKEY_PASSWORD"}  # only parts of DATABASE_URL and REDIS_URL
REFERENCE = re.compile(r"\$\((\w+)\)")

overlays = pytest.mark.parametrize("overlay", OVERLAYS, ids=lambda folder: folder.name)


def example(overlay: Path, generator: dict[str, Any]) -> Path:
    """The example beside the file with the secrets, which only those who have the secrets can write."""
    (file,) = generator["envs"]
    return overlay / f"example.{file}"


def secrets_of(container: dict[str, Any]) -> list[dict[str, str]]:
    found = (each.get("valueFrom", {}).get("secretKeyRef") for each in container.get("env", ()))
    return [each for each in found if each]


def literals(folder: Path) -> dict[str, str]:
    """The settings that an overlay and its base generate."""
    made = [*kustomization(BASE)["configMapGenerator"], *kustomization(folder)["configMapGenerator"]]
    assert {each["name"] for each in made} == {"ludoteca-settings"}
    lines = [line for each in made for line in each["literals"]]
    return {name: value for name, _, value in (line.partition("=") for line in lines)}


@pytest.mark.parametrize("version", SCHEMAS)
@overlays
def test_every_object_obeys_its_schema(overlay: Path, version: str) -> None:
    found = list(objects(overlay))
    for each in found:
        kubernetes_validate.validate(each, version, strict=True)
    assert {"Deployment", "StatefulSet", "Service", "PodDisruptionBudget"} <= {each["kind"] for each in found}


def test_a_misspelt_field_would_be_found() -> None:
    (web,) = (each for each in of_kind(BASE, "Deployment") if each["metadata"]["name"] == "web")
    web["spec"]["replica"] = web["spec"].pop("replicas")
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(web, SCHEMAS[-1], strict=True)


def test_there_are_two_webs_and_two_services() -> None:
    assert {each["metadata"]["name"]: each["spec"]["replicas"] for each in of_kind(BASE, "Deployment")} == {
        "web": 2,
        "service": 2,
    }


def test_every_command_parses() -> None:
    for container in (*ours(BASE), *jobs(BASE)):
        assert container["args"][0] == container["name"]
        assert options(container["args"])


@overlays
def test_every_variable_is_one_we_read(overlay: Path) -> None:
    given = {each["name"] for container in (*ours(overlay), *jobs(overlay)) for each in container["env"]}
    assert (given | set(literals(overlay))) - LETTERS <= KNOWN


@overlays
def test_every_referenced_secret_and_setting_is_generated(overlay: Path) -> None:
    made = {each["name"]: variables(example(overlay, each)) for each in kustomization(overlay)["secretGenerator"]}
    for container in (*containers(overlay), *jobs(overlay)):
        for each in secrets_of(container):
            assert each["key"] in made[each["name"]]
        for source in container.get("envFrom", ()):
            assert source["configMapRef"]["name"] == "ludoteca-settings"


@overlays
def test_no_published_secret_can_be_applied(overlay: Path) -> None:
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    for generator in kustomization(overlay)["secretGenerator"]:
        assert not any(variables(example(overlay, generator)).values())
        pattern = f"{(DEPLOY / 'kustomize' / 'overlays').relative_to(ROOT)}/*/{generator['envs'][0]}"
        assert pattern in ignored, "once filled in it must not be committed"


def test_a_new_key_for_the_webs_restarts_nothing_else() -> None:
    asked = {each["name"]: {one["name"] for one in secrets_of(each)} for each in containers(BASE)}
    keys = {one["name"] for each in containers(BASE) for one in secrets_of(each) if one["key"] == "LUDOTECA_SECRET_KEY"}
    assert [name for name, secrets in asked.items() if secrets & keys] == ["web"]


def test_a_variable_is_defined_before_it_is_used() -> None:
    for container in containers(BASE):
        defined: set[str] = set()
        for each in container.get("env", ()):
            assert set(REFERENCE.findall(each.get("value", ""))) <= defined
            defined.add(each["name"])
        assert set(REFERENCE.findall(" ".join(container.get("args", ())))) <= defined


def test_stores_want_a_password_which_urls_have() -> None:
    by_name = {each["name"]: each for each in containers(BASE)}
    args = by_name["valkey"]["args"]
    assert args[args.index("--requirepass") + 1] == "$(VALKEY_PASSWORD)"
    assert {"name": "VALKEYCLI_AUTH", "value": "$(VALKEY_PASSWORD)"} in by_name["valkey"]["env"]
    for container in ours(BASE):
        given = {each["name"]: each.get("value", "") for each in container["env"]}
        assert given["REDIS_URL"].startswith("redis://:$(VALKEY_PASSWORD)@")
        assert container["name"] == "service" or ":$(POSTGRES_PASSWORD)@" in given["DATABASE_URL"]


def test_who_is_probed_listens_there() -> None:
    for container in ours(BASE):
        found, ports = options(container["args"]), {each["name"]: each["containerPort"] for each in container["ports"]}
        listening = {"ops": found["ops"], **({"http": found["listen"]} if found["listen"] else {})}
        assert ports == {name: port(address) for name, address in listening.items()}
        for kind in ("startupProbe", "readinessProbe", "livenessProbe"):
            probed = container[kind]["httpGet"]
            assert probed["path"] in (OPS_PATHS if probed["port"] == "ops" else {"/health"})
        assert container["livenessProbe"]["httpGet"]["path"] != "/health", "no restart brings a store back"


def test_players_reach_their_tables_while_the_database_is_down() -> None:
    """`/health` of a web process checks the database too, the one on `ops` only the store of tables."""
    for container in ours(BASE):
        assert container["readinessProbe"]["httpGet"] == {"path": "/health", "port": "ops"}


def test_pods_leave_the_service_before_they_close_their_port() -> None:
    (web,) = (each for each in of_kind(BASE, "Deployment") if each["metadata"]["name"] == "web")
    seconds = float(literals(OVERLAYS[0])["LUDOTECA_DRAIN_SECONDS"])
    assert 0 < seconds < web["spec"]["template"]["spec"]["terminationGracePeriodSeconds"] / 2


def test_backups_reach_both_stores_and_go_to_a_volume() -> None:
    (job,), (container,) = of_kind(BASE, "CronJob"), jobs(BASE)
    assert job["spec"]["concurrencyPolicy"] == "Forbid"
    (web,) = (each for each in ours(BASE) if each["name"] == "web")
    assert {each["name"]: each for each in container["env"]}.items() <= {
        each["name"]: each for each in web["env"]
    }.items()
    pod = job["spec"]["jobTemplate"]["spec"]["template"]
    (claim,) = (each for each in pod["spec"]["volumes"] if each["name"] == "backups")
    assert claim["persistentVolumeClaim"]["claimName"] in {
        each["metadata"]["name"] for each in of_kind(BASE, "PersistentVolumeClaim")
    }
    folder = options(container["args"])["file"]
    assert {"name": "backups", "mountPath": str(folder)} in container["volumeMounts"]
    allowed = {
        each["metadata"]["name"]: [
            peer["podSelector"]["matchLabels"][NAME] for peer in each["spec"]["ingress"][0]["from"]
        ]
        for each in of_kind(BASE, "NetworkPolicy")
        if each["metadata"]["name"] in ("valkey", "postgres")
    }
    assert all(pod["metadata"]["labels"][NAME] in names for names in allowed.values())


def test_replicas_are_spread_over_machines() -> None:
    for each in of_kind(BASE, "Deployment"):
        (spread,) = each["spec"]["template"]["spec"]["topologySpreadConstraints"]
        assert spread["topologyKey"] == "kubernetes.io/hostname"
        assert spread["labelSelector"] == each["spec"]["selector"]


def test_valkey_has_a_memory_limit_and_is_ready_only_after_loading() -> None:
    (valkey,) = (each for each in containers(BASE) if each["name"] == "valkey")
    limit, most = valkey["resources"]["limits"]["memory"], valkey["args"][valkey["args"].index("--maxmemory") + 1]
    assert limit.endswith("Gi")
    assert most.endswith("mb")
    assert int(most[:-2]) <= int(limit[:-2]) * 1024 * 2 / 3, "the rewrite of its file needs room too"
    assert valkey["readinessProbe"]["exec"]["command"][-1] == "valkey-cli ping | grep -q PONG"


def test_a_worker_reaches_its_own_limit_before_its_pod_does() -> None:
    for container in ours(BASE):
        given = {each["name"]: each.get("value", "") for each in container["env"]}
        limit = container["resources"]["limits"]["memory"]
        assert limit.endswith("Mi")
        assert int(given["LUDOTECA_WORKERS"]) * Settings().worker_megabytes + PROCESS_MEGABYTES <= int(limit[:-2])


def test_selectors_and_policies_match_our_pods() -> None:
    pods = {each["spec"]["template"]["metadata"]["labels"][NAME] for each in of_kind(BASE, "Deployment", "StatefulSet")}
    pods |= {each["metadata"]["name"] for each in of_kind(BASE, "CronJob")}
    for each in of_kind(BASE, "Deployment", "StatefulSet", "PodDisruptionBudget"):
        assert each["spec"]["selector"]["matchLabels"][NAME] == each["metadata"]["name"]
    for each in of_kind(BASE, "Service"):
        assert each["spec"]["selector"][NAME] in pods
    for each in of_kind(BASE, "NetworkPolicy"):
        peers = [
            one["podSelector"] for rule in each["spec"]["ingress"] for one in rule.get("from", ()) if NAME in str(one)
        ]
        assert {selector["matchLabels"][NAME] for selector in (each["spec"]["podSelector"], *peers)} <= pods


def test_ops_is_open_to_the_namespace_of_prometheus_alone() -> None:
    guarded = {each["spec"]["podSelector"]["matchLabels"][NAME]: each for each in of_kind(BASE, "NetworkPolicy")}
    for container in ours(BASE):
        rules = guarded[container["name"]]["spec"]["ingress"]
        (ops,) = (rule for rule in rules if {"port": port(options(container["args"])["ops"])} in rule["ports"])
        assert ops["from"] == [{"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "monitoring"}}}]
        open_to_all = [one["port"] for rule in rules if "from" not in rule for one in rule["ports"]]
        assert open_to_all == [one["containerPort"] for one in container["ports"] if one["name"] == "http"]


def test_services_lead_to_ports_that_are_there() -> None:
    by_name = {each["name"]: {one["name"] for one in each["ports"]} for each in containers(BASE)}
    services = of_kind(BASE, "Service")
    for each in services:
        assert {one["targetPort"] for one in each["spec"]["ports"]} <= by_name[each["spec"]["selector"][NAME]]
    names = {each["metadata"]["name"] for each in services}
    hosts = {"@valkey:6379/0": "valkey", "@postgres/ludoteca": "postgres"}
    values = [each["value"] for container in ours(BASE) for each in container["env"] if "://" in each.get("value", "")]
    assert all(any(value.endswith(end) and host in names for end, host in hosts.items()) for value in values)


@overlays
def test_the_ingress_routes_the_webs_own_host_name(overlay: Path) -> None:
    (ingress,) = of_kind(overlay, "Ingress")
    (rule,) = ingress["spec"]["rules"]
    backend = rule["http"]["paths"][0]["backend"]["service"]
    (web,) = (each for each in of_kind(overlay, "Service") if each["metadata"]["name"] == backend["name"])
    assert backend["port"]["name"] in {each["name"] for each in web["spec"]["ports"]}
    settings = literals(overlay)
    assert settings["LUDOTECA_HOSTS"] == rule["host"]
    assert settings["LUDOTECA_ORIGINS"] == f"https://{rule['host']}"


@overlays
def test_the_overlay_sets_the_images_registry_and_version(overlay: Path) -> None:
    (image,) = kustomization(overlay)["images"]
    assert {each["image"] for each in (*ours(overlay), *jobs(overlay))} == {image["name"]} != {image["newName"]}
    assert image["newTag"] == __version__
