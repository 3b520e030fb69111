"""Deals: what chance decides about the tokens of a pile that nobody knows: drawing, dealing and peeking.

Authors call them as methods of their game: ``game.draw``, ``game.deal``, ``game.peek``. Each token that comes out of a
bag is one question to chance, with the equal tokens merged; what has its place in the pile is not asked for.
"""

from __future__ import annotations

from collections.abc import Iterable

from rondel.engine.choice import fall
from rondel.engine.container import Container
from rondel.engine.machine import Machine
from rondel.engine.pile import Pile
from rondel.engine.token import Token
from rondel.engine.visibility import NOBODY, Visibility
from rondel.errors import RulesError


def draw(machine: Machine, pile: Pile, to: Container | None) -> Token:
    """The top token; it stays on top until it is moved, unless it is drawn ``to`` another container."""
    token = _settled(machine, pile, 0, NOBODY, to is None)
    if to is not None:
        to.add(token)
    return token


def deal(machine: Machine, pile: Pile, hands: Iterable[Container], count: int) -> None:
    """``count`` tokens to each of the hands, one by one in turn."""
    if count < 0:
        raise RulesError(f"cannot deal {count} tokens to each")
    listed = list(hands)
    if pile._size() < count * len(listed):
        raise RulesError(
            f"pile {pile.name!r} of {pile._size()} cannot deal {count} to each of {len(listed)}; put more into it first"
        )
    for _each in range(count):
        for hand in listed:
            draw(machine, pile, hand)


def peek(machine: Machine, pile: Pile, count: int, to: Visibility) -> list[Token]:
    """The ``count`` topmost tokens, the top one first; those in ``to`` know them from now on."""
    if count < 0:
        raise RulesError(f"cannot peek at {count} tokens")
    return [_settled(machine, pile, depth, to, True) for depth in range(min(count, pile._size()))]


def _settled(machine: Machine, pile: Pile, depth: int, known: Visibility, stays: bool) -> Token:
    """The token below ``depth`` others, settled by chance if it lies in a bag, and known to some."""
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
