"""A lost password: its host sets a new one with the real command, beside a server that runs, in both databases."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import rondel
from tests.server.accounts.visitors import PASSWORD, Browser
from tests.server.harness import Running

NEW = "battery staple horse"


def test_a_lost_password_is_replaced_beside_a_running_server(kept_at: Path | str, tmp_path: Path) -> None:
    address = None if isinstance(kept_at, Path) else kept_at
    where = ["--data", str(tmp_path)] if address is None else ["--database", address]
    with Running(tmp_path, address=address) as server, Browser(server) as ann, Browser(server) as other:
        assert ann.register("Ann").status_code == 201
        assert rondel("admin", "password", "Ann", *where, typed="short\n").returncode == 1
        nobody = rondel("admin", "password", "Nobody", *where, typed=f"{NEW}\n")
        assert (nobody.returncode, nobody.stderr) == (1, "rondel: nobody here has an account of that name\n")
        assert ann.me()["kind"] == "account"
        done = rondel("admin", "password", "Ann", *where, typed=f"{NEW}\n")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == "'Ann' has a new password; 1 session ended.\n"
        assert ann.me()["kind"] == "nobody"
        assert other.log_in("Ann", PASSWORD).status_code == 403
        assert other.log_in("Ann", NEW).status_code == 200


@pytest.mark.parametrize("address", ["postgresql://nobody@127.0.0.1:9/none", "mysql://there"])
def test_a_database_that_is_not_there_is_said_in_a_line(address: str) -> None:
    found = rondel("admin", "password", "Ann", "--database", address, typed=f"{NEW}\n")
    assert found.returncode in (1, 2)
    assert found.stderr.startswith("rondel: ")
    assert found.stderr.count("\n") == 1
