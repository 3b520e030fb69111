"""Inquiry: gives a running rule its next answer, or suspends it.

A rule that runs again is given its earlier answers in order; the first question without an answer suspends it
(`rondel.engine.play.running.suspension`).
"""

from __future__ import annotations

from collections.abc import Callable

from rondel.engine.components.move import Move, forced
from rondel.engine.play.running.determinism import unfit
from rondel.engine.play.running.machine import Machine
from rondel.engine.play.running.question import Answer, Question, Suspend
from rondel.engine.visibility import CHANCE
from rondel.errors import RulesError


def inquire(machine: Machine, question: Callable[[], Question], role: str) -> Answer:
    """The next answer of the running rule. Raises `Suspend` with the question if there is none yet.

    Raises `RulesError` where no rule runs, and where the rule differs from its earlier run. An empty ``role`` takes an answer
    of any role.
    """
    if not machine.asking:
        raise RulesError("setup, options, args and scores cannot ask: ask in an action or in 'enter'")
    run = machine.run
    if run.suspended:
        machine.swallowed(f"a rule of state {machine.node.name!r}")
    number = run.cursor
    if number == len(run.answers):
        run.suspended = True
        raise Suspend(question())
    run.cursor = number + 1
    answer = run.answers[number]
    other = role != "" and answer[0] != role
    written = len(machine.journal.entries)
    if number == len(run.marks):
        if other:
            raise unfit(f"{answer[1]} by {answer[0]}", [f"a question to {role}"])
        run.marks.append(written)
    elif other or run.marks[number] != written:
        raise RulesError(
            f"a rule of state {machine.node.name!r} ran otherwise when it was run again: rules must be deterministic, "
            "and keep what changes in props, containers and tokens"
        )
    return answer


def ask_chance(machine: Machine, texts: list[str], weights: list[int], moves: Callable[[], list[Move]]) -> int:
    """The number of the outcome that chance chooses: by the seed, the script of a record, or an answer from outside."""
    if not machine.asking:
        raise RulesError("setup, options, args and scores cannot draw by chance: deal in an automatic state's 'enter'")
    run = machine.run
    if run.suspended:
        machine.swallowed(f"a rule of state {machine.node.name!r}")
    if run.cursor == len(run.answers) and machine.chance.ready():
        answer = (CHANCE, machine.chance.answer(texts, weights))
        machine.answers.append(answer)
        run.answers.append(answer)
    text = inquire(machine, lambda: Question("", {CHANCE: forced(moves())}, (CHANCE,)), CHANCE)[1]
    try:
        return texts.index(text)
    except ValueError:
        raise unfit(text, texts) from None
