"""Reads gettext's ``.po`` files.

The format is that of GNU gettext's manual (chapter "The Format of PO Files"), which translation programs write. The reader
takes messages with their plurals and the header; it leaves out fuzzy messages, which are not confirmed by a translator,
obsolete messages and comments. Contexts (``msgctxt``) are refused: two messages with the same text are the same message.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from rondel.errors import RulesError

_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}
_LINE: Final = re.compile(r'(?:(msgid_plural|msgid|msgstr|msgctxt)(?:\[(\d+)\])?\s*)?"((?:[^"\\]|\\.)*)"\s*')


class Entry:
    """One message and its translation: as many forms as the language has, for one with a plural."""

    def __init__(self, one: str, many: str, forms: tuple[str, ...], line: int) -> None:
        self.one = one
        """The message, or its singular."""
        self.many = many
        """The plural; empty without one."""
        self.forms = forms
        """The translation; empty texts if untranslated."""
        self.line = line
        """The line of its beginning in the file, from 1."""

    @property
    def translated(self) -> bool:
        """Whether every form is translated."""
        return bool(self.forms) and all(self.forms)


class Po:
    """The contents of a ``.po`` file. Raises `RulesError` with the line for anything else."""

    def __init__(self, text: str, where: str) -> None:
        self.where = where
        """The file, for messages about it."""
        self.header: Mapping[str, str] = {}
        """The fields of the header, ``"Plural-Forms"`` among them."""
        self.entries: list[Entry] = []
        block: list[tuple[int, str]] = []
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
            # A message begins with its comments or with msgid; a blank line before it is usual, not required.
            starts = line.startswith(("#", "msgid ", 'msgid"', "msgctxt")) and any(
                each.startswith("msgstr") for _at, each in block
            )
            if not line.strip() or starts:
                self._entry(block)
                block = []
            if line.strip():
                block.append((number, line))
        self._entry(block)

    def _entry(self, block: list[tuple[int, str]]) -> None:
        lines = [(number, line.strip()) for number, line in block if not line.startswith("#")]
        if not lines:
            return
        flags = [line for _number, line in block if line.startswith("#,")]
        found: dict[tuple[str, int], str] = {}
        key = ("", 0)
        for number, line in lines:
            match = _LINE.fullmatch(line)
            if match is None:
                raise RulesError(f'{self.where}, line {number}, is {line!r}: expected msgid, msgstr, or a text in "quotes"')
            word, index, quoted = match.groups()
            if word == "msgctxt":
                raise RulesError(
                    f"{self.where}, line {number}, has a msgctxt: contexts are not read; give the message another English text"
                )
            if word is not None:
                key = (word, int(index or 0))
                if key in found:
                    raise RulesError(f"{self.where}, line {number}, has {word} twice in one message")
                found[key] = ""
            if key not in found:
                raise RulesError(f"{self.where}, line {number}, is a text without a keyword; begin with msgid")
            found[key] += _unescaped(quoted)
        first = lines[0][0]
        if ("msgid", 0) not in found or ("msgstr", 0) not in found:
            raise RulesError(f"{self.where}, line {first}, is not a message: it has no msgid or no msgstr")
        forms = tuple([text for (word, _index), text in sorted(found.items()) if word == "msgstr"])
        one = found["msgid", 0]
        if not one:
            self.header = _fields(forms[0])
        elif not any(re.search(r"\bfuzzy\b", flag) for flag in flags):
            self.entries.append(Entry(one, found.get(("msgid_plural", 0), ""), forms, first))


def _unescaped(quoted: str) -> str:
    """A text without its escapes.

    >>> _unescaped(r'a \\"b\\"')
    'a "b"'
    """
    return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[0]), quoted)


def _fields(header: str) -> dict[str, str]:
    """The header's fields by name.

    >>> _fields("Language: de\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n")["Language"]
    'de'
    """
    pairs = [line.partition(":") for line in header.splitlines() if ":" in line]
    return {name.strip(): value.strip() for name, _colon, value in pairs}
