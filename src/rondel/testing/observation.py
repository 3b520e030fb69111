"""Observations: facts observed in random play, compared with the declared ones.

    >>> import rondel
    >>> seen = Observation(rondel.find("tic_tac_toe"))
    >>> for seed in range(20):
    ...     seen.play(rondel.new("tic_tac_toe", seed=seed), Random(seed))
    >>> seen.finished, seen.unreached()
    (20, [])

The law `facts` compares the declared facts (`rondel.engine.declarations.facts`) with them. An unreached state is not a fault,
because some states are rare; the report lists it, so an author can judge.
"""

from __future__ import annotations

from random import Random
from typing import Final

from rondel.engine import CHANCE, ChanceState, Facts, Game, Move
from rondel.engine.checks.ruleset import rules_of
from rondel.engine.components.part import Part
from rondel.engine.records.position import UNSTARTED
from rondel.engine.views.view import args_of
from rondel.testing.law import BrokenLaw, Make
from rondel.testing.laws.ending import bound, declared_open
from rondel.testing.pair import hides, open_to
from rondel.testing.play import pick, readers

PEEKED: Final = 30
"""The number of answers of a game for which reads of args and options are watched."""


class Observation:
    """Observations of a game class in play: facts, and the used parts of the rules."""

    def __init__(self, kind: type[Game]) -> None:
        self.games = 0
        self.finished = 0
        self.chance = False
        self.hidden = False
        self.simultaneous = False
        self.scores: tuple[float, float] | None = None
        """The least and the most score of any role at an end."""
        self.length: tuple[int, int] | None = None
        """The fewest and the most answers of players in a finished game."""
        self.states: set[str] = set()
        self.actions: set[tuple[str, str]] = set()
        self.transitions: set[tuple[str, str, str]] = set()
        """``(state, rule, state)``."""
        self.peeks: set[tuple[str, str, str]] = set()
        """``(state, "args" or "options", name)``: parts read for a role from which they are hidden."""
        self._rules = rules_of(kind)

    def play(self, game: Game, random: Random, most: int | None = None, *, steered: bool = False) -> None:
        """Play a game at random to its end, or for ``most`` answers, out of turn too, and note the observations.

        With ``steered`` it prefers actions that were not played before.
        """
        game = _watched(game)
        self.games += 1
        self.hidden = self.hidden or any(hides(game, reader) for reader in readers(game))
        limit = bound(game) if most is None else most
        count = 0
        while not game.is_over and count < limit:
            active = game.active
            self.simultaneous = self.simultaneous or len(active) > 1
            move = (self._new(game, random) if steered else None) or pick(game, random)
            role = move.role
            at = (game.private_state(role) if role != CHANCE else "") or game.state
            self.states.update((game.state, at))
            self.actions.add((at, move.action))
            if count < PEEKED:
                self._peek(game, role)
            count += role != CHANCE
            game.push(move)
            self.hidden = self.hidden or any(hides(game, reader) for reader in readers(game))
        self.states.add(game.state)
        self.chance = self.chance or any(role == CHANCE for role, _text in game.record()["answers"])
        for state, rule, goal in game._machine.path or ():
            self.states.add(goal)
            if rule != "setup":  # which does not come from a state
                chance = rule == "enter" and isinstance(self._rules.by_name[state].state, ChanceState)
                self.transitions.add((state, "happens" if chance else rule, goal))
        if game.is_over:
            self._ended(game, count)

    def _new(self, game: Game, random: Random) -> Move | None:
        """A move of an action that was not played before in this state; None if there is none."""
        found: list[Move] = []
        for role in game.active:
            at = (game.private_state(role) if role != CHANCE else "") or game.state
            found += [move for move in game.moves(role) if (at, move.action) not in self.actions]
        return random.choice(found) if found else None

    def idle(self) -> bool:
        """Whether an action of the rules was not played yet."""
        return any((node.name, action.name) not in self.actions for node in self._rules.nodes for action in node.actions)

    def _peek(self, game: Game, asked: str) -> None:
        """Note the parts that args and options read for a role from which they are hidden."""
        twin = game.copy()  # its options are not listed yet
        looked = twin._journal.looked
        for reader in readers(twin):
            looked.clear()
            args_of(twin, reader)
            self._note(twin, "args", reader)
        if asked != CHANCE:
            looked.clear()
            twin.moves(asked)
            self._note(twin, "options", asked)

    def _note(self, game: Game, what: str, reader: str) -> None:
        for part in game._journal.looked[:]:
            if isinstance(part, Part) and not open_to(game, part, reader):
                self.peeks.add((game.state, what, part.name))

    def _ended(self, game: Game, count: int) -> None:
        self.finished += 1
        scores = list(game.scores.values())
        low, high = self.scores or (scores[0], scores[0])
        self.scores = (min([low, *scores]), max([high, *scores]))
        least, longest = self.length or (count, count)
        self.length = (min(least, count), max(longest, count))

    def facts(self) -> Facts:
        """The observed facts, in the form of a declaration; bounds are only as wide as observed."""
        return Facts(
            chance=self.chance,
            hidden=self.hidden,
            simultaneous=self.simultaneous,
            scores=self.scores,
            length=self.length,
        )

    def contradictions(self, declared: Facts | None) -> list[str]:
        """The observations that contradict the declared facts."""
        if declared is None:
            return []
        found: list[str] = []
        for name, said, seen in (
            ("chance", declared.chance, self.chance),
            ("hidden", declared.hidden, self.hidden),
            ("simultaneous", declared.simultaneous, self.simultaneous),
        ):
            if said is False and seen:
                found.append(f"facts say {name}=False, but there is some")
        if declared.scores is not None and self.scores is not None:
            low, high = declared.scores
            if self.scores[0] < low or self.scores[1] > high:
                found.append(f"facts say scores=({low}, {high}), but a game ended with {self.scores[0]} to {self.scores[1]}")
        if declared.length is not None and self.length is not None:
            least, most = declared.length
            if self.length[0] < least or (most is not None and self.length[1] > most):
                took = f"{self.length[0]} to {self.length[1]} answers"
                found.append(f"facts say length=({least}, {most}), but a game took {took}")
        return found

    def unseen(self, declared: Facts | None) -> list[str]:
        """The declared facts that were not observed, perhaps by chance."""
        if declared is None or not self.games:
            return []
        return [
            f"facts say {name}=True, and none was seen"
            for name, said, seen in (
                ("chance", declared.chance, self.chance),
                ("hidden", declared.hidden, self.hidden),
                ("simultaneous", declared.simultaneous, self.simultaneous),
            )
            if said and not seen
        ]

    def unreached(self) -> list[str]:
        """The states, actions and transitions that play has not reached."""
        nodes = self._rules.nodes
        found = [f"state {node.name}" for node in nodes if node.name not in self.states]
        found.extend(
            f"action {action.name} of {node.name}"
            for node in nodes
            for action in node.actions
            if node.name in self.states and (node.name, action.name) not in self.actions
        )
        found.extend(
            f"{node.name} to {goal} by {rule}"
            for node in nodes
            if node.name in self.states and not node.end
            for rule, goals in node.edges.items()
            if rule not in node.by_action or (node.name, rule) in self.actions
            for goal in goals
            if goal in self.states and (node.name, rule, goal) not in self.transitions
        )
        return found


def _watched(game: Game) -> Game:
    """The same game from its beginning, with the machine noting where it goes."""
    kept = game.snapshot()
    seed = None if kept["seed"] is None else bytes.fromhex(kept["seed"])
    twin = type(game)(kept["seats"], seed, kept["options"], UNSTARTED, "explicit" if kept["explicit"] else "seeded")
    twin._machine.path = []
    twin._start_position = kept.get("start")
    twin._begin(twin._first)
    return twin


def facts(make: Make, random: Random, plies: int) -> None:
    """The declared facts of a game are true. A game without declarations passes."""
    game = make()
    seen = Observation(type(game))
    seen.play(game, random)
    found = seen.contradictions(game.facts)
    if not seen.finished and not declared_open(game) and game.facts is not None and game.facts.length is not None:
        found.append(f"facts say length={game.facts.length}, but a game is not over after {bound(game)} answers")
    if found:
        raise BrokenLaw(f"law 'facts' is broken by {game.name}: {'; '.join(found)}")
