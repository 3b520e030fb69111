"""Moves: the listed answers to a question.

A move's text is stable, and unique among the legal moves of its role: ``play_disc(d3)``. Pushing a move and pushing its text
are the same. Moves of cells, numbers and words are shared by all games; moves with tokens belong to one game.

A part that is a long range of whole numbers is listed as one `Span`, which makes the moves of its numbers when they are needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from rondel.engine.components.cell import Line, Spot
from rondel.engine.components.token import Token
from rondel.engine.text import Phrase, read, to_json
from rondel.engine.visibility import CHANCE, sees
from rondel.errors import RulesError


class Move:
    """One legal answer of ``role``.

    >>> import rondel
    >>> move = rondel.new("tic_tac_toe").moves()[4]
    >>> str(move), move.role, move.describe(), move.places
    ('mark(b2)', 'x', 'x marks b2', ('board:b2',))
    """

    def __init__(self, role: str, action: str, args: tuple[Any, ...], message: str, names: tuple[str, ...]) -> None:
        self.role = role
        """The role that makes it."""
        self.action = action
        """The name of the action, or ``choose`` inside a rule."""
        self.args = args
        self.only: Any = args[0] if len(args) == 1 else None
        """Its only part; None for any other number of parts."""
        self.forced = False
        """Whether it is the only legal move; the engine does not make it by itself."""
        self.probability = 1.0
        """The probability of a move of chance; 1 for players."""
        self.listed = 0
        """The number of the list that its action added it to last; a quick test for duplicates."""
        self._alone: Move | None = None
        self._places: tuple[str, ...] | None = None
        self._message = message
        self._names = names
        self.lasting = True
        """Whether it has no tokens, so that all games can share it."""
        self._words: list[str] | None = None
        """The names of its parts; None for the only part, whose name is read in the text."""
        if self.only is not None:
            self.lasting = not isinstance(self.only, Token)
            self.text = f"{action}({word(self.only, role)})"
            self.answer = (role, self.text)
            return
        texts: list[str] = []
        for arg in args:
            if arg is not None:
                texts.append(word(arg, role))
                if isinstance(arg, Token):
                    self.lasting = False
        self._words = texts
        self.text = f"{action}({','.join(texts)})" if texts else action
        self.answer = (role, self.text)
        """Its entry in a record."""

    def reword(self, words: list[str]) -> None:
        """Replace the names of its parts, which were ambiguous."""
        self._words = words
        self.text = f"{self.action}({','.join(words)})"
        self.answer = (self.role, self.text)

    def alone(self) -> Move:
        """The same move marked as forced, for a role with no other move."""
        if self._alone is not None:
            return self._alone
        move = Move(self.role, self.action, self.args, self._message, self._names)
        move._words = self._words
        move.text = self.text
        move.answer = self.answer
        move.probability = self.probability
        move.forced = True
        if self.lasting:
            self._alone = move
        return move

    def settle(self) -> None:
        """Store the places of its parts; called before the effects of the rule that offers it are rolled back."""
        self._places = self.places

    @property
    def places(self) -> tuple[str, ...]:
        """The place on the table of each part, ``"board:d3"``; empty for a part without a place."""
        if self._places is not None:
            return self._places
        return tuple([place(arg, self.role) for arg in self.args if arg is not None])

    @property
    def words(self) -> list[str]:
        """The parts as text."""
        if self._words is None:
            return [self.text[len(self.action) + 1 : -1]]
        return list(self._words)

    def message(self) -> dict[str, Any]:
        """Its description, as a message with arguments."""
        if not self._message:
            return {"text": self.text, "args": {}}
        args: dict[str, Any] = {"actplayer": self.role, "you": self.role}
        said = iter(self.words)
        for name, arg in zip(self._names, self.args, strict=False):
            word = "" if arg is None else next(said)
            args[name] = arg if isinstance(arg, Phrase) else shown(arg, word)
        return to_json(self._message, args)

    def describe(self, lang: str = "en") -> str:
        """Its description in that language; in English if there is no translation."""
        return read(self.message(), {}, lang).rstrip()  # a part that is None has no text

    def to_json(self) -> dict[str, Any]:
        """The data for a page that offers it."""
        return {
            "text": self.text,
            "action": self.action,
            "places": list(self.places),
            "forced": self.forced,
            "describe": self.message(),
        }

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text} by {self.role}>"


LONG: Final = 24
"""A range of more numbers than these is listed as a `Span`."""

WIDEST: Final = 1_000_000
"""The maximum number of moves that `expanded` makes."""

CACHED: Final = 4_096
"""The maximum number of moves of one action and role that are kept for later lists."""


class Span(Move):
    """The moves of a long range of whole numbers, the last part of an action, as one entry of a list of moves.

    It is itself the move of the lowest number. A list has its spans at the end.
    """

    def __init__(
        self,
        role: str,
        action: str,
        head: tuple[Any, ...],
        numbers: range,
        message: str,
        names: tuple[str, ...],
        kept: KeptNumbers | None = None,
    ) -> None:
        """``kept`` has the moves of the same action and role whose only part is a number."""
        ascending = numbers if numbers.step > 0 else numbers[::-1]
        super().__init__(role, action, (*head, ascending[0]), message, names)
        self.head = head
        """The parts before the number."""
        self.numbers = ascending
        self._before = self.text[: len(self.text) - len(str(ascending[0])) - 1]
        self._kept = kept

    def move(self, number: int) -> Move:
        """The move of a number."""
        return Move(self.role, self.action, (*self.head, number), self._message, self._names)

    def moves(self) -> list[Move]:
        """The moves of all its numbers."""
        listed = None if self._kept is None or self.numbers.step != 1 else self._kept.of(self)
        return [self.move(number) for number in self.numbers] if listed is None else listed

    def find(self, text: str) -> Move | None:
        """The move of that text; None if it is not one of these."""
        before = self._before
        if not (text.startswith(before) and text.endswith(")")):
            return None
        said = text[len(before) : -1]
        digits = said[1:] if said.startswith("-") else said
        if not (digits.isascii() and digits.isdigit() and len(digits) < 19):
            return None
        number = int(said)
        return self.move(number) if str(number) == said and number in self.numbers else None

    def to_json(self) -> dict[str, Any]:
        """The data of the lowest number's move, and ``numbers``: the limits, the step, the text of a move ``before`` and
        ``after`` its number, and the name of the number in the description."""
        numbers = self.numbers
        part = self._names[len(self.head)] if len(self._names) > len(self.head) else ""
        limits = {"least": numbers[0], "most": numbers[-1], "step": numbers.step}
        return {**super().to_json(), "numbers": {**limits, "before": self._before, "after": ")", "part": part}}


class KeptNumbers:
    """Moves of one action and role that have a number as their only part, kept for later lists. The numbers have no gaps."""

    def __init__(self) -> None:
        self._stretch: tuple[int, list[Move]] = (0, [])
        """The lowest number and the moves from it on. Threads share it: a longer stretch replaces it, and none is changed."""

    def of(self, span: Span) -> list[Move] | None:
        """The moves of the numbers of a span whose step is 1; None if they are too far apart from those that are kept."""
        low, end = span.numbers[0], span.numbers[-1] + 1
        first, moves = self._stretch
        known = first + len(moves)
        if not moves:
            first = known = low
        if max(known, end) - min(first, low) > CACHED:
            return None
        if low < first or end > known:
            below = [span.move(number) for number in range(low, first)]
            moves = below + moves + [span.move(number) for number in range(known, end)]
            first = min(first, low)
            self._stretch = (first, moves)
        return moves[low - first : end - first]


def count(listed: Sequence[Move]) -> int:
    """The number of moves of a list, those of its spans included."""
    if not listed or not isinstance(listed[-1], Span):
        return len(listed)
    return sum([len(each.numbers) if isinstance(each, Span) else 1 for each in listed])


def nth(listed: Sequence[Move], place: int) -> Move:
    """The move at a place of the `expanded` list."""
    if not isinstance(listed[-1], Span):
        return listed[place]
    for each in listed:
        size = len(each.numbers) if isinstance(each, Span) else 1
        if place < size:
            return each.move(each.numbers[place]) if isinstance(each, Span) else each
        place -= size
    raise IndexError(place)


def expanded(listed: list[Move]) -> list[Move]:
    """The moves of a list, with those of its spans one by one; the same list if it has none. Raises `RulesError` for more than
    a million."""
    if not listed or not isinstance(listed[-1], Span):
        return listed
    if count(listed) > WIDEST:
        raise RulesError(
            f"there are {count(listed):,} legal moves, too many to list one by one; read the ranges in the view's moves, "
            "'numbers', and push a move by its text"
        )
    found: list[Move] = []
    for each in listed:
        if isinstance(each, Span):
            found.extend(each.moves())
        else:
            found.append(each)
    return found


def one_by_one(moves: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The moves of a view, `Move.to_json`, with those of its ranges one by one."""
    found: list[Mapping[str, Any]] = []
    for move in moves:
        numbers = move.get("numbers")
        if numbers is None:
            found.append(move)
            continue
        before, after = numbers["before"], numbers["after"]
        for number in range(numbers["least"], numbers["most"] + 1, numbers["step"]):
            found.append({**move, "text": f"{before}{number}{after}"})
    return found


