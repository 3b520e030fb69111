"""The referee: the methods of a game that rules call: build, ask, draw, tell, score.

Rules receive the game, and through it they build the position, ask, deal, draw by chance, tell, score and count. All changes
go through the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar

from rondel.engine.compiling import mypyc_attr
from rondel.engine.components.cell import Spot
from rondel.engine.components.container import Container
from rondel.engine.components.part import Part
from rondel.engine.components.pile import Pile
from rondel.engine.components.prop import Prop, freeze
from rondel.engine.components.token import Token
from rondel.engine.declarations.option import Option
from rondel.engine.declarations.statistic import Stat
from rondel.engine.play import choice, extra_time, scoring
from rondel.engine.play import draws as deal
from rondel.engine.play.log import Told, Worded
from rondel.engine.play.running.question import Question, Suspend
from rondel.engine.play.scoring import Scored
from rondel.engine.play.simultaneous import active_roles as several
from rondel.engine.text import PLAYERS, Phrase, faults, fills, note_sound, unfilled
from rondel.engine.visibility import EVERYONE, NOBODY, OBSERVER, OWNER, Visibility, owned_by
from rondel.errors import RulesError, quoted

T = TypeVar("T")
O = TypeVar("O", int, str, bool)  # noqa: E741
N = TypeVar("N", int, float)
P = TypeVar("P", bound=Part)
A = ParamSpec("A")


@mypyc_attr(allow_interpreted_subclasses=True)
class Referee(Scored):
    """The methods that rules call on a game. Authors extend `Game`."""

    # -- building ------------------------------------------------------------------------------------------------------

    def add(self, part: P, *, label: str = "", belongs_to: str = "") -> P:
        """Add a prop or a container to the game, only in ``setup``, and return it. Raises `RulesError` for a name used twice.

        A page shows its name as a heading, "Hand of Ann" for ``hand_west``, or its ``label``:
        ``self.add(Pile("stock_30"), label="30")``. It may belong to a role; `each` makes one for every role.
        """
        if self._begun:
            raise RulesError(f"{part!r} cannot be added now: props and containers are added in setup, and hold what changes")
        given: Any = part  # what an author wrote may be of any type, also where this is compiled
        if not isinstance(given, Part):
            raise RulesError(
                f"{quoted(given)} is no part of a game: add containers and props, self.add(Row('row', visible_to=EVERYONE))"
            )
        name = part._name
        text: Any = name
        if not isinstance(text, str):
            raise RulesError(f"{text!r} cannot name a prop or container; a name is a text")
        machine = self._machine
        bits = machine.rules.part_bits
        bit = bits.get(name, 0)
        if not bit:
            if not name.isidentifier() or not name.isascii():
                raise RulesError(f"{name!r} cannot name a prop or container; use plain ASCII letters, digits and _")
            bit = bits[name] = 1 << len(bits)
        # Two threads that make the first games at once may give two names one bit.
        if machine.added & bit and (bit < 4 or name in [each._name for each in (*machine.props, *machine.containers)]):
            raise RulesError(f"{name!r} is added twice; props and containers have names of their own")
        machine.added |= bit
        if part._guarded:
            self._check_visibility(name, part._visible_to)
        part._journal = machine.journal
        part.label = label
        if belongs_to:
            if belongs_to not in self._roles:
                listed = ", ".join(map(repr, self._roles))
                raise RulesError(f"{name!r} belongs to {quoted(belongs_to)}, which is no role; this game has {listed}")
            part.belongs_to = belongs_to
        for role in part.roles_named():
            if role not in self._roles:
                listed = ", ".join(map(repr, self._roles))
                raise RulesError(f"{name!r} names {quoted(role)}, which is no role; this game has {listed}")
        if isinstance(part, Container):
            if part._backs_visible_to is not NOBODY:
                self._check_visibility(name, part._backs_visible_to)
            machine.containers.append(part)
        elif isinstance(part, Prop):
            machine.props.append(part)
        return part

    def each(self, kind: Callable[Concatenate[str, A], P], name: str, *args: A.args, **more: A.kwargs) -> dict[str, P]:
        """Make a part for each role and `add` it, only in ``setup``. Returns the parts by role: ``self.hands["west"]`` is named
        ``hand_west`` and belongs to ``west``.

        ``self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)``: the arguments after the name are passed to the
        class, and `OWNER` stands for the role of each part.
        """
        given: Any = kind  # what an author wrote may be of any type, also where this is compiled
        if not callable(given):
            raise RulesError(
                f"each makes a part for every role, so it takes the class and not {quoted(given)}: "
                'self.each(Hand, "hand", visible_to=OWNER)'
            )
        machine = self._machine
        options: dict[str, Any] = more
        own: list[tuple[str, Visibility]] = []
        for key, value in options.items():
            if type(value) is tuple and OWNER[0] in value:
                own.append((key, value))
        named: Any = name
        names = machine.rules.names_of_each(name) if isinstance(named, str) else {}
        made: dict[str, P] = {}
        alone = machine.rules.alone
        for seat, role in enumerate(machine.roles):
            for key, value in own:
                options[key] = alone[seat] if value is OWNER else owned_by(role, value)
            full = names[role] if names else f"{name}_{role}"
            made[role] = self.add(given(full, *args, **options) if args else given(full, **options), belongs_to=role)
        return made

    def option(self, option: Option[O]) -> O:
        """The value of an option in this game. Raises `RulesError` for an option that the game does not have."""
        try:
            value: O = self._options[option.name]
        except (KeyError, AttributeError) as error:
            name = getattr(option, "name", option)
            raise RulesError(
                f"{type(self).__name__} has no option {name!r}; list it, options = (SIZE, ...), and ask for option(SIZE)"
            ) from error
        return value

    # -- playing -------------------------------------------------------------------------------------------------------

    @property
    def player(self) -> str:
        """The current player: the head of ``play_order``."""
        return self._machine.order._value[0]

    @property
    def actor(self) -> str:
        """The role whose rule runs, whose options are listed, or for which ``args``, ``first`` and ``zombie`` are called.

        Empty in the args of the observer, in `measure`, and in the ``enter`` of a state when `play_order` is empty.
        """
        return self._machine.actor

    def next_player(self) -> str:
        """Move the current player to the end of the queue. Returns the new current player."""
        machine = self._machine
        play_order = machine.order
        order = play_order._value
        if not order:
            raise RulesError("there is no next player: play_order is empty")
        turned = (order[1], order[0]) if len(order) == 2 else order[1:] + order[:1]
        machine.journal.entries.append((play_order, 0, order, turned))  # `PlayOrder.turn` without the call
        play_order._value = turned
        return turned[0]

    def opponent(self, role: str) -> str:
        """The other role of a game for two. Raises `RulesError` for an unknown role, or in a game for more or fewer.

        >>> import rondel
        >>> rondel.new("reversi").opponent("black")
        'white'
        """
        roles = self._roles
        if len(roles) == 2:
            first, second = roles
            if role == first:
                return second
            if role == second:
                return first
        self._machine.check_given(role, "opponent()")
        raise RulesError(f"{role!r} has no one opponent: this game has {len(roles)} role{'s' if len(roles) > 1 else ''}")

    def eliminate(self, *roles: str) -> None:
        """Eliminate roles, all at the same time: they leave ``play_order``, and are no longer active.

        They keep their views, and may still win. A role that was eliminated before keeps its place. Raises `RulesError` for an
        unknown role.
        """
        scoring.eliminate(self, roles)
        several.leave(self._machine, roles)

    def set_score(self, role: str, score: float) -> None:
        """Set the score of a role. Raises `RulesError` for an unknown role, or a score that is no finite number."""
        scoring.set_score(self, role, score)

    def count(self, stat: Stat[N], by: N = 1, role: str = "") -> None:
        """Add to a statistic, of a role (by default the actor) or of the table. Raises `RulesError` for an unknown one."""
        scoring.count_stat(self, stat, by, role)

    def stat(self, stat: Stat[N], role: str = "") -> N:
        """The present value of a statistic, of a role (by default the actor) or of the table."""
        value: N = scoring.stat_value(self, stat, role)
        return value

    def set_stat(self, stat: Stat[N], value: N, role: str = "") -> None:
        """Set a statistic that is not a count: a longest row, an average."""
        scoring.assign_stat(self, stat, value, role)

    def give_time(self, role: str, seconds: float) -> None:
        """Give a role more time on the table's clock: event ``extra_time``. The position stays the same."""
        extra_time.give(self._machine, self._begun, role, seconds)

    def activate(self, *roles: str) -> None:
        """Make roles active, in the ``enter`` or an action of a `MultipleActivePlayers` state. Raises `RulesError` for an
        eliminated or unknown role."""
        scoring.check_in(self, roles)
        several.activate(self._machine, roles)

    def deactivate(self, *roles: str) -> None:
        """Make roles inactive in such a state: they are done. The rule that makes the last one inactive returns the next state.
        Roles that are not active stay so."""
        several.deactivate(self._machine, roles)

    def notify(self, name: str, message: str = "", *, to: Visibility = EVERYONE, **args: Any) -> None:
        """Tell an event to the roles in ``to``: ``name`` and ``args`` for programs, ``message`` (with placeholders) for people.
        A place among the args, or in a list, is told by its name.

        Raises `RulesError` for a message that ``args`` do not fill; for an argument ``visible_to``, which is a mistake for
        ``to``; and in hooks, which only look.
        """
        if self._machine.log.silent:
            return
        self._check_visibility(name, to)
        if "visible_to" in args:
            raise RulesError(
                f"event {name!r} is told to everybody, with 'visible_to' as one of its args; say to={args['visible_to']!r}"
            )
        frozen = _frozen(name, args)
        if message and not fills(args, message, self._roles):
            wrong = faults(f"message of event {name!r}", message, [each for each in args if each != "role"])
            if wrong:
                raise RulesError(wrong[0])
            misfit = unfilled(f"message of event {name!r}", message, args, self._roles)
            if misfit:
                raise RulesError(misfit)
            note_sound(message)
        self._machine.tell(self._begun, Told(name, message, frozen, to))

    def reword(self, message: str, **args: Any) -> None:
        """Replace the message of the present move in the log. ``args`` are added to the parts of the move, and everybody reads
        them; a place is told by its name.

        It must be called in a logged action, before the action tells or asks anything. Raises `RulesError` elsewhere, and for a
        move that names tokens, which may be hidden from some roles.
        """
        if self._machine.log.silent:
            return
        frozen = _frozen("reword", args)
        if not (self._machine.asking and self._machine.log.reword(Worded(message, frozen))):
            raise RulesError(
                f"{message!r} cannot tell a move: call reword in a logged action whose parts are no tokens, before notify"
            )
        move = self._machine.log.entries[-1][1]
        if fills(args, message, self._roles, PLAYERS if move is None else (*PLAYERS, *move._names)):
            return
        known = {} if move is None else {**move.message()["args"], **args}
        where = "message of reword"
        wrong = faults(where, message, list(known)) or [
            each for each in (unfilled(where, message, known, self._roles),) if each
        ]
        if wrong:
            raise RulesError(wrong[0])
        note_sound(message)

    def choose(self, options: Iterable[T], *, ask: str | Phrase, role: str = "", action: str = "choose") -> T:
        """The option that a role (by default the actor) chooses; equal options are offered once.

        ``ask`` is a message, or a `phrase` if it has arguments of its own.

        The rule is suspended until there is an answer, and then runs again from its start; so rules must be deterministic.
        Raises `RulesError` without options, for two options with the same text, and outside actions and ``enter``.
        """
        found = choice.choose(self._machine, options, ask, role or self._machine.actor, action)
        if isinstance(found, Question):
            raise Suspend(found)
        return found

    def choose_some(
        self, options: Iterable[T], *, ask: str | Phrase, least: int = 0, most: int, role: str = "", action: str = "choose"
    ) -> tuple[T, ...]:
        """From ``least`` to ``most`` of the options, which a role (by default the actor) chooses one by one.

        Raises `RulesError` for fewer options than ``least``, and as `choose` does.
        """
        return choice.choose_some(self._machine, options, least, most, ask, role or self._machine.actor, action)

    def choose_each(
        self, options: Mapping[str, Iterable[T]], *, ask: str | Phrase, least: int = 1, most: int = 1, action: str = "choose"
    ) -> dict[str, tuple[T, ...]]:
        """The options that several roles choose at the same time, in secret: ``options`` are ``{role: its options}``.

        Returns a tuple of options for each role, of one where each chooses one: ``for role, (card,) in chosen.items()``. Until
        the last role has answered, each may change its answer. Raises `RulesError` as `choose_some` does.
        """
        return choice.choose_each(self._machine, options, least, most, ask, action)

    def draw(self, pile: Pile, to: Container | None = None) -> Token:
        """The top token of a pile; chance decides it in a shuffled pile. The token stays on top until it is moved, or is moved
        ``to`` a container at once. Raises `RulesError` for an empty pile."""
        return deal.draw(self._machine, pile, to)

    def deal(self, pile: Pile, hands: Iterable[Container], count: int = 1) -> None:
        """Deal ``count`` tokens from a pile to each hand, one by one in turn. Raises `RulesError` for too few tokens."""
        deal.deal(self._machine, pile, hands, count)

    def peek(self, pile: Pile, count: int = 1, *, to: Visibility | None = None) -> list[Token]:
        """The ``count`` topmost tokens of a pile, the top one first, or all if there are fewer. The roles in ``to`` (by default
        the actor) know them until the pile is shuffled."""
        known = (self._machine.actor,) if to is None else to
        self._check_visibility(pile.name, known)
        return deal.peek(self._machine, pile, count, known)

    def roll(self, sides: int = 6) -> int:
        """A random number from 1 to ``sides``. Raises `RulesError` outside actions and ``enter``, as all chance does."""
        return choice.roll(self._machine, sides)

    def chance(self, outcomes: Sequence[T], weights: Sequence[int] | None = None) -> T:
        """A random outcome, in proportion to the ``weights`` (equal by default). Raises `RulesError` without outcomes, and for
        weights that are not whole numbers from 0, one for each outcome."""
        return choice.chance(self._machine, outcomes, weights, "chance")

    # -- within --------------------------------------------------------------------------------------------------------

    def _check_visibility(self, what: str, visible_to: Visibility) -> None:
        if visible_to is EVERYONE or visible_to is NOBODY:
            return
        for each in self._machine.rules.alone:  # what `Referee.each` makes of OWNER
            if visible_to is each:
                return
        if visible_to in (EVERYONE, NOBODY):
            return
        known = (*self._roles, OBSERVER)
        if not isinstance(visible_to, tuple):
            raise RulesError(
                f"{what!r} is visible to {visible_to!r}; use EVERYONE or a tuple of roles, ({known[0]!r},) for one"
            )
        for role in visible_to:
            if role == OWNER[0]:
                raise RulesError(
                    f"{what!r} is visible to OWNER, and belongs to nobody: OWNER is the role that a part made by "
                    'self.each(Hand, "hand", visible_to=OWNER) is for; elsewhere name the role, visible_to=(role,)'
                )
            if role not in known:
                listed = ", ".join(map(repr, known))
                raise RulesError(f"{what!r} is visible to {role!r}, which is no role; use EVERYONE or some of {listed}")


def _frozen(where: str, args: dict[str, Any]) -> dict[str, object]:
    """The arguments of an event, immutable; a place becomes its name. Raises `RulesError` for one that is not JSON."""
    frozen: dict[str, object] = {}
    for key, value in args.items():
        kind = type(value)
        # Most are texts and numbers, for which the name that an error would need is not made.
        frozen[key] = value if kind is str or kind is int else freeze(_named(value), f"{where}.{key}", "event")
    return frozen


def _named(value: object) -> object:
    """A place as its name, and a list of places as their names; another value as it is."""
    if isinstance(value, Spot):
        return value.name
    # A union of types would be made at each call.
    if (isinstance(value, list) or isinstance(value, tuple)) and [1 for each in value if isinstance(each, Spot)]:  # noqa: SIM101
        return [each.name if isinstance(each, Spot) else each for each in value]
    return value
