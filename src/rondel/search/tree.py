"""The lazy game tree: every position described, every move described, and no position made before somebody looks at it.

The idea is Shephy's: a node is a position and the moves out of it, and a move holds not the next node but the promise of
one. So a tree can be unfolded by hand, drawn, searched in part, and never computed whole. The game it was made from is not
touched.

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

from typing import Any

from rondel.engine import OBSERVER, Game, Move, render


class Tree:
    """A position in a tree, with its moves; also the tree below it."""

    def __init__(self, game: Game) -> None:
        self._game = game.copy()
        self._branches: tuple[Branch, ...] | None = None

    @property
    def description(self) -> str:
        """What is asked here, in words; at the end, who won."""
        game = self._game
        if game.is_over:
            return _outcome(game)
        question: dict[str, Any] | None = game.view(OBSERVER)["question"]
        return render(question["text"], question["args"]) if question else game.state

    @property
    def moves(self) -> tuple[Branch, ...]:
        """A branch for every legal move of every role that may move, chance included; listed when first looked at."""
        if self._branches is None:
            listed = [move for role in self._game.active for move in self._game.moves(role)]
            self._branches = tuple(Branch(self._game, move) for move in listed)
        return self._branches

    @property
    def game(self) -> Game:
        """A game at this position, for whoever looks; the tree keeps its own."""
        return self._game.copy()

    @property
    def is_over(self) -> bool:
        """Whether the game ends here."""
        return self._game.is_over

    def walk(self, *moves: str) -> Tree:
        """The node that these moves lead to. Raises ``KeyError`` for a move that is not listed.

        >>> from rondel import new
        >>> Tree(new("tic_tac_toe")).walk("mark(a1)", "mark(b2)").description
        'x must mark a cell'
        """
        node = self
        for text in moves:
            node = {str(branch): branch for branch in node.moves}[text].child
        return node

    def __repr__(self) -> str:
        return f"<Tree: {self.description}>"


def _outcome(game: Game) -> str:
    winners = game.winners
    if not winners:
        return "nobody wins"
    if len(winners) == len(game.roles) > 1:
        return "a draw"
    return f"{' and '.join(winners)} win{'s' if len(winners) == 1 else ''}"


class Branch:
    """A move in a tree, and the promise of the position after it."""

    def __init__(self, parent: Game, move: Move) -> None:
        self._parent = parent
        self._child: Tree | None = None
        self.move = move

    @property
    def description(self) -> str:
        """What the move does, in words."""
        return self.move.describe()

    @property
    def is_open(self) -> bool:
        """Whether the position after it has been made yet."""
        return self._child is not None

    @property
    def child(self) -> Tree:
        """The position after the move; made when first looked at, and remembered."""
        if self._child is None:
            child = Tree(self._parent)
            child._game.push(self.move.text, self.move.role)
            self._child = child
        return self._child

    def __str__(self) -> str:
        return self.move.text

    def __repr__(self) -> str:
        return f"<Branch {self.move.text}{'' if self.is_open else ', closed'}>"
