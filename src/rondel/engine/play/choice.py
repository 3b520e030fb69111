"""Choices: the questions that rules ask a role, several roles, or chance.

Each function returns the answer, or suspends the rule until there is one (`rondel.engine.play.running.suspension`). A rule that
runs again is given its earlier answers in order. Authors call the functions as methods of their game:
``game.choose``, ``game.choose_some``, ``game.choose_each``, ``game.draw``, ``game.roll``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

from rondel.engine.components.cell import Cell
from rondel.engine.components.move import Move, alike, blind, forced, names_for, word
from rondel.engine.components.token import Token
from rondel.engine.declarations.moves.cell_moves import CellMoves
from rondel.engine.play.running.question import Question, Several, Suspend, unfit
from rondel.engine.text import Phrase, _
from rondel.engine.visibility import CHANCE
from rondel.errors import RulesError

if TYPE_CHECKING:
    from rondel.engine.play.running.machine import Machine
    from rondel.engine.play.running.question import Answer

T = TypeVar("T")

CHOSEN: Final = _("{actplayer} chooses {choice}")
DONE: Final = _("{actplayer} is done")
FELL: Final = _("chance gives {choice}")
ON_BUTTONS: Final = (_("Choose"), _("Done"))
"""The labels of "choose" and "done" where a page offers a move by its name."""


# -- the next answer ---------------------------------------------------------------------------------------------------


def inquire(machine: Machine, question: Callable[[], Question], role: str) -> Answer:
    """The next answer of the running rule. Raises `Suspend` with the question if there is none yet.

    Raises `RulesError` where no rule runs, and where the rule differs from its earlier run. An empty ``role`` takes an answer
    of any role.
    """
    _check_asking(machine)
    run = machine.run
    answer = run.next(role, len(machine.journal.entries), machine.node)
    if answer is None:
        asked = question()
        if run.luck is None:
            raise Suspend(asked)
        asked.check(machine.node, machine.roles)
        chooser = asked.waiting[0]
        moves = asked.moves[chooser]
        number = run.pick(len(moves))
        if number < 0:
            raise Suspend(asked)
        answer = moves[number].answer
        run.draw(answer, len(machine.journal.entries))
    return answer


def _check_asking(machine: Machine) -> None:
    """Raise `RulesError` where no rule runs, and where one has swallowed its suspension."""
    if not machine.asking:
        raise RulesError("setup, options, args and scores cannot ask: ask in an action or in 'enter'")
    if machine.run.suspended:
        machine.swallowed(f"a rule of state {machine.node.name!r}")


def ask_chance(machine: Machine, texts: list[str], weights: list[int], moves: Callable[[], list[Move]]) -> int:
    """The number of the outcome that chance chooses: by the seed, the script of a record, or an answer from outside."""
    if not machine.asking:
        raise RulesError("setup, options, args and scores cannot draw by chance: deal in an automatic state's 'enter'")
    run = machine.run
    if run.suspended:
        machine.swallowed(f"a rule of state {machine.node.name!r}")
    if run.cursor == len(run.answers):
        if machine.chance.ready():
            number = machine.chance.answer(texts, weights)
            answer = (CHANCE, texts[number])
            machine.answers.append(answer)
            run.add(answer, len(machine.journal.entries))
            return number
        if run.luck is not None and run.left > 0:
            run.left -= 1
            number = _weighed(run.luck(), weights)
            machine.chance.draws += 1
            run.draw((CHANCE, texts[number]), len(machine.journal.entries))
            return number
    text = inquire(machine, lambda: Question("", {CHANCE: forced(moves())}, (CHANCE,)), CHANCE)[1]
    try:
        return texts.index(text)
    except ValueError:
        raise unfit(text, texts) from None


def _weighed(luck: float, weights: Sequence[int]) -> int:
    """The number of the outcome that a number from 0 to less than 1 means, as `rondel.search.playout.drawn` finds its move."""
    total = sum(weights)
    last = -1
    for number, weight in enumerate(weights):
        if weight:
            last = number
            luck -= weight / total
            if luck < 0:
                break
    return last


# -- choices of players ------------------------------------------------------------------------------------------------


_ON_CELLS: Final[dict[tuple[str, str, object], CellMoves]] = {}
"""The moves that choose a cell, by role, action and board. All games share them."""


class Pool(Generic[T]):
    """The options of a choice by the words that name them; equal options are merged and counted."""

    def __init__(self, options: Iterable[T], role: str) -> None:
        self.role = role
        self.items: dict[str, list[T]] = {}
        for option in options:
            name = word(option, role)
            known = self.items.get(name)
            if known is None:
                self.items[name] = [option]
            elif alike(known[0], option, role):
                known.append(option)
            else:
                self._add_longer(option)
        self.names = list(self.items)

    def _add_longer(self, option: T) -> None:
        """Add an option whose short name is another's."""
        for name in names_for(option, self.role):
            known = self.items.get(name)
            if known is None:
                self.items[name] = [option]
                return
            if alike(known[0], option, self.role):
                known.append(option)
                return
        raise RulesError(f"two options are both called {name!r}; give options that read differently")

    def move(self, role: str, action: str, name: str) -> Move:
        """The move that chooses the option of that name."""
        item = self.items[name][0]
        if isinstance(item, Cell) and item.of is not None and item.name == name:
            moves = on_cells([item], item.of, role, action)
            if moves is not None:
                return moves[0]
        move = Move(role, action, (item,), CHOSEN, ("choice",))
        if move.text != f"{action}({name})":  # the short name is another option's
            move.reword([name])
        return move

    def taken(self, machine: Machine, name: str, count: int) -> list[T]:
        """``count`` options of that name: the first ones, or random ones where the chooser cannot tell them apart."""
        same = self.items[name]
        if count == 0 or not blind(same[0], self.role):
            return same[:count]
        left = list(same)
        found: list[T] = []
        for _each in range(count):
            found.append(chance(machine, left, None, "draw"))
            left = [option for option in left if option is not found[-1]]
        return found


