"""`compose.yaml` has the deployment that the documentation describes, and our program knows everything in it."""

import re
import subprocess
import sys
from typing import Any

import pytest

from ludoteca.gateway.http_limits import BODY_BYTES, BODY_SECONDS, HEAD_BYTES, HEAD_SECONDS, IDLE_SECONDS
from ludoteca.runtime.settings import Settings

from .files import DEPLOY, KNOWN, OPS_PATHS, PROCESS_MEGABYTES, ROOT, compose, options, port, variables

COMPOSE = compose()
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = [name for name, each in SERVICES.items() if each["image"].startswith("ludoteca:")]
WANTED = re.compile(r"\$\{(\w+)(:\?|:-)")


def test_it_obeys_the_schema_of_compose_files() -> None:
    checked = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    done = subprocess.run([*checked, DEPLOY / "compose.yaml"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_there_are_two_webs_two_services_a_valkey_and_a_postgresql() -> None:
    started = [name for name in OURS if "profiles" not in SERVICES[name]]
    assert {name: SERVICES[name]["deploy"]["replicas"] for name in started} == {"web": 2, "service": 2}
    assert {"valkey", "postgres"} <= set(SERVICES)


@pytest.mark.parametrize("name", OURS)
def test_every_command_parses(name: str) -> None:
    assert SERVICES[name]["command"][0] == name
    assert options(SERVICES[name]["command"])


def test_a_backup_has_what_a_web_process_has_and_a_volume_that_the_image_owns() -> None:
    backup, web = SERVICES["backup"], SERVICES["web"]
    assert backup["environment"].items() <= web["environment"].items()
    assert f"run --rm {backup['profiles'][0]}" in (DEPLOY / "compose.yaml").read_text()
    folder = str(options(backup["command"])["file"])
    assert backup["volumes"] == [f"backups:{folder}"]
    assert ("VOLUME", folder) in instructions()


@pytest.mark.parametrize("name", OURS)
def test_every_variable_is_one_we_read(name: str) -> None:
    assert set(SERVICES[name]["environment"]) <= KNOWN


def test_the_image_has_the_tag_that_the_dockerfile_names() -> None:
    """Its name is in no registry and has no version: it is built from the checkout."""
    (image,) = {SERVICES[name]["image"] for name in OURS}
    assert f"docker build -f deploy/Dockerfile -t {image} ." in (DEPLOY / "Dockerfile").read_text()
    assert all(SERVICES[name]["build"]["dockerfile"] == "deploy/Dockerfile" for name in OURS)


def test_the_example_env_has_exactly_the_variables_needed() -> None:
    wanted = dict(WANTED.findall((DEPLOY / "compose.yaml").read_text()))
    example = variables(DEPLOY / "example.env")
    assert set(example) == set(wanted)
    for secret in ("LUDOTECA_SECRET_KEY", "VALKEY_PASSWORD", "POSTGRES_PASSWORD"):
        assert not example[secret], "a secret that everybody can read is none"
        assert wanted[secret] == ":?", "it must not start without"


def test_health_checks_ask_a_port_that_is_listened_on() -> None:
    told = SERVICES["service"]["healthcheck"]["test"][-1]
    found = re.search(r"127\.0\.0\.1:(\d+)(/\w+)", told)
    assert found is not None
    assert int(found[1]) == port(options(SERVICES["service"]["command"])["ops"])
    assert found[2] in OPS_PATHS
    image = re.search(r"127\.0\.0\.1:(\d+)/health", (DEPLOY / "Dockerfile").read_text())
    assert image is not None
    assert int(image[1]) == port(options(SERVICES["web"]["command"])["listen"])


def test_the_proxy_forwards_to_the_webs_port() -> None:
    caddyfile = (DEPLOY / "Caddyfile").read_text()
    found = re.search(r"name \{\$UPSTREAM:(\w+)\}\s+port \{\$UPSTREAM_PORT:(\d+)\}", caddyfile)
    assert found is not None
    assert int(found[2]) == port(options(SERVICES[found[1]]["command"])["listen"])
    assert int(SERVICES["web"]["environment"]["LUDOTECA_PROXIES"]) == 1
    assert "./Caddyfile:/etc/caddy/Caddyfile:ro" in SERVICES["proxy"]["volumes"]


def test_the_proxy_has_the_limits_of_the_webs() -> None:
    """It keeps heads, bodies and idle connections away from them; and it ends idle connections to them first."""
    said = dict(re.findall(r"^\s*(\w+) (\d+)(?:KB|s)$", (DEPLOY / "Caddyfile").read_text(), re.MULTILINE))
    assert {name: int(value) for name, value in said.items() if name not in ("refresh", "lb_try_duration")} == {
        "max_header_size": HEAD_BYTES // 1024,
        "read_header": HEAD_SECONDS,
        "read_body": BODY_SECONDS,
        "idle": IDLE_SECONDS,
        "max_size": BODY_BYTES // 1024,
        "keepalive": 20,
    }
    assert int(said["keepalive"]) < IDLE_SECONDS, "a request could meet the end of its connection"


def test_one_visitor_cannot_make_the_proxy_avoid_the_webs() -> None:
    """It would count a body that breaks off as a failure of the web process that was to get it."""
    lines = [line.split()[0] for line in (DEPLOY / "Caddyfile").read_text().splitlines() if line.strip()]
    assert not {"fail_duration", "max_fails", "trusted_proxies"} & set(lines)


def test_only_our_pods_reach_valkey_and_postgresql() -> None:
    assert COMPOSE["networks"]["back"]["internal"]
    for name in ("valkey", "postgres"):
        assert SERVICES[name]["networks"] == ["back"]
        assert "ports" not in SERVICES[name]


@pytest.mark.parametrize("name", sorted(SERVICES.keys() - {"proxy"}))
def test_memory_is_limited(name: str) -> None:
    assert SERVICES[name]["deploy"]["resources"]["limits"]["memory"]


@pytest.mark.parametrize("name", ["web", "service"])
def test_a_worker_reaches_its_own_limit_before_its_container_does(name: str) -> None:
    """By default there is a worker for each core of the machine, whatever the container may have."""
    limit = SERVICES[name]["deploy"]["resources"]["limits"]["memory"]
    workers = int(SERVICES[name]["environment"]["LUDOTECA_WORKERS"])
    assert limit.endswith("M")
    assert workers * Settings().worker_megabytes + PROCESS_MEGABYTES <= int(limit[:-1])


def test_what_must_survive_lies_in_volumes() -> None:
    kept = {volume.partition(":")[0] for each in SERVICES.values() for volume in each.get("volumes", ())}
    assert set(COMPOSE["volumes"]) == {name for name in kept if not name.startswith(".")}
    assert "--appendonly yes" in " ".join(SERVICES["valkey"]["command"])


def test_valkey_has_a_memory_limit_and_is_healthy_only_after_loading() -> None:
    line = SERVICES["valkey"]["command"]
    assert line[line.index("--maxmemory-policy") + 1] == "noeviction"
    assert line[line.index("--maxmemory") + 1] == "640mb"
    assert SERVICES["valkey"]["healthcheck"]["test"] == ["CMD-SHELL", "valkey-cli ping | grep -q PONG"]


# The image


def instructions() -> list[tuple[str, str]]:
    text = re.sub(r"\\\n\s*", "", (DEPLOY / "Dockerfile").read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def copied() -> list[str]:
    lines = [rest.split()[:-1] for word, rest in instructions() if word == "COPY" and "--from" not in rest]
    return [name for line in lines for name in line]


def test_the_image_copies_existing_files_that_dockerignore_lets_through() -> None:
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert set(copied()) == let_in
    assert all((ROOT / name).exists() for name in let_in)


def test_the_image_has_pinned_packages_and_an_unprivileged_user() -> None:
    run = [rest for word, rest in instructions() if word == "RUN"]
    assert "pip install --no-deps --require-hashes --only-binary :all: -r requirements/run.txt" in run
    assert any("pip check" in rest for rest in run)
    users = [rest for word, rest in instructions() if word == "USER"]
    assert users == ["10001"]


def test_by_itself_the_image_serves_from_its_volume() -> None:
    (command,) = (rest for word, rest in instructions() if word == "CMD")
    line = re.findall(r'"([^"]+)"', command)
    assert line[0] == "serve"
    found = options(line)
    assert ("VOLUME", str(found["data"])) in instructions()
    assert ("EXPOSE", str(port(found["listen"]))) in instructions()
