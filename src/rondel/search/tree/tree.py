"""The lazy game tree: positions and moves with descriptions, each position made when it is first read.

The idea is Shephy's: a node is a position with its moves, and a move holds a promise of the next node. So a tree can be
unfolded by hand, drawn or searched in part, and is never computed whole. The source game is not changed. Chance is a seat of
its own in a tree, whose moves have probabilities, even if the game itself draws by a seed: the tree holds nothing
that the seed would give.

    >>> from rondel import new
    >>> tree = Tree(new("tic_tac_toe"))
    >>> tree.description
    'x must mark a cell'
    >>> branch = tree.moves[4]
    >>> branch.description, branch.is_open
    ('x marks b2', False)
    >>> branch.child.description
    'o must mark a cell'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from rondel.engine import OBSERVER, Game, Move, render
from rondel.engine.play.in_progress import hides
from rondel.engine.visibility import CHANCE
from rondel.errors import AmbiguousMove, IllegalMove, RulesError, Unsolvable, meant, quoted
from rondel.search.exact.bounds import LONGEST
from rondel.search.ground import open_copy

LIMIT: Final = 100_000
"""Maximum number of nodes of a solved tree: each keeps a game of its own."""


class _Made:
    """The number of positions of a tree that have been made, and who is told."""

    def __init__(self, told: Callable[[int], object] | None) -> None:
        self._told = told
        self._count = 0

    def one(self) -> None:
        """Another one is made."""
        self._count += 1
        if self._told is not None:
            self._told(self._count)


class Node:
    """A position in a tree, with its moves.

    >>> import rondel
    >>> node = rondel.search.Tree(rondel.new("tic_tac_toe")).walk("mark(b2)")
    >>> node.active, len(node.moves), node.is_over
    (('o',), 8, False)
    """

    def __init__(self, game: Game, nodes: dict[object, Node] | None, made: _Made) -> None:
        self._game = game
        self._made = made
        self._branches: tuple[Branch, ...] | None = None
        self._nodes = nodes
        """The nodes of a merged tree, by position key."""
        self._value: dict[str, float] | None = None
        self._said: Counter[str] | None = None
        if nodes is not None:
            nodes[game.key()] = self

    @property
    def description(self) -> str:
        """The question of the position, in words; at the end, the winners."""
        game = self._game
        if game.is_over:
            return _outcome(game)
        if self.is_chance:
            return "chance answers"
        question: dict[str, Any] | None = game.view(OBSERVER)["question"]
        return render(question["text"], question["args"]) if question else game.state

    @property
    def moves(self) -> tuple[Branch, ...]:
        """A branch for every legal move of every active role, chance included; listed when first read."""
        if self._branches is None:
            listed = [move for role in self._game.active for move in self._game.moves(role)]
            self._branches = tuple([Branch(self, move) for move in listed])
        return self._branches

    def says(self, description: str) -> int:
        """The number of moves that are described by these words."""
        if self._said is None:
            self._said = Counter([branch.move.describe() for branch in self.moves])
        return self._said[description]

    @property
    def game(self) -> Game:
        """A copy of the game at this position; the tree keeps its own."""
        return self._game.copy()

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles of the game."""
        return self._game.roles

    @property
    def active(self) -> tuple[str, ...]:
        """The active roles; empty at the end."""
        return self._game.active

    @property
    def is_over(self) -> bool:
        """Whether the game ends here."""
        return self._game.is_over

    @property
    def is_chance(self) -> bool:
        """Whether chance answers here."""
        return CHANCE in self._game.active

    @property
    def is_listed(self) -> bool:
        """Whether the moves have been listed yet."""
        return self._branches is not None

    @property
    def value(self) -> dict[str, float] | None:
        """The value of the position for each role with best play; None before `solve`, except at an end."""
        if self._value is None and self._game.is_over:
            self._value = self._game.returns
        return self._value

    @property
    def best(self) -> Branch | None:
        """The move that keeps the mover's value, the first of equals; None at a chance node or an end, and before the tree is
        solved."""
        if self._value is None or self.is_over or self.is_chance:
            return None
        found: Branch | None = None
        most = 0.0
        for branch in self.moves:
            worth = branch.child.value
            if worth is not None and (found is None or worth[branch.move.role] > most):
                found, most = branch, worth[branch.move.role]
        return found

    def walk(self, *moves: str) -> Node:
        """The node after these moves. Raises `IllegalMove` for a move that is not listed, and `AmbiguousMove` for a move of
        several roles: take its branch from ``moves``.

        >>> from rondel import new
        >>> Tree(new("tic_tac_toe")).walk("mark(a1)", "mark(b2)").description
        'x must mark a cell'
        """
        node: Node = self
        for text in moves:
            found = [branch for branch in node.moves if branch.move.text == text]
            if not found:
                known = [branch.move.text for branch in node.moves][:10]
                raise IllegalMove(meant(text, f"no move {quoted(text)} where {node.description!r}", known))
            if len(found) > 1:
                roles = ", ".join([branch.move.role for branch in found])
                raise AmbiguousMove(f"{quoted(text)} is a move of {roles}: take one of them from the node's moves")
            node = found[0].child
        return node

    def count(self, depth: int) -> int:
        """The number of ways to play ``depth`` answers from here, by the tree's own nodes; `perft` counts faster.

        >>> from rondel import new
        >>> Tree(new("tic_tac_toe"), merge=True).count(4)
        3024
        """
        return _count(self, depth, {})

    def solve(self, *, limit: int = LIMIT) -> dict[str, float]:
        """Computes the `value` of every node below, from the ends up, and returns that of this node.

        The mover takes its greatest value, the first of equals; chance is averaged. This is backward induction, for any number
        of players. Raises `Unsolvable` for a game with hidden information or several active roles, or a tree of more than
        ``limit`` nodes (``merge`` makes it smaller); `RulesError` for an infinite tree.

        >>> from rondel import new
        >>> tree = Tree(new("tic_tac_toe"), merge=True).walk("mark(b2)", "mark(b1)")
        >>> tree.solve(), str(tree.best)
        ({'x': 1.0, 'o': -1.0}, 'mark(a1)')
        """
        if hides(self._game):
            raise Unsolvable(f"{self._game.name!r} hides something: a role's best move depends on its information (see cfr)")
        below = _Left(limit)
        _solve(self, below)
        if self._value is None:
            raise RulesError(f"the tree of {self._game.name!r} was solved, and has no value")
        return dict(self._value)

    def _after(self, move: Move) -> Node:
        """The node after a move."""
        game = self._game.copy()
        game.push(move.text, move.role)
        self._made.one()
        nodes = self._nodes
        if nodes is not None:
            known = nodes.get(game.key())
            if known is not None:
                return known
        return Node(game, nodes, self._made)

    def __repr__(self) -> str:
        return f"<Node: {self.description}>"


