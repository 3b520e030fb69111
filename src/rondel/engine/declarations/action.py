"""Actions: named, typed kinds of move that a state allows.

    @on(PlayerTurn, _("{actplayer} plays {cell}"))
    def play_disc(game: Reversi, cell: Cell) -> To[NextPlayer]: ...

    @play_disc.options
    def cells(game: Reversi) -> Iterable[Cell]: ...

The options are the only source of legality. An action with several parts has a list of options for each, in order; each
function receives the parts before it. ``@move.all_options`` lists all parts together, as tuples. A part that is None offers no
choice, and is left out of the move's text. ``@pass_on.available`` restricts an action without parts.

A function of options may return a ``range``. A long range as the last part is one entry of the list (`Span`), so it may have
any length.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar, cast, overload

from rondel.engine.components.cell import Cell, Spot, apart, pairs_apart
from rondel.engine.components.move import CACHED, LONG, KeptNumbers, Move, Span, alike, blind, place, rename, spans_last, word
from rondel.engine.components.token import Token
from rondel.engine.declarations.long_list import LongList
from rondel.engine.declarations.moves.cell_moves import COMPILED, CellMoves
from rondel.engine.declarations.moves.token_moves import TokenMoves
from rondel.engine.declarations.state import State
from rondel.engine.text import Phrase
from rondel.errors import RulesError, quoted

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition

G = TypeVar("G", bound="Definition")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")

CAP: Final = 10_000
"""The maximum number of moves that an action may list."""

Says: TypeAlias = str | Callable[..., str | Phrase]
"""The short form of a move: a text that may use the names of the parts, or a function of the game and the parts."""

SHORT: Final = 16
"""The maximum length of a cached list of moves."""


ACTIONS: Final[dict[type[State[Any]], list[Action]]] = {}
"""The actions of each state, in the order of their definition."""


class Action:
    """One kind of move. Made by `on`.

    >>> from rondel.shelf.tic_tac_toe import TicTacToe, mark
    >>> len(mark.moves(TicTacToe(), "x")), mark.name, mark.parameters
    (9, 'mark', ('cell',))
    """

    def __init__(
        self,
        state: type[State[Any]],
        message: str,
        logged: bool,
        out_of_turn: bool,
        labels: Mapping[str, str],
        function: Callable[..., Any],
        says: Says = "",
    ) -> None:
        self.state = state
        self.message = message
        self.says = says
        """The short form of its moves, for those who choose among them; empty for the name of the action."""
        self.logged = logged
        """Whether its message is logged when it is carried out."""
        self.out_of_turn = out_of_turn
        """Whether roles that are not active may use it too."""
        self.declines = False
        """Whether it is the move of an absent player; see `decline`."""
        self.stops = False
        """Whether it has asked a question in a walk, or ended in a state of several active players."""
        self.halts = False
        """Whether it has done in a stroll what the stroll could not go on from: it answers questions."""
        self.labels = labels
        """The labels of its transitions, by the name of the target state."""
        self.function = function
        self.name: str = function.__name__
        self.parts: list[Callable[..., Any]] = []
        self.together: Callable[[Any], Iterable[Any]] | None = None
        """Lists all parts at once, instead of ``parts``."""
        self.listing: Callable[[Any], Iterable[Any]] | None = None
        """The function that lists all options, if there is only one: of the only part, or of all parts together."""
        self.guard: Callable[..., Any] | None = None
        self.parameters: tuple[str, ...] = ()
        """The names of the parts; read from the function when the rules are checked."""
        self._fleeting = False
        """Whether it has listed a token, so that its moves are not looked up among the cached ones, which have none."""
        self._token_first = True
        """Whether it may be that its parts are a token of a row and a cell; False once they were not."""
        self._moves: dict[str, dict[object, Move]] = {}
        self._numbers: dict[str, KeptNumbers] = {}
        """Those of long ranges of numbers, by role."""
        self._on_cells: dict[str, dict[object, CellMoves]] = {}
        """Those of cells and of pairs of cells, by role and board."""
        self._named: dict[tuple[str, str], tuple[object, ...]] = {}
        """The meaning of each cached move, by role and text."""
        self.kept: dict[str, dict[tuple[object, ...], list[Move]]] = {}
        """A cache: the moves of short tuples of options, by role. Equal tuples have equal moves; there are at least two."""
        self._last: dict[str, LongList] = {}
        """The last long list of distinct options of each role."""
        self._listings = 0
        """The number of lists made of cached moves so far. Threads share an action (a server replays in one): each list needs a
        number of its own, so no call may stand between reading and writing it."""
        ACTIONS.setdefault(state, []).append(self)

    def available(self, guard: Callable[[Any], bool]) -> Callable[[Any], bool]:
        """Decorates the function that returns whether the action is legal now."""
        self.guard = guard
        return guard

    def seat(self, roles: Iterable[str]) -> None:
        """Prepare the caches for these roles."""
        for role in roles:
            self.kept.setdefault(role, {})

    def moves(self, game: Definition, role: str) -> list[Move]:
        """The legal moves of this kind. Raises `RulesError` if there are too many to list."""
        if self.guard is not None and not self.guard(game):
            return []
        if self.listing is not None:
            options = self.listing(game)
            listed = self._cached(role, options)
            return self.named(role, options) if listed is None else listed
        if not self.parts:
            return [self.alone(role)]
        if self._fleeting and self._token_first and len(self.parts) == 2:
            found = self._of_each_token(game, role)
            if found is not None:
                return found
            self._token_first = False
        choices = self._product(game, (), 0)
        known = self._known(role, choices)
        return self._several(role, choices) if known is None else known

    def named(self, role: str, options: Any) -> list[Move]:
        """The moves of options that ``listing`` has returned."""
        if type(options) is range and self.together is None and len(options) > LONG:
            kept = self._numbers.setdefault(role, KeptNumbers())
            return [Span(role, self.name, (), options, self.message, self.parameters, kept)]
        offered = self._listed(options, 0)
        known = self._known(role, offered)
        if known is None:
            known = self._several(role, [(option,) for option in offered] if self.together is None else self._whole(offered))
        return known

    def pick(self, role: str, options: Any, number: float) -> list[Move] | None:
        """A list of the move at ``int(number * count)`` alone, where the options are seen to be different; None for others.

        Comparing options takes a small part of the time of naming them; short tuples are named once and cached.
        """
        total = self.count(role, options)
        if total < 2:
            return None
        move = self.nth(role, options, int(number * total))
        return None if move is None else [move]

    def count(self, role: str, options: Any) -> int:
        """The number of moves that options of ``listing`` make, where they are seen to be different; -1 for others."""
        kind = type(options)
        if kind is not list and (kind is not tuple or len(options) <= SHORT):
            known = self._cached(role, options)
            return -1 if known is None else len(known)
        total = len(options)
        if total == 0:
            return 0
        if total > CAP:
            return -1
        if self._fleeting:
            different = self.together is None and (total == 1 or len({word(option, role) for option in options}) == total)
        else:
            different = apart(options) if self.together is None else pairs_apart(options)
        return total if different else -1

    def nth(self, role: str, options: Any, place: int) -> Move | None:
        """The move at that place of options that `count` has counted; None where it has not been made before."""
        if type(options) is tuple and len(options) <= SHORT:
            return self.kept[role][options][place]
        chosen = options[place]
        if self._fleeting:
            return Move(role, self.name, (chosen,), self.message, self.parameters)
        made = self._moves.get(role)
        return None if made is None else made.get(chosen)

    def alone(self, role: str) -> Move:
        """The move of an action without parts."""
        made = self._moves.get(role)
        move = None if made is None else made.get(())
        return self._several(role, [()])[0] if move is None else move

    def _cached(self, role: str, options: Any) -> list[Move] | None:
        """The moves of a short tuple of options that was listed before, as recur in small games; None for other options."""
        try:
            return self.kept[role].get(options) if type(options) is tuple and len(options) <= SHORT else None
        except TypeError:  # unhashable
            return None

    def _listed(self, options: Any, part: int) -> Sequence[Any]:
        """The options of a part as a sequence, one more than an action may list at most."""
        kind = type(options)
        if kind is list or kind is tuple or kind is range:
            return cast("Sequence[Any]", options)
        if not isinstance(options, Iterable):
            what = "None" if options is None else quoted(options)
            of = f"options number {part + 1}" if self.together is None else "all_options"
            raise RulesError(f"{of} of action {self.name!r} are {what}: return what may be chosen, or []")
        return list(islice(options, CAP + 1))

    def _whole(self, options: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The parts of each move, from the result of ``all_options``."""
        for option in options:
            if not isinstance(option, tuple) or len(option) != len(self.parameters):
                raise RulesError(
                    f"all_options of action {self.name!r} list {option!r}; a move is a tuple of ({', '.join(self.parameters)})"
                )
        return list(options)

    def _known(self, role: str, options: Sequence[Any]) -> list[Move] | None:
        """The moves of options of which each was listed before; None if one was not."""
        if self._fleeting:
            return self._of_tokens(role, options)
        cache = self._moves.get(role)
        if cache is None:
            cache = self._moves[role] = {}
        long = len(options) > SHORT
        if COMPILED and isinstance(options, list) and 0 < len(options) <= CAP:
            found = self._of_cells(role, options, cache)
            if found is not None:
                return found
        if long:
            last = self._last.get(role)
            narrowed = None if last is None else last.narrowed(options)
            if narrowed is not None:
                self._last[role] = narrowed
                return narrowed.moves
        # A list is faster to iterate.
        offered: list[Any] = options if isinstance(options, list) else list(options)
        listed: list[Move] = []
        listing = self._listings = self._listings + 1
        try:
            for option in offered:
                move = cache[option]
                if move.listed != listing:  # otherwise a duplicate option
                    move.listed = listing
                    listed.append(move)
        except (KeyError, TypeError):  # new or unhashable
            return None
        if long:
            if len(listed) == len(offered):
                self._last[role] = LongList(options, listed)
        elif type(options) is tuple and len(listed) > 1:  # a single move may be marked as forced
            lists = self.kept[role]
            if len(lists) < CACHED:
                lists[options] = listed
        return listed

    def _of_tokens(self, role: str, options: Sequence[Any]) -> list[Move] | None:
        """The moves of pairs of a token of one game and a place; None for other options."""
        if not options:
            return []
        if len(options) > CAP or type(options) is range:
            return None
        first: Any = options[0]
        if type(first) is not tuple or len(first) != 2:  # a move with a card alone is made in as little time as it is found
            return None
        moves = self._with_tokens(role, first[0])
        return None if moves is None else moves.of(options)

    def _of_each_token(self, game: Definition, role: str) -> list[Move] | None:
        """The moves of tokens, the first parts, with the cells that are listed for each; None for other options."""
        listed: list[Move] = []
        moves: TokenMoves | None = None
        for token in self._listed(self.parts[0](game), 0):
            if moves is None:
                moves = self._with_tokens(role, token)
                if moves is None:
                    return None
                moves.begin()
            if not moves.add(token, self._listed(self.parts[1](game, token), 1), listed):
                return None
            if len(listed) > CAP:
                raise self._too_many()
        return listed

    def _with_tokens(self, role: str, token: object) -> TokenMoves | None:
        """The moves with the tokens of the game of this one; None if it is no token of a game."""
        journal = token._journal if isinstance(token, Token) else None
        if journal is None:
            return None
        known: Any = journal.kept.get(self)
        if known is None:
            known = journal.kept[self] = {}
        moves: TokenMoves | None = known.get(role)
        if moves is None:
            moves = known[role] = TokenMoves(role, self.name, self.message, self.parameters)
        return moves

    def _of_cells(self, role: str, options: list[Any], cache: dict[object, Move]) -> list[Move] | None:
        """The moves of cells of one board, or of pairs of them, also with a word; None for other options."""
        first: Any = options[0]
        pairs = len(self.parameters) > 1
        if pairs and type(first) is tuple and first:
            first = first[0]
        if not isinstance(first, Cell):
            return None
        board: object = first.of
        if board is None:  # such cells are not known by their numbers
            return None
        boards = self._on_cells.setdefault(role, {})
        known = boards.get(board)
        if known is None:
            known = boards[board] = CellMoves(board, role, self.name, self.message, self.parameters, cache, self._named)
        listing = self._listings = self._listings + 1
        return known.of_tuples(options, listing) if pairs else known.of_cells(options, listing)

    def _product(self, game: Definition, head: tuple[Any, ...], part: int) -> list[tuple[Any, ...]]:
        if part == len(self.parts):
            return [head]
        lister = self.parts[part]
        # Calls and tuples with stars take several times as long.
        options = self._listed(
            lister(game) if not head else lister(game, head[0]) if len(head) == 1 else lister(game, *head), part
        )
        found: list[tuple[Any, ...]] = []
        if part + 1 < len(self.parts):
            for option in options:
                found.extend(self._product(game, (*head, option) if head else (option,), part + 1))
                if len(found) > CAP:
                    raise self._too_many()
            return found
        if type(options) is range and len(options) > LONG:
            return [(*head, options)]
        if len(head) == 1:
            first = head[0]
            for option in options:
                found.append((first, option))
        else:
            for option in options:
                found.append((*head, option))
        if len(found) > CAP:
            raise self._too_many()
        return found

    def _too_many(self) -> RulesError:
        return RulesError(
            f"action {self.name!r} lists more than {CAP} moves; ask for its parts one by one with game.choose(...), or make "
            "its numbers the last part and return them as a range(...)"
        )

    def _several(self, role: str, choices: list[tuple[Any, ...]]) -> list[Move]:
        if len(choices) > CAP:
            raise self._too_many()
        cache = self._moves.setdefault(role, {})
        found: dict[str, Move] = {}
        spans = False
        for args in choices:
            if args and type(args[-1]) is range:
                span = Span(role, self.name, args[:-1], args[-1], self.message, self.parameters)
                spans = True
                if found.setdefault(span.text, span) is not span:
                    raise RulesError(
                        f"two ranges of action {self.name!r} both begin with {span.text!r}; give options before the number "
                        "that read differently"
                    )
                continue
            key: object = args[0] if len(args) == 1 else args
            try:
                move = None if self._fleeting else cache.get(key)
            except TypeError:  # unhashable
                move = None
            if move is None:
                move = Move(role, self.name, args, self.message, self.parameters)
                # Only moves without tokens are cached: a token would keep its whole game alive. And only moves with one
                # meaning for their text, so that cells with equal names on two boards are not confused; on two sizes of one
                # board they may be.
                if not move.lasting:
                    self._fleeting = True
                elif len(cache) < CACHED and _lasts(args):
                    meant = tuple([place(arg) or arg for arg in args])
                    if self._named.setdefault((role, move.text), meant) == meant:
                        cache[key] = move
            other = found.setdefault(move.text, move)
            if other is move:
                continue
            pairs = list(zip(args, other.args, strict=True))
            if any(one is not each and blind(one, role) and blind(each, role) for one, each in pairs):
                raise RulesError(
                    f"options of action {self.name!r} hold tokens that {role} cannot tell apart; choose among them within the "
                    "rule, with game.choose(...): then chance decides which is meant"
                )
            if not all(alike(one, each, role) for one, each in pairs):
                rename(Move(role, self.name, args, self.message, self.parameters), found)
        return spans_last(list(found.values())) if spans else list(found.values())

    def run(self, game: Definition, args: tuple[Any, ...]) -> Any:
        """Carry out the action; returns the next state."""
        count = len(args)  # compiled, a call with a star takes several times as long
        if count == 1:
            return self.function(game, args[0])
        if count == 2:
            return self.function(game, args[0], args[1])
        return self.function(game, *args)

    def __repr__(self) -> str:
        return f"<Action {self.name} of {self.state.__name__}>"


