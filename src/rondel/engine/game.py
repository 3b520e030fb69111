"""Games: the class holds the rules, an instance is one game in progress.

An author extends `Game`, names its ``seats``, builds the position in ``setup`` and hangs states and actions on it. What
is fixed in setup (containers, props, attributes) stays as it is for the whole game; what changes lies in props,
containers and tokens, and goes through the journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from rondel.engine import (
    choice,
    deal,
    extra_time,
    imagining,
    keepsake,
    knowledge,
    offer,
    progress,
    record,
    result,
    several,
    statistic,
    undo,
    zombie,
)
from rondel.engine import view as views
from rondel.engine.chance import EXPLICIT, SEEDED
from rondel.engine.compiling import mypyc_attr
from rondel.engine.container import Container
from rondel.engine.facts import Facts
from rondel.engine.guard import check, guard, store
from rondel.engine.journal import Journal
from rondel.engine.knowledge import InformationState
from rondel.engine.log import Told, Worded
from rondel.engine.luck import Luck
from rondel.engine.machine import Machine
from rondel.engine.migration import Migration
from rondel.engine.move import Move
from rondel.engine.option import Option, settle
from rondel.engine.part import Part
from rondel.engine.pile import Pile
from rondel.engine.play_order import PlayOrder
from rondel.engine.position import UNSTARTED, load, position_of
from rondel.engine.prop import Prop, freeze, hashable
from rondel.engine.result import Result
from rondel.engine.rules import rules_of
from rondel.engine.slip import told
from rondel.engine.state import State
from rondel.engine.statistic import Stat, Tally
from rondel.engine.text import Phrase, faults, unfilled
from rondel.engine.token import Token, TokenKind
from rondel.engine.turnbase_position import write
from rondel.engine.visibility import EVERYONE, NOBODY, OBSERVER, Visibility
from rondel.errors import BadOption, RulesError, UnknownRole, endless, quoted

T = TypeVar("T")
O = TypeVar("O", int, str, bool)  # noqa: E741
N = TypeVar("N", int, float)
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
    migrations: ClassVar[Sequence[Migration]] = ()
    """How a position of an older version becomes one of this."""
    seats: ClassVar[tuple[str, ...]] = ()
    """The roles of a full table, in the order of play."""
    fewest: ClassVar[int] = 0
    """The least number of players; 0 means that every seat is taken."""
    options: ClassVar[Sequence[Option[Any]]] = ()
    """What can be chosen before the game starts."""
    kinds: ClassVar[Sequence[TokenKind]] = ()
    """Every kind of token that may come into play."""
    written: ClassVar[Mapping[str, str]] = {}
    """What things are in the game's own notation, where it has one that names what moves and where it goes: ``{"knight": "N"}``
    lets a page take ``Nf3``. A move called otherwise has its own entry, ``{"king e1 g1": "O-O"}``."""
    colours: ClassVar[Mapping[str, str]] = {}
    """The colour of a role, where it should have one of its own."""
    score_visible_to: ClassVar[tuple[str, ...]] = NOBODY
    """Who may see the scores while the game goes on."""
    teams: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Who wins or loses together: ``(("north", "south"), ("east", "west"))``; each for himself by default."""
    cooperative: ClassVar[bool] = False
    """Whether all play together against the game, and win or lose as `all_win` says."""
    lowest_wins: ClassVar[bool] = False
    """Whether the lowest score is the best: points are what nobody wants."""
    losers_share_rank: ClassVar[bool] = False
    """Whether there is a first place and no second: all who do not win have rank 2."""
    stats: ClassVar[Sequence[Stat[Any]]] = ()
    """What is counted while it is played."""
    reveals: ClassVar[tuple[str, ...]] = ()
    """The names of containers and props that everyone sees once the game is over; ``("*",)`` for all."""
    announces: ClassVar[tuple[str, ...]] = ()
    """The events by which, under the rules, something hidden becomes known to who hears them, and is kept nowhere else."""
    facts: ClassVar[Facts | None] = None
    """What is true of every game of this class, for programs; `rondel check` tells whether it is."""

    # What most games have besides is kept by the machine: the guard looks at every attribute of a game that is assigned.
    _begun: bool = False
    """Whether setup is done, so that attributes stay as they are."""
    _start_position: Mapping[str, Any] | None = None
    _progress: int = 0
    consistent: str = ""
    """Of an imagined game: ``"history"`` if the role would have come to know all that it knows, ``"view"`` if it only sees the
    same now. Empty for a real one."""
    _tally: Tally | None = None

    def __init__(
        self,
        seats: int | None = None,
        seed: int | str | bytes | None = None,
        options: Mapping[str, Any] | None = None,
        position: Mapping[str, Any] | None = None,
        chance: str = "seeded",
    ) -> None:
        # Named arguments would be clearer, but cost a compiled game a fifth of its construction; `rondel.new` has them.
        if self._begun:  # A compiled class is initialised twice when it has no __init__ of its own.
            return
        kind = type(self)
        rules = rules_of(kind)
        if chance not in ("seeded", "explicit"):
            raise BadOption(f"chance cannot be {chance!r}: it is 'seeded' or 'explicit'")
        roles = rules.roles if seats is None else _seated(kind, seats)
        if not options:
            settled = rules.defaults
        elif options is rules.defaults or options is rules.settled:  # those of a game that is copied
            settled = rules.defaults if options is rules.defaults else rules.settled
        else:
            settled = rules.settled = settle(kind.options, options)
        journal = Journal(roles, rules.kinds, rules.owners if seats is None else None)
        made = Result(len(roles))
        order = PlayOrder(roles, made)
        order._journal = journal
        if rules.counts:
            self._tally = Tally(kind.stats, len(roles))
        if position is not None:
            self._start_position = position
        machine = Machine(roles, rules, made, order, journal, settled)
        if rules.guarded:
            store(self, "_machine", machine)  # past the guard, which would take three times as long
        else:
            self._machine = machine
        try:
            first = self.setup()
        except RecursionError as error:
            raise endless("setup") from error
        except (AttributeError, TypeError) as error:
            slip = told(error)
            if slip is not None:
                raise slip from error
            raise
        if journal.made:  # else there are no tokens yet
            machine.note_veils()
        if not rules.tried:
            check(self)
            rules.tried = True
        machine.first = first
        journal.entries.clear()
        if rules.guarded:
            store(self, "_begun", True)
        else:
            self._begun = True
        if seed is not None:
            machine.chance.seed = seed
        machine.chance.mode = EXPLICIT if chance == "explicit" else SEEDED
        if position is None:
            machine.start(self, first)
        else:
            self._begin(first)

    def __del__(self) -> None:
        # Only the journal and the tokens refer in circles; with those broken a dropped game is freed at once, and not when
        # garbage is next collected, which costs a third of a copy.
        if self._begun:
            machine = self._machine
            machine.journal.entries.clear()
            machine.journal.looked.clear()
            for container in machine.containers:
                container.let_go()

    def __init_subclass__(cls) -> None:
        guard(cls)

    # -- what authors write --------------------------------------------------------------------------------------------

    def setup(self) -> type[State[Any]]:
        """Build the position at the start and return the first state.

        Nothing random happens here, and nobody is asked: deal in an automatic state.
        """
        raise NotImplementedError

    def score(self, role: str) -> float:
        """The score of a role now; by default what `set_score` was given. Raises `RulesError` for what is no role."""
        try:
            return self._result.scores[self._roles.index(role)]
        except ValueError:
            result.known(self, role, "score")
            raise

    def team_score(self, team: tuple[str, ...]) -> float:
        """The score of a team, or of all in a cooperative game; by default the sum of its members' scores."""
        return sum([self.score(role) for role in team])

    def tie_break(self, role: str) -> tuple[float, ...]:
        """What parts those with the best score, or any other: the first number first, and more is better.

        By default who was eliminated later is ahead, and who is still in is ahead of them. Teams are compared by their best
        member's, then by their second best's, and so on.
        """
        return result.survived(self, role)

    def all_win(self) -> bool:
        """Whether the one player, or all together in a cooperative game, have won; by default with a score above 0."""
        return result.party_score(self, self._roles) > 0

    def utility(self, role: str) -> float:
        """What the finished game is worth to a role: what search and learning maximise.

        By default the winners share 1 and the others -1 (so +1 and -1 with two players, and the sum is always 0), and a draw of
        all is 0. Alone or together against the game it is 1 or -1 for everybody.
        """
        return result.utility(self, role)

    def measure(self) -> float:
        """How far the game has come, 0 to 100; taken on entering the states that update progress."""
        return 0

    def estimate(self, role: str) -> float | None:
        """What the game is likely to be worth to a role in the end, from what the role may see; None where it cannot tell.

        It is on the scale of `returns`, so that bots can weigh a position against a game that is over: from -1, lost, to 1,
        won; or in the units of the game's own `utility`, such as chips. The law ``estimate`` of `rondel.testing` holds it
        to that.
        """
        return None

    def could_be(self, role: str, token: Token, container: Container) -> bool:
        """Whether a token that ``role`` does not see could lie in a container, as far as ``role`` knows; True by default.

        Only a help for imagining: from cards that a player did not follow suit with, ``role`` knows a suit he does not have.
        """
        return True

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """How likely it is for ``role`` that another, or chance, has made a hidden move, by what ``role`` knows now; 0 for
        impossible.

        Only a help for imagining: ``view`` is the last view of ``role``, with all views before it as ``seen``, all events as
        ``told``, and what `suppose` returned as ``supposed``; this game is the imagined one, when the move was made. What
        chance does is weighed by its own probability as well. 1 by default.
        """
        return 1.0

    def suppose(self, role: str, view: Mapping[str, Any], luck: Luck) -> Any:
        """What may lie where ``role`` does not see it, made up by ``luck`` once for each imagined game; None by default.

        Only a help for imagining, where what was hidden early shows late, so that it is better made up at one go: the fleet of
        an enemy, the hands of others. What it returns is handed to `plausible` as ``view["supposed"]``, which makes the moves
        come true that it speaks of; the engine does not look at it. ``view`` is that of `plausible`; this game has not begun.
        `rondel.engine.packing.pack` and `rondel.engine.allotment.allot` draw such things, each as likely as the other.
        """
        return None

    # -- for authors: building -----------------------------------------------------------------------------------------

    def add(self, part: P, *, label: str = "") -> P:
        """Make a prop or container part of the game; only in ``setup``. Returns it. Raises `RulesError` for a name used
        twice.

        A page writes its name above it, "Hand of Ann" for ``hand_west``, or its ``label``, where the name is long or says it
        badly: ``self.add(Pile("stock_30"), label="30")``.
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
        if not name.isidentifier() or not name.isascii():
            raise RulesError(f"{name!r} cannot name a prop or container; use plain ASCII letters, digits and _")
        machine = self._machine
        taken = name in ("play_order", "scores")
        for prop in machine.props:
            if prop._name == name:
                taken = True
        for container in machine.containers:
            if container._name == name:
                taken = True
        if taken:
            raise RulesError(f"{name!r} is added twice; props and containers have names of their own")
        if part._guarded:
            self._check_visibility(name, part._visible_to)
        part._journal = machine.journal
        part.label = label
        if isinstance(part, Container):
            if part._backs_visible_to != NOBODY:
                self._check_visibility(name, part._backs_visible_to)
            machine.containers.append(part)
        elif isinstance(part, Prop):
            machine.props.append(part)
        return part

    def option(self, option: Option[O]) -> O:
        """The value of an option in this game. Raises `RulesError` for one that the game does not have."""
        try:
            value: O = self._options[option.name]
        except (KeyError, AttributeError) as error:
            name = getattr(option, "name", option)
            raise RulesError(
                f"{type(self).__name__} has no option {name!r}; list it, options = (SIZE, ...), and ask for option(SIZE)"
            ) from error
        return value

    # -- for authors: playing ------------------------------------------------------------------------------------------

    @property
    def player(self) -> str:
        """The current player: the head of ``play_order``."""
        return self._machine.order._value[0]

    @property
    def actor(self) -> str:
        """The role whose rule runs, whose options are listed, or for whom ``args``, ``first`` and ``zombie`` are called.

        Empty in the args of the observer, in `measure`, and in the ``enter`` of a state when nobody is left in `play_order`.
        """
        return self._machine.actor

    def next_player(self) -> str:
        """Send the current player to the end of the queue; returns the new one."""
        machine = self._machine
        play_order = machine.order
        order = play_order._value
        if not order:
            raise RulesError("there is no next player: play_order is empty")
        turned = (order[1], order[0]) if len(order) == 2 else order[1:] + order[:1]
        machine.journal.entries.append((play_order, 0, order, turned))  # as in `PlayOrder.turn`: a call more is felt
        play_order._value = turned
        return turned[0]

    def eliminate(self, *roles: str) -> None:
        """Take roles out of the game, at the same time: out of ``play_order``, and where several act they are done.

        They still have their views, and may win. Who is out already stays where it is. Raises `RulesError` for what is no role.
        """
        result.eliminate(self, roles)
        several.leave(self._machine, roles)

    def set_score(self, role: str, score: float) -> None:
        """Set what `score` returns for a role. Raises `RulesError` for what is no role, or no finite number."""
        result.set_score(self, role, score)

    def count(self, stat: Stat[N], by: N = 1, role: str = "") -> None:
        """Add to a statistic: of a role (the one who acts) or of the table. Raises `RulesError` for one the game has not."""
        statistic.count(self, stat, by, role)

    def stat(self, stat: Stat[N], role: str = "") -> N:
        """A statistic's value now, of a role (the one who acts) or of the table."""
        value: N = statistic.value(self, stat, role)
        return value

    def set_stat(self, stat: Stat[N], value: N, role: str = "") -> None:
        """Set a statistic that is no count: a longest row, an average."""
        statistic.assign(self, stat, value, role)

    def give_time(self, role: str, seconds: float) -> None:
        """Give a role more time, where the table has a clock: event ``extra_time``; the position stays the same."""
        extra_time.give(self, role, seconds)

    def activate(self, *roles: str) -> None:
        """Make roles active, in the ``enter`` or an action of a `MultipleActivePlayers` state. Raises `RulesError` for one who
        was eliminated, and for what is no role."""
        result.check_in(self, roles)
        several.activate(self._machine, roles)

    def deactivate(self, *roles: str) -> None:
        """Make roles inactive there: they are done. The last one out takes the game on, where its rule says. Who is not active,
        or was eliminated, stays so."""
        several.deactivate(self._machine, roles)

    def notify(self, name: str, message: str = "", *, to: Visibility = EVERYONE, **args: Any) -> None:
        """Tell something: ``name`` and ``args`` for programs, ``message`` (with placeholders) for people, only to those
        in ``to``.

        Raises `RulesError` for a message that ``args`` do not fill, and for ``visible_to`` among them: it would tell everybody.
        """
        if self._machine.log.silent:
            return
        self._check_visibility(name, to)
        if "visible_to" in args:
            raise RulesError(
                f"event {name!r} is told to everybody, with 'visible_to' as one of its args; say to={args['visible_to']!r}"
            )
        frozen = {key: freeze(value, f"{name}.{key}", "event") for key, value in args.items()}
        if message:
            wrong = faults(f"message of event {name!r}", message, [each for each in args if each != "role"])
            if wrong:
                raise RulesError(wrong[0])
            misfit = unfilled(f"message of event {name!r}", message, args, self._roles)
            if misfit:
                raise RulesError(misfit)
        self._machine.log.tell(len(self._journal.entries), Told(name, message, frozen, to))

    def reword(self, message: str, **args: Any) -> None:
        """Tell the move that is being made in other words than its action's message, with ``args`` besides the move's parts:
        what only the rules know of it. Everybody reads it.

        Called in an action that is logged, before it tells or asks anything. Raises `RulesError` elsewhere, and where the move
        names tokens, which not everybody may know.
        """
        if self._machine.log.silent:
            return
        frozen = {key: freeze(value, f"reword.{key}", "event") for key, value in args.items()}
        if not (self._machine.asking and self._machine.log.reword(Worded(message, frozen))):
            raise RulesError(
                f"{message!r} cannot tell a move: call reword in a logged action whose parts are no tokens, before notify"
            )
        move = self._machine.log.entries[-1][1]
        known = {} if move is None else {**move.message()["args"], **args}
        where = "message of reword"
        wrong = faults(where, message, list(known)) or [
            each for each in (unfilled(where, message, known, self._roles),) if each
        ]
        if wrong:
            raise RulesError(wrong[0])

    def choose(self, options: Iterable[T], *, ask: str | Phrase, role: str = "", action: str = "choose") -> T:
        """Ask a role (the one who acts) to choose one of the options; equal ones are offered once.

        ``ask`` is a message, or a `phrase` where it has arguments of its own.

        The rule is suspended until there is an answer and then runs again from its start; so rules must be deterministic.
        """
        return choice.choose(self._machine, options, ask, role or self._machine.actor, action)

    def choose_some(
        self, options: Iterable[T], *, ask: str | Phrase, least: int = 0, most: int, role: str = "", action: str = "choose"
    ) -> tuple[T, ...]:
        """Ask a role to choose at least ``least`` and at most ``most`` of the options, one by one."""
        return choice.choose_some(self._machine, options, least, most, ask, role or self._machine.actor, action)

    def choose_each(
        self, options: Mapping[str, Iterable[T]], *, ask: str | Phrase, least: int = 1, most: int = 1, action: str = "choose"
    ) -> dict[str, tuple[T, ...]]:
        """Ask several roles at the same time, in secret: ``{role: its options}``. Returns what each has chosen."""
        return choice.choose_each(self._machine, options, least, most, ask, action)

    def draw(self, pile: Pile, to: Container | None = None) -> Token:
        """The top token of a pile; where the pile is shuffled chance says which. It stays on top until it is moved, or is
        put into ``to`` at once. Raises `RulesError` for an empty pile."""
        return deal.draw(self._machine, pile, to)

    def deal(self, pile: Pile, hands: Iterable[Container], count: int = 1) -> None:
        """Deal ``count`` tokens from a pile to each of the hands, one by one in turn. Raises `RulesError` if there are not
        enough."""
        deal.deal(self._machine, pile, hands, count)

    def peek(self, pile: Pile, count: int = 1, *, to: Visibility | None = None) -> list[Token]:
        """The ``count`` topmost tokens of a pile, the top one first, or all if there are fewer. The roles in ``to`` know them
        from now on, until the pile is shuffled; by default the one who acts."""
        known = (self._machine.actor,) if to is None else to
        self._check_visibility(pile.name, known)
        return deal.peek(self._machine, pile, count, known)

    def roll(self, sides: int = 6) -> int:
        """A number from 1 to ``sides``, by chance."""
        return choice.roll(self._machine, sides)

    def chance(self, outcomes: Sequence[T], weights: Sequence[int] | None = None) -> T:
        """One of the outcomes, by chance; with ``weights``, as likely as they say."""
        return choice.chance(self._machine, outcomes, weights, "chance")

    # -- playing -------------------------------------------------------------------------------------------------------

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles of this game, in seat order."""
        return self._machine.roles

    @property
    def active(self) -> tuple[str, ...]:
        """The roles the game waits for; empty when it is over."""
        return offer.active(self._machine, self)

    def moves(self, role: str | None = None) -> list[Move]:
        """The legal moves of a role, which may be left out when one role is active. Raises `AmbiguousMove`, `UnknownRole`."""
        machine = self._machine
        node = machine.node
        if role is None and machine.listed is None and node.one and machine.frame is None:  # a call more is felt
            return offer.anew(machine, self, node).copy()
        return offer.moves(machine, self, role).copy()

    def push(self, move: Move | str, role: str | None = None) -> None:
        """Carry out a legal move or its text. Raises an `AnswerError` for anything else, and then nothing has changed."""
        self._machine.push(self, move, role)

    def pop(self) -> None:
        """Take back the last push exactly, chance included. Raises `NothingToUndo`."""
        self._machine.check_outside()
        self._machine.check_home("pop")
        self._machine.pop()

    def undo(self, role: str, *, agreed: bool = False, turn: bool = False) -> None:
        """The player's undo: take back the last answer of ``role`` and all that followed; with ``turn`` all its answers since
        another role answered. Where several players act at once, only what the role itself has done.

        It is told (event ``"undo"``) and kept in the record; nothing that was told before is unsaid.

        Raises `UndoBarrier` if chance answered, another role was asked or something was revealed since, unless the others have
        ``agreed``; `NothingToUndo` if the role has not answered yet.
        """
        self._role(role)
        self._machine.check_outside()
        self._machine.check_home("undo")
        undo.undo(self, role, agreed, turn)

    def may_undo(self, role: str, *, agreed: bool = False, turn: bool = False) -> bool:
        """Whether `undo` would take something back now."""
        self._role(role)
        return undo.may_undo(self, role, agreed, turn)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._machine.node.end

    @property
    def state(self) -> str:
        """The name of the current state."""
        return self._machine.node.name

    def is_midway(self, role: str) -> bool:
        """Whether a rule that ``role`` began has asked something and waits: its move is not carried out yet.

        >>> from rondel.games.shephy import Shephy
        >>> hand = [{"kind": "event", "face": "Fill the Earth"}]
        >>> game = Shephy(seed=1, position={"state": "PlayCard", "containers": {"deck": [], "hand_shepherd": hand}})
        >>> game.push("play(Fill the Earth)")
        >>> game.is_midway("shepherd"), [str(move) for move in game.moves()][:2]
        (True, ['choose(0)', 'choose(1)'])
        """
        self._role(role)
        machine = self._machine
        if machine.frame is not None:
            return machine.frame.actor == role
        return any(held.role == role for held in machine.held)

    def private_state(self, role: str) -> str:
        """The name of the private state a role is in; empty for none."""
        self._role(role)
        node = offer.node_of(self._machine, role)
        return node.name if node.private else ""

    def zombie_move(self, role: str) -> Move:
        """The move for a role whose player is absent: what its state says (``zombie``), or a random legal one.

        Raises `NotYourTurn` if it may not move now, `RulesError` if its state says something that is not legal.
        """
        self._role(role)
        return zombie.move(self._machine, self, role)

    @property
    def scores(self) -> dict[str, float]:
        """Each role's score now."""
        return {role: _whole(result.scored(self, role)) for role in self._roles}

    @property
    def eliminated(self) -> tuple[str, ...]:
        """The roles that were eliminated, the first first."""
        return tuple([role for together in self._result.out for role in together])

    @property
    def ranks(self) -> dict[str, int]:
        """Each role's place once the game is over, 1 the best; empty before. Who ties shares one, and the next is left out.

        A team has one place, and counts as one. Who loses to the game, alone or together, has rank 2.
        """
        return result.ranks(self)

    @property
    def winners(self) -> tuple[str, ...]:
        """The roles of rank 1 once the game is over, all of them on a draw; empty before, and if the game has beaten them."""
        return result.winners(self)

    @property
    def returns(self) -> dict[str, float]:
        """What the game is worth to each role; all 0 before it is over."""
        if not self._machine.node.end:
            return dict.fromkeys(self._roles, 0.0)
        return {role: float(self.utility(role)) for role in self._roles}

    @property
    def progress(self) -> int:
        """How far the game has come, 0 to 100, when it was last taken."""
        return progress.progress(self)

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
        self._machine.check_home("events")
        return views.events(self, since, role)

    def untold(self, role: str) -> list[dict[str, Any]]:
        """What has changed for a role since the last event it was told, like the ``changes`` of an event."""
        if role != OBSERVER:
            self._role(role)
        self._machine.check_home("untold")
        return views.untold(self, role)

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
            tuple(self._result.scores),
            tuple([hashable(prop._value) for prop in self._props]),
            tuple([container.key() for container in self._containers]),
            rule,
            tuple(self._options.values()),
            self._result.out,
            several.key(machine) if machine.node.several else (),
        )

    def copy(self) -> Game:
        """An equal game that shares nothing with this one. It begins here: `pop` does not go back further."""
        return record.copy(self)

    def information_state(self, role: str) -> InformationState:
        """All that a role knows: what it has seen and been told from the start on, and its own answers. Hashable; equal where
        the role cannot tell two games apart.

        It is kept up to date as the game goes on; the first call replays the record. Raises `BadRecord` if that cannot be done.
        """
        self._role(role)
        self._machine.check_home("information_state")
        return knowledge.information_state(self, role)

    def imagine(self, role: str, seed: int | str | bytes) -> Game:
        """A game as ``role`` may imagine it from all it knows, and from nothing else; its chance goes on by ``seed``.

        Equal information states and seeds give equal games. ``consistent`` says how far it goes: ``"history"`` where the role
        would have seen and been told all that it has, ``"view"`` where it only sees the same now. Raises
        `HiddenInformation` where neither can be found.
        """
        self._role(role)
        self._machine.check_home("imagine")
        return imagining.imagine_from(self, role, seed)

    def snapshot(self) -> dict[str, Any]:
        """Everything needed to go on elsewhere, as JSON data; server-secret. `rondel.restore` reads it."""
        self._machine.check_home("snapshot")
        return record.snapshot(self)

    def to_turnbase(self) -> dict[str, Any]:
        """The position in Turnbase's format, as JSON data; server-secret. `rondel.TurnbaseState` gives each role's view of it.

        Within a suspended rule, the position it began with. Raises `BadPosition` for a prop the format cannot hold.
        """
        return write(self, self._machine.at_rest(lambda: position_of(self)))

    def record(self, role: str | None = None) -> dict[str, Any]:
        """The rules' name and version, the options, and every answer: replays to the same position. Server-secret.

        With a role (or ``"observer"``), what that role may keep: without what others took back or changed before it could see
        it. Raises `HiddenInformation` if there is anything else in it that it may not know.
        """
        if role is not None and role != OBSERVER:
            self._role(role)
        self._machine.check_home("record")
        kept = record.record(self, role)
        if role is not None:
            kept["answers"] = [list(answer) for answer in keepsake.kept_answers(self, role)]
        return kept

    # -- what the machine keeps ----------------------------------------------------------------------------------------

    @property
    def play_order(self) -> PlayOrder:
        """The queue of the roles that have turns, the current player at its head; assign its ``value``."""
        return self._machine.order

    @property
    def _roles(self) -> tuple[str, ...]:
        return self._machine.roles

    @property
    def _options(self) -> dict[str, Any]:
        return self._machine.options

    @property
    def _journal(self) -> Journal:
        return self._machine.journal

    @property
    def _containers(self) -> list[Container]:
        return self._machine.containers

    @property
    def _props(self) -> list[Prop[Any]]:
        return self._machine.props

    @property
    def _result(self) -> Result:
        return self._machine.result

    @property
    def _first(self) -> type[State[Any]]:
        return self._machine.first

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
        given = self._start_position
        if given is UNSTARTED:
            self._start_position = None
        elif given is None:
            self._machine.start(self, first)
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
        seated = f"{least} to {most}" if least < most else f"{most}"
        raise BadOption(f"{kind.__name__} cannot be played by {count!r}: it has {seated} seats")
    return tuple(kind.seats[:count])
