"""Draws: the tokens that are drawn, dealt or seen from a pile; in a shuffled pile chance decides which.

Authors call them as methods of their game: ``game.draw``, ``game.deal``, ``game.peek``. Each token that leaves the shuffled
part is one question to chance, with equal tokens merged. A token with a known place in the pile needs no question.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rondel.engine.components.container import Container
from rondel.engine.components.pile import Pile
from rondel.engine.components.token import Token
from rondel.engine.play.choice import fall
from rondel.engine.play.running.machine import Machine
from rondel.engine.visibility import NOBODY, Visibility
from rondel.errors import RulesError, quoted


def draw(machine: Machine, pile: Pile, to: Container | None) -> Token:
    """The top token; it stays on top until it is moved, unless it is drawn ``to`` another container."""
    _check(pile, 1, "draw")
    given: Any = to  # what an author wrote may be of any type, also where this is compiled
    if given is not None and not isinstance(given, Container):
        raise RulesError(f"a token cannot be drawn to {quoted(given)}, which is no container; give one, game.draw(pile, hand)")
    token = _settled(machine, pile, 0, NOBODY, to is None)
    if to is not None:
        to.add(token)
    return token


def deal(machine: Machine, pile: Pile, hands: Iterable[Container], count: int) -> None:
    """Deal ``count`` tokens to each of the hands, one by one in turn."""
    _check(pile, count, "deal")
    listed = _listed(hands)
    if pile._size() < count * len(listed):
        raise RulesError(
            f"pile {pile.name!r} of {pile._size()} cannot deal {count} to each of {len(listed)}; put more into it first"
        )
    for _each in range(count):
        for hand in listed:
            draw(machine, pile, hand)


def peek(machine: Machine, pile: Pile, count: int, to: Visibility) -> list[Token]:
    """The ``count`` topmost tokens, the top one first; the roles in ``to`` know them from now on."""
    _check(pile, count, "peek at")
    return [_settled(machine, pile, depth, to, True) for depth in range(min(count, pile._size()))]


def _check(pile: Pile, count: int, what: str) -> None:
    """Raise `RulesError` unless ``pile`` is a pile and ``count`` a number of tokens."""
    given: Any = pile  # what an author wrote may be of any type, also where this is compiled
    if not isinstance(given, Pile):
        fix = "take its tokens as they lie, row[-1]" if isinstance(given, Container) else "give a Pile"
        raise RulesError(f"game.{what.partition(' ')[0]} is for piles, and {quoted(given)} is none; {fix}")
    number: Any = count
    if type(number) is not int or number < 0:
        raise RulesError(f"cannot {what} {number!r} tokens of pile {pile.name!r}; give a whole number from 0")


def _listed(hands: Iterable[Container]) -> list[Container]:
    """The hands as a list. Raises `RulesError` for anything but containers."""
    given: Any = hands  # what an author wrote may be of any type, also where this is compiled
    if isinstance(given, Container):
        raise RulesError(f"{given.name!r} is one container; deal to a list of them, game.deal(pile, [hand], 5)")
    if isinstance(given, Mapping):
        raise RulesError("a dict of hands goes over their keys; deal to its values, game.deal(pile, hands.values(), 5)")
    if not isinstance(given, Iterable):
        raise RulesError(f"cannot deal to {quoted(given)}; give a list of containers, game.deal(pile, [hand], 5)")
    listed: list[Any] = list(given)
    for each in listed:
        if not isinstance(each, Container):
            raise RulesError(f"cannot deal to {quoted(each)}, which is no container; give hands, rows or piles")
    return listed


def _settled(machine: Machine, pile: Pile, depth: int, known: Visibility, stays: bool) -> Token:
    """The token below ``depth`` others, from now on known to the roles in ``known``; chance decides it in a shuffled part."""
    if pile._size() <= depth:
        raise RulesError(
            f"pile {pile.name!r} is empty: nothing can be drawn; look first, or put more into it (pile.shuffle_in(discard))"
        )
    found = pile._at_depth(depth)
    if found is None:
        token = pile._items[-1 - depth]
    else:
        outcomes = [alike[0] for alike in found.tokens]
        token = outcomes[fall(machine, "draw", found.texts, found.counts, outcomes)]
    if stays or pile._marks:
        pile._settle(token, known)
    return token