def _lasts(args: tuple[Any, ...]) -> bool:
    """Whether all parts of a move are cells, texts, numbers or None, which do not belong to one game."""
    # A union of types would be made anew for each part, and a tuple of them is slower when compiled.
    return all(arg is None or isinstance(arg, Spot) or isinstance(arg, str) or isinstance(arg, int) for arg in args)  # noqa: SIM101


class Plain(Action, Generic[G]):
    """An action without parts."""


class OnePart(Action, Generic[G, A]):
    """An action of one part."""

    def options(self, list_options: Callable[[G], Iterable[A]]) -> Callable[[G], Iterable[A]]:
        """Decorates the function that lists the legal values of the part."""
        self.parts.append(list_options)
        self.listing = list_options
        return list_options


class TwoParts(Action, Generic[G, A, B]):
    """An action of two parts."""

    @overload
    def options(self, list_options: Callable[[G], Iterable[A]]) -> Callable[[G], Iterable[A]]: ...
    @overload
    def options(self, list_options: Callable[[G, A], Iterable[B]]) -> Callable[[G, A], Iterable[B]]: ...
    def options(self, list_options: Callable[..., Any]) -> Callable[..., Any]:
        """Decorates the functions that list the legal values of the first part, then of the second; the latter receives the
        first part."""
        self.parts.append(list_options)
        return list_options

    def all_options(self, list_options: Callable[[G], Iterable[tuple[A, B]]]) -> Callable[[G], Iterable[tuple[A, B]]]:
        """Decorates the function that lists both parts together, instead of one function for each."""
        self.together = self.listing = list_options
        return list_options


