"""The host's guide: its commands run, its unit starts a server, and what it names is there."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import shutil
import signal
import subprocess
import sys
from configparser import ConfigParser
from functools import partial, reduce
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from typer.main import get_command
from typer.testing import CliRunner

from rondel.cli.app import app
from rondel.extras import EXTRAS
from rondel.server.features.moderation import moderation_log
from rondel.server.features.moderation.moderation_log import Report
from rondel.server.ops.database import DATABASE
from rondel.server.storage.sqlite import SqliteStore
from tests.server.accounts.visitors import Browser
from tests.server.harness import Running
from tests.server.ops.conftest import played

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
UNIT = (ROOT / "deploy" / "rondel.service").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))


def commands(program: str) -> list[list[str]]:
    """The guide's commands of that program, in order, without their comments."""
    lines = [line for block in re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL) for line in block.splitlines()]
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith(program + " ")]


def entered(folder: Path, name: str) -> str:
    """The number of a tournament in which an account of that name takes part, at the arena in a folder."""
    cup = {"title": "Cup", "game": "tic_tac_toe", "terms": {"format": "swiss", "clock": {"kind": "fischer", "initial": 60}}}
    with Running(folder) as server, Browser(server) as host, Browser(server) as guest:
        assert [host.register("Ada").status_code, guest.register(name).status_code] == [201, 201]
        event = host.post("/api/tournaments", json={**cup, "starts_in": 3600}).json()["listed"]["id"]
        assert guest.post(f"/api/tournaments/{event}", json={"deed": "join"}).status_code == 200
    return str(event)


def test_every_command_for_hosts_in_the_guide_does_what_it_says(tmp_path: Path) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path / DATABASE)
        await played(store, "t")
        reported = re.search(r"settle (\w+)", GUIDE)
        assert reported is not None
        report = Report(reported[1], "t", 1, "chat", "", "", "gallery", 1, "ada", "bob", "Bob")
        await store.write(partial(moderation_log.add, report=report))
        await store.close()

    asyncio.run(play())
    names = {"/var/lib/rondel": str(tmp_path), "/var/backups/rondel": str(tmp_path), "TOURNAMENT": entered(tmp_path, "Eve")}
    for words in commands("rondel"):
        given = [reduce(lambda said, name: said.replace(name, names[name]), names, word) for word in words]
        done = CliRunner().invoke(app, given)
        assert done.exit_code == 0, (words, done.output)
    assert len(commands("rondel")) >= 6
    assert {"monday.sqlite3", "before-upgrade.sqlite3"} <= {each.name for each in tmp_path.iterdir()}


def test_the_unit_starts_a_server_that_serves_tells_and_ends_as_it_says(tmp_path: Path) -> None:
    [line] = re.findall(r"^ExecStart=(.+)$", UNIT, re.MULTILINE)
    program, *words = shlex.split(line)
    assert program == "/opt/rondel/bin/rondel"
    changed = {"8000": "0", "/var/lib/rondel": str(tmp_path / "data"), "127.0.0.1:9100": "127.0.0.1:0"}
    assert set(changed) <= set(words)
    argv = [sys.executable, "-m", "rondel", *[changed.get(word, word) for word in words]]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().removeprefix("Rondel is at ").rstrip("/\n")
        told = process.stdout.readline().removeprefix("Metrics are at ").strip()
        assert (address.startswith("http://127.0.0.1:"), told.endswith("/metrics")) == (True, True), (address, told)
        health = httpx.get(f"{address}/health", trust_env=False)
        assert health.text == '{"status":"ready"}'
        assert '{"status":"ready"}' in GUIDE
        metrics = httpx.get(told, trust_env=False).text
        named = set(re.findall(r"rondel_[a-z_]+", GUIDE))
        assert {name for name in named if f"{name}" not in metrics} == set(), "every metric to be watched is told"
        assert oct((tmp_path / "data").stat().st_mode & 0o777) == "0o700"
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=20)
        assert process.returncode == 0
    assert all(line.startswith('{"at":') for line in said.splitlines())


