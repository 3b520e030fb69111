"""Clusters: fixtures played by Ray on all machines of a cluster. Needs the extra ``ray``.

Every machine needs Rondel, the game if it is in a file, and the programs that play, at the same paths as here.
"""

from __future__ import annotations

import json
import logging
import socket
import time
import warnings
from collections.abc import Iterable, Iterator
from typing import Any, Final
from urllib.parse import urlsplit

from rondel.errors import BadOption
from rondel.tournament.execution.executor import Batches, Executor
from rondel.tournament.execution.job import Setting, carry_out
from rondel.tournament.fixture import Fixture
from rondel.tournament.outcome import Fault, Outcome

LOCAL: Final = "local"
"""The address that starts a cluster of this machine alone."""
AUTO: Final = "auto"
"""The address of the cluster that was started here."""
PATIENCE: Final = 5.0
"""Seconds to wait for a connection to any other address."""


class Cluster(Executor):
    """The Ray cluster at an address (``"auto"`` finds the one started here, ``"local"`` starts one).

    Raises `BadOption` if Ray is not installed, or no cluster answers.
    """

    def __init__(self, address: str = LOCAL) -> None:
        try:
            import ray
        except ImportError as error:
            raise BadOption("tournaments on a cluster need Ray: pip install 'rondel[ray]'") from error
        self._ray: Any = ray
        _knock(address)
        logging.getLogger("ray").setLevel(logging.ERROR)
        try:
            with warnings.catch_warnings(action="ignore"):
                # The dashboard needs more than Ray's core, and Ray's messages belong to no report.
                ray.init(
                    address=None if address == LOCAL else address,
                    include_dashboard=False if address == LOCAL else None,
                    log_to_driver=False,
                    configure_logging=False,
                )
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise BadOption(f"no Ray cluster answers at {address!r}: {error}") from error

    def run(self, setting: Setting, fixtures: Iterable[Fixture]) -> Iterator[Outcome]:
        ray = self._ray
        task = ray.remote(carried_out).options(max_retries=2)
        takers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        batches = Batches(fixtures, takers=takers)
        shared = json.dumps(setting.to_json())
        running: dict[Any, list[Fixture]] = {}
        try:
            while True:
                while len(running) < takers and (batch := batches.next()):
                    running[task.remote(shared, json.dumps([each.to_json() for each in batch]))] = batch
                if not running:
                    return
                (done,), _rest = ray.wait(list(running), num_returns=1)
                batch = running.pop(done)
                try:
                    seconds, found = ray.get(done)
                except ray.exceptions.RayError as error:
                    message = f"the process that played it is lost: {type(error).__name__}"
                    for each in batch:
                        yield Outcome(each.id, each.seated, (), (), (), 0, 0.0, Fault(-1, "lost", message))
                    continue
                batches.learn(games=len(batch), seconds=seconds)
                for each in json.loads(found):
                    yield Outcome.from_json(each)
        finally:
            for each in running:
                ray.cancel(each, force=True)

    def close(self) -> None:
        self._ray.shutdown()


def _knock(address: str) -> None:
    """Checks that a server listens at an address, because Ray itself retries for minutes. Raises `BadOption`."""
    if address in (LOCAL, AUTO):
        return
    parts = urlsplit(address if "://" in address else f"ray://{address}")
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if host is None or port is None:
        raise BadOption(f"{address!r} is not the address of a Ray cluster: write HOST:PORT, {AUTO} or {LOCAL}")
    try:
        socket.create_connection((host, port), timeout=PATIENCE).close()
    except OSError as error:
        raise BadOption(f"no Ray cluster answers at {address!r}: {error.strerror or error}") from error


def carried_out(setting: str, fixtures: str) -> tuple[float, str]:
    """Runs a job on a Ray worker: text in, text out, with the seconds it took."""
    began = time.perf_counter()
    batch = [Fixture.from_json(each) for each in json.loads(fixtures)]
    found = [outcome.to_json() for outcome in carry_out(Setting.from_json(json.loads(setting)), batch)]
    return time.perf_counter() - began, json.dumps(found)
