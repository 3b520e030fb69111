"""Inquiry: gives a running rule its next answer, or suspends it.

A rule that runs again is given its old answers one after the other; at the first question without an answer it is
suspended (`rondel.engine.play.running.suspension`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rondel.engine.components.move import Move, forced
from rondel.engine.play.running.determinism import unfit
from rondel.engine.play.running.machine import Machine
from rondel.engine.play.running.question import Answer, Given, Question, Suspend
from rondel.engine.visibility import CHANCE
from rondel.errors import RulesError

if TYPE_CHECKING:
    from rondel.engine.checks.transitions import Node


def inquire(machine: Machine, question: Callable[[], Question], role: str) -> Given:
    """The next answer given in this rule; suspends the rule if there is none yet."""
    if not machine.asking:
        raise RulesError("setup, options, args and scores cannot ask: ask in an action or in 'enter'")
    if machine._suspended:
        machine.swallowed(f"a rule of state {machine.node.name!r}")
    writes = len(machine.journal.entries)
    if machine._cursor < len(machine._given):
        given = machine._given[machine._cursor]
        machine._cursor += 1
        if given.writes < 0 and role and given.role != role:
            raise unfit(f"{given.text} by {given.role}", [f"a question to {role}"])
        if given.writes < 0:
            given = machine._given[machine._cursor - 1] = Given(given.role, given.text, writes)
        if given.writes != writes or (role and given.role != role):
            raise RulesError(
                f"a rule of state {machine.node.name!r} ran otherwise when it was run again: rules must be deterministic, "
                "and keep what changes in props, containers and tokens"
            )
        return given
    machine._suspended = True
    raise Suspend(question())


def ask_chance(machine: Machine, texts: list[str], weights: list[int], moves: Callable[[], list[Move]]) -> int:
    """Which of the outcomes chance chooses: from the script, the stream, or whoever answers for it."""
    if not machine.asking:
        raise RulesError("setup, options, args and scores cannot draw by chance: deal in an automatic state's 'enter'")
    if machine._suspended:
        machine.swallowed(f"a rule of state {machine.node.name!r}")
    replayed = machine._cursor < len(machine._given)
    if not replayed and machine.chance.ready():
        text = machine.chance.answer(texts, weights)
        machine.answers.append((CHANCE, text))
        machine._given.append(Given(CHANCE, text, len(machine.journal.entries)))
    given = inquire(machine, lambda: Question("", {CHANCE: forced(moves())}, (CHANCE,)), CHANCE)
    try:
        return texts.index(given.text)
    except ValueError:
        raise unfit(given.text, texts) from None


def answered(machine: Machine) -> tuple[Given, ...]:
    """The answers that the rule has been given, with those that chance gave at once; for a table that may change before it
    runs again, so how much it had written is not kept."""
    return tuple([Given(given.role, given.text, -1) for given in machine._given])


def asked_so_far(machine: Machine) -> int:
    """How many of its answers the rule has asked for."""
    return machine._cursor


def at_last_answer(machine: Machine) -> bool:
    """Whether the rule has come to a question that nobody has answered yet."""
    return machine._cursor == len(machine._given)


def tidy(machine: Machine, since: int, said: list[Answer]) -> None:
    """Keep only this of what was answered from that number on: in what order it came, and what was changed, matters no
    more."""
    writes = len(machine.journal.entries)
    machine._given[since : machine._cursor] = [Given(role, text, writes) for role, text in said]
    machine._cursor = since + len(said)


def check_finished(machine: Machine, node: Node, move: Move | None, changed: bool) -> None:
    """Raise `RulesError` if a rule swallowed its question, or asked less than before on an unchanged table."""
    name = move.text if move is not None else f"enter of {node.name}"
    if machine._suspended:
        machine.swallowed(name)
    if machine._cursor < len(machine._given) and not changed:
        raise RulesError(f"rule {name!r} asked less when it was run again: rules must be deterministic")
