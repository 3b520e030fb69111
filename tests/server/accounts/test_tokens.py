"""Tokens: good for what they say until they end or are revoked, and revoked by their owner alone."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from rondel.server.accounts import principal_repository, tokens
from rondel.server.accounts.principal import Principal
from rondel.server.accounts.principal_repository import Entry
from rondel.server.accounts.tokens import TokenEntry


@pytest.fixture(autouse=True)
def begun(connection: Connection) -> None:
    principal_repository.add(connection, Entry("ada", "account", "Ada", 0, "ada", "hash"))
    principal_repository.add(connection, Entry("bob", "account", "Bob", 0, "bob", "hash"))
    principal_repository.add(connection, Entry("engine", "bot", "Engine", 0, "engine", owner="ada"))


def token(name: str, *scopes: str) -> TokenEntry:
    return TokenEntry(name.encode(), f"id of {name}", "engine", "at home", scopes, 100, 200)  # type: ignore[arg-type]


def test_a_token_is_good_for_its_scopes_until_it_ends(connection: Connection) -> None:
    tokens.add(connection, token("t1", "read"))
    tokens.add(connection, token("t2", "play", "read"))
    assert tokens.find(connection, b"t1", 199) == Principal("engine", "bot", "Engine", frozenset({"read"}))
    assert tokens.find(connection, b"t2", 0) == Principal("engine", "bot", "Engine")
    for hash_, at in ((b"t1", 200), (b"t3", 100), (b"", 100), (b"T1", 100)):
        assert tokens.find(connection, hash_, at) is None
    assert tokens.of(connection, "engine") == [token("t1", "read"), token("t2", "play", "read")]


def test_a_token_is_revoked_by_its_bots_owner_alone(connection: Connection) -> None:
    tokens.add(connection, token("t1", "play"))
    for other in ("bob", "engine", ""):
        assert tokens.revoke(connection, "id of t1", other) is None
    assert tokens.find(connection, b"t1", 100) is not None
    assert tokens.revoke(connection, "id of t1", "ada") == b"t1"
    assert tokens.find(connection, b"t1", 100) is None
    assert tokens.revoke(connection, "id of t1", "ada") is None


def test_all_of_a_bots_tokens_are_revoked_at_once(connection: Connection) -> None:
    for name in ("t1", "t2"):
        tokens.add(connection, token(name, "play"))
    assert sorted(tokens.revoke_all(connection, "engine")) == [b"t1", b"t2"]
    assert tokens.of(connection, "engine") == []
