"""The machine: runs the rules of one game, one answer at a time.

A *rule* is one call of an action or of a state's ``enter``; it ends in a commit. `push` carries out one answer: it
begins a rule, or resumes the suspended one by running it again from its start; then the automatic states follow, until
somebody must answer. `pop` takes the last push back by rolling the journal back; it runs no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from rondel.engine.chance import Chance
from rondel.engine.journal import Entry, Journal
from rondel.engine.log import Log, LogEntry, Played
from rondel.engine.move import Move, forced
from rondel.engine.prop import Prop
from rondel.engine.question import Frame, Given, Question, Suspend
from rondel.engine.rerun import check_told, check_written, unfit
from rondel.engine.rules import Node, Rules
from rondel.engine.text import faults
from rondel.engine.visibility import CHANCE
from rondel.errors import (
    AmbiguousMove,
    BadRecord,
    GameOver,
    IllegalMove,
    MalformedMove,
    NothingToUndo,
    NotYourTurn,
    RulesError,
    UnknownRole,
    quoted,
)

if TYPE_CHECKING:
    from rondel.engine.game import Game

Answer: TypeAlias = tuple[str, str]
"""One entry of a record: who answered, and what."""

Before: TypeAlias = tuple[int, int, Node, str, "Frame | None", "Question | None", int, int, int, int]
"""What a push must restore when it is taken back: see `Machine.push`."""

_AUTOMATIC_LIMIT: Final = 10_000
_REMEMBERED: Final = 64
"""How many lists of moves are kept for positions that a `pop` may return to."""


class Machine:
    """The state of one game's rules: where it is, what is asked, and how it got there.

    It does not hold the game but is handed it: so nothing refers to a game in circles, and a dropped one is freed at once.
    """

    def __init__(self, roles: tuple[str, ...], rules: Rules, order: Prop[tuple[str, ...]], journal: Journal) -> None:
        self.roles = roles
        self.rules = rules
        self.order = order
        self.journal = journal
        self.log = Log()
        self.node: Node = rules.nodes[-1]
        self.actor = ""
        """The role whose rule runs, or whose moves are listed."""
        self.frame: Frame | None = None
        self.question: Question | None = None
        self.answers: list[Answer] = []
        self.progress_mark = -1
        """The journal's length when progress was last taken; -1 when it was not."""
        self.chance = Chance()
        self._given: list[Given] = []
        self._cursor = 0
        self._asking = False
        """Whether a rule runs, so that there is something to ask: not in setup, options, args or scores."""
        self._suspended = False
        self._listed: list[Move] | None = None
        self._undo: list[Before] = []
        self._lists: list[list[Move] | None] = []

    # -- who is asked, and what ----------------------------------------------------------------------------------------

    def active(self, game: Game) -> tuple[str, ...]:
        """The roles the game waits for."""
        if self.frame is not None:
            return self._open(game).waiting
        if self.node.end:
            return ()
        return self.order._value[:1]

    def asked(self, game: Game) -> tuple[str, ...]:
        """The roles that may answer now, those included that may only change their answers."""
        return tuple(self._open(game).moves) if self.frame is not None else self.active(game)

    def _open(self, game: Game) -> Question:
        """The open question of the suspended rule, asked again if its answers named tokens that a `pop` has made anew."""
        if self.question is None:
            frame = self.frame
            if frame is None:
                raise RulesError("no rule is suspended")
            self._again(game, frame, frame.given)
        question = self.question
        if question is None:
            raise RulesError("a rule that asked before does not ask again when it is run again; it must be deterministic")
        return question

    def moves(self, game: Game, role: str | None) -> list[Move]:
        """The legal moves of a role; of the one active role when none is named. The list is the machine's own."""
        if self.frame is not None:
            question = self._open(game)
            if role is None:
                return question.moves[self._only(question.waiting)]
            self._check_role(role)
            return question.moves.get(role, [])
        if self.node.end:
            if role is not None:
                self._check_role(role)
            return []
        player = self.order._value[0]
        if role is not None and role != player:
            self._check_role(role)
            return []
        listed = self._listed
        if listed is None:
            listed = self._list(game, player)
            if not self._asking:  # else the rule that looks goes on, and they may be others when it ends
                self._listed = listed
        return listed

    def _only(self, waiting: tuple[str, ...]) -> str:
        if len(waiting) != 1:
            raise AmbiguousMove(
                f"several roles are active ({', '.join(waiting)}): say which one, as in game.moves({waiting[0]!r})"
            )
        return waiting[0]

    def _check_role(self, role: str) -> None:
        if role not in self.roles and role != CHANCE:
            raise UnknownRole(f"unknown role {quoted(role)}: this game has {', '.join(map(repr, self.roles))}")

    def _list(self, game: Game, player: str) -> list[Move]:
        """The moves the current state offers its player."""
        entries = self.journal.entries
        before = len(entries)
        actor = self.actor
        asking = self._asking
        logged = len(self.log.entries)
        made = self.journal.made
        self.actor = player
        self._asking = False
        try:
            actions = self.node.actions
            if len(actions) == 1:
                listed = actions[0].moves(game, player)
            else:
                listed = [move for action in actions for move in action.moves(game, player)]
        finally:
            self._asking = asking
            self.actor = actor
            if len(entries) != before or len(self.log.entries) != logged:
                self._unchanged(before, logged, made)
        if not listed:
            raise RulesError(
                f"{player} has no move in state {self.node.name!r}; an automatic state before it should have gone elsewhere "
                "(a pass is decided there)"
            )
        return listed if len(listed) > 1 else forced(listed)

    def look(self, at: Callable[[], Any]) -> Any:
        """What ``at`` finds; it may neither ask nor change anything."""
        before = len(self.journal.entries)
        made = self.journal.made
        logged = len(self.log.entries)
        asking = self._asking
        self._asking = False
        try:
            return at()
        finally:
            self._asking = asking
            self._unchanged(before, logged, made)

    def _unchanged(self, before: int, logged: int, made: int) -> None:
        self.journal.made = made
        if len(self.journal.entries) != before:
            self.journal.rollback(before)
            raise RulesError(f"options, args or progress of state {self.node.name!r} changed the position; they only look")
        if len(self.log.entries) != logged:
            del self.log.entries[logged:]
            raise RulesError(f"options, args or progress of state {self.node.name!r} told something; they only look")

    # -- pushing -------------------------------------------------------------------------------------------------------

    def push(self, game: Game, answer: Move | str, role: str | None) -> None:
        """Carry out one answer. Raises an `AnswerError` (or whatever the rules raise) and leaves everything as it was."""
        if self._asking:
            self.check_outside()
        move = self._find(game, answer, role)
        self._undo.append(
            (
                len(self.journal.entries),
                self.journal.made,
                self.node,
                self.actor,
                self.frame,
                self.question,
                len(self.answers),
                self.chance.draws,
                len(self.log.entries),
                self.progress_mark,
            )
        )
        lists = self._lists
        lists.append(self._listed)
        if len(lists) > _REMEMBERED:
            lists[-_REMEMBERED - 1] = None
        self._listed = None
        self.answers.append((move.role, move.text))
        if move.role == CHANCE:
            self.chance.draws += 1
        frame = self.frame
        if frame is not None:
            self._resume(game, frame, move)
            return
        self._asking = True
        try:
            self._begin(game, move)
        except RecursionError as error:
            self.pop()
            raise RulesError(f"{move.text!r} in state {self.node.name!r} calls itself without end") from error
        except BaseException:
            self.pop()
            raise
        finally:
            self._asking = False

    def _resume(self, game: Game, frame: Frame, move: Move) -> None:
        """Go on with a suspended rule; if that fails, put back the very writes and log that the failed run replaced."""
        question = self.question
        writes = self.journal.entries[frame.mark :]
        sent = self.log.entries[frame.logged :]
        try:
            self._again(game, frame, (*frame.given, Given(move.role, move.text, len(self.journal.entries))))
        except BaseException:
            self.journal.rollback(frame.mark)
            self.journal.forward(writes)
            del self.log.entries[frame.logged :]
            self.log.entries.extend(sent)
            self.pop()
            self.question = question
            raise

    def _again(self, game: Game, frame: Frame, given: tuple[Given, ...]) -> None:
        self._suspended = False
        self._asking = True
        try:
            self._rerun(game, frame, given)
        finally:
            self._asking = False

    def check_outside(self) -> None:
        """Raise `RulesError` while a rule runs: it is no player, and cannot answer or take back."""
        if self._asking:
            raise RulesError(
                f"a rule of state {self.node.name!r} called push, pop or undo: rules ask with game.choose(...), go on by "
                "returning the next state, and may try things out on game.copy()"
            )

    def _find(self, game: Game, answer: Move | str, role: str | None) -> Move:
        """The legal move that is meant."""
        if self.node.end and self.frame is None:
            raise GameOver(f"{quoted(str(answer))} cannot be played: the game is over")
        if isinstance(answer, Move):
            if role is None:
                role = answer.role
            known = self._listed
            listed = known if known is not None and known[0].role == role else self.moves(game, role)
            for move in listed:
                if move is answer:
                    return move
            answer = answer.text
        elif isinstance(answer, str):
            listed = self.moves(game, role)
        else:
            raise MalformedMove(f"{quoted(answer)} is not a move: push a Move from game.moves() or its text")
        for move in listed:
            if move.text == answer:
                return move
        if not listed:
            raise NotYourTurn(f"it is not {role}'s turn: the game waits for {', '.join(self.active(game))}")
        raise self._refusal(answer, listed)

    def _refusal(self, answer: str, listed: list[Move]) -> Exception:
        """The error for a text that is no legal move, saying what would be."""
        action = answer.partition("(")[0]
        alike = [move.text for move in listed if move.action == action]
        shown = alike or [move.text for move in listed]
        legal = ", ".join(shown[:12]) + (f", ... ({len(shown)} in all)" if len(shown) > 12 else "")
        where = f"{listed[0].role} in state {self.node.name!r}"
        known = {move.action for move in listed} | {each.name for node in self.rules.nodes for each in node.actions}
        if action not in known or answer.count("(") > 1 or ("(" in answer and not answer.endswith(")")):
            return MalformedMove(f"{quoted(answer)} is not a move; legal for {where}: {legal}")
        return IllegalMove(f"illegal move {quoted(answer)}; legal for {where}: {legal}")

    # -- running rules -------------------------------------------------------------------------------------------------

    def _begin(self, game: Game, move: Move) -> None:
        """Begin the rule of a move; the fast path: nothing is set up that only a question needs."""
        mark = len(self.journal.entries)
        made = self.journal.made
        log = self.log
        logged = len(log.entries)
        if self._given:
            self._given = []
        self._cursor = 0
        self.actor = move.role
        action = self.node.by_action[move.action]
        played = None
        if action.logged:
            if not move.lasting:
                played = Played(move)
            log.entries.append((mark, move, played))
        try:
            args = move.args
            target = action.function(game, args[0]) if len(args) == 1 else action.run(game, args)
        except Suspend as suspend:
            if played is not None:
                played.settle(self.roles)
            self._suspend(suspend, Frame(self.node.number, move, move.role, mark, made, logged, ()))
            return
        if self._suspended:
            self._swallowed(move.text)
        if played is not None:
            played.settle(self.roles)
        self._go(game, target, move.action)

    def _enter(self, game: Game, node: Node) -> Any:
        """Run a state's ``enter``; returns where it goes, or itself when it asked something."""
        mark = len(self.journal.entries)
        made = self.journal.made
        logged = len(self.log.entries)
        if self._given:
            self._given = []
        self._cursor = 0
        self.actor = self.order._value[0] if self.order._value else ""
        try:
            target = node.state.enter(game)
        except Suspend as suspend:
            self._suspend(suspend, Frame(node.number, None, self.actor, mark, made, logged, ()))
            return node
        if self._suspended:
            self._swallowed(f"enter of {node.name}")
        return target

    def _rerun(self, game: Game, frame: Frame, given: tuple[Given, ...]) -> None:
        """Run a suspended rule again from its start, with the answers it has been given."""
        log = self.log.entries
        sent = log[frame.logged :]
        del log[frame.logged :]
        written = self.journal.rewind(frame.mark)
        self.journal.made = frame.made
        self.frame = None
        self.question = None
        self.node = node = self.rules.nodes[frame.state]
        self.actor = frame.actor
        self._given = list(given)
        self._cursor = 0
        move = frame.move
        try:
            if move is None:
                name = "enter"
                target = node.state.enter(game)
            else:
                name = move.action
                action = node.by_action[name]
                if action.logged:
                    # The entry that was sent, if one was: who may read it was settled when the rule first stopped.
                    played = Played(move) if not move.lasting else None
                    log.append(sent[0] if sent and sent[0][1] is move else (frame.mark, move, played))
                target = action.run(game, move.args)
        except Suspend as suspend:
            self._settle(frame)
            self._check_same(frame, sent, written)
            self._suspend(suspend, Frame(frame.state, move, frame.actor, frame.mark, frame.made, frame.logged, ()))
            return
        if self._suspended:
            self._swallowed(name)
        if self._cursor < len(self._given):
            raise RulesError(
                f"rule {name!r} of state {node.name!r} asked less when it was run again: rules must be deterministic"
            )
        self._settle(frame)
        self._check_same(frame, sent, written)
        if target is None and move is None and not node.automatic:
            self._check_player()
            return
        self._go(game, target, name)

    def _settle(self, frame: Frame) -> None:
        entries = self.log.entries
        if len(entries) > frame.logged:
            played = entries[frame.logged][2]
            if isinstance(played, Played):
                played.settle(self.roles)

    def _check_same(self, frame: Frame, sent: list[LogEntry], written: list[Entry]) -> None:
        """What a rule has told and written before it was suspended, it must tell and write again."""
        name = self.rules.nodes[frame.state].name
        check_told(name, sent, self.log.entries[frame.logged : frame.logged + len(sent)])
        check_written(name, written, self.journal.entries[frame.mark : frame.mark + len(written)])

    def _suspend(self, suspend: Suspend, frame: Frame) -> None:
        self._suspended = False
        for role in suspend.question.moves:
            if role not in self.roles and role != CHANCE:
                raise RulesError(
                    f"a question in state {self.node.name!r} was asked of {role!r}, which is no role: "
                    f"this game has {', '.join(map(repr, self.roles))}"
                )
        wrong = faults(f"question in state {self.node.name!r}", suspend.question.ask, self.node.placeholders)
        if wrong:
            raise RulesError(wrong[0])
        frame.given = tuple(self._given)
        self.frame = frame
        self.question = suspend.question
        if not suspend.question.waiting:
            raise RulesError(f"a question in state {self.node.name!r} was asked of nobody")

    def _swallowed(self, rule: str) -> None:
        raise RulesError(
            f"{rule} swallowed its suspension: a bare 'except' or 'except BaseException' must not surround a question"
        )

    def _go(self, game: Game, target: Any, rule: str) -> None:
        """Take a transition, and run the automatic states that follow, until somebody must answer."""
        self.frame = None
        self.question = None
        for _step in range(_AUTOMATIC_LIMIT):
            node = self.node.goals.get(target) if isinstance(target, type) else None
            if node is None:
                raise self._astray(target, rule)
            self.node = node
            if node.updates_progress:
                self.progress_mark = len(self.journal.entries)
            if not node.enters:
                if not node.end:
                    self._check_player()
                return
            target = self._enter(game, node)
            if self._waits():
                return
            if target is None and not node.automatic:
                self._check_player()
                return
            rule = "enter"
        raise RulesError(f"automatic states follow each other without end; the last one was {self.node.name!r}")

    def _astray(self, target: Any, rule: str) -> RulesError:
        """The error for a rule that goes where it did not say it goes, or nowhere."""
        where = "" if self.node.end else f" of state {self.node.name!r}"  # no state yet when setup went wrong
        if isinstance(target, type) and target in self.rules.by_class:
            name = target.__name__
            return RulesError(f"{rule!r}{where} went to {name!r}, which it does not say; annotate it '-> ... | To[{name}]'")
        return RulesError(
            f"{rule!r}{where} went to {target!r}; a rule returns a state of its game: {', '.join(self.rules.by_name)}"
        )

    def _check_player(self) -> None:
        """Raise `RulesError` unless a role of the game is asked by the player's state it is in."""
        order = self.order._value
        if not order:
            raise RulesError(f"state {self.node.name!r} has no player: play_order is empty")
        if order[0] not in self.roles:
            raise RulesError(
                f"the player in state {self.node.name!r} is {order[0]!r}, the head of play_order, which is no role: "
                f"this game has {', '.join(map(repr, self.roles))}"
            )

    def _waits(self) -> bool:
        """Whether a rule is suspended. A method, because the compiler would trust what the frame was before a rule ran."""
        return self.frame is not None

    def start(self, game: Game, target: Any) -> None:
        """Enter the first state."""
        self._asking = True
        try:
            self._go(game, target, "setup")
        finally:
            self._asking = False

    # -- asking --------------------------------------------------------------------------------------------------------

    def ask(self, question: Callable[[], Question], role: str) -> Given:
        """The next answer given in this rule; suspends the rule if there is none yet."""
        if not self._asking:
            raise RulesError("setup, options, args and scores cannot ask: ask in an action or in 'enter'")
        if self._suspended:
            self._swallowed(f"a rule of state {self.node.name!r}")
        writes = len(self.journal.entries)
        if self._cursor < len(self._given):
            given = self._given[self._cursor]
            self._cursor += 1
            if given.writes < 0:
                given = self._given[self._cursor - 1] = Given(given.role, given.text, writes)
            if given.writes != writes or (role and given.role != role):
                raise RulesError(
                    f"a rule of state {self.node.name!r} ran otherwise when it was run again: rules must be deterministic, "
                    "and keep what changes in props, containers and tokens"
                )
            return given
        self._suspended = True
        raise Suspend(question())

    def ask_chance(self, texts: list[str], weights: list[int], moves: Callable[[], list[Move]]) -> int:
        """Which of the outcomes chance chooses: from the script, the stream, or whoever answers for it."""
        if not self._asking:
            raise RulesError("setup, options, args and scores cannot draw by chance: deal in an automatic state's 'enter'")
        if self._suspended:
            self._swallowed(f"a rule of state {self.node.name!r}")
        replayed = self._cursor < len(self._given)
        if not replayed and self.chance.ready():
            text = self.chance.answer(texts, weights)
            self.answers.append((CHANCE, text))
            self._given.append(Given(CHANCE, text, len(self.journal.entries)))
        given = self.ask(lambda: Question("", {CHANCE: forced(moves())}, (CHANCE,)), CHANCE)
        try:
            return texts.index(given.text)
        except ValueError:
            raise unfit(given.text, texts) from None

    # -- taking back ---------------------------------------------------------------------------------------------------

    def pop(self) -> None:
        """Take back the last push exactly. Raises `NothingToUndo` at the start."""
        if not self._undo:
            raise NothingToUndo("nothing has been pushed since this game, or copy of a game, began")
        mark, made, node, actor, frame, question, answers, draws, logged, progress_mark = self._undo.pop()
        self._listed = self._lists.pop()
        self.journal.rollback(mark)
        # Tokens that the suspended rule had made have been made anew since; its question must name the new ones.
        stale = frame is not None and made != frame.made
        self.journal.made = made
        self.node = node
        self.actor = actor
        self.frame = frame
        self.question = None if stale else question
        said = self.answers
        while len(said) > answers:
            said.pop()
        self.chance.draws = draws
        told = self.log.entries
        while len(told) > logged:
            told.pop()
        self.progress_mark = progress_mark
        self._suspended = False

    def depth(self) -> int:
        """How many pushes can be taken back."""
        return len(self._undo)

    def befores(self) -> list[Before]:
        """What each push that can be taken back would restore, oldest first."""
        return self._undo

    # -- looking at the start of the suspended rule ------------------------------------------------------------------------

    def at_rest(self, look: Callable[[], Any]) -> Any:
        """What ``look`` finds at the start of the suspended rule; now, if none is. The position is put back as it was."""
        frame = self.frame
        if frame is None:
            return look()
        tail = self.journal.rewind(frame.mark)
        try:
            return look()
        finally:
            self.journal.forward(tail)

    def resume_from(self, game: Game, node: Node, move: str | None, actor: str, given: Iterable[Answer]) -> None:
        """Run a rule that was suspended in another game up to its question, from the position it began with."""
        self.node = node
        mark = len(self.journal.entries)
        begun = None
        if move is not None:
            begun = self._find(game, move, actor)
        self._listed = None
        frame = Frame(node.number, begun, actor, mark, self.journal.made, len(self.log.entries), ())
        self._again(game, frame, tuple([Given(role, text, -1) for role, text in given]))
        if self.frame is None:
            raise BadRecord("the suspended rule of this snapshot asks nothing more under these rules")
