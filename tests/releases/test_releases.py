"""What a released version has written, this one reads: records, snapshots, databases, messages, policies.

The version as it is stands among the releases: what it writes is read as well, so that a release keeps nothing unreadable.
"""

from __future__ import annotations

import lzma
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import rondel
from rondel.players.bots import policy_bot
from rondel.server import protocol
from tests.releases import keep
from tests.server.accounts.visitors import Browser
from tests.server.harness import Running

HERE = Path(__file__).parent
RELEASES = sorted(each.name for each in HERE.iterdir() if (each / "interface.tar.xz").is_file())


@pytest.fixture(scope="module", params=[*RELEASES, "this version"])
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a version."""
    if request.param in RELEASES:
        return HERE / str(request.param)
    folder = tmp_path_factory.mktemp("this-version")
    keep.write(folder)
    return folder


def test_its_records_and_snapshots_are_the_games_that_they_were(kept: Path) -> None:
    games = keep.unpacked(kept / "games.json.xz")
    assert len(games) >= 16
    for each in games:
        assert keep.seen(rondel.replay(each["record"])) == each["seen"], each["name"]
        assert keep.seen(rondel.restore(each["snapshot"])) == each["seen"], each["name"]


def test_its_arena_goes_on(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "arena.sqlite3").write_bytes(lzma.decompress((kept / "arena.sqlite3.xz").read_bytes()))
    (tmp_path / "arena.sqlite3").chmod(0o600)
    told = keep.unpacked(kept / "conversation.json.xz")
    with Running(tmp_path) as server, Browser(server) as browser:
        assert browser.log_in(keep.PERSON, keep.PASSWORD).status_code == 200
        for table in told["tables"]:
            assert browser.get(f"/api/tables/{table}").status_code == 200
        assert browser.get(f"/api/tables/{told['finished']}").json()["over"]
    argv = [sys.executable, "-m", "rondel", "admin", "verify", "--data", str(tmp_path)]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_its_messages_are_understood(kept: Path) -> None:
    told = keep.unpacked(kept / "conversation.json.xz")["said"]
    decoders = {
        "client": msgspec.json.Decoder(protocol.ClientMessage),
        "server": msgspec.json.Decoder(protocol.ServerMessage),
    }
    assert {who for who, _ in told} == {"client", "server"}
    for who, message in told:
        decoders[who].decode(message)


def test_its_policies_are_read(kept: Path) -> None:
    found = sorted(kept.glob("policy-*.json"))
    assert found
    for path in found:
        assert policy_bot.read(path).game == path.stem.removeprefix("policy-")