def _chosen(text: str, action: str, names: Iterable[str]) -> str:
    """The name of the option in an answer's text. Raises `Misfit` for another text."""
    if text.startswith(action + "(") and text.endswith(")"):
        name = text[len(action) + 1 : -1]
        if name in names:
            return name
    raise unfit(text, [f"{action}({each})" for each in names])


def choose(machine: Machine, options: Iterable[T], ask: str | Phrase, role: str, action: str) -> T | Question:
    """The option that ``role`` chooses, or the question if it has not been answered. Raises `RulesError` if there are no
    options."""
    if type(options) is list and options:
        # Cells of one board need no names to be told apart. Here `inquire` is inlined, and the caller raises `Suspend`, because
        # each call that an exception passes costs as much as twenty others.
        first: Any = options[0]
        board: object = first.of if isinstance(first, Cell) else None
        if board is not None:
            found: Any = _of_cells(machine, options, board, ask, role, action)
            if found is not None:
                return cast("T | Question", found)
    pool = Pool(options, role)
    if not pool.names:
        raise RulesError(f"nothing to choose from at {ask!r}; ask only when there is something")

    def question() -> Question:
        return Question(ask, {role: forced([pool.move(role, action, name) for name in pool.names])}, (role,))

    _role, text = inquire(machine, question, role)
    return pool.taken(machine, _chosen(text, action, pool.names), 1)[0]


def _of_cells(
    machine: Machine, options: list[Any], board: object, ask: str | Phrase, role: str, action: str
) -> Cell | Question | None:
    """The answer of `choose` for cells of one board; None for other options, and an answer that does not fit."""
    run = machine.run
    if not machine.asking or run.suspended:
        _check_asking(machine)
    if run.cursor < len(run.answers):
        chosen = _cell_of(options, board, run.answers[run.cursor][1], action)
        if chosen is not None:
            run.next(role, len(machine.journal.entries), machine.node)
        return chosen
    moves = on_cells(options, board, role, action)
    if moves is None:
        return None
    asked = Question(ask, {role: forced(moves)}, (role,))
    if run.luck is not None:
        asked.check(machine.node, machine.roles)
        number = run.pick(len(moves))
        if number >= 0:
            move = moves[number]
            run.draw(move.answer, len(machine.journal.entries))
            return cast("Cell", move.args[0])
    run.next(role, len(machine.journal.entries), machine.node)
    return asked


