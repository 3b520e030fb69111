"""Walks: steps forward and back through what may come of a game, for search. They leave nothing behind.

A push is kept: by its answer in the record, by what it tells in the log, and by all that a player's undo must know. A search
takes every push back again and reads none of that, so a step of a walk keeps only what leads back. Its rules, its legal
moves and its errors are those of a push.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from rondel.engine.action import Action
from rondel.engine.answer import find
from rondel.engine.move import Move
from rondel.engine.offer import moves
from rondel.engine.question import Suspend
from rondel.engine.rules import Node
from rondel.engine.sight import hides
from rondel.errors import NothingToUndo

if TYPE_CHECKING:
    from rondel.engine.game import Game

Stride: TypeAlias = tuple[int, int, int, Node, str, "list[Move] | None"]
"""What a step back must restore: the length of the journal, the tokens made, when progress was last taken, the state, the
actor and the moves that were listed."""


class Walk:
    """A walk through a game, from where it is now; whoever walks goes all the way back before anybody else uses the game.

    Meanwhile only ``forward`` and ``back`` move it; it can be looked at and copied, but has no record, no snapshot and no
    news. Where a rule asks or draws by chance a step is a whole push, and so it is in games that hide something and in those
    in which several players act.

    >>> from rondel.games.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> walk = Walk(game)
    >>> walk.forward(walk.moves()[4])
    >>> game.board.owner("b2"), game.player
    ('x', 'o')
    >>> walk.back()
    >>> game.board.owner("b2"), game.player
    (None, 'x')
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        machine = self._machine = game._machine
        self._strides: list[Stride | None] = []
        """A step each, the first first; None for a whole push."""
        # What viewers have seen on the way, and what several players are in the middle of, only a push keeps together.
        self._whole = machine.rules.several or hides(game)

    def moves(self, role: str | None = None) -> list[Move]:
        """The legal moves of a role, as `Game.moves` has them; the list is the game's own, and must not be changed."""
        return moves(self._machine, self.game, role)

    def forward(self, move: Move, role: str | None = None) -> None:
        """Carry out a legal move. Raises what `Game.push` raises, and then nothing has changed."""
        machine = self._machine
        if machine.asking:
            machine.check_outside()
        node = machine.node
        if self._whole or machine.frame is not None or not node.one or machine.path is not None or machine.chance.script:
            self._push(move, role)
            return
        found: Move | None = None
        listed = machine.listed
        if listed is not None and (role is None or role == listed[0].role):
            for each in listed:
                if each is move:
                    found = each
                    break
        if found is None:
            found = find(machine, self.game, move, role)
            listed = machine.listed
        action = node.by_action[found.action]
        if action.stops or not self._step(node, action, found, listed):
            self._push(found, found.role)
            action.stops = True  # not before: a move that the rules refuse says nothing of others

    def back(self) -> None:
        """Take back the last step exactly. Raises `NothingToUndo` where the walk began."""
        if not self._strides:
            raise NothingToUndo("this walk is where it began")
        machine = self._machine
        stride = self._strides.pop()
        if stride is None:
            machine.pop()
            return
        machine.strides -= 1
        if machine.offered:
            machine.offered = {}
        self._return(stride)

    def home(self) -> None:
        """Go all the way back."""
        while self._strides:
            self.back()

    def _push(self, move: Move, role: str | None) -> None:
        self._machine.push(self.game, move, role)
        self._strides.append(None)

    def _step(self, node: Node, action: Action, move: Move, listed: list[Move] | None) -> bool:
        """Carry out a move without keeping it. If that cannot be, nothing has changed; returns whether it could."""
        machine = self._machine
        journal = machine.journal
        stride = (len(journal.entries), journal.made, machine.progress_mark, node, machine.actor, listed)
        answers = len(machine.answers)
        draws = machine.chance.draws
        done = False
        machine.start_step(move.role)
        try:
            args = move.args
            target = action.function(self.game, args[0]) if len(args) == 1 else action.run(self.game, args)
            goal = node.ways[move.action].get(target) if isinstance(target, type) else None
            if goal is None or not goal.rests:
                machine.go(self.game, target, move.action)
            else:
                machine.node = goal
                if goal.updates_progress:
                    machine.progress_mark = len(journal.entries)
            done = True
        except BaseException as error:
            # A push will ask, or say in its own words what is wrong with the rule; what else ends a program ends it.
            if not isinstance(error, Exception) and not isinstance(error, Suspend):
                raise
        finally:
            done = machine.end_step(answers) and done
            if journal.looked or journal.looked_under:
                journal.forget_looks()
            if done:
                self._strides.append(stride)
                machine.strides += 1
            else:
                machine.forget_step(answers, draws)
                self._return(stride)
        return done

    def _return(self, stride: Stride) -> None:
        mark, made, progress, node, actor, listed = stride
        machine = self._machine
        machine.journal.rollback(mark)
        machine.journal.made = made
        machine.progress_mark = progress
        machine.node = node
        machine.actor = actor
        machine.listed = listed
