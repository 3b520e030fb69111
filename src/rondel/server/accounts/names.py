"""Names of people: how they are shown, and when two names count as the same.

A name may be in any script, but of one script at a time, as Unicode's *Security Mechanisms* (UTS #39) advise for identifiers:
most names that look like another mix scripts. Beyond that, two names are the same when their `skeleton` is: the name without
case, width and separators, in which letters that look alike are replaced by one of them.
"""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from typing import Final

from rondel.errors import quoted
from rondel.server.protocol.refused import Refusal

LONGEST_NAME: Final = 40
"""Characters of a name at a table."""

SHORTEST: Final = 2
LONGEST: Final = 24
"""Characters of an account's name."""

MOST_MARKS: Final = 3
"""Combining marks on one letter: more of them would overlap the lines above and below."""

_BETWEEN: Final = " -_.'"

_TOGETHER: Final = (
    frozenset({"CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"CJK", "HANGUL"}),
    frozenset({"CJK", "BOPOMOFO"}),
)
"""Scripts that are written together."""

_ALIKE: Final = (
    *("aаα", "bвьβ", "cсϲ", "dԁ", "eеε", "hһнηհ", "jј", "kкκ", "l1iıіι|ӏ", "mмμ", "nոν", "o0оοօ", "pрρ", "qԛ", "rгґ", "sѕ"),
    *("tтτ", "uսυ", "wԝω", "xхχ", "yуγү", "zζ", "3зэ"),
)
"""Letters that look alike, as small or capital letters, after case folding; all are replaced by the first."""

_SAME: Final = str.maketrans({each: alike[0] for alike in _ALIKE for each in alike[1:]})

_INVISIBLE: Final = frozenset(
    {chr(each) for each in (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x3164, 0xFFA0)}
    | {chr(each) for each in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))}
)
"""Letters and marks without a glyph: fillers, joiners and variation selectors."""

_RESERVED: Final = frozenset(
    {"admin", "administrator", "moderator", "mod", "rondel", "host", "system", "server", "support", "nobody", "everybody"}
)


def clean(name: str) -> str:
    """A name as it may be shown: one short line without control, direction or invisible characters.

    >>> clean("  Ada\\u202e\\n Lovelace ")
    'Ada Lovelace'
    """
    kept = "".join(" " if each.isspace() else each for each in name if each.isspace() or _seen(each))
    return " ".join(few_marks(kept).split())[:LONGEST_NAME]


def few_marks(text: str) -> str:
    """The text with at most `MOST_MARKS` combining marks on each letter.

    >>> few_marks("Z\u0301\u0302\u0303\u0304\u0305oe\u0301") == "Z\u0301\u0302\u0303oe\u0301"
    True
    """
    kept: list[str] = []
    marks = 0
    for each in text:
        marks = marks + 1 if unicodedata.category(each) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            kept.append(each)
    return "".join(kept)


def for_account(name: str) -> str:
    """The name as an account may have it; refused as ``bad_name`` where it could be mistaken for something else.

    >>> for_account(" Ａda   Lovelace")
    'Ada Lovelace'
    >>> for_account("Аda")  # with a Cyrillic A
    Traceback (most recent call last):
    ...
    rondel.server.protocol.refused.Refusal: bad_name: a name is of one script, and here CYRILLIC and LATIN are mixed
    """
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise Refusal("bad_name", f"a name has {SHORTEST} to {LONGEST} characters")
    if odd := next((each for each in name if each not in _BETWEEN and not _ordinary(each)), ""):
        what = quoted(odd) if unicodedata.category(odd)[0] in "PS" else f"U+{ord(odd):04X}"  # what can be seen, as it is
        raise Refusal("bad_name", f"a name is made of letters, digits and {_BETWEEN.strip()}, and has no {what} in it")
    if few_marks(name) != name:
        raise Refusal("bad_name", f"a letter of a name has at most {MOST_MARKS} marks on it")
    if not name[0].isalnum():
        raise Refusal("bad_name", "a name begins with a letter or a digit")
    if any(first in _BETWEEN and second in _BETWEEN for first, second in pairwise(name)):
        raise Refusal("bad_name", f"of {_BETWEEN.strip()} and spaces, a name has one at a time")
    scripts = {_script(each) for each in name if each.isalpha()}
    if not scripts:
        raise Refusal("bad_name", "a name has a letter in it")
    if len(scripts) > 1 and not any(scripts <= each for each in _TOGETHER):
        raise Refusal("bad_name", f"a name is of one script, and here {' and '.join(sorted(scripts))} are mixed")
    if skeleton(name) in {skeleton(each) for each in _RESERVED}:
        raise Refusal("bad_name", "this name is kept for the host")
    return name


def skeleton(name: str) -> str:
    """The key by which names are compared.

    >>> skeleton("Ada Lovelace") == skeleton("ADA_L0velace") == skeleton("Ａda.lovelace")
    True
    >>> skeleton("Ada") == skeleton("Adam"), skeleton("corner") == skeleton("comer")
    (False, True)
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    together = "".join(each for each in unicodedata.normalize("NFC", folded) if each not in _BETWEEN)
    return together.translate(_SAME).replace("rn", "m").replace("vv", "w")


def _seen(character: str) -> bool:
    return unicodedata.category(character)[0] != "C" and character not in _INVISIBLE


def _ordinary(character: str) -> bool:
    """Whether the character is a letter, a digit, or a mark that some scripts write on a letter."""
    if character in _INVISIBLE:
        return False
    kind = unicodedata.category(character)
    return (
        kind[0] == "L" or kind in ("Nd", "Mc") or (kind == "Mn" and not unicodedata.name(character, "").startswith("COMBINING"))
    )


def _script(letter: str) -> str:
    """The script of a letter, by the first word of its name in Unicode."""
    return unicodedata.name(letter, "UNKNOWN").replace("-", " ").partition(" ")[0]