def _cell_of(cells: list[Any], board: object, text: str, action: str) -> Cell | None:
    """The cell that an answer names. The search ends at the first option that is not a cell of the board; None if not found."""
    name = text[len(action) + 1 : -1]
    for each in cells:
        if not isinstance(each, Cell) or each.of is not board:
            return None
        if each.name == name:
            return each if text == f"{action}({name})" else None
    return None


def on_cells(cells: list[Any], board: object, role: str, action: str) -> list[Move] | None:
    """The moves that choose one of these cells; all games share them. None if an option is not a cell of the board."""
    known = _ON_CELLS.get((role, action, board))
    if known is None:
        known = _ON_CELLS[role, action, board] = CellMoves(board, role, action, CHOSEN, ("choice",), {}, {})
    return known.of_cells(cells, known.begin())


class _Picker(Generic[T]):
    """One role's choice of several options: one by one in a fixed order, so that each set has exactly one sequence of moves."""

    def __init__(self, role: str, options: Iterable[T], least: int, most: int, action: str) -> None:
        self.role = role
        self.pool = Pool(options, role)
        self.action = action
        self.total = sum([len(alike) for alike in self.pool.items.values()])
        if not 0 <= least <= most:
            raise RulesError(f"cannot choose at least {least} and at most {most}")
        if self.total < least:
            raise RulesError(f"cannot choose at least {least} of {self.total}")
        self.least = least
        self.most = min(most, self.total)
        self.picked: list[str] = []
        self.stopped = False

    def done(self) -> bool:
        return self.stopped or len(self.picked) == self.most

    def anew(self) -> _Picker[T]:
        """The same choice with no option picked."""
        options = [option for same in self.pool.items.values() for option in same]
        return _Picker(self.role, options, self.least, self.most, self.action)

    def again(self) -> None:
        self.picked = []
        self.stopped = False

    def names(self) -> list[str]:
        """The options that may come next: none before the last one picked, and only where enough remain for the minimum."""
        names = self.pool.names
        start = names.index(self.picked[-1]) if self.picked else 0
        left = sum([len(self.pool.items[name]) for name in names[start:]]) - (self.picked.count(names[start]) if names else 0)
        found: list[str] = []
        for number, name in enumerate(names[start:]):
            free = len(self.pool.items[name]) - (self.picked.count(name) if number == 0 else 0)
            if free > 0 and len(self.picked) + left >= self.least:
                found.append(name)
            left -= free
        return found

    def moves(self) -> list[Move]:
        """The legal moves: an option, or ``done``."""
        moves = [self.pool.move(self.role, self.action, name) for name in self.names()]
        if len(self.picked) >= self.least:
            moves.append(Move(self.role, "done", (), DONE, ()))
        return forced(moves)

    def several(self) -> dict[str, Several]:
        """The data with which a page lets the options be chosen in any order; empty once one has been picked."""
        if self.picked:
            return {}
        return {self.role: Several(self.role, self.action, self.pool.items, self.least, self.most)}

    def take(self, text: str) -> None:
        if text == "done" and len(self.picked) >= self.least:
            self.stopped = True
        else:
            self.picked.append(_chosen(text, self.action, self.names()))

    def said(self) -> list[str]:
        """The answers that lead to the present picks."""
        return [f"{self.action}({name})" for name in self.picked] + (["done"] if self.stopped else [])

    def result(self, machine: Machine) -> tuple[T, ...]:
        chosen: list[T] = []
        for name in self.pool.names:
            chosen.extend(self.pool.taken(machine, name, self.picked.count(name)))
        return tuple(chosen)


def choose_some(
    machine: Machine, options: Iterable[T], least: int, most: int, ask: str | Phrase, role: str, action: str
) -> tuple[T, ...]:
    """From ``least`` to ``most`` of the options, which ``role`` chooses one by one."""
    picker = _Picker(role, options, least, most, action)
    while not picker.done():
        picker.take(inquire(machine, lambda: Question(ask, {role: picker.moves()}, (role,), picker.several()), role)[1])
    return picker.result(machine)


def _equal(one: object, other: object) -> bool:
    """Whether two outcomes count as one: equal tokens do, wherever they lie."""
    return one.key() == other.key() if isinstance(one, Token) and isinstance(other, Token) else one == other