class Tree(Node):
    """The first position of a tree, and the tree below it.

    With ``merge`` equal positions (`Game.key`) share one node, whatever moves led there. The result is a graph, and a node may
    be its own descendant if the rules allow repetition. ``told`` is called with the number of positions made, after each.

    >>> from rondel import new
    >>> tree = Tree(new("tic_tac_toe"), merge=True)
    >>> tree.walk("mark(a1)", "mark(b2)", "mark(c3)") is tree.walk("mark(c3)", "mark(b2)", "mark(a1)")
    True
    """

    def __init__(self, game: Game, *, merge: bool = False, told: Callable[[int], object] | None = None) -> None:
        super().__init__(open_copy(game), {} if merge else None, _Made(told))

    def __repr__(self) -> str:
        return f"<Tree: {self.description}>"


class Branch:
    """A move in a tree, with a promise of the next position.

    >>> import rondel
    >>> branch = rondel.search.Tree(rondel.new("tic_tac_toe")).moves[4]
    >>> str(branch), branch.description, branch.is_open
    ('mark(b2)', 'x marks b2', False)
    """

    def __init__(self, parent: Node, move: Move) -> None:
        self.parent = parent
        self._child: Node | None = None
        self.move = move

    @property
    def description(self) -> str:
        """What the move does, in words. If another move here has the same words, the move's text follows in brackets."""
        said = self.move.describe()
        return said if self.parent.says(said) == 1 else f"{said} ({self.move.text})"

    @property
    def probability(self) -> float:
        """The probability of an outcome of chance; 1 for a move of a player."""
        return self.move.probability

    @property
    def is_open(self) -> bool:
        """Whether the next position has been made yet."""
        return self._child is not None

    @property
    def child(self) -> Node:
        """The position after the move; made when first read, and kept."""
        if self._child is None:
            self._child = self.parent._after(self.move)
        return self._child

    def __str__(self) -> str:
        return self.move.text

    def __repr__(self) -> str:
        return f"<Branch {self.move.text}{'' if self.is_open else ', closed'}>"


def _outcome(game: Game) -> str:
    winners = game.winners
    if not winners:
        return "nobody wins"
    if len(winners) == len(game.roles) > 1:
        return "a draw"
    return f"{' and '.join(winners)} win{'s' if len(winners) == 1 else ''}"


def _count(node: Node, depth: int, known: dict[tuple[int, int], int]) -> int:
    """As `Tree.count`, with each node of a merged tree counted once for each depth."""
    if depth <= 0:
        return 1
    if depth == 1:
        return len(node.moves)
    key = (id(node), depth)
    found = known.get(key)
    if found is None:
        found = sum([_count(branch.child, depth - 1, known) for branch in node.moves])
        known[key] = found
    return found


class _Left:
    """The number of nodes left to solve, and the nodes in progress."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.left = limit
        self.open: set[int] = set()


def _solve(node: Node, below: _Left) -> dict[str, float]:
    """Solves a node and its subtree; returns its value."""
    known = node.value
    if known is not None:
        return known
    game = node._game
    if id(node) in below.open:
        raise RulesError(f"the tree of {game.name!r} is infinite: a position repeats within one game (see retrograde)")
    below.left -= 1
    if below.left < 0:
        raise Unsolvable(
            f"the tree of {game.name!r} has more than {below.limit:,} nodes; start later, merge it, or raise limit="
        )
    if len(below.open) > LONGEST:
        raise Unsolvable(f"{game.name!r} goes on for more than {LONGEST} answers, so its tree cannot be solved whole")
    active = game.active
    if len(active) != 1:
        raise Unsolvable(f"several roles act at once in {game.name!r}, which a tree cannot solve: {', '.join(active)}")
    below.open.add(id(node))
    worth: dict[str, float] = dict.fromkeys(game.roles, 0.0)
    role = active[0]
    first = True
    for branch in node.moves:
        after = _solve(branch.child, below)
        if role == CHANCE:
            for each in worth:
                worth[each] += branch.move.probability * after[each]
        elif first or after[role] > worth[role]:
            worth = dict(after)
        first = False
    below.open.discard(id(node))
    node._value = worth
    return worth
