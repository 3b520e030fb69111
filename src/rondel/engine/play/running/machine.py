"""The machine: runs the rules of one game, one answer at a time.

A *rule* is one call of an action or of a state's ``enter``; it ends in a commit. `Game.push` carries out one answer: it
begins a rule, or resumes the suspended one by running it again from its start; then the automatic states follow, until
somebody must answer. `pop` takes the last push back by rolling the journal back; it runs no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from rondel.engine.chance.chance import Chance
from rondel.engine.checks.attribute_hints import hint
from rondel.engine.checks.ruleset import Rules
from rondel.engine.checks.transitions import Node
from rondel.engine.components.journal import Journal
from rondel.engine.components.move import Move
from rondel.engine.components.part import Part
from rondel.engine.components.prop import Prop
from rondel.engine.components.token import Token
from rondel.engine.play.log import Log, Played, Told
from rondel.engine.play.running.question import Answer, Frame, Given, Held, Question, Suspend
from rondel.engine.visibility import CHANCE, Visibility
from rondel.errors import NothingToUndo, RulesError, UnknownRole, endless, quoted

if TYPE_CHECKING:
    from rondel.engine.components.container import Container
    from rondel.engine.declarations.definition import Definition
    from rondel.engine.declarations.play_order import PlayOrder
    from rondel.engine.declarations.result import Result
    from rondel.engine.declarations.state import State

Before: TypeAlias = tuple[int, int, Node, str, "Frame | None", "Question | None", int, int, int, int, tuple[Held, ...]]
"""What a push must restore when it is taken back: see `Machine.begin_push`."""

_LOOKS: Final = "options, args, 'first', 'zombie' or progress"
_REMEMBERED: Final = 16
"""How many lists of moves are kept for positions that a `pop` may return to; a power of two."""
_NONE: Final[tuple[list[Move] | None, ...]] = (None,) * _REMEMBERED
PLACE: Final = _REMEMBERED - 1
"""The bits of a number of answers by which such a list is found."""

_NEVER: Final[Prop[tuple[str, ...]]] = Prop("active", ())
"""Shared by all games in which never several players act, so that they cost nothing; never written."""


class Machine:
    """The state of one game's rules: where it is, what is asked, and how it got there.

    It does not hold the game but is handed it: so nothing refers to a game in circles, and a dropped one is freed at once.
    """

    # Slots, because there are more attributes than objects of one class can share the names of, and because what stands in a
    # class is found late: each read of such an attribute would cost the interpreter what five others do.
    __slots__ = (
        "_cursor",
        "_given",
        "_lists",
        "_offers",
        "_suspended",
        "acting",
        "actor",
        "answers",
        "asking",
        "befores",
        "chance",
        "containers",
        "diaries",
        "ended",
        "first",
        "frame",
        "held",
        "journal",
        "listed",
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
        "question",
        "result",
        "roles",
        "rules",
        "secrets",
        "sights",
        "sights_early",
        "strides",
        "told",
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
        self.containers: list[Container] = []
        """Those of the game, in the order they were added."""
        self.props: list[Prop[Any]] = []
        self.acting: Prop[tuple[str, ...]] = _NEVER
        """The active roles of a state in which several players act; empty elsewhere."""
        self.private: Prop[tuple[str, ...]] = _NEVER
        """The private state each role is in, in seat order; empty for none."""
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
        self.diaries: dict[str, Any] = {}
        """The information state of each role, where somebody has asked for it: a cache of `rondel.engine.belief`."""
        self.actor = ""
        """The role whose rule runs, whose moves are listed, or for whom a hook looks; empty for nobody."""
        self.asking = False
        """Whether a rule runs, so that there is something to ask: not in setup, options, args or scores."""
        self.frame: Frame | None = None
        self.question: Question | None = None
        self._given: list[Given] = []
        self._cursor = 0
        self._suspended = False
        self.held: tuple[Held, ...] = ()
        """The rules of several active players that wait for answers, in seat order."""
        self.listed: list[Move] | None = None
        self.offered: dict[str, list[Move]] = {}
        """The moves that were listed for each role, where not only the current player has some."""
        self.progress_mark = -1
        """The journal's length when progress was last taken; -1 when it was not."""
        self.measured: tuple[int, Any, int] | None = None
        """The progress that was looked up last: the mark it was taken at, the last entry before it, and how far it was."""
        self.befores: list[Before] = []
        """What each push that can be taken back would restore, oldest first."""
        self._lists: list[list[Move] | None] = [*_NONE]
        """The moves that were listed before each of the last pushes, by how many answers there were, round and round."""
        self.undone: dict[int, tuple[tuple[int, int], ...]] = {}
        """The pushes that were undos, by number: the runs of pushes they took back, each by its first and the one after it."""
        self.ended: dict[int, list[str]] = {}
        """Whose rules came to their end by a push of somebody else, by the push's number."""
        self.secrets: dict[int, list[tuple[str, Visibility]]] = {}
        """What a push has read that is not open to everybody, by the push's number; and who could see it."""
        self._offers: dict[int, dict[str, list[Move]]] = {}
        """What was ``offered`` before a push, by its number, for as long as a `pop` is likely to return there."""
        self.sights: Any = None
        """What each viewer has in sight, a cache of `rondel.engine.views`; None until somebody looks, and in games that hide
        nothing."""
        self.sights_early: tuple[int, ...] = ()
        """Where the viewers of a copy could have looked while the rule ran that was suspended when it was made."""
        self.told = 0
        """How many answers, the first ones, are known to have been told to everybody; only of an imagined game."""
        self.strides = 0
        """How many steps of a `rondel.engine.play.walk.Walk` lead to where it is: they are in no record and in no log."""
        self.path: list[tuple[str, str, str]] | None = None
        """Where it has gone, ``(state, rule, state)``, for who wants to know which transitions were taken; None for nobody."""

    def note_veils(self) -> None:
        """Note whether a token lies face down where everybody sees it, now that setup is done."""
        for container in self.containers:
            if not container._guarded:
                for token in container._all():
                    if token._shown_to is not None and token.face_down:
                        self.journal.veiled = True

    # -- looking -------------------------------------------------------------------------------------------------------

    def check_role(self, role: str) -> None:
        if role not in self.roles and role != CHANCE:
            raise UnknownRole(f"unknown role {quoted(role)}: this game has {', '.join(map(repr, self.roles))}")

    def check_roles(self, roles: Iterable[str], where: str) -> None:
        """Raise `RulesError` unless all that a rule names are roles of the game."""
        for role in roles:
            if role not in self.roles:
                raise RulesError(f"{where} {role!r}, which is no role: this game has {', '.join(map(repr, self.roles))}")

    def look(self, at: Callable[[], Any], role: str) -> Any:
        """What ``at`` finds, which a hook does for ``role``, if for anybody; it may neither ask nor change anything.

        The hook has that role as its actor: who has acted last may be for nobody to know.
        """
        before = len(self.journal.entries)
        made = self.journal.made
        asking, actor = self.asking, self.actor
        self.asking = False
        self.actor = role
        try:
            return at()
        except RecursionError as error:
            raise endless(f"{_LOOKS} of state {self.node.name!r}") from error
        except (AttributeError, TypeError) as error:
            slip = hint(error)
            if slip is not None:
                raise slip from error
            raise
        finally:
            self.asking = asking
            self.actor = actor
            self.check_unchanged(before, made)

    def check_unchanged(self, before: int, made: int) -> None:
        """Raise `RulesError` if a hook that only looks has written something, and take that back."""
        self.journal.made = made
        if len(self.journal.entries) != before:
            self.journal.rollback(before)
            raise RulesError(f"{_LOOKS} of state {self.node.name!r} changed the position; they only look")

    def tell(self, begun: bool, event: Told) -> None:
        """Tell something, in setup or where a rule runs. Raises `RulesError` elsewhere: hooks only look."""
        if begun and not self.asking:
            raise RulesError(f"{_LOOKS} of state {self.node.name!r} told something; they only look")
        if not self.log.silent:
            self.log.tell(len(self.journal.entries), event)

    # -- several active players ------------------------------------------------------------------------------------------

    def held_of(self, role: str) -> Held | None:
        """The rule of one of several active players that waits for an answer of ``role``, or is its own."""
        for held in self.held:
            if held.role == role or (role == CHANCE and CHANCE in held.question.moves):
                return held
        return None

    def node_of(self, role: str) -> Node:
        """The state a role is in: its private one, if it is in one."""
        if not self.node.master:
            return self.node
        name = self.private._value[self.roles.index(role)]
        return self.rules.by_name[name] if name else self.node

    def check_given(self, role: str, rule: str) -> None:
        """Raise `RulesError` if what a rule calls a role is none: no player's mistake, but the author's."""
        if role not in self.roles:
            raise RulesError(f"{rule} was given {role!r}, which is no role: this game has {', '.join(map(repr, self.roles))}")

    # -- pushing ---------------------------------------------------------------------------------------------------------

    def refuse(self, move: Move, error: BaseException) -> RulesError | None:
        """Take back a move that the rules cannot carry out. Returns what is wrong with them, where there is more to say of it
        than the error does."""
        node = self.node
        self.pop()
        if isinstance(error, RecursionError):
            began = f"{move.text!r} in state {self.node.name!r}"
            return endless(began if node is self.node else f"'enter' of state {node.name!r}, after {began},")
        return hint(error)

    def begin_push(self) -> int:
        """Note how all is, so that a `pop` can bring it back. Returns the length of the journal."""
        journal = self.journal
        mark = len(journal.entries)
        self.befores.append(
            (
                mark,
                journal.made,
                self.node,
                self.actor,
                self.frame,
                self.question,
                len(self.answers),
                self.chance.draws,
                len(self.log.entries),
                self.progress_mark,
                self.held,
            )
        )
        self._lists[len(self.answers) & PLACE] = self.listed
        self.listed = None
        if self.offered:
            self.put_offers_by()
        if journal.looked:
            journal.forget_looks()
        return mark

    def put_offers_by(self) -> None:
        """Keep what was offered before the push that is being made."""
        number = len(self.befores) - 1
        self._offers[number] = self.offered
        self.offered = {}
        self._offers.pop(number - _REMEMBERED, None)

    def note_secrets(self) -> None:
        """Write down what the last push has read that is not open to everybody."""
        journal = self.journal
        read: list[tuple[str, Visibility]] = []
        for each in journal.looked:
            if isinstance(each, Token):
                read.append((f"a {each.kind.name}", each.readers()))
            elif isinstance(each, Part):
                read.append((repr(each.name), each.visible_to))
        self.secrets[len(self.befores) - 1] = read
        journal.forget_looks()

    def check_outside(self) -> None:
        """Raise `RulesError` while a rule runs: it is no player, and cannot answer or take back."""
        if self.asking:
            raise RulesError(
                f"a rule of state {self.node.name!r} called push, pop or undo: rules ask with game.choose(...), go on by "
                "returning the next state, and may try things out on game.copy()"
            )

    def check_home(self, what: str) -> None:
        """Raise `RulesError` while a walk is on its way: its steps are not kept, so nothing can be made of them."""
        if self.strides:
            raise RulesError(
                f"{what} while a Walk is {self.strides} steps on its way, which are in no record: walk back first, or use "
                "game.push and game.pop"
            )

    # -- for walks -----------------------------------------------------------------------------------------------------

    def start_step(self, role: str) -> None:
        """Get ready to run a rule of ``role`` of which nothing is kept but the way back."""
        if self._given:
            self._given = []
            self._cursor = 0
        self.actor = role
        self.listed = None
        if self.offered:
            self.offered = {}
        self.asking = True
        self.log.silent = True

    def end_step(self, answers: int) -> bool:
        """Say that the rule has run; returns whether it did so at one go: it has asked nothing, and chance has not answered
        since there were that many answers."""
        self.asking = False
        self.log.silent = False
        return (
            self.frame is None
            and not self._suspended
            and len(self.answers) == answers
            and not (self.node.one and not self.order._value)
        )

    def forget_step(self, answers: int, draws: int) -> None:
        """Forget what a rule has asked that was tried in vain, and what chance has answered."""
        self.frame = None
        self.question = None
        self._suspended = False
        del self.answers[answers:]
        self.chance.draws = draws

    # -- for several active players ------------------------------------------------------------------------------------

    def prepare(self, role: str, given: tuple[Given, ...]) -> None:
        """Get ready to run a rule of ``role`` with the answers it has been given."""
        self.actor = role
        self._given = list(given)
        self._cursor = 0
        self._suspended = False

    def call(self, game: Definition, node: Node, move: Move | None, mark: int) -> Any:
        """Run the rule of a move, or a private state's ``enter``; returns where it goes."""
        if move is None:
            return node.state.enter(game)
        action = node.by_action[move.action]
        played = None
        if action.logged:
            if not move.lasting:
                played = Played(move)
            self.log.entries.append((mark, move, played))
        target = action.run(game, move.args)
        if played is not None:
            played.settle(self.roles)
        return target

    def note_ended(self, role: str) -> None:
        """Note that a rule of ``role`` has come to its end by the push that is being carried out, which is another's."""
        if self.befores:
            self.ended.setdefault(len(self.befores) - 1, []).append(role)

    def suspend(self, suspend: Suspend, frame: Frame) -> None:
        self._suspended = False
        suspend.question.check(self.node, self.roles)
        frame.given = tuple(self._given)
        self.frame = frame
        self.question = suspend.question

    def swallowed(self, rule: str) -> None:
        raise RulesError(
            f"{rule} swallowed its suspension: a bare 'except' or 'except BaseException' must not surround a question"
        )

    def check_player(self) -> None:
        """Raise `RulesError` unless there is somebody to ask in the player's state it is in."""
        if not self.order._value:
            raise RulesError(f"state {self.node.name!r} has no player: play_order is empty")

    # -- taking back ---------------------------------------------------------------------------------------------------

    def pop(self) -> None:
        """Take back the last push exactly. Raises `NothingToUndo` at the start."""
        if not self.befores:
            raise NothingToUndo("nothing has been pushed since this game, or copy of a game, began")
        mark, made, node, actor, frame, question, answers, draws, logged, progress_mark, held = self.befores.pop()
        lists = self._lists
        self.listed = lists[answers & PLACE]
        lists[answers & PLACE] = None
        if self.offered:
            self.offered = {}
        if self._offers:
            self.offered = self._offers.pop(len(self.befores), {})
        self.journal.rollback(mark)
        # Tokens that the suspended rule had made have been made anew since; its question must name the new ones.
        stale = frame is not None and made != frame.made
        self.journal.made = made
        self.node = node
        self.actor = actor
        self.frame = frame
        self.question = None if stale else question
        self.held = held
        said = self.answers
        while len(said) > answers:
            said.pop()
        self.chance.draws = draws
        told = self.log.entries
        while len(told) > logged:
            told.pop()
        self.progress_mark = progress_mark
        self._suspended = False
        if self.undone or self.secrets or self.ended:
            self.undone.pop(len(self.befores), None)
            self.ended.pop(len(self.befores), None)
            self.secrets.pop(len(self.befores), None)

    # -- looking at the start of the suspended rule --------------------------------------------------------------------

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

    def rule_runs(self, runs: bool) -> bool:
        """Say whether a rule runs, and so may ask; returns what was so before."""
        before = self.asking
        self.asking = runs
        return before
