"""The ports of rules: hosts in this process and in a confined one offer the same."""

from __future__ import annotations

import inspect

import pytest

from rondel.server.dev.workbench import Bench
from rondel.server.rule_host.local import LocalRules, LocalTable
from rondel.server.rule_host.ports import HostedTable, RuleHost
from rondel.server.rule_host.sandbox.codec import METHODS
from rondel.server.rule_host.sandbox.hosted_table import SandboxedTable
from rondel.server.rule_host.sandbox.pool import SandboxPool


def offered(port: type) -> list[str]:
    return [name for name in vars(port) if not name.startswith("_")]


@pytest.mark.parametrize(
    ("port", "made"),
    [
        (HostedTable, LocalTable),
        (HostedTable, SandboxedTable),
        (RuleHost, LocalRules),
        (RuleHost, SandboxPool),
        (RuleHost, Bench),
    ],
    ids=lambda each: each.__name__,
)
def test_whoever_offers_a_port_offers_all_of_it_under_the_same_parameters(port: type, made: type) -> None:
    for name in offered(port):
        wanted, there = getattr(port, name), getattr(made, name)
        assert inspect.iscoroutinefunction(there) == inspect.iscoroutinefunction(wanted), name
        if callable(wanted):
            assert list(inspect.signature(there).parameters) == list(inspect.signature(wanted).parameters), name


def test_a_worker_is_asked_for_every_coroutine_of_a_table_and_for_nothing_else() -> None:
    assert set(METHODS) == {name for name in offered(HostedTable) if inspect.iscoroutinefunction(getattr(HostedTable, name))}
