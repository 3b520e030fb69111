"""The extensive form: a whole game tree with its information sets, as arrays of numbers.

It holds all histories, the mover of each, the values of the ends, and the histories that a role cannot tell apart (H. W. Kuhn,
"Extensive games and the problem of information", 1953). The tree is unfolded once, from the rules; a role's information sets
follow from its `Game.information_state`. Solvers then read the arrays and do not use the game again.

Nodes are numbered so that a node comes before all its descendants. A node holds its parent and the *slot* of the move that led
to it. A move of an information set has one slot for all histories of the set; so has each outcome of chance. A strategy is
the list of the probabilities of all slots.
"""

from __future__ import annotations

from typing import Final

from rondel.engine.belief.information_state import InformationState
from rondel.engine.game import Game
from rondel.engine.visibility import CHANCE
from rondel.errors import RulesError, Unsolvable
from rondel.search.exact.bounds import LONGEST
from rondel.search.ground import open_copy
from rondel.search.strategies.policy import Policy, name_of

LIMIT: Final = 500_000
"""Maximum number of nodes."""

BY_CHANCE: Final = -1
OVER: Final = -2


class InformationSet:
    """The histories in which a role has the same information, and the slots of its moves there.

    >>> from rondel import new
    >>> first = ExtensiveForm(new("kuhn_poker", chance="explicit")).sets[0]
    >>> first.owner, first.moves, first.depth
    (0, ['check', 'bet'], 0)
    """

    def __init__(self, name: str, owner: int, first: int, moves: list[str], before: int, depth: int) -> None:
        self.name = name
        """The name of the role's information (`name_of`)."""
        self.owner = owner
        """The number of the role."""
        self.first = first
        """The slot of its first move; the others follow."""
        self.moves = moves
        """The texts of its moves."""
        self.before = before
        """The slot of the role's previous move; -1 for none. It is the same in all histories, by perfect recall."""
        self.depth = depth
        """Number of the role's earlier moves."""

    def __repr__(self) -> str:
        return f"<InformationSet {self.name}: {', '.join(self.moves)}>"


class ExtensiveForm:
    """The whole tree of a game from this position on; ``game`` is left unchanged.

    Simultaneous answers are put in sequence, hidden from each other. Raises `Unsolvable` for a tree of more than ``limit``
    nodes, and for one with games of more than `LONGEST` answers.

    >>> from rondel import new
    >>> ExtensiveForm(new("kuhn_poker", chance="explicit"))
    <ExtensiveForm of kuhn_poker: 58 nodes, 12 information sets>
    """

    def __init__(self, game: Game, *, limit: int = LIMIT) -> None:
        self.game = game.name
        self.version = game.version
        self.options = dict(game._options)
        self.roles = game.roles
        self.limit = limit
        self.parents: list[int] = []
        """The parent of each node; -1 for the root."""
        self.slots: list[int] = []
        """The slot of the move to each node; -1 for the root."""
        self.movers: list[int] = []
        """The number of the role that moves at each node, `BY_CHANCE` or `OVER`."""
        self.worth: list[list[float]] = [[] for _role in game.roles]
        """By role, the value of each node where the game is over; 0 elsewhere."""
        self.sets: list[InformationSet] = []
        """The information sets; each set of a role comes after the role's earlier ones."""
        self.start: list[float] = []
        """The uniform strategy, with chance by its probabilities."""
        _Unfolding(self, game).unfold(-1, -1)

    @property
    def nodes(self) -> int:
        """Number of histories, the empty one and the finished ones included."""
        return len(self.parents)

    def strategy(self, policy: Policy) -> list[float]:
        """The probabilities of all slots by a policy; uniform where the policy has no entry or none of the moves."""
        found = self.start[:]
        for each in self.sets:
            known = policy.moves.get(each.name)
            if known is None:
                continue
            chances = [known.get(move, 0.0) for move in each.moves]
            total = sum(chances)
            if total > 0:
                for number, chance in enumerate(chances):
                    found[each.first + number] = chance / total
        return found

    def policy(self, strategy: list[float]) -> Policy:
        """The policy of a strategy, by the names of information states."""
        moves: dict[str, dict[str, float]] = {}
        for each in self.sets:
            chances: dict[str, float] = {}
            for number, move in enumerate(each.moves):
                chances[move] = strategy[each.first + number]
            moves[each.name] = chances
        return Policy(self.game, self.version, self.options, moves)

    def __repr__(self) -> str:
        return f"<ExtensiveForm of {self.game}: {self.nodes:,} nodes, {len(self.sets):,} information sets>"


class _Unfolding:
    """An unfolding in progress: the game, its walk and the form found so far."""

    def __init__(self, form: ExtensiveForm, game: Game) -> None:
        self.form = form
        self.game = open_copy(game)
        self.known: dict[InformationState, InformationSet] = {}
        self.named: set[str] = set()
        """The names of the information sets."""
        self.own: list[int] = [-1 for _role in game.roles]
        """The slot of each role's last move."""
        self.made: list[int] = [0 for _role in game.roles]
        """Number of moves of each role."""

    def unfold(self, parent: int, slot: int, depth: int = 0) -> None:
        """Adds the current position, ``depth`` answers from the root, and its subtree."""
        form = self.form
        game = self.game
        node = len(form.parents)
        if node >= form.limit:
            raise Unsolvable(f"the tree of {game.name!r} has more than {form.limit:,} nodes; start later, or raise limit=")
        if depth > LONGEST:
            raise Unsolvable(f"{game.name!r} goes on for more than {LONGEST} answers, so its tree cannot be unfolded whole")
        form.parents.append(parent)
        form.slots.append(slot)
        active = game.active
        if not active:
            form.movers.append(OVER)
            for number, role in enumerate(game.roles):
                form.worth[number].append(game.utility(role))
            return
        for each in form.worth:
            each.append(0.0)
        if CHANCE in active:
            form.movers.append(BY_CHANCE)
            outcomes = game.moves(CHANCE)
            first = len(form.start)
            form.start.extend([outcome.probability for outcome in outcomes])
            for number, outcome in enumerate(outcomes):
                game.push(outcome.text, CHANCE)
                self.unfold(node, first + number, depth + 1)
                game.pop()
            return
        role = active[0]
        mover = game.roles.index(role)
        form.movers.append(mover)
        moves = [move.text for move in game.moves(role)]
        known = self._set(role, mover, moves)
        before = self.own[mover]
        self.made[mover] += 1
        for number, text in enumerate(moves):
            self.own[mover] = known.first + number
            game.push(text, role)
            self.unfold(node, known.first + number, depth + 1)
            game.pop()
        self.own[mover] = before
        self.made[mover] -= 1

    def _set(self, role: str, mover: int, moves: list[str]) -> InformationSet:
        """The information set of the mover."""
        form = self.form
        state = self.game.information_state(role)
        known = self.known.get(state)
        if known is None:
            name = name_of(state)
            if name in self.named:
                raise RulesError(
                    f"{role} has two information states in {form.game!r} that differ in their texts alone, with the moves "
                    f"{', '.join(moves)}; let a prop differ too, or a value in the question: phrase(_(...), about=...)"
                )
            self.named.add(name)
            known = InformationSet(name, mover, len(form.start), moves, self.own[mover], self.made[mover])
            self.known[state] = known
            form.sets.append(known)
            form.start.extend([1 / len(moves) for _move in moves])
        elif known.moves != moves or known.before != self.own[mover]:
            raise RulesError(
                f"{role} has the same information in two histories of {form.game!r}, but other moves there, or other earlier "
                f"moves: {', '.join(known.moves)} and {', '.join(moves)}"
            )
        return known