class ThreeParts(Action, Generic[G, A, B, C]):
    """An action of three parts."""

    @overload
    def options(self, list_options: Callable[[G], Iterable[A]]) -> Callable[[G], Iterable[A]]: ...
    @overload
    def options(self, list_options: Callable[[G, A], Iterable[B]]) -> Callable[[G, A], Iterable[B]]: ...
    @overload
    def options(self, list_options: Callable[[G, A, B], Iterable[C]]) -> Callable[[G, A, B], Iterable[C]]: ...
    def options(self, list_options: Callable[..., Any]) -> Callable[..., Any]:
        """Decorates the functions that list the legal values of each part, in order; each receives the parts before it."""
        self.parts.append(list_options)
        return list_options

    def all_options(self, list_options: Callable[[G], Iterable[tuple[A, B, C]]]) -> Callable[[G], Iterable[tuple[A, B, C]]]:
        """Decorates the function that lists the three parts together, instead of one function for each."""
        self.together = self.listing = list_options
        return list_options


def parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of a function's parameters; also of a compiled one."""
    import inspect

    return tuple(inspect.signature(function).parameters)


def part_count(function: Callable[..., Any]) -> int:
    """The number of parts of an action: its parameters without the game. Raises `RulesError` for more than three."""
    count = len(parameters(function)) - 1
    if not 0 <= count <= 3:
        raise RulesError(
            f"action {function.__name__!r} takes {count + 1} parameters: the game and at most three parts; "
            "ask for more with game.choose(...)"
        )
    return count


KINDS: Final = cast("Sequence[type[Action]]", (Plain, OnePart, TwoParts, ThreeParts))
"""The classes of actions, by the number of parts."""
