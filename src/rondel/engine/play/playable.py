"""Playable games: the moves of a game in progress, push and pop, undo, and results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rondel.engine.chance.chance import EXPLICIT, SEEDED
from rondel.engine.checks.attribute_guard import check, store
from rondel.engine.checks.attribute_hints import clearer
from rondel.engine.checks.ruleset import rules_of
from rondel.engine.checks.transitions import goal_of
from rondel.engine.compiling import mypyc_attr
from rondel.engine.components.journal import Journal
from rondel.engine.components.move import Move, Span, expanded
from rondel.engine.components.prop import hashable
from rondel.engine.declarations.option import settle
from rondel.engine.declarations.play_order import PlayOrder
from rondel.engine.declarations.result import Result
from rondel.engine.declarations.state import State
from rondel.engine.declarations.statistic import Tally
from rondel.engine.play import legal_moves, progress, scoring
from rondel.engine.play.log import Played
from rondel.engine.play.referee import Referee
from rondel.engine.play.running.machine import PLACE, Machine
from rondel.engine.play.running.question import Suspend
from rondel.engine.play.running.runner import act, enter, start
from rondel.engine.play.running.suspension import resume
from rondel.engine.play.simultaneous import active_roles as several
from rondel.engine.play.undo import undo
from rondel.errors import BadOption, UnknownRole, quoted


@mypyc_attr(allow_interpreted_subclasses=True)
class Playable(Referee):
    """A game in progress that can be played: moves, push, pop, undo, results. Authors extend `Game`."""

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
        elif options is rules.defaults or options is rules.settled:  # of a game that is being copied
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
            store(self, "_machine", machine)  # without the guard, which would take three times as long
        else:
            self._machine = machine
        try:
            first = self.setup()
        except (RecursionError, AttributeError, TypeError) as error:
            slip = clearer(error, "setup")
            if slip is not None:
                raise slip from error
            raise
        if journal.made:
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
            start(machine, self, first)
        else:
            self._begin(first)

    def __del__(self) -> None:
        # The only reference cycles are those of the journal and the tokens. Breaking them frees a dropped game at once; the
        # garbage collector would cost a third of a copy.
        if self._begun:
            machine = self._machine
            machine.journal.entries.clear()
            machine.journal.looked.clear()
            machine.journal.kept.clear()
            for container in machine.containers:
                container.let_go()

    # -- playing -------------------------------------------------------------------------------------------------------

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles of this game, in seat order."""
        return self._machine.roles

    @property
    def active(self) -> tuple[str, ...]:
        """The roles that the game waits for; empty when it is over."""
        return legal_moves.active(self._machine, self)

    def moves(self, role: str | None = None) -> list[Move]:
        """The legal moves of a role, by default of the only active one. Raises `AmbiguousMove`, `UnknownRole`."""
        machine = self._machine
        node = machine.node
        if (
            role is None and machine.listed is None and node.one and machine.suspended is None
        ):  # the usual case, without one more call
            listed = legal_moves.anew(machine, self, node)
            return expanded(listed) if isinstance(listed[-1], Span) else listed.copy()
        return legal_moves.moves(machine, self, role).copy()

    def push(self, move: Move | str, role: str | None = None) -> None:
        """Carry out a legal move or its text. Raises an `AnswerError` for anything else; then nothing has changed."""
        machine = self._machine
        if machine.asking:
            machine.check_outside()
        listed = machine.listed
        if listed is not None and (role is None or role == listed[0].role):
            for chosen in listed:  # a move of the present list is known to be legal
                if chosen is move:
                    break
            else:
                chosen = legal_moves.find(machine, self, move, role)
                listed = machine.listed
        else:
            chosen = legal_moves.find(machine, self, move, role)
            listed = machine.listed
        node = machine.node
        suspended = machine.suspended
        journal = machine.journal
        entries = machine.log.entries
        answers = machine.answers
        mark = len(journal.entries)
        made = journal.made
        logged = len(entries)
        answered = len(answers)
        machine.befores.append(  # `Machine.begin_push` inlined: the call costs 2 % of a push of tic-tac-toe
            (
                mark,
                made,
                node,
                machine.actor,
                suspended,
                machine.held,
                answered,
                machine.chance.draws,
                logged,
                machine.progress_mark,
            )
        )
        machine.lists[answered & PLACE] = listed
        machine.listed = None
        if machine.offered:
            machine.put_offers_by()
        if journal.looked:
            journal.forget_looks()
        answers.append(chosen.answer)
        machine.asking = True
        try:
            if suspended is not None:
                resume(machine, self, suspended, chosen)
            elif node.several:
                act(machine, self, chosen)
            else:  # as `Machine.call` and `enter` do: most rules ask nothing, and a player's state follows
                run = machine.run
                if run.answers:
                    run.begin()
                machine.actor = chosen.role
                action, function, ways = node.plays[chosen.action]
                played = None
                if action.logged:
                    if not chosen.lasting:
                        played = Played(chosen)
                    entries.append((mark, chosen, played))
                args = chosen.args
                try:
                    if function is not None:
                        target = function(self, chosen.only)
                    elif len(args) == 2:  # as `Action.run`, whose call would be one more to leave at a question
                        target = action.function(self, args[0], args[1])
                    else:
                        target = action.run(self, args)
                except Suspend as suspend:
                    if played is not None:
                        played.settle(machine.roles)
                    machine.suspend(suspend.question, node, chosen, mark, made, logged)
                else:
                    if run.suspended:
                        machine.swallowed(chosen.text)
                    if played is not None:
                        played.settle(machine.roles)
                    try:
                        goal = ways[target]
                    except (KeyError, TypeError):  # undeclared: `goal_of` raises the error
                        goal = goal_of(machine.rules, node, target, chosen.action)
                    if goal.rests and machine.path is None:
                        machine.node = goal
                        if goal.updates_progress:
                            machine.progress_mark = len(journal.entries)
                        if not machine.order._value and goal.one:
                            machine.check_player()
                    else:
                        enter(machine, self, goal, chosen.action)
        except BaseException as error:
            slip = machine.refuse(chosen, error)
            if slip is not None:
                raise slip from error
            raise
        finally:
            machine.asking = False
        if journal.looked:
            machine.note_secrets()

    def pop(self) -> None:
        """Take back the last push exactly, chance included. Raises `NothingToUndo`."""
        self._machine.check_outside()
        self._machine.check_home("pop")
        self._machine.pop()

    def undo(self, role: str, *, agreed: bool = False, turn: bool = False) -> None:
        """Take back the last answer of ``role`` and everything after it; with ``turn`` all its answers since another role
        answered. Among several active players only the role's own answers are taken back.

        An undo is told (event ``"undo"``) and recorded; earlier events stay in the log.

        Raises `UndoBarrier` if chance has answered, another role was asked or something was revealed since, unless the others
        have ``agreed``; `NothingToUndo` if the role has not answered yet.
        """
        self._role(role)
        self._machine.check_outside()
        self._machine.check_home("undo")
        undo.undo(self._machine, self, role, agreed, turn)

    def may_undo(self, role: str, *, agreed: bool = False, turn: bool = False) -> bool:
        """Whether `undo` would succeed now."""
        self._role(role)
        return undo.may_undo(self._machine, self, role, agreed, turn)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._machine.node.end

    @property
    def state(self) -> str:
        """The name of the current state."""
        return self._machine.node.name

    def is_midway(self, role: str) -> bool:
        """Whether a rule of ``role`` waits for an answer, so that its move is not carried out yet.

        >>> from rondel.shelf.shephy import Shephy
        >>> hand = [{"kind": "event", "face": "Fill the Earth"}]
        >>> game = Shephy(seed=1, position={"state": "PlayCard", "containers": {"deck": [], "hand_shepherd": hand}})
        >>> game.push("play(Fill the Earth)")
        >>> game.is_midway("shepherd"), [str(move) for move in game.moves()][:2]
        (True, ['choose(0)', 'choose(1)'])
        """
        self._role(role)
        machine = self._machine
        if machine.suspended is not None:
            return machine.suspended.actor == role
        return any(held.actor == role for held in machine.held)

    def private_state(self, role: str) -> str:
        """The name of the private state a role is in; empty for none."""
        self._role(role)
        node = self._machine.node_of(role)
        return node.name if node.private else ""

    def zombie_move(self, role: str) -> Move:
        """The move for a role whose player is absent: the one that the state's ``zombie`` returns, or a random legal one.

        Raises `NotYourTurn` if the role may not move now, `RulesError` if ``zombie`` returns a move that is not legal.
        """
        self._role(role)
        return legal_moves.zombie_move(self._machine, self, role)

    @property
    def scores(self) -> dict[str, float]:
        """Each role's score now."""
        return {role: _whole(scoring.scored(self, role)) for role in self._roles}

    @property
    def eliminated(self) -> tuple[str, ...]:
        """The eliminated roles, the first one first."""
        out = self._result.out
        return tuple([role for together in out for role in together]) if out else ()

    @property
    def ranks(self) -> dict[str, int]:
        """Each role's rank once the game is over, 1 the best; empty before. Tied roles share one, and the next is left out.

        A team counts as one. In a solo or cooperative game that is lost, the rank is 2.
        """
        return scoring.ranks(self)

    @property
    def winners(self) -> tuple[str, ...]:
        """The roles of rank 1 once the game is over, all roles on a draw; empty before, and if the game has beaten them."""
        return scoring.winners(self)

    @property
    def returns(self) -> dict[str, float]:
        """The value of the game to each role; 0 before it is over."""
        if not self._machine.node.end:
            return dict.fromkeys(self._roles, 0.0)
        return {role: float(self.utility(role)) for role in self._roles}

    @property
    def progress(self) -> int:
        """The progress of the game, 0 to 100, at the last entry to a state that updates it."""
        return progress.progress(self)

    def key(self) -> object:
        """The key of the position as the referee knows it: equal keys mean the same position under the same options.

        It contains no serial numbers, no seed and no log.
        """
        machine = self._machine
        suspended = machine.suspended
        rule = None if suspended is None else (suspended.begun, suspended.actor, suspended.answers)
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

    # -- within --------------------------------------------------------------------------------------------------------

    def _begin(self, first: type[State[Any]]) -> None:
        """Enter the first state; `Game` can also begin from a position."""
        start(self._machine, self, first)

    def _role(self, role: str) -> None:
        if role not in self._roles:
            raise UnknownRole(f"unknown role {quoted(role)}: this game has {', '.join(map(repr, self._roles))}")

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"{self.state}, {', '.join(self.active)} to answer"
        return f"<{type(self).__name__}: {state}>"


def _whole(score: Any) -> Any:
    """A score without a fraction if it is whole. Compiled rules make floats of whole numbers."""
    return int(score) if float(score).is_integer() else score


def _seated(kind: type[Playable], seats: int | None) -> tuple[str, ...]:
    most = len(kind.seats)
    least = kind.fewest or most
    count = least if seats is None else seats
    if type(count) is not int or not least <= count <= most:
        seated = f"{least} to {most}" if least < most else f"{most}"
        raise BadOption(f"{kind.__name__} cannot be played by {count!r}: it has {seated} seats")
    return tuple(kind.seats[:count])
