"""A law about rules that ask: a rule run once with all its answers equals the rule answered one by one.

suspension   while a rule waits, the game restored by one run from the rule's start is equal, and continues equally; and
             other roles do not see a pending rule of one of several active players
"""

from __future__ import annotations

import json
from random import Random

from rondel.engine import Game, Move
from rondel.engine.records import record as records
from rondel.testing.law import BrokenLaw, Make, NotTried, at, same
from rondel.testing.play import face, readers, walk


def suspension(make: Make, random: Random, plies: int) -> None:
    """A rule run at once equals the rule answered one by one: position, views, and events.

    A snapshot of a suspended game holds the position at the rule's start and the answers so far; restoring it runs the rule
    once. The law does not apply to rules that never wait.
    """
    game = make()
    straight: Game | None = None
    begun: dict[str, int] = {}
    waited = False
    for ply, move in enumerate(walk(game, random, plies)):
        where = at(game, ply, move)
        kept = json.loads(json.dumps(game.snapshot()))
        if "rule" in kept or kept.get("held"):
            waited = True
            again = records.restore(type(game), kept)
            same("suspension", where, face(game), face(again))
            _same_told(game, again, where)
            straight, begun = again, {role: len(game.events(0, role)) for role in readers(game)}
        heard = {role: len(straight.events(0, role)) for role in begun} if straight is not None else {}
        _pushed(game, move, where)
        if straight is None:
            continue
        straight.push(str(move), move.role)
        where = f"{where}, which the rule was run straight to"
        same("suspension", where, face(game), face(straight))
        for role in begun:
            one, other = game.events(begun[role], role), straight.events(heard[role], role)
            same("suspension", f"{where}, told to {role}", [_bare(each) for each in one], [_bare(each) for each in other])
        straight = None
    if not waited:
        raise NotTried("no rule waited for an answer")


def _pushed(game: Game, move: Move, where: str) -> None:
    """Push a move. Raises `BrokenLaw` if others saw a move that is held until its player has answered more."""
    machine = game._machine
    before = {role: game.view(role) for role in readers(game)} if machine.node.several else {}
    written, told = len(machine.journal.entries), len(machine.log.entries)
    game.push(move)
    if (
        before
        and any(held.actor == move.role for held in machine.held)
        and (written, told) == (len(machine.journal.entries), len(machine.log.entries))
    ):
        for role, seen in before.items():
            if role != move.role:
                same("suspension", f"{where}, as {role} sees it, who should not", seen, game.view(role))


def _same_told(game: Game, again: Game, where: str) -> None:
    """Raises `BrokenLaw` unless the single run gave each role the same last events."""
    for role in readers(game):
        new = again.events(0, role)
        old = game.events(0, role)[-len(new) :] if new else []
        if len(old) < len(new):
            raise BrokenLaw(f"law 'suspension' is broken {where}: {role} is told {len(new)} events, not {len(old)}")
        # Numbers and changes count from where a reader began, which is another place in a game that was restored.
        same("suspension", f"{where}, told to {role}", [_bare(each) for each in old], [_bare(each) for each in new])


def _bare(event: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in event.items() if name not in ("number", "changes")}
