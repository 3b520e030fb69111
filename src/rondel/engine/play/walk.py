"""Walks: moves forward and back for search, without record, log or undo data.

A push is recorded: its answer, its events, and what a player's undo needs. A search takes every push back and reads none of
that, so a step of a walk keeps only what is needed to take it back. Rules, legal moves and errors are those of a push.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rondel.engine.checks.transitions import Node, Route
from rondel.engine.components.move import Move, Span, count, nth
from rondel.engine.play.legal_moves import anew, entries, find, moves
from rondel.engine.play.running.machine import PLACE
from rondel.engine.play.running.question import Suspend
from rondel.engine.play.running.runner import enter, go
from rondel.errors import NothingToUndo

if TYPE_CHECKING:
    from rondel.engine.play.playable import Playable


class Stride:
    """The state before a step, which a step back restores. Only ``pushed`` is set if the step was a whole push."""

    # There is one for each depth, and it is reused: a search makes millions of steps.
    pushed: bool = False
    mark: int = 0
    """The length of the journal."""
    made: int = 0
    """How many tokens had been made."""
    progress: int = -1
    """The machine's ``progress_mark``."""
    answers: int = 0
    """How many answers were in the record; a step adds those that chance gives at once."""
    draws: int = 0
    actor: str = ""
    node: Node
    listed: list[Move] | None = None
    """The moves that were listed."""


