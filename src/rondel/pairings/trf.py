"""FIDE's tournament report file (TRF16): the exchange format of pairing programs and federations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rondel.pairings.scorecard import Card, Line


def report(title: str, cards: Sequence[Card], names: Mapping[int, str], *, rounds: int, initial: bool = True) -> str:
    """The tournament as text, one line for each entrant; ``rounds`` is how many it has.

    Pairing numbers must be 1 to the number of entrants.

    >>> print(report("Cup", [Card(1, (Line("bye", 1.0),))], {1: "Ada"}, rounds=3).splitlines()[-1].rstrip())
    001    1      Ada                                                                1.0    1  0000 - U
    """
    ranked = sorted(cards, key=lambda card: (-card.points, card.number))
    rank = {card.number: place for place, card in enumerate(ranked, 1)}
    head = [
        f"012 {_plain(title)}",
        f"062 {len(cards)}",
        "092 Individual: Swiss-System",
        f"XXR {rounds}",
        f"XXC {'white1' if initial else 'black1'}",
    ]
    lines = [
        f"001 {card.number:4}      {_plain(names.get(card.number, ''))[:33]:33} {'':4} {'':3} {'':11} {'':10} "
        f"{card.points:4.1f} {rank[card.number]:4}{''.join([_round(line) for line in card.lines])}"
        for card in sorted(cards, key=lambda card: card.number)
    ]
    return "\n".join([*head, *lines, ""])


def _plain(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


def _round(line: Line) -> str:
    if line.opponent is None:
        return f"  0000 - {'U' if line.kind == 'bye' else 'Z'}"
    if line.kind == "forfeit":
        return f"  {line.opponent:4} {'w' if line.first else 'b'} {'+' if line.points == 1 else '-'}"
    result = "1" if line.points == 1 else "=" if line.points else "0"
    return f"  {line.opponent:4} {'w' if line.first else 'b'} {result}"
