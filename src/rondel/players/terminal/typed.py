"""Typed input, matched to one of the legal moves.

``play_disc(d3)``, ``play_disc d3``, ``d3`` and the number in the list all mean the same move; so do ``a1 b2`` and ``a1b2``,
and the game's own notation, ``Nf3``. Other input gets a helpful message.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from rondel.engine.text import ENGLISH, _, say, translate
from rondel.players.terminal.spelling import spelt

SHOWN: Final = 12
"""Maximum number of moves that a message names."""


AMBIGUOUS: Final = _("{typed} can mean {moves}.")
MORE: Final = _("Type more of it, or its number.")
NO_NUMBER: Final = _("There is no move number {number}: they go from 1 to {last}.")
NUMBERS: Final = _("Type a number from {least} to {most}, as in {example}.")
STEPS: Final = _("Type a number from {least} to {most} in steps of {step}, as in {example}.")
IN_FULL: Final = _(
    "Type a move: in full ({move}), without its name ({short}), or its number in the list ({number} or #{number})."
)
BY_NAME: Final = _("Type a move ({move}), or its number in the list ({number} or #{number}).")
NOTATION: Final = _("The game's own notation is understood as well ({spelling}).")
IN_ALL: Final = _("{shown}, ... ({number} in all)")


class NotUnderstood(Exception):
    """The input matches no move, or several; the message names candidates."""


def understand(
    typed: str,
    moves: Sequence[Mapping[str, Any]],
    *,
    places: Collection[str] = (),
    lang: str = ENGLISH,
    spell: Callable[[Mapping[str, Any]], Sequence[str]] = lambda move: (),
) -> str:
    """The text of the matching move. ``moves`` are those of a view, ``places`` the names of all cells, ``lang`` is the language
    of messages, and ``spell`` returns a move's spellings in the game's own notation.

    Raises `NotUnderstood`.

    >>> moves = [{"text": f"play_disc({cell})", "action": "play_disc"} for cell in ("d3", "c4", "f5", "e6")]
    >>> understand("D3", moves), understand("#2", moves), understand("4", moves), understand("play_disc f5", moves)
    ('play_disc(d3)', 'play_disc(c4)', 'play_disc(e6)', 'play_disc(f5)')
    >>> understand("c44", moves)
    Traceback (most recent call last):
    rondel.players.terminal.typed.NotUnderstood: I do not understand 'c44'. Did you mean c4? ...
    """
    said = plain(typed)
    number = _number(typed, said, moves, lang)
    if number:
        return number
    texts = [move["text"] for move in moves]
    full = {plain(move["text"]): move["text"] for move in moves}
    if typed.strip() in texts:
        return typed.strip()
    if said in full:
        return str(full[said])
    for meant in (
        [move["text"] for move in spelt(typed, moves, spell)],
        [move["text"] for move in moves if plain(short(move)) == said],
        [move["text"] for move in moves if plain(move["action"]) == said],
    ):
        if len(meant) == 1:
            return _chosen(next(move for move in moves if move["text"] == meant[0]), lang)
        if meant:
            raise NotUnderstood(_ambiguous(typed, meant, lang))
    counted = re.fullmatch(r"#?(\d+)", typed.strip())
    if counted:
        if 1 <= int(counted[1]) <= len(texts):
            return _chosen(moves[int(counted[1]) - 1], lang)
        ranges = [move for move in moves if "numbers" in move]
        if len(ranges) == 1:
            raise NotUnderstood(_limits(ranges[0], lang))
        raise NotUnderstood(say(NO_NUMBER, lang, number=counted[1], last=len(texts)))
    tight = said.replace(" ", "")
    begun = [
        move["text"]
        for move in moves
        if said and (plain(move["text"]).startswith(said) or plain(short(move)).replace(" ", "").startswith(tight))
    ]
    if len(begun) == 1:
        return _chosen(next(move for move in moves if move["text"] == begun[0]), lang)
    if begun:
        raise NotUnderstood(_ambiguous(typed, begun, lang))
    raise NotUnderstood(_nonsense(typed.strip(), said, moves, places, lang))


def short(move: Mapping[str, Any]) -> str:
    """A move without its action's name: ``d3``; the name alone if there is nothing else. A range of numbers keeps the name.

    A place of an area keeps its comma: ``0,0 1,-1``.

    >>> short({"text": "move(a1,b2)", "action": "move"}), short({"text": "pass_on", "action": "pass_on"})
    ('a1 b2', 'pass_on')
    >>> short({"text": "move(0,1,1,1)", "action": "move", "places": ["land:0,1", "land:1,1"]})
    '0,1 1,1'
    >>> numbers = {"least": 40, "most": 400, "step": 1, "before": "raise_to(", "after": ")", "part": "chips"}
    >>> short({"text": "raise_to(40)", "action": "raise_to", "numbers": numbers})
    'raise_to 40-400'
    """
    if "numbers" in move:
        numbers = move["numbers"]
        return f"{plain(numbers['before'])} {numbers['least']}-{numbers['most']}"
    rest = str(move["text"][len(move["action"]) + 1 : -1])
    if not rest:
        return str(move["text"])
    done = ""
    for place in move.get("places", ()):
        _container, _colon, name = place.partition(":")
        if "," in name and name in rest:
            before, _name, rest = rest.partition(name)
            done += before.replace(",", " ") + name
    return done + rest.replace(",", " ")


def _number(typed: str, said: str, moves: Sequence[Mapping[str, Any]], lang: str) -> str:
    """The text of the move of a range that ends in the typed number: ``raise_to 140``, or ``140`` if nothing else is called so.

    Returns an empty text for other input. Raises `NotUnderstood` for a number outside the range.

    >>> raises = {"least": 40, "most": 400, "step": 20, "before": "raise_to(", "after": ")", "part": "chips"}
    >>> moves = [{"text": "fold", "action": "fold"}, {"text": "raise_to(40)", "action": "raise_to", "numbers": raises}]
    >>> understand("140", moves), understand("Raise_to 400", moves), understand("1", moves)
    ('raise_to(140)', 'raise_to(400)', 'fold')
    >>> understand("raise_to 150", moves)
    Traceback (most recent call last):
    rondel.players.terminal.typed.NotUnderstood: Type a number from 40 to 400 in steps of 20, as in raise_to 40.
    """
    ends = re.search(r"-?\d+(?=\W*$)", typed)
    if ends is None:
        return ""
    alone = plain(ends[0]) == said
    found: list[str] = []
    for move in moves:
        if "numbers" not in move:
            if alone and plain(short(move)) == said:
                return ""  # another move is called by that number
            continue
        numbers = move["numbers"]
        text = f"{numbers['before']}{int(ends[0])}{numbers['after']}"
        fits = int(ends[0]) in range(numbers["least"], numbers["most"] + 1, numbers["step"])
        if plain(text) == said or plain(short({"text": text, "action": move["action"]})) == said:
            if fits:
                found.append(text)
            elif not alone:
                raise NotUnderstood(_limits(move, lang))
    if len(found) > 1:
        raise NotUnderstood(_ambiguous(typed, found, lang))
    return found[0] if found else ""


def _chosen(move: Mapping[str, Any], lang: str) -> str:
    """The text of a move. Raises `NotUnderstood` for a range of numbers, which needs a number."""
    if "numbers" in move:
        raise NotUnderstood(_limits(move, lang))
    return str(move["text"])


def _limits(move: Mapping[str, Any], lang: str) -> str:
    """What may be typed for a range of numbers."""
    numbers = move["numbers"]
    limits = {"least": numbers["least"], "most": numbers["most"], "example": plain(move["text"])}
    return say(NUMBERS if numbers["step"] == 1 else STEPS, lang, step=numbers["step"], **limits)


def plain(text: str) -> str:
    """A text without the parts that people leave out: capitals, brackets, commas.

    >>> plain(" Move( A1, b2 )")
    'move a1 b2'
    """
    return " ".join(re.sub(r"[\s,;()]+", " ", text).lower().split())


def listed(texts: Sequence[str], lang: str = ENGLISH) -> str:
    """Some of the texts, separated by commas, and their number if not all fit."""
    shown = ", ".join(texts[:SHOWN])
    return say(IN_ALL, lang, shown=shown, number=len(texts)) if len(texts) > SHOWN else shown


def names(moves: Sequence[Mapping[str, Any]]) -> list[str]:
    """The text to type for each move: the short form if it means one move only. A number that is the only option of its action
    keeps the action's name, unless there is no other action.

    >>> moves = [{"text": "fold", "action": "fold"}, {"text": "raise_to(607)", "action": "raise_to"}]
    >>> names(moves), understand("607", moves), understand("raise_to 607", moves)
    (['fold', 'raise_to 607'], 'raise_to(607)', 'raise_to(607)')
    """
    shorts = [short(move) for move in moves]
    actions = [move["action"] for move in moves]
    found: list[str] = []
    for each, move in zip(shorts, moves, strict=True):
        if shorts.count(each) > 1:
            found.append(move["text"])
        elif each.isdigit() and actions.count(move["action"]) == 1 < len(actions):
            found.append(plain(move["text"]))
        else:
            found.append(each)
    return found


def ways_to_type(
    moves: Sequence[Mapping[str, Any]], spell: Callable[[Mapping[str, Any]], Sequence[str]], lang: str = ENGLISH
) -> list[str]:
    """How a move can be typed, in sentences; the example is one of the legal moves, if possible one with a short form.

    >>> moves = [{"text": "fold", "action": "fold"}, {"text": "play(QS)", "action": "play"}]
    >>> ways_to_type(moves, lambda move: ())
    ['Type a move: in full (play(QS)), without its name (QS), or its number in the list (2 or #2).']
    """
    ways = names(moves)
    numbered = list(zip(moves, ways, range(1, len(moves) + 1), strict=True))
    short = [each for each in numbered if each[1] != each[0]["text"] and "numbers" not in each[0]]
    move, way, number = [*short, *numbered][0]
    said = [say(BY_NAME if way == move["text"] else IN_FULL, lang, move=move["text"], short=way, number=number)]
    spelling = max((way for each in moves for way in spell(each)[:1]), key=lambda way: way[:1].isupper(), default="")
    return [*said, say(NOTATION, lang, spelling=spelling)] if spelling else said


def _ambiguous(typed: str, texts: Sequence[str], lang: str) -> str:
    return f"{say(AMBIGUOUS, lang, typed=repr(typed.strip()), moves=listed(texts, lang))} {translate(MORE, lang)}"


def _nonsense(typed: str, said: str, moves: Sequence[Mapping[str, Any]], places: Collection[str], lang: str) -> str:
    ways = names(moves)
    legal = say(_("You can play {moves}."), lang, moves=listed(ways, lang))
    if said in {place.lower() for place in places}:
        return say(_("{typed} is on the board, but not a legal move now."), lang, typed=repr(typed)) + f" {legal}"
    by_form = {plain(form): way for move, way in zip(moves, ways, strict=True) for form in (move["text"], way)}
    close = difflib.get_close_matches(said, by_form, 3, 0.6)
    said_so = [say(_("I do not understand {typed}."), lang, typed=repr(typed))]
    if close:
        meant = say(_(" or "), lang).join(dict.fromkeys(by_form[each] for each in close))
        said_so.append(say(_("Did you mean {moves}?"), lang, moves=meant))
    return " ".join([*said_so, legal, say(_("Type help for help."), lang)])
