"""The machine: the state of one game's rules.

A *rule* is one call of an action or of a state's ``enter``; it ends in a commit. `Game.push` carries out one answer: it
begins a rule, or runs the suspended one again from its start. Then the automatic states follow until a role or chance must
answer. `pop` takes the last push back by rolling the journal back; it runs no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from rondel.engine.chance.chance import Chance
from rondel.engine.checks.attribute_hints import clearer
from rondel.engine.checks.ruleset import Rules
from rondel.engine.checks.transitions import Node
from rondel.engine.compiling import mypyc_attr
from rondel.engine.components.journal import Journal
from rondel.engine.components.move import Move
from rondel.engine.components.part import Part
from rondel.engine.components.prop import Prop
from rondel.engine.components.token import Token
from rondel.engine.play.log import Log, LogEntry, Played, Told
from rondel.engine.play.running.question import Answer, Question
from rondel.engine.play.running.run import Run, Suspended
from rondel.engine.visibility import CHANCE, Visibility
from rondel.errors import NothingToUndo, RulesError, UnknownRole, quoted

if TYPE_CHECKING:
    from rondel.engine.components.container import Container
    from rondel.engine.declarations.definition import Definition
    from rondel.engine.declarations.play_order import PlayOrder
    from rondel.engine.declarations.result import Result
    from rondel.engine.declarations.state import State

_LOOKS: Final = "options, args, 'first', 'zombie' or progress"
_REMEMBERED: Final = 16
"""The number of move lists that are kept for positions to which a `pop` may return; a power of two."""
_NONE: Final[tuple[list[Move] | None, ...]] = (None,) * _REMEMBERED
PLACE: Final = _REMEMBERED - 1
"""The mask that makes the place of such a list from the number of answers."""

_NEVER: Final[Prop[tuple[str, ...]]] = Prop("active", ())
"""Shared by all games without several active players, which then need not make one; never written."""


class Before(NamedTuple):
    """The state of a machine before a push, which `Machine.pop` restores."""

    mark: int
    """The length of the journal."""
    made: int
    """The number of tokens made."""
    node: Node
    actor: str
    suspended: Suspended | None
    held: tuple[Suspended, ...]
    answers: int
    """The number of answers in the record."""
    draws: int
    """The number of answers that chance had given."""
    logged: int
    """The length of the log."""
    progress_mark: int


Saved: TypeAlias = tuple[int, int, Node, str, "Suspended | None", tuple[Suspended, ...], int, int, int, int]
"""A `Before` as a plain tuple, which is made in half the time."""


@mypyc_attr(free_list_len=1)
class Machine:
    """The state of one game's rules: the current state, the open question, and the pushes so far.

    Functions that need the game receive it beside the machine. Without a reference from the machine to the game there is no
    cycle, and a dropped game is freed at once.
    """

    # Slots, because there are more attributes than instances of one class can share the keys of, and because the interpreter
    # reads a default that is kept in the class five times as slowly.
    __slots__ = (
        "_offers",
        "acting",
        "actor",
        "added",
        "answers",
        "asking",
        "befores",
        "chance",
        "containers",
        "ended",
        "first",
        "held",
        "hides",
        "information_trackers",
        "journal",
        "listed",
        "lists",
        "log",
        "measured",
        "node",
        "offered",
        "options",
        "order",
        "path",
        "private",
        "progress_mark",
        "props",
        "restored_stops",
        "result",
        "roles",
        "rules",
        "run",
        "secrets",
        "strides",
        "suspended",
        "told",
        "tracking_viewers",
        "undone",
    )

    def __init__(
        self, roles: tuple[str, ...], rules: Rules, result: Result, order: PlayOrder, journal: Journal, options: dict[str, Any]
    ) -> None:
        self.roles = roles
        self.rules = rules
        self.result = result
        self.order = order
        self.journal = journal
        self.options = options
        """The value of each option."""
        self.added = 3
        """The names of its parts, as bits (`Rules.part_bits`), and the engine's own."""
        self.containers: list[Container] = []
        """The containers of the game, in the order in which they were added."""
        self.props: list[Prop[Any]] = []
        self.acting: Prop[tuple[str, ...]] = _NEVER
        """The active roles of a state with several active players; empty elsewhere."""
        self.private: Prop[tuple[str, ...]] = _NEVER
        """The name of the private state of each role, in seat order; empty for none."""
        if rules.several:
            self.acting = Prop("active", ())
            self.acting._journal = journal
            self.private = Prop("private", ("",) * len(roles))
            self.private._journal = journal
        self.log = Log()
        self.node: Node = rules.nodes[-1]
        self.first: type[State[Any]] = self.node.kind
        """The state that setup returned."""
        self.answers: list[Answer] = []
        self.chance = Chance()
        self.information_trackers: dict[str, Any] = {}
        """The information state of each role for which one was requested: a cache of `rondel.engine.belief`."""
        self.actor = ""
        """The role whose rule runs, whose moves are listed, or for whom a hook is called; empty for nobody."""
        self.asking = False
        """Whether a rule runs and may ask: not in setup, options, args or scores."""
        self.run = Run()
        self.suspended: Suspended | None = None
        """The rule that waits for an answer before the game goes on; None in most games at most times."""
        self.held: tuple[Suspended, ...] = ()
        """The suspended rules of several active players, in seat order."""
        self.listed: list[Move] | None = None
        """The moves of the current player, where they have been listed since the last push."""
        self.offered: dict[str, list[Move]] = {}
        """The moves that were listed for other roles, and for several active players."""
        self.progress_mark = -1
        """The journal's length at the last entry to a state that updates progress; -1 for none."""
        self.measured: tuple[int, Any, int] | None = None
        """The last measured progress: its mark, the last journal entry before the mark, and the value."""
        self.befores: list[Saved] = []
        """The states before the pushes that can be taken back, oldest first; see `before`."""
        self.lists: list[list[Move] | None] = [*_NONE]
        """The moves that were listed before the last pushes: a ring buffer, by the number of answers."""
        self.undone: dict[int, tuple[tuple[int, int], ...]] = {}
        """The pushes that were undos, by number: the ranges of pushes that they took back, each with its end excluded."""
        self.ended: dict[int, list[str]] = {}
        """The roles whose held rules ended by a push of another role, by the push's number."""
        self.secrets: dict[int, list[Visibility]] = {}
        """The readers of the hidden things that a push has read, by the push's number."""
        self._offers: dict[int, dict[str, list[Move]]] = {}
        """The value of ``offered`` before the last pushes, by the push's number."""
        self.tracking_viewers: Any = None
        """The viewers with their token ids: a cache of `rondel.engine.views`. None before the first view and in games without
        hidden information."""
        self.hides: bool | None = None
        """Whether the game hides anything; None until it is asked for the first time."""
        self.restored_stops: tuple[int, ...] = ()
        """In a copy of a game with a suspended rule: the journal lengths at which viewers could look while it ran."""
        self.told = 0
        """In an imagined game: the number of first answers that are known to have been told to everybody."""
        self.strides = 0
        """The number of steps that a `rondel.engine.play.walk.Walk` has made without record and log."""
        self.path: list[tuple[str, str, str]] | None = None
        """The transitions taken, ``(state, rule, state)``, for measuring coverage; None where nobody measures."""

    def note_veils(self) -> None:
        """Set the journal's ``veiled`` if a token lies face down in an open container after setup."""
        for container in self.containers:
            if not container._guarded:
                for token in container._all():
                    if token._shown_to is not None and token.face_down:
                        self.journal.veiled = True

    # -- looking -------------------------------------------------------------------------------------------------------

    def check_role(self, role: str) -> None:
        """Raise `UnknownRole` unless it is a role of the game, or chance."""
        if role not in self.roles and role != CHANCE:
            raise UnknownRole(f"unknown role {quoted(role)}: this game has {', '.join(map(repr, self.roles))}")

    def check_roles(self, roles: Iterable[str], where: str) -> None:
        """Raise `RulesError` unless all roles that a rule names are roles of the game."""
        for role in roles:
            if role not in self.roles:
                raise RulesError(f"{where} {role!r}, which is no role: this game has {', '.join(map(repr, self.roles))}")

    def look(self, at: Callable[[], Any], role: str) -> Any:
        """The result of a hook that is called for ``role``, empty for nobody; the hook may neither ask nor change anything.

        That role is the hook's actor, because the last actor may be hidden from the role.
        """
        before = len(self.journal.entries)
        made = self.journal.made
        asking, actor = self.asking, self.actor
        self.asking = False
        self.actor = role
        try:
            return at()
        except (RecursionError, AttributeError, TypeError) as error:
            slip = clearer(error, f"{_LOOKS} of state {self.node.name!r}")
            if slip is not None:
                raise slip from error
            raise
        finally:
            self.asking = asking
            self.actor = actor
            self.check_unchanged(before, made)

    def check_unchanged(self, before: int, made: int) -> None:
        """Take back what a hook has written, and raise `RulesError` if it was anything."""
        self.journal.made = made
        if len(self.journal.entries) != before:
            self.journal.rollback(before)
            raise RulesError(f"{_LOOKS} of state {self.node.name!r} changed the position; they only look")

    def tell(self, begun: bool, event: Told) -> None:
        """Add an event to the log, in setup or where a rule runs. Raises `RulesError` in hooks, which only look."""
        if begun and not self.asking:
            raise RulesError(f"{_LOOKS} of state {self.node.name!r} told something; they only look")
        if not self.log.silent:
            self.log.tell(len(self.journal.entries), event)

    # -- several active players ----------------------------------------------------------------------------------------

    def held_of(self, role: str) -> Suspended | None:
        """The held rule of ``role``, or the one that waits for an answer of chance."""
        for held in self.held:
            if held.actor == role or (role == CHANCE and held.question is not None and CHANCE in held.question.moves):
                return held
        return None

    def hold(self, rule: Suspended) -> None:
        """Add a rule to the held ones, in seat order."""
        self.held = tuple(sorted([*self.held, rule], key=lambda each: self.roles.index(each.actor)))

    def drop(self, roles: tuple[str, ...]) -> None:
        """Forget the held rules of some roles."""
        self.held = tuple([held for held in self.held if held.actor not in roles])

    def node_of(self, role: str) -> Node:
        """The state of a role: its private one if it has one, else the game's."""
        if not self.node.master:
            return self.node
        name = self.private._value[self.roles.index(role)]
        return self.rules.by_name[name] if name else self.node

    def check_given(self, role: str, rule: str) -> None:
        """Raise `RulesError` if a rule was given an unknown role; `check_role` is for the mistakes of players."""
        if role not in self.roles:
            raise RulesError(f"{rule} was given {role!r}, which is no role: this game has {', '.join(map(repr, self.roles))}")

    # -- pushing -------------------------------------------------------------------------------------------------------

    def refuse(self, move: Move, error: BaseException) -> RulesError | None:
        """Take back a move that has failed. Returns a clearer error, or None where the original one is clear."""
        node = self.node
        self.pop()
        began = f"{move.text!r} in state {self.node.name!r}"
        return clearer(error, began if node is self.node else f"'enter' of state {node.name!r}, after {began},")

    def begin_push(self) -> None:
        """Note the state of the machine, so that `pop` can restore it."""
        journal = self.journal
        answered = len(self.answers)
        self.befores.append(
            (
                len(journal.entries),
                journal.made,
                self.node,
                self.actor,
                self.suspended,
                self.held,
                answered,
                self.chance.draws,
                len(self.log.entries),
                self.progress_mark,
            )
        )
        self.lists[answered & PLACE] = self.listed
        self.listed = None
        if self.offered:
            self.put_offers_by()
        if journal.looked:
            journal.forget_looks()

    def before(self, number: int) -> Before:
        """The state before the push of that number."""
        return Before(*self.befores[number])

    def answered(self, number: int) -> int:
        """The number of answers in the record before the push of that number."""
        return self.befores[number][6]

    def put_offers_by(self) -> None:
        """Save the offered moves for a `pop` of the push that is being made."""
        number = len(self.befores) - 1
        self._offers[number] = self.offered
        self.offered = {}
        self._offers.pop(number - _REMEMBERED, None)

    def note_secrets(self) -> None:
        """Save the readers of the hidden things that the last push has read."""
        journal = self.journal
        read: list[Visibility] = []
        for each in journal.looked:
            if isinstance(each, Token):
                read.append(each.readers())
            elif isinstance(each, Part):
                read.append(each._visible_to)
        self.secrets[len(self.befores) - 1] = read
        journal.forget_looks()

    def check_outside(self) -> None:
        """Raise `RulesError` while a rule runs: rules cannot push, pop or undo."""
        if self.asking:
            raise RulesError(
                f"a rule of state {self.node.name!r} called push, pop or undo: rules ask with game.choose(...), go on by "
                "returning the next state, and may try things out on game.copy()"
            )

    def check_home(self, what: str) -> None:
        """Raise `RulesError` while a walk is away from its start: its steps are not recorded."""
        if self.strides:
            raise RulesError(
                f"{what} while a Walk is {self.strides} steps on its way, which are in no record: walk back first, or use "
                "game.push and game.pop"
            )

    # -- running a rule ------------------------------------------------------------------------------------------------

    def call(
        self, game: Definition, node: Node, move: Move | None, mark: int, sent: LogEntry | None = None, changed: bool = False
    ) -> Any:
        """Run the rule of a move, or a state's ``enter`` where there is none. Returns where the rule goes.

        The rule is given the answers of ``run``. ``sent`` is the log entry that an earlier run has made of the move. Raises
        `Suspend` at a question without an answer, and `RulesError` if the rule has swallowed its suspension, or asked for fewer
        answers than before on a table that has not ``changed``.
        """
        if move is None:
            target = node.state.enter(game)
        else:
            action = node.by_action[move.action]
            played: Played | None = None
            if action.logged:
                if sent is None:
                    sent = (mark, move, None if move.lasting else Played(move))
                self.log.entries.append(sent)
                if isinstance(sent[2], Played):
                    played = sent[2]
            try:
                target = action.run(game, move.args)
            finally:
                if played is not None:
                    played.settle(self.roles)
        run = self.run
        if run.suspended or (run.cursor < len(run.answers) and not changed):
            name = f"enter of {node.name}" if move is None else move.text
            if run.suspended:
                self.swallowed(name)
            raise RulesError(f"rule {name!r} asked less when it was run again: rules must be deterministic")
        return target

    def stopped(self, question: Question, node: Node, move: Move | None) -> Suspended:
        """The rule that has just been left at a question."""
        run = self.run
        run.suspended = False
        question.check(node, self.roles)
        return Suspended(node.number, self.actor, "" if move is None else move.text, move, tuple(run.answers), question)

    def suspend(self, question: Question, node: Node, move: Move | None, mark: int, made: int, logged: int) -> None:
        """Wait for an answer to a rule that has just been left at a question; its writes and its log entries stay."""
        rule = self.stopped(question, node, move)
        rule.marks = tuple(self.run.marks)
        rule.mark = mark
        rule.made = made
        rule.logged = logged
        self.suspended = rule

    def note_ended(self, role: str) -> None:
        """Note that a held rule of ``role`` has ended by the present push, which is another role's."""
        if self.befores:
            self.ended.setdefault(len(self.befores) - 1, []).append(role)

    def swallowed(self, rule: str) -> None:
        """Raise the error for a rule that has caught `Suspend`."""
        raise RulesError(
            f"{rule} swallowed its suspension: a bare 'except' or 'except BaseException' must not surround a question"
        )

    def check_player(self) -> None:
        """Raise `RulesError` unless the present state has a player."""
        if not self.order._value:
            raise RulesError(f"state {self.node.name!r} has no player: play_order is empty")

    # -- taking back ---------------------------------------------------------------------------------------------------

    def pop(self) -> None:
        """Take back the last push exactly. Raises `NothingToUndo` at the start."""
        if not self.befores:
            raise NothingToUndo("nothing has been pushed since this game, or copy of a game, began")
        mark, made, node, actor, suspended, held, answers, draws, logged, progress_mark = self.befores.pop()
        place = answers & PLACE
        self.listed = self.lists[place]
        self.lists[place] = None
        if self.offered:
            self.offered = {}
        if self._offers:
            self.offered = self._offers.pop(len(self.befores), {})
        self.journal.rollback(mark)
        self.journal.made = made
        if suspended is not None and suspended is not self.suspended and suspended.made != made:
            # Tokens that the rule had made have been made anew since, and its question must name the new ones.
            suspended.question = None
        self.suspended = suspended
        self.node = node
        self.actor = actor
        self.held = held
        said = self.answers
        while len(said) > answers:
            said.pop()
        self.chance.draws = draws
        self.log.cut(logged)
        self.progress_mark = progress_mark
        self.run.suspended = False
        if self.undone or self.secrets or self.ended:
            self.undone.pop(len(self.befores), None)
            self.ended.pop(len(self.befores), None)
            self.secrets.pop(len(self.befores), None)

    # -- the start of the suspended rule -------------------------------------------------------------------------------

    def at_rest(self, look: Callable[[], Any]) -> Any:
        """The result of ``look`` at the start of the suspended rule, or now if none is suspended. The position is restored."""
        suspended = self.suspended
        if suspended is None:
            return look()
        tail = self.journal.rewind(suspended.mark)
        try:
            return look()
        finally:
            self.journal.forward(tail)

    def rule_runs(self, runs: bool) -> bool:
        """Set whether a rule runs and may ask; returns the value before."""
        before = self.asking
        self.asking = runs
        return before