def test_the_unit_is_started_again_for_as_long_as_its_database_takes_to_come_up() -> None:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.read_string(UNIT)
    assert unit["Service"]["Restart"] == "on-failure"
    assert unit["Unit"]["StartLimitIntervalSec"] == "0", "else systemd gives it up after five times"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze reads units, and is not here")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "rondel.service"
    unit.write_text(UNIT.replace("/opt/rondel/bin/rondel", sys.executable))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    found = [line for line in done.stderr.splitlines() if "rondel.service" in line]
    assert (done.returncode, found) == (0, [])


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze rates units, and is not here")
def test_the_sandbox_of_the_unit_is_rated_as_the_guide_says() -> None:
    unit = ROOT / "deploy" / "rondel.service"
    argv = ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", str(unit)]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    rated = re.search(r"Overall exposure level for rondel.service: ([\d.]+)", done.stdout)
    assert rated is not None, done.stdout + done.stderr
    assert float(rated[1]) <= 2.0, "10 is without any sandbox"
    assert "at 1.8 of 10" in GUIDE


def test_the_image_is_small_and_its_server_no_administrator() -> None:
    lines = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8").splitlines()
    named: dict[str, list[str]] = {}
    for line in lines:
        if found := re.match(r"([A-Z]+) (.+)", line):
            named.setdefault(found[1], []).append(found[2])
    assert len({each.split()[0] for each in named["FROM"]}) == 1, "what is built for one Python runs on the same"
    assert named["FROM"][-1].endswith("-slim")
    assert named["USER"] == ["7342"], "a number, for Kubernetes refuses a name that may be root's"
    assert "--uid 7342" in "".join(lines)
    assert named["VOLUME"] == ["/var/lib/rondel"]
    assert "/health" in "".join(lines)
    serve, *options = json.loads(named["CMD"][0])
    known = {each for parameter in get_command(app).commands[serve].params for each in parameter.opts}  # type: ignore[attr-defined]
    assert {each for each in options if each.startswith("--")} <= known
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {".git", ".venv", "build", "**/node_modules"} <= set(ignored)
    extras = re.search(r"/source\[([a-z,]+)\]", "".join(lines))
    assert extras is not None
    assert set(extras[1].split(",")) <= set(EXTRAS)


def test_the_compose_file_is_whole_and_gives_nothing_away() -> None:
    assert set(COMPOSE["services"]) == {"rondel", "database"}
    for name, service in COMPOSE["services"].items():
        assert "/" not in service.get("image", ""), "no registry is written out"
        assert "no-new-privileges:true" in service["security_opt"]
        assert all(each.startswith("127.0.0.1:") for each in service.get("ports", ())), (
            "a proxy on this machine, and nobody else"
        )
        assert {each.partition(":")[0] for each in service["volumes"]} <= set(COMPOSE["volumes"])
        secrets = [value for value in service["environment"].values() if "PASSWORD" in value]
        assert len(secrets) == 1, name
        assert "${RONDEL_DATABASE_PASSWORD:?" in secrets[0], "without a password nothing starts"
    rondel = COMPOSE["services"]["rondel"]
    assert (ROOT / "deploy" / rondel["build"]["context"] / rondel["build"]["dockerfile"]).is_file()
    serve, *options = rondel["command"]
    known = {each for parameter in get_command(app).commands[serve].params for each in parameter.opts}  # type: ignore[attr-defined]
    assert {each for each in options if each.startswith("--")} <= known
    assert "--dev" not in options


def test_whatever_the_guide_links_to_or_copies_is_there() -> None:
    for page, _, part in [each.partition("#") for each in re.findall(r"\]\(([^)]+)\)", GUIDE)]:
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        titles = {
            re.sub(r"[^a-z0-9 -]", "", each.lower()).replace(" ", "-") for each in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
        }
        assert not part or part in titles, (page, part)
    for path in re.findall(r"deploy/[\w.]+", GUIDE):
        assert path == "deploy/.env" or (ROOT / path).exists(), path