def of_text(listed: list[Move], text: str) -> Move | None:
    """The move of a text; None if there is none."""
    for move in listed:
        if isinstance(move, Span):
            found = move.find(text)
            if found is not None:
                return found
        elif move.text == text:
            return move
    return None


def spans_last(listed: list[Move]) -> list[Move]:
    """The moves with the spans at the end."""
    return [each for each in listed if not isinstance(each, Span)] + [each for each in listed if isinstance(each, Span)]


def shown(arg: object, said: str) -> str:
    """The text of a part for people: the text on a face, for a token that is named by its face; the label of a line."""
    if isinstance(arg, Token) and said == arg._face and said in arg.kind.faces:
        return arg.kind.faces[said].text or said
    if isinstance(arg, Line):
        return arg.label
    return said


def forced(listed: list[Move]) -> list[Move]:
    """The same moves; a single one is marked as forced."""
    if len(listed) != 1 or listed[0].forced or isinstance(listed[0], Span):
        return listed
    return [listed[0].alone()]


def word(value: object, role: str) -> str:
    """The text of a value in a move. Cells are named by their name and visible tokens by their face. A token hidden from
    ``role`` is named by its slot, and in a hand, whose slots are hidden too, by its kind."""
    if isinstance(value, Spot):
        return value.name
    if isinstance(value, Token):
        holder = value.container
        if holder is None:
            return value._face or value.kind.name
        if role == CHANCE or value.seen_by(role):
            return holder.name_of(value)
        return value.kind.name if blind(value, role) else holder.blind_name(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    kind = type(value)
    if kind.__str__ is object.__str__ and kind.__repr__ is object.__repr__:  # Python's default text differs each time
        raise RulesError(
            f"{kind.__name__} has no text to be chosen by; offer tokens, cells, texts and numbers, or give it a __str__"
        )
    return str(value)


def place(value: object, role: str = CHANCE) -> str:
    """The place of a value on the table, as far as ``role`` may know it; empty for none."""
    if isinstance(value, Spot):
        return value.place
    if isinstance(value, Token) and value.container is not None:
        holder = value.container
        return holder.name if blind(value, role) else f"{holder.name}:{holder.slot(value)}"
    return ""


def blind(value: object, role: str) -> bool:
    """Whether a value is a token that ``role`` cannot distinguish from its neighbours: in a hidden hand.

    Only the owner of a hand may know its order. For other roles the whole hand is one option, and chance decides the token
    (docs/adr/0008-blind-choices.md).
    """
    if role == CHANCE or not isinstance(value, Token) or value.container is None:
        return False
    holder = value.container
    return not holder.ordered and not sees(holder.visible_to, role)


def alike(one: object, other: object, role: str = CHANCE) -> bool:
    """Whether two options with the same name are one choice for ``role``: equal tokens of a container, and tokens that it
    cannot distinguish."""
    if isinstance(one, Token) and isinstance(other, Token):
        return one.container is other.container and (one.key() == other.key() or (blind(one, role) and blind(other, role)))
    return one == other


def names_for(value: object, role: str) -> list[str]:
    """The possible names of a value in a move's text, the shortest first; longer ones resolve ambiguities."""
    name = word(value, role)
    where = place(value, role)
    if isinstance(value, Token) and where:
        return [name, f"{name}@{where.rpartition(':')[2]}", f"{name}@{where}"]
    return [name, where] if where else [name]


def rename(move: Move, found: dict[str, Move]) -> None:
    """Change the text of a move that another move has already: add the places of its tokens."""
    other = found[move.text]
    names = [
        names_for(arg, move.role)[: 1 if alike(arg, others) else None]
        for arg, others in zip(move.args, other.args, strict=True)
        if arg is not None
    ]
    for more in (1, 2):
        move.reword([each[min(more, len(each) - 1)] for each in names])
        other = found.setdefault(move.text, move)
        if other is move or all(map(alike, other.args, move.args)):
            return
    raise RulesError(f"two moves are both called {move.text!r}; give options that read differently")
