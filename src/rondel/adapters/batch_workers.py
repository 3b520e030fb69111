"""Workers of batches: processes that play the games of one `rondel.adapters.batch.Batch` each, in shared memory.

A worker is told ``("reset", seeds)`` or ``("step", [])`` and answers with None, or with the fault of one of its games. What is
seen and done lies in the shared arrays and is never sent.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import signal
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from rondel.adapters.batch import Arrays, Batch, GameFault, Plan
from rondel.adapters.desk import Desk

Order: TypeAlias = tuple[str, list[int | None]]
Fault: TypeAlias = tuple[str, int, str | None]
"""The message, the index of the game, and its record."""


class BatchWorkers:
    """Processes that share the games of some arrays in equal parts; their memory is freed when they and the arrays are.

    ``patience`` is the longest time in seconds in which all of them have to answer; None for no limit.
    """

    def __init__(self, plan: Plan, desk: Desk, games: int, workers: int, patience: float | None) -> None:
        context = multiprocessing.get_context("spawn")
        seated = plan.seated(desk)
        memory = context.RawArray("b", Arrays(desk, games, seated).bytes)
        self.arrays = Arrays(desk, games, seated, memory)
        self.patience = patience
        bounds = [games * each // workers for each in range(workers + 1)]
        self.parts = list(pairwise(bounds))
        """The range of games of each worker: the first one, and the one after the last."""
        self._at = context.RawArray("q", workers)
        self._pipes: list[Any] = []
        self._processes: list[Any] = []
        for number, (first, last) in enumerate(self.parts):
            near, far = context.Pipe()
            arguments = (plan, games, memory, self._at, number, first, last, far)
            process = context.Process(target=_work, args=arguments, name=f"rondel games {first} to {last - 1}", daemon=True)
            process.start()
            far.close()
            self._pipes.append(near)
            self._processes.append(process)

    def reset(self, seeds: Sequence[int | None]) -> None:
        """Begins all games. Raises `GameFault`."""
        self._tell([("reset", list(seeds[first:last])) for first, last in self.parts])

    def step(self) -> None:
        """Plays the action of each game. Raises `GameFault`."""
        self._tell([("step", [])] * len(self.parts))

    @property
    def closed(self) -> bool:
        """Whether the processes have ended."""
        return not self._processes

    def close(self) -> None:
        """Ends the processes."""
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join(1)
            if process.is_alive():
                process.kill()
                process.join()
            process.close()
        self._pipes, self._processes = [], []

    def _tell(self, orders: Sequence[Order]) -> None:
        for number, order in enumerate(orders):
            try:
                self._pipes[number].send(order)
            except (BrokenPipeError, ConnectionResetError):
                raise self._lost(number) from None
        faults = [self._answer(number) for number in range(len(orders))]
        for fault in faults:
            if fault is not None:
                message, game, record = fault
                raise GameFault(message, game, None, (), record)

    def _answer(self, number: int) -> Fault | None:
        pipe = self._pipes[number]
        if self.patience is not None and not pipe.poll(self.patience):
            raise self._lost(number, f"did not answer within {self.patience:g} s")
        try:
            answer: Fault | None = pipe.recv()
        except (EOFError, ConnectionResetError):
            raise self._lost(number) from None
        return answer

    def _lost(self, number: int, why: str = "") -> GameFault:
        process, (first, last) = self._processes[number], self.parts[number]
        if not why:
            process.join(1)
            code = process.exitcode
            why = f"was ended by {signal.Signals(-code).name}" if code is not None and code < 0 else f"ended with {code}"
        game = int(self._at[number])
        return GameFault(f"the worker of games {first} to {last - 1} {why} while it played game {game}", game, None, (), None)


def _work(plan: Plan, games: int, memory: Any, at: Any, number: int, first: int, last: int, pipe: Any) -> None:
    """The life of a worker, until its pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends who gives the orders, and so the pipe
    desk = plan.desk()
    batch = _Watched(plan, desk, Arrays(desk, games, plan.seated(desk), memory), first, last)
    batch.at, batch.number = at, number
    at[number] = first
    while True:
        try:
            what, seeds = pipe.recv()
        except EOFError:
            return
        fault: Fault | None = None
        try:
            if what == "reset":
                batch.reset(seeds)
            else:
                batch.step()
        except GameFault as error:
            fault = (str(error), error.number, error.record)
        try:
            pipe.send(fault)
        except BrokenPipeError:
            return


class _Watched(Batch):
    """A batch that tells another process which game it plays."""

    at: Any = None
    number = 0

    @property
    def playing(self) -> int:
        return int(self.at[self.number])

    @playing.setter
    def playing(self, game: int) -> None:
        if self.at is not None:
            self.at[self.number] = game
