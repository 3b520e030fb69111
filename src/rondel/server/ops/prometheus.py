"""Metrics for Prometheus, at an address of their own.

They are for the host only, so they have their own address. A thread answers from numbers that exist already, so a blocked event
loop is reported as well.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Final

from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector, start_http_server
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.table_registry import TableRegistry
from rondel.server.storage.store import Down
from rondel.server.telemetry.measures import Histogram

_logger = logging.getLogger(__name__)

PULSE_SECONDS: Final = 0.25
"""How often the lag of the event loop is measured."""

LOOK_SECONDS: Final = 15.0
"""How often the faulted tables are counted."""


class Metrics(Collector):
    """The metrics of one server and its bots, at an address of their own until `close`."""

    def __init__(self, arena: TableRegistry, bots: BotPool, host: str, port: int) -> None:
        """Raises `OSError` where that address cannot be used."""
        self._arena = arena
        self._bots = bots
        registry = CollectorRegistry(auto_describe=False)
        registry.register(self)
        for each in (ProcessCollector, PlatformCollector, GCCollector):
            each(registry=registry)
        self._server, self._thread = start_http_server(port, host, registry)
        self._heartbeat = asyncio.create_task(self._beat(), name="pulse")

    @property
    def address(self) -> str:
        """The address of the metrics."""
        host, port = self._server.server_address[:2]
        shown = host.decode() if isinstance(host, bytes) else host
        return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"

    async def close(self) -> None:
        """Stop listening."""
        self._heartbeat.cancel()
        await asyncio.wait({self._heartbeat})
        await asyncio.to_thread(self._server.shutdown)
        self._server.server_close()
        self._thread.join()

    def collect(self) -> Iterator[Metric]:
        """Called in a thread for each request; only reads numbers."""
        counted = self._arena.measures
        yield _counter("answers_stored", "Answers stored, which is to say acknowledged.", sum(counted.stored.counts))
        refused = CounterMetricFamily("rondel_refusals", "Messages and requests refused, by code.", labels=["code"])
        for code, count in list(counted.refused.items()):
            refused.add_metric([code], count)
        yield refused
        yield _histogram("store_seconds", "Time from handing an answer to the store until it was committed.", counted.stored)
        yield _histogram("store_group_answers", "Answers in one transaction of the store.", counted.groups)
        yield _histogram("loop_lag_seconds", "By how much the event loop came late.", counted.lag)
        for name, text, value in (
            ("tables_in_memory", "Tables that somebody has been at lately.", self._arena.loaded),
            ("sockets", "WebSockets that are open.", counted.sockets),
            ("bots_thinking", "Bot workers that are thinking.", self._bots.thinking),
            ("faulted_tables", "Tables nobody can play at until somebody looks after them.", counted.faulted),
            ("nodes", "Other servers of the same database that were heard lately.", self._arena.bus.others),
            ("blind", "1 while the server does not hear the other servers.", not self._arena.bus.sighted),
            ("draining", "1 while the server is about to stop.", self._arena.health.draining),
        ):
            yield GaugeMetricFamily(f"rondel_{name}", text, value=value)
        yield _counter("bus_gaps", "How often messages of other servers were missed.", self._arena.bus.missed)
        yield _counter(
            "bot_workers_killed", "Bot workers killed: they hung, took too much or talked rubbish.", self._bots.killed
        )
        yield _counter("bot_answers_late", "Answers of bots that left after their slot.", self._bots.late)

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        look = loop.time()
        while True:
            due = loop.time() + PULSE_SECONDS
            await asyncio.sleep(PULSE_SECONDS)
            self._arena.measures.lag.observe(max(0.0, loop.time() - due))
            if loop.time() >= look:
                look = loop.time() + LOOK_SECONDS
                try:
                    self._arena.measures.faulted = await self._arena.faulted()
                except Down as error:
                    _logger.info("the faulted tables were not counted: %s", error)


def _counter(name: str, text: str, value: float) -> Metric:
    return CounterMetricFamily(f"rondel_{name}", text, value=value)


def _histogram(name: str, text: str, found: Histogram) -> Metric:
    counts = found.cumulative()
    buckets = [(str(bound), float(count)) for bound, count in zip((*found.bounds, "+Inf"), counts, strict=True)]
    return HistogramMetricFamily(f"rondel_{name}", text, buckets=buckets, sum_value=found.total)
