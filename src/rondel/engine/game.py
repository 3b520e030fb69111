"""Games: the class holds the rules, an instance is one game in progress.

An author extends `Game`, names its ``seats``, builds the position in ``setup`` and hangs states and actions on it. What
is fixed in setup (containers, props, attributes) stays as it is for the whole game; what changes lies in props,
containers and tokens, and goes through the journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any, ClassVar, TypeVar

from rondel.engine import choice, record, undo
from rondel.engine import view as views
from rondel.engine.chance import EXPLICIT, SEEDED, Stream
from rondel.engine.compiling import mypyc_attr
from rondel.engine.container import Container
from rondel.engine.guard import check, guard
from rondel.engine.journal import Journal
from rondel.engine.log import Told
from rondel.engine.machine import Machine
from rondel.engine.move import Move
from rondel.engine.option import Option, settle
from rondel.engine.part import Part
from rondel.engine.pile import Pile
from rondel.engine.position import UNSTARTED, kept, load, position_of
from rondel.engine.prop import Prop, freeze, hashable
from rondel.engine.rules import rules_of
from rondel.engine.state import State
from rondel.engine.text import faults
from rondel.engine.token import Token, TokenKind
from rondel.engine.visibility import EVERYONE, NOBODY, OBSERVER, Visibility
from rondel.errors import BadOption, HiddenInformation, RulesError, UnknownRole, quoted

T = TypeVar("T")
O = TypeVar("O", int, str, bool)  # noqa: E741
P = TypeVar("P", bound=Part)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """One game in progress; the class is its rules. Start one with `rondel.new`, or ``Reversi()``.

    Raises `DefinitionError` if the rules cannot work, `BadOption` or `BadPosition` if it cannot begin as asked.
    """

    name: ClassVar[str] = ""
    """How programs call it: ``"reversi"``."""
    title: ClassVar[str] = ""
    """How people call it; marked for translation."""
    summary: ClassVar[str] = ""
    """What it is about, in a sentence; marked for translation."""
    version: ClassVar[int] = 1
    """Raised when a change of the rules makes old records replay otherwise."""
    seats: ClassVar[tuple[str, ...]] = ()
    """The roles of a full table, in the order of play."""
    fewest: ClassVar[int] = 0
    """The least number of players; 0 means that every seat is taken."""
    options: ClassVar[Sequence[Option[Any]]] = ()
    """What can be chosen before the game starts."""
    kinds: ClassVar[Sequence[TokenKind]] = ()
    """Every kind of token that may come into play."""
    colours: ClassVar[Mapping[str, str]] = {}
    """The colour of a role, where it should have one of its own."""
    score_visible_to: ClassVar[tuple[str, ...]] = NOBODY
    """Who may see the scores while the game goes on."""

    _sealed: bool = False
    """Whether setup is done, and attributes stay as they are."""
    _start_position: Mapping[str, Any] | None = None
    _progress: int = 0

    def __init__(
        self,
        seats: int | None = None,
        seed: int | str | bytes | None = None,
        options: Mapping[str, Any] | None = None,
        position: Mapping[str, Any] | None = None,
        chance: str = "seeded",
    ) -> None:
        # Named arguments would be clearer, but cost a compiled game a fifth of its construction; `rondel.new` has them.
        if self._sealed:  # A compiled class is initialised twice when it has no __init__ of its own.
            return
        kind = type(self)
        rules = rules_of(kind)
        if chance not in ("seeded", "explicit"):
            raise BadOption(f"chance cannot be {chance!r}: it is 'seeded' or 'explicit'")
        self._roles = _seated(kind, seats)
        self._options = settle(kind.options, options or {})
        self._journal = Journal()
        self._containers: list[Container] = []
        self._props: list[Prop[Any]] = []
        self.play_order: Prop[tuple[str, ...]] = Prop("play_order", (), visible_to=EVERYONE)
        self.play_order._journal = self._journal
        self.play_order._value = self._roles
        self._scores: Prop[tuple[float, ...]] = Prop("scores", ())
        self._scores._journal = self._journal
        self._scores._value = (0.0,) * len(self._roles)
        if position is not None:
            self._start_position = position
        self._machine = Machine(self._roles, rules, self.play_order, self._journal)
        first = self.setup()
        if not rules.tried:
            check(self)
            rules.tried = True
        self._first = first
        self._journal.entries.clear()
        self._sealed = True
        if seed is not None:
            self._machine.chance.stream = Stream(seed)
        self._machine.chance.mode = EXPLICIT if chance == "explicit" else SEEDED
        self._begin(first)

    def __del__(self) -> None:
        # Nothing but the journal refers in circles, so a dropped game is freed at once and not when garbage is next collected.
        if self._sealed:
            self._journal.entries.clear()

    def __init_subclass__(cls) -> None:
        guard(cls)

    # -- what authors write --------------------------------------------------------------------------------------------

    def setup(self) -> type[State[Any]]:
        """Build the position at the start and return the first state.

        Nothing random happens here, and nobody is asked: deal in an automatic state.
        """
        raise NotImplementedError

    def score(self, role: str) -> float:
        """The score of a role now; by default what `set_score` was given."""
        return self._scores._value[self._roles.index(role)]

    def utility(self, role: str) -> float:
        """What the finished game is worth to a role: what search and learning maximise.

        By default the winners share 1 and the others -1 (so +1 and -1 with two players), and a draw of all is 0.
        """
        winners = self.winners
        count = len(self._roles)
        if len(winners) == count:
            return 1.0 if count == 1 and self.score(role) > 0 else 0.0
        return 1.0 / len(winners) if role in winners else -1.0 / (count - len(winners))

    def measure(self) -> float:
        """How far the game has come, 0 to 100; taken on entering the states that update progress."""
        return 0

    def estimate(self, role: str) -> float | None:
        """How good the position looks for a role, -1 to 1, from what the role may see; None where the game cannot tell."""
        return None

    # -- for authors: building -----------------------------------------------------------------------------------------

    def add(self, part: P) -> P:
        """Make a prop or container part of the game; only in ``setup``. Returns it. Raises `RulesError` for a name used
        twice."""
        if self._sealed:
            raise RulesError(f"{part!r} cannot be added now: props and containers are added in setup, and hold what changes")
        name = part.name
        if not name.isidentifier() or not name.isascii():
            raise RulesError(f"{name!r} cannot name a prop or container; use plain ASCII letters, digits and _")
        if (
            name in ("play_order", "scores")
            or any(each.name == name for each in self._props)
            or any(each.name == name for each in self._containers)
        ):
            raise RulesError(f"{part.name!r} is added twice; props and containers have names of their own")
        self._check_visibility(name, part.visible_to)
        part._journal = self._journal
        if isinstance(part, Container):
            self._check_visibility(name, part.backs_visible_to)
            self._containers.append(part)
        elif isinstance(part, Prop):
            self._props.append(part)
        return part

    def option(self, option: Option[O]) -> O:
        """The value of an option in this game."""
        value: O = self._options[option.name]
        return value

    # -- for authors: playing ------------------------------------------------------------------------------------------

    @property
    def player(self) -> str:
        """The current player: the head of ``play_order``."""
        return self.play_order._value[0]

    @property
    def actor(self) -> str:
        """The role whose rule runs, or whose options are listed."""
        return self._machine.actor

    def next_player(self) -> str:
        """Send the current player to the end of the queue; returns the new one."""
        order = self.play_order._value
        if not order:
            raise RulesError("there is no next player: play_order is empty")
        turned = order[1:] + order[:1]
        self.play_order._assign(turned)
        return turned[0]

    def eliminate(self, role: str) -> None:
        """Take a role out of ``play_order``: it has no more turns."""
        self._role(role)
        self.play_order.value = tuple([each for each in self.play_order._value if each != role])

    def set_score(self, role: str, score: float) -> None:
        """Set what `score` returns for a role."""
        self._role(role)
        if not isfinite(score):
            raise RulesError(f"the score of {role} cannot be {score!r}: JSON has no such number")
        scores = list(self._scores._value)
        scores[self._roles.index(role)] = float(score)
        self._scores._assign(tuple(scores))

    def notify(self, name: str, message: str = "", *, to: Visibility = EVERYONE, **args: Any) -> None:
        """Tell something: ``name`` and ``args`` for programs, ``message`` (with placeholders) for people, only to those
        in ``to``."""
        self._check_visibility(name, to)
        frozen = {key: freeze(value, f"{name}.{key}", "event") for key, value in args.items()}
        if message:
            wrong = faults(f"message of event {name!r}", message, [each for each in args if each != "role"])
            if wrong:
                raise RulesError(wrong[0])
        self._machine.log.tell(len(self._journal.entries), Told(name, message, frozen, to))

    def choose(self, options: Iterable[T], *, ask: str, role: str = "", action: str = "choose") -> T:
        """Ask a role (the one who acts) to choose one of the options; equal ones are offered once.

        The rule is suspended until there is an answer and then runs again from its start; so rules must be deterministic.
        """
        return choice.choose(self._machine, options, ask, role or self._machine.actor, action)

    def choose_some(
        self, options: Iterable[T], *, ask: str, least: int = 0, most: int, role: str = "", action: str = "choose"
    ) -> tuple[T, ...]:
        """Ask a role to choose at least ``least`` and at most ``most`` of the options, one by one."""
        return choice.choose_some(self._machine, options, least, most, ask, role or self._machine.actor, action)

    def choose_each(
        self, options: Mapping[str, Iterable[T]], *, ask: str, least: int = 1, most: int = 1, action: str = "choose"
    ) -> dict[str, tuple[T, ...]]:
        """Ask several roles at the same time, in secret: ``{role: its options}``. Returns what each has chosen."""
        return choice.choose_each(self._machine, options, least, most, ask, action)

    def draw(self, pile: Pile) -> Token:
        """A token drawn by chance from a shuffled pile; it stays there until it is moved."""
        sorts = pile.faces()
        return choice.chance(self._machine, [token for token, _count in sorts], [count for _token, count in sorts], "draw")

    def roll(self, sides: int = 6) -> int:
        """A number from 1 to ``sides``, by chance."""
        return choice.chance(self._machine, range(1, sides + 1), None, "roll")

    def chance(self, outcomes: Sequence[T], weights: Sequence[int] | None = None) -> T:
        """One of the outcomes, by chance; with ``weights``, as likely as they say."""
        return choice.chance(self._machine, outcomes, weights, "chance")

    # -- playing -------------------------------------------------------------------------------------------------------

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles of this game, in seat order."""
        return self._roles

    @property
    def active(self) -> tuple[str, ...]:
        """The roles the game waits for; empty when it is over."""
        return self._machine.active(self)

    def moves(self, role: str | None = None) -> list[Move]:
        """The legal moves of a role, which may be left out when one role is active. Raises `AmbiguousMove`, `UnknownRole`."""
        return self._machine.moves(self, role)[:]

    def push(self, move: Move | str, role: str | None = None) -> None:
        """Carry out a legal move or its text. Raises an `AnswerError` for anything else, and then nothing has changed."""
        self._machine.push(self, move, role)

    def pop(self) -> None:
        """Take back the last push exactly, chance included. Raises `NothingToUndo`."""
        self._machine.check_outside()
        self._machine.pop()

    def undo(self, role: str, *, agreed: bool = False) -> None:
        """The player's undo: take back the last answer of ``role`` and all that followed; the record keeps it.

        Raises `UndoBarrier` if chance answered, another role was asked or something was revealed since, unless the others have
        ``agreed``; `NothingToUndo` if the role has not answered yet.
        """
        self._role(role)
        self._machine.check_outside()
        undo.undo(self, role, agreed)

    def may_undo(self, role: str, *, agreed: bool = False) -> bool:
        """Whether `undo` would take something back now."""
        self._role(role)
        return undo.may_undo(self, role, agreed)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._machine.node.end

    @property
    def state(self) -> str:
        """The name of the current state."""
        return self._machine.node.name

    @property
    def scores(self) -> dict[str, float]:
        """Each role's score now."""
        return {role: _whole(self.score(role)) for role in self._roles}

    @property
    def winners(self) -> tuple[str, ...]:
        """The roles with the best score once the game is over, all of them on a draw; empty before.

        A game for one is won with a score above 0.
        """
        if not self._machine.node.end:
            return ()
        scores = [self.score(role) for role in self._roles]
        best = scores[0]
        for score in scores:
            if score > best:
                best = score
        if len(scores) == 1 and best <= 0:
            return ()
        return tuple([role for number, role in enumerate(self._roles) if scores[number] == best])

    @property
    def returns(self) -> dict[str, float]:
        """What the game is worth to each role; all 0 before it is over."""
        if not self._machine.node.end:
            return dict.fromkeys(self._roles, 0.0)
        return {role: float(self.utility(role)) for role in self._roles}

    @property
    def progress(self) -> int:
        """How far the game has come, 0 to 100, when it was last taken."""
        machine = self._machine
        if machine.node.end:
            return 100
        if machine.progress_mark < 0:
            return self._progress
        tail = self._journal.rewind(machine.progress_mark)
        try:
            measured: float = machine.look(self.measure)
            return max(0, min(100, round(measured)))
        finally:
            self._journal.forward(tail)

    # -- looking -------------------------------------------------------------------------------------------------------

    def view(self, role: str) -> dict[str, Any]:
        """What a role (or ``"observer"``) may know now, as JSON data."""
        if role != OBSERVER:
            self._role(role)
        return views.view(self, role)

    def events(self, since: int, role: str) -> list[dict[str, Any]]:
        """What has been told to a role, from number ``since`` of its own stream on, as JSON data."""
        if role != OBSERVER:
            self._role(role)
        return views.events(self, since, role)

    def scene(self) -> dict[str, Any]:
        """What a page must know to draw the table, as JSON data; it never changes."""
        return views.scene(self)

    def key(self) -> object:
        """The referee's key of the position: equal keys mean the same position under the same options.

        There are no serials, no seed and no log in it.
        """
        machine = self._machine
        frame = machine.frame
        rule: object = None
        if frame is not None:
            begun = frame.move.text if frame.move is not None else ""
            rule = (begun, frame.actor, tuple([(given.role, given.text) for given in frame.given]))
        return (
            machine.node.name,
            self.play_order._value,
            self._scores._value,
            tuple([hashable(prop._value) for prop in self._props]),
            tuple([container.key() for container in self._containers]),
            rule,
            tuple(self._options.values()),
        )

    def copy(self) -> Game:
        """An equal game that shares nothing with this one. It begins here: `pop` does not go back further."""
        return record.copy(self)

    def imagine(self, role: str, seed: int | str | bytes) -> Game:
        """A game as ``role`` may imagine it: equal in all the role knows, its chance drawn from ``seed``.

        Raises `HiddenInformation` while anything is hidden from the role.
        """
        self._role(role)
        record.check_secrets(self, role)
        parts: list[Part] = [*self._containers, *self._props]
        for part in parts:
            if part.visible_to != EVERYONE and role not in part.visible_to and (not isinstance(part, Container) or len(part)):
                raise HiddenInformation(f"{role} cannot imagine this game: {part.name!r} is hidden from it")
        imagined = record.copy(self)
        machine = imagined._machine
        machine.chance.stream = Stream(seed)
        machine.chance.draws = 0
        imagined._start_position = kept(self._machine.at_rest(lambda: position_of(self)))
        frame = machine.frame
        begun = [(frame.actor, frame.move.text)] if frame is not None and frame.move is not None else []
        machine.answers = begun + ([(given.role, given.text) for given in frame.given] if frame is not None else [])
        return imagined

    def snapshot(self) -> dict[str, Any]:
        """Everything needed to go on elsewhere, as JSON data; server-secret. `rondel.restore` reads it."""
        return record.snapshot(self)

    def record(self, role: str | None = None) -> dict[str, Any]:
        """The rules' name and version, the options, and every answer: replays to the same position. Server-secret.

        With a role, what that role may keep. Raises `HiddenInformation` if there is anything in it that it may not know.
        """
        if role is not None:
            self._role(role)
        return record.record(self, role)

    # -- within --------------------------------------------------------------------------------------------------------

    def _role(self, role: str) -> None:
        if role not in self._roles:
            raise UnknownRole(f"unknown role {quoted(role)}: this game has {', '.join(map(repr, self._roles))}")

    def _check_visibility(self, what: str, visible_to: Visibility) -> None:
        if visible_to in (EVERYONE, NOBODY):
            return
        known = (*self._roles, OBSERVER)
        if not isinstance(visible_to, tuple):
            raise RulesError(
                f"{what!r} is visible to {visible_to!r}; use EVERYONE or a tuple of roles, ({known[0]!r},) for one"
            )
        for role in visible_to:
            if role not in known:
                listed = ", ".join(map(repr, known))
                raise RulesError(f"{what!r} is visible to {role!r}, which is no role; use EVERYONE or some of {listed}")

    def _begin(self, first: type[State[Any]]) -> None:
        """Enter the first state, or the position the game was given."""
        machine = self._machine
        given = self._start_position
        if given is UNSTARTED:
            self._start_position = None
        elif given is None:
            machine.start(self, first)
        else:
            load(self, given, first)

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"{self.state}, {', '.join(self.active)} to answer"
        return f"<{type(self).__name__}: {state}>"


def _whole(score: Any) -> Any:
    """A score as it is shown: without a fraction where it has none. Compiled rules make floats of whole numbers."""
    return int(score) if float(score).is_integer() else score


def _seated(kind: type[Game], seats: int | None) -> tuple[str, ...]:
    most = len(kind.seats)
    least = kind.fewest or most
    count = least if seats is None else seats
    if type(count) is not int or not least <= count <= most:
        raise BadOption(f"{kind.__name__} cannot be played by {count!r}: it has {least} to {most} seats")
    return tuple(kind.seats[:count])
