"""Walks: moves forward and back for search, without record, log or undo data.

A push is kept: by its answer in the record, by what it tells in the log, and by all that a player's undo must know. A search
takes every push back again and reads none of that, so a step of a walk keeps only what leads back. Its rules, its legal
moves and its errors are those of a push.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rondel.engine.checks.transitions import Node, Route
from rondel.engine.components.move import Move
from rondel.engine.play.in_progress import hides
from rondel.engine.play.legal_moves import find, moves
from rondel.engine.play.running.question import Suspend
from rondel.engine.play.running.runner import go
from rondel.errors import NothingToUndo

if TYPE_CHECKING:
    from rondel.engine.play.playable import Playable


class Stride:
    """What a step back must restore; nothing but its ``pushed`` where the step was a whole push."""

    # Made once for each depth and filled in anew: a search comes by millions of times.
    pushed: bool = False
    mark: int = 0
    """The length of the journal."""
    made: int = 0
    """How many tokens had been made."""
    progress: int = -1
    """When progress was last taken."""
    actor: str = ""
    node: Node
    listed: list[Move] | None = None
    """The moves that were listed."""


class Walk:
    """A walk through a game, from where it is now; whoever walks goes all the way back before anybody else uses the game.

    Meanwhile only ``forward`` and ``back`` move it; it can be looked at and copied, but has no record, no snapshot and no
    news. Where a rule asks or draws by chance a step is a whole push, and so it is in games that hide something and in those
    in which several players act.

    >>> from rondel.shelf.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> walk = Walk(game)
    >>> walk.forward(walk.moves()[4])
    >>> game.board.owner("b2"), game.player
    ('x', 'o')
    >>> walk.back()
    >>> game.board.owner("b2"), game.player
    (None, 'x')
    """

    def __init__(self, game: Playable) -> None:
        self.game = game
        machine = self._machine = game._machine
        self._strides: list[Stride] = []
        """A step each, the first first; and behind those, strides that have been taken back."""
        self._length = 0
        """How many steps it is from where the walk began."""
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
        if not self._plain(node):
            self._push(move, role)
            return
        listed = machine.listed
        known = False
        if listed is not None and (role is None or role == listed[0].role):
            for each in listed:  # a move from the list that was last asked for needs no more looking
                if each is move:
                    known = True
                    break
        if not known:
            move = find(machine, self.game, move, role)
            listed = machine.listed
        route = node.route(move.action)
        if route.action.stops or not self._step(node, route, move, listed):
            self._push(move, move.role)
            route.action.stops = True  # not before: a move that the rules refuse says nothing of others

    def retrace(self, move: Move) -> None:
        """Carry out a move that was legal the last time this walk was here: it is not looked for among the legal ones again.

        Raises what `forward` raises. What comes of a move that was not legal here is not defined.
        """
        machine = self._machine
        node = machine.node
        if move.lasting and not machine.asking and self._plain(node):
            route = node.route(move.action)
            if not route.action.stops and self._step(node, route, move, machine.listed):
                return
        self.forward(move, move.role)

    def stroll(self, random: Callable[[], float], limit: int) -> int:
        """Go on by legal moves that ``random`` chooses, a number from 0 to less than 1 each, until the game is over, it
        is not one player's turn alone, or a rule asks something in the middle; ``limit`` steps at most. Returns how many.

        It goes where `moves` and `forward` would go with the same numbers, and is quicker: nobody else looks at the moves.
        """
        machine = self._machine
        game = self.game
        if machine.asking:
            machine.check_outside()
        if self._whole or machine.path is not None or machine.chance.script:
            return 0
        for steps in range(limit):
            node = machine.node
            if not node.one or machine.frame is not None:
                return steps
            listed = machine.listed
            if listed is None:
                listed = moves(machine, game, None)
            move = listed[int(random() * len(listed))]
            route = node.route(move.action)
            if route.action.stops or not self._step(node, route, move, listed):
                self._push(move, move.role)
                route.action.stops = True
        return limit

    def back(self) -> None:
        """Take back the last step exactly. Raises `NothingToUndo` where the walk began."""
        if self._length < 1:
            raise NothingToUndo("this walk is where it began")
        self.back_to(self._length - 1)

    def back_to(self, length: int) -> None:
        """Take steps back until so many are left; none where there are no more."""
        machine = self._machine
        strides = self._strides
        while self._length > length:
            last = self._length - 1
            if strides[last].pushed:
                self._length = last
                machine.pop()
                continue
            while last > length and not strides[last - 1].pushed:  # several at once: the first of them knows where it began
                last -= 1
            machine.strides -= self._length - last
            self._length = last
            if machine.offered:
                machine.offered = {}
            self._return(strides[last])

    def home(self) -> None:
        """Go all the way back."""
        self.back_to(0)

    def _plain(self, node: Node) -> bool:
        """Whether a move of this state may be a step of which nothing is kept."""
        machine = self._machine
        return node.one and not self._whole and machine.frame is None and machine.path is None and not machine.chance.script

    def _push(self, move: Move, role: str | None) -> None:
        self.game.push(move, role)
        self._next().pushed = True
        self._length += 1

    def _next(self) -> Stride:
        """The stride of the step that is being made."""
        strides = self._strides
        if self._length == len(strides):
            strides.append(Stride())
        return strides[self._length]

    def _step(self, node: Node, route: Route, move: Move, listed: list[Move] | None) -> bool:
        """Carry out a move without keeping it. If that cannot be, nothing has changed; returns whether it could."""
        machine = self._machine
        journal = machine.journal
        stride = self._next()
        stride.pushed = False
        stride.mark = len(journal.entries)
        stride.made = journal.made
        stride.progress = machine.progress_mark
        stride.actor = machine.actor
        stride.node = node
        stride.listed = listed
        answers = len(machine.answers)
        draws = machine.chance.draws
        done = False
        machine.start_step(move.role)
        try:
            args = move.args
            action = route.action
            target = action.function(self.game, args[0]) if len(args) == 1 else action.run(self.game, args)
            goal = route.to(target)
            if goal is None or not goal.rests:
                go(machine, self.game, target, route.name)
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
            if journal.looked:
                journal.forget_looks()
            if done:
                self._length += 1
                machine.strides += 1
            else:
                machine.forget_step(answers, draws)
                self._return(stride)
        return done

    def _return(self, stride: Stride) -> None:
        machine = self._machine
        machine.journal.rollback(stride.mark)
        machine.journal.made = stride.made
        machine.progress_mark = stride.progress
        machine.node = stride.node
        machine.actor = stride.actor
        machine.listed = stride.listed