def choose_each(
    machine: Machine, options: Mapping[str, Iterable[T]], least: int, most: int, ask: str | Phrase, action: str
) -> dict[str, tuple[T, ...]]:
    """The options that each role chooses, at the same time and in secret: no role sees another's choice before all have
    answered.

    Until then a role that has answered may change its answer, by choosing again from the start.
    """
    pickers = {role: _Picker(role, items, least, most, action) for role, items in options.items()}

    def question() -> Question:
        asked = {role: picker.anew() if picker.done() else picker for role, picker in pickers.items()}
        several: dict[str, Several] = {}
        for picker in asked.values():
            several.update(picker.several())
        waiting = tuple([role for role, picker in pickers.items() if not picker.done()])
        return Question(ask, {role: picker.moves() for role, picker in asked.items()}, waiting, several, since)

    def said() -> list[Answer]:
        return [(role, text) for role, picker in pickers.items() for text in picker.said()]

    run = machine.run
    since = run.cursor
    written = len(machine.journal.entries)
    while not all(picker.done() for picker in pickers.values()):
        if run.cursor == len(run.answers):
            run.replace(since, said(), written)
        role, text = inquire(machine, question, "")
        picker = pickers.get(role)
        if picker is None:
            raise unfit(f"{text} by {role}", pickers)
        if picker.done():
            picker.again()
        picker.take(text)
    run.replace(since, said(), written)
    return {role: picker.result(machine) for role, picker in pickers.items()}


# -- chance ------------------------------------------------------------------------------------------------------------

_DICE: Final[dict[int, list[str]]] = {}
"""The move texts of a die by its number of sides, once one has been rolled."""
_SIDES: Final = 100
"""The most sides of a die whose texts are cached."""


def roll(machine: Machine, sides: int) -> int:
    """A number from 1 to ``sides``, as `chance` gives it; the move texts are cached."""
    texts = _DICE.get(sides)
    if texts is None:
        if not 1 <= sides <= _SIDES:
            return chance(machine, range(1, sides + 1), None, "roll")
        texts = _DICE[sides] = [f"roll({number})" for number in range(1, sides + 1)]

    def moves() -> list[Move]:
        made = [Move(CHANCE, "roll", (number,), FELL, ("choice",)) for number in range(1, sides + 1)]
        for move in made:
            move.probability = 1 / sides
        return made

    return ask_chance(machine, texts, [1] * sides, moves) + 1


def chance(machine: Machine, outcomes: Sequence[T], weights: Sequence[int] | None, action: str) -> T:
    """A random outcome, in proportion to the weights (equal by default); equal outcomes are merged."""
    if not outcomes:
        raise RulesError("chance has nothing to choose from")
    given: list[Any] = [1] * len(outcomes) if weights is None else list(weights)
    if len(given) != len(outcomes):
        raise RulesError(f"chance has {len(outcomes)} outcomes but {len(given)} weights; give one for each")
    if not all(type(weight) is int and weight >= 0 for weight in given) or not any(given):
        raise RulesError(f"the weights of chance are {given!r}; they are whole numbers of at least 0, and not all 0")
    merged: dict[str, list[int]] = {}
    for number, outcome in enumerate(outcomes):
        name = word(outcome, CHANCE)
        text, other = f"{action}({name})", 1
        while text in merged and not _equal(outcomes[merged[text][0]], outcome):
            other += 1
            text = f"{action}({name}@{other})"
        merged.setdefault(text, []).append(number)
    texts = list(merged)
    heavy = [sum([given[number] for number in merged[text]]) for text in texts]
    first = [outcomes[merged[text][0]] for text in texts]
    return first[fall(machine, action, texts, heavy, first)]


def fall(machine: Machine, action: str, texts: list[str], weights: list[int], outcomes: Sequence[object]) -> int:
    """The number of the outcome that chance chooses. The texts name the outcomes as ``action(name)``, each a different one."""

    def moves() -> list[Move]:
        total = sum(weights)
        made: list[Move] = []
        for text, weight, outcome in zip(texts, weights, outcomes, strict=True):
            if weight:
                move = Move(CHANCE, action, (outcome,), FELL, ("choice",))
                move.reword([text[len(action) + 1 : -1]])
                move.probability = weight / total
                made.append(move)
        return made

    return ask_chance(machine, texts, weights, moves)
