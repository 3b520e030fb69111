"""The page on several nodes, and the examples in deploy/: each is read by its own program where it is installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from rondel.cli.app import app
from rondel.server.supervisor import acceptor, child_process
from rondel.server.supervisor.request_line import LARGEST_LINE
from rondel.server.transport.rate_limits import Limits
from rondel.server.transport.uvicorn_protocols import draining

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "nodes.md").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "nodes" / "compose.yaml").read_text(encoding="utf-8"))
KUBERNETES: list[dict[str, Any]] = [
    each
    for file in sorted((DEPLOY / "kubernetes").glob("*.yaml"))
    for each in yaml.safe_load_all(file.read_text(encoding="utf-8"))
]


def test_the_figures_of_the_page_are_those_of_the_program() -> None:
    for said in (
        f"each time it fails at its start it waits twice as long, up to {child_process.LONGEST_WAIT:g} seconds",
        f"does not run for {child_process.SILENT_SECONDS:g} seconds",
        f"is not ready {child_process.START_SECONDS / 60:g} minutes after its start",
        f"within {acceptor.LINE_SECONDS:g} seconds, has more than {LARGEST_LINE // 1024} KiB",
        f"more than {Limits().sockets_from} sockets",
        f"at most {draining.SOCKETS_A_SECOND} a second",
    ):
        assert said in PAGE, said
    assert draining.NOTICE_SECONDS == 2, "For two seconds nothing else happens"
    assert draining.NOTICE_SECONDS + draining.LONGEST_SECONDS < 45 > child_process.STOP_SECONDS
    for name in re.findall(r"`([a-z]+\.(?:conf|cfg|yaml)|Caddyfile)`", PAGE):
        assert (DEPLOY / "nodes" / name).is_file(), name


@pytest.mark.parametrize("name", ["nginx.conf", "haproxy.cfg", "haproxy.compose.cfg", "Caddyfile"])
def test_a_balancer_reads_its_example(name: str, tmp_path: Path) -> None:
    """The certificate, and names that only Docker resolves, are replaced."""
    program = {"nginx": "/usr/sbin/nginx", "haproxy": "/usr/sbin/haproxy", "Caddyfile": "caddy"}[name.partition(".")[0]]
    if (found := shutil.which(program)) is None:
        pytest.skip(f"{program} reads this file, and is not here: apt install {Path(program).name}")
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=games.example.org"]
    subprocess.run([*made, "-keyout", tmp_path / "key", "-out", tmp_path / "cert"], check=True, capture_output=True)
    (tmp_path / "both").write_text((tmp_path / "cert").read_text() + (tmp_path / "key").read_text())
    text = (DEPLOY / "nodes" / name).read_text(encoding="utf-8")
    text = re.sub(r"/etc/letsencrypt/live/\S+/fullchain.pem", str(tmp_path / "cert"), text)
    text = re.sub(r"/etc/letsencrypt/live/\S+/privkey.pem", str(tmp_path / "key"), text)
    text = text.replace("/etc/haproxy/games.example.org.pem", str(tmp_path / "both"))
    if name == "nginx.conf":
        text = f"pid {tmp_path}/pid; error_log {tmp_path}/log; events {{}} http {{ {text}\n}}"
    (tmp_path / "file").write_text(text)
    file = str(tmp_path / "file")
    command = {
        "nginx.conf": [found, "-t", "-c", file, "-e", str(tmp_path / "log")],
        "Caddyfile": [found, "validate", "--adapter", "caddyfile", "--config", file],
    }.get(name, [found, "-c", "-f", file])
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("program", "files"),
    [
        ("check-jsonschema --builtin-schema vendor.compose-spec", ("compose.yaml", "nodes/compose.yaml")),
        (
            "kubernetes-validate --strict",
            tuple([f"kubernetes/{each.name}" for each in sorted((DEPLOY / "kubernetes").glob("*.yaml"))]),
        ),
    ],
)
def test_what_cannot_be_run_here_is_as_its_own_validator_wants_it(program: str, files: tuple[str, ...]) -> None:
    """There is neither Docker Compose nor a cluster: the schemas of both say what a file may hold."""
    name, *given = program.split()
    found = shutil.which(name, path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    if found is None:
        pytest.skip(f"{name} reads {', '.join(files)}, and is not here: pip install {name}")
    assert program in PAGE
    done = subprocess.run([found, *given, *[DEPLOY / each for each in files]], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def options() -> set[str]:
    """The options of `rondel serve`."""
    serve = get_command(app).commands["serve"]  # type: ignore[attr-defined]
    return {option for each in serve.params for option in each.opts}


def test_the_compose_file_names_options_that_there_are_and_gives_nothing_away() -> None:
    nodes = [service for name, service in COMPOSE["services"].items() if name.startswith("node")]
    assert len(nodes) == 3
    for node in nodes:
        assert {word for word in node["command"] if word.startswith("--")} <= options()
        assert node["command"][0] == "serve"
        assert all("PASSWORD:?" in each for each in node["environment"].values()), "without a password nothing starts"
        assert node["stop_grace_period"] == "45s"
        assert "ports" not in node, "clients come through the balancer alone"
    for service in COMPOSE["services"].values():
        assert "no-new-privileges:true" in service["security_opt"]
        assert all(each.startswith("127.0.0.1:") for each in service.get("ports", ()))
    assert (DEPLOY / "nodes" / "haproxy.compose.cfg").is_file()


def test_the_manifests_name_what_there_is_and_lose_no_node_in_an_update() -> None:
    named = {(each["kind"], each["metadata"]["name"]): each for each in KUBERNETES}
    deployment = named["Deployment", "rondel"]["spec"]
    assert deployment["replicas"] == 3
    assert deployment["strategy"]["rollingUpdate"] == {"maxSurge": 1, "maxUnavailable": 0}
    assert named["PodDisruptionBudget", "rondel"]["spec"]["minAvailable"] == 2
    pod = deployment["template"]["spec"]
    assert pod["terminationGracePeriodSeconds"] >= 45
    (container,) = pod["containers"]
    assert {word for word in container["args"] if word.startswith("--")} <= options()
    assert container["readinessProbe"]["httpGet"]["path"] == "/health"
    assert container["livenessProbe"]["httpGet"]["path"] != "/health", "the database being away ends no node"
    names = {name for kind, name in named if kind == "Service"}
    for ingress in (each for (kind, _), each in named.items() if kind == "Ingress"):
        for path in ingress["spec"]["rules"][0]["http"]["paths"]:
            assert path["backend"]["service"]["name"] in names
    for each in KUBERNETES:
        if "template" in each["spec"]:
            labels = each["spec"]["template"]["metadata"]["labels"]
            assert each["spec"]["selector"]["matchLabels"] == labels
            assert each["spec"]["template"]["spec"]["securityContext"]["runAsNonRoot"]
            for inside in each["spec"]["template"]["spec"]["containers"]:
                assert inside["securityContext"]["capabilities"] == {"drop": ["ALL"]}
                for variable in inside.get("env", ()):
                    secret = re.search("PASSWORD|DATABASE|BUS", variable["name"])
                    assert not secret or variable["valueFrom"]["secretKeyRef"]["name"] == "rondel"