class Walk:
    """A walk through a game from its present position. It must return to its start before other code uses the game.

    Until then only the walk may make moves. The game can be viewed and copied, but has no record, snapshot or events; a viewer
    has looked neither between the steps nor during one, which matters for the ids of tokens alone. A step is a whole push where
    a rule asks, and where several roles act.

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
        self._machine = game._machine
        self._strides: list[Stride] = []
        """One for each step, the first first; those after ``_length`` are free for reuse."""
        self._length = 0
        """The number of steps from the start of the walk."""

    def moves(self, role: str | None = None) -> list[Move]:
        """The legal moves of a role, as `Game.moves` returns them; the list is the game's own and must not be changed."""
        return moves(self._machine, self.game, role)

    def pick(self, role: str, number: float) -> Move:
        """The legal move at ``int(number * len(moves))`` among those of a role; ``number`` is from 0 to less than 1."""
        listed = entries(self._machine, self.game, role)
        if isinstance(listed[-1], Span):
            return nth(listed, int(number * count(listed)))
        return listed[int(number * len(listed))]

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
            for each in listed:  # a move of the present list is known to be legal
                if each is move:
                    known = True
                    break
        if not known:
            move = find(machine, self.game, move, role)
            listed = machine.listed
        route = node.route(move.action)
        if route.action.stops or not self._step(node, route, move, listed):
            self._push(move, move.role)
            route.action.stops = True  # only after a successful push: a move that fails says nothing about others

    def retrace(self, move: Move) -> None:
        """Carry out a move that was legal the last time this walk was here, without looking for it among the legal moves.

        Raises what `forward` raises. The result of a move that was not legal is undefined.
        """
        machine = self._machine
        node = machine.node
        if move.lasting and not machine.asking and self._plain(node):
            route = node.route(move.action)
            if not route.action.stops and self._step(node, route, move, machine.listed):
                return
        self.forward(move, move.role)

    def stroll(self, random: Callable[[], float], limit: int) -> int:
        """Make random legal moves until the game is over, several roles act, or after ``limit`` moves; a question that was open
        before stops it, too. Returns the number of moves.

        ``random`` returns a number from 0 to less than 1 for each. The moves are those that `moves` and `forward` would make
        with the same numbers; this is faster. What a rule asks is answered at once, by chance with its probabilities. A move
        with all these answers is one step, to be taken back as a whole.
        """
        machine = self._machine
        if machine.asking:
            machine.check_outside()
        if machine.path is not None or machine.chance.script:
            return 0
        run = machine.run
        run.left = limit
        run.luck = random
        try:
            self._stroll(random)
        finally:
            run.luck = None
        return limit - run.left

    def _stroll(self, random: Callable[[], float]) -> None:
        machine = self._machine
        game = self.game
        run = machine.run
        while run.left > 0:
            node = machine.node
            if not node.one or machine.suspended is not None:
                return
            run.left -= 1
            number = random()
            listed = machine.listed
            if listed is None:
                listed = anew(machine, game, node, number)
            if machine.listed is None:  # the move alone
                move = listed[0]
                listed = None
            elif isinstance(listed[-1], Span):
                move = nth(listed, int(number * count(listed)))
            else:
                move = listed[int(number * len(listed))]
            route = node.route(move.action)
            if run.drawn:
                run.drawn.clear()
            if route.action.halts or not self._step(node, route, move, listed):
                self._push_drawn(move)
                if run.left > 0:  # else that may have been why
                    route.action.halts = True

    def back(self) -> None:
        """Take back the last step exactly. Raises `NothingToUndo` at the start of the walk."""
        if self._length < 1:
            raise NothingToUndo("this walk is where it began")
        self.back_to(self._length - 1)

    def back_to(self, length: int) -> None:
        """Take steps back until at most ``length`` are left."""
        machine = self._machine
        strides = self._strides
        while self._length > length:
            last = self._length - 1
            if strides[last].pushed:
                self._length = last
                machine.pop()
                continue
            while last > length and not strides[last - 1].pushed:  # the first one of a run of plain steps restores all of it
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
        """Whether a move of this state can be played without being recorded."""
        machine = self._machine
        return node.one and machine.suspended is None and machine.path is None and not machine.chance.script

    def _push(self, move: Move | str, role: str | None) -> None:
        self.game.push(move, role)
        self._next().pushed = True
        self._length += 1

    def _push_alone(self, move: Move) -> None:
        """Push a move that is legal, without listing the others: they are listed when the walk comes back."""
        machine = self._machine
        place = len(machine.answers) & PLACE
        alone: Any = [move]  # Any: compiled code would believe that the list is still there after the push
        machine.listed = alone
        try:
            self._push(move, move.role)
        finally:
            machine.lists[place] = None
            if machine.listed is alone:  # the push has failed
                machine.listed = None

    def _push_drawn(self, move: Move) -> None:
        """Push a move of a stroll, and the answers that it gave to the questions of its rules; they are legal."""
        machine = self._machine
        run = machine.run
        drawn = [*run.drawn]
        luck, run.luck = run.luck, None
        try:
            if machine.listed is None:
                self._push_alone(move)
            else:
                self._push(move, move.role)
            for role, text in drawn:
                self._push(text, role)
        finally:
            run.luck = luck

    def _next(self) -> Stride:
        """The stride for the next step."""
        strides = self._strides
        if self._length == len(strides):
            strides.append(Stride())
        return strides[self._length]

    def _step(self, node: Node, route: Route, move: Move, listed: list[Move] | None) -> bool:
        """Carry out a move without recording it. Returns False if the move needs a whole push; then nothing has changed."""
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
        stride.answers = len(machine.answers)
        stride.draws = machine.chance.draws
        done = False
        run = machine.run
        if run.answers:
            run.begin()
        machine.actor = move.role
        machine.listed = None
        if machine.offered:
            machine.offered = {}
        machine.asking = True
        machine.log.silent = True
        try:
            args = move.args
            action = route.action
            target = action.function(self.game, args[0]) if len(args) == 1 else action.run(self.game, args)
            goal = route.to(target)
            if goal is None:
                go(machine, self.game, target, route.name)
            elif goal.rests:
                machine.node = goal
                if goal.updates_progress:
                    machine.progress_mark = len(journal.entries)
            else:
                enter(machine, self.game, goal, route.name)
            done = True
        except BaseException as error:
            # A whole push will ask the question or report the error. Exceptions that end the program pass.
            if not isinstance(error, Exception) and not isinstance(error, Suspend):
                raise
        finally:
            machine.asking = False
            machine.log.silent = False
            if journal.looked:
                journal.forget_looks()
            if (
                done
                and machine.suspended is None
                and not run.suspended
                and not machine.node.several
                and not (machine.node.one and not machine.order._value)
            ):
                self._length += 1
                machine.strides += 1
            else:
                done = False
                machine.suspended = None
                machine.held = ()
                run.begin()
                self._return(stride)
        return done

    def _return(self, stride: Stride) -> None:
        machine = self._machine
        machine.journal.rollback(stride.mark)
        machine.journal.made = stride.made
        machine.progress_mark = stride.progress
        answers = machine.answers
        while len(answers) > stride.answers:
            answers.pop()
        machine.chance.draws = stride.draws
        machine.node = stride.node
        machine.actor = stride.actor
        machine.listed = stride.listed
