"""The catalogue of one language: each message with its translation, in all its forms.

The header of a ``.po`` file has the language's plural rule
(``Plural-Forms: nplurals=2; plural=(n != 1);``). The browser knows the rules of all languages, with other names for the
forms; so the page receives a sample number for each form.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from gettext import c2py
from typing import Any, Final

from rondel.engine.text import placeholders
from rondel.errors import RulesError
from rondel.translations.po import Entry, Po

_RULE: Final = re.compile(r"nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;]+);?")
_TRIED: Final = 1_000
"""Numbers that are tried to find one for each form; no language in use needs more than a few hundred."""


class Catalogue:
    """The messages of one language, put together from one file or several."""

    def __init__(self, lang: str, like: Catalogue | None = None) -> None:
        """An empty catalogue; ``like`` is another catalogue of the language, with the required plural rule."""
        self.lang = lang
        """The language's tag, ``"de"`` or ``"en-XA"``."""
        self.messages: dict[str, tuple[str, ...]] = {}
        """The translation of each message: one text, or one for each form of a plural."""
        self.samples: tuple[int, ...] = (1,) if like is None else like.samples
        """For each form of a plural a number that takes it."""
        self._rule: Callable[[int], int] = _only if like is None else like._rule
        self._ruled: bool = like is not None and like._ruled

    def take(self, po: Po) -> list[str]:
        """Add the translations of a file; known messages stay unchanged.

        Returns the faults of the messages that were left out. Raises `RulesError` for a plural rule that cannot be
        read, or differs from that of the earlier files.
        """
        self._learn(po)
        problems: list[str] = []
        for entry in po.entries:
            if entry.translated and entry.one not in self.messages:
                wrong = self._misfit(entry)
                if wrong:
                    problems.append(f"{po.where}, line {entry.line}: {wrong}")
                else:
                    self.messages[entry.one] = entry.forms
        return problems

    def find(self, message: str, count: float | None = None) -> str | None:
        """The translation, in the form for ``count``; None if there is none."""
        forms = self.messages.get(message)
        if forms is None:
            return None
        return forms[0] if len(forms) == 1 else forms[self.form(count)]

    def form(self, count: float | None) -> int:
        """The plural form of a number, from 0; fractions and values that are not numbers take the last, general form."""
        if count is None or count != int(count):
            return len(self.samples) - 1
        return self._rule(abs(int(count)))

    def to_json(self) -> dict[str, Any]:
        """The data for the page."""
        return {
            "lang": self.lang,
            "samples": list(self.samples),
            "messages": {one: list(forms) for one, forms in self.messages.items()},
        }

    def _learn(self, po: Po) -> None:
        given = po.header.get("Plural-Forms")
        if given is None:
            if any(entry.many for entry in po.entries) and not self._ruled:
                raise RulesError(
                    f"{po.where} has plurals but no Plural-Forms in its header; gettext's manual lists every language's"
                )
            return
        match = _RULE.fullmatch(given.strip())
        try:
            rule = c2py(match[2].strip()) if match else None
        except ValueError as error:
            raise RulesError(f"{po.where} has the Plural-Forms {given!r}, which cannot be read: {error}") from error
        if match is None or rule is None:
            raise RulesError(f"{po.where} has the Plural-Forms {given!r}; write 'nplurals=2; plural=(n != 1);'")
        forms = int(match[1])
        samples: dict[int, int] = {}
        for number in range(_TRIED):
            samples.setdefault(rule(number), number)
        if sorted(samples) != list(range(forms)):
            raise RulesError(f"{po.where} says nplurals={forms}, but its rule {match[2].strip()!r} gives {len(samples)} forms")
        found = tuple([samples[form] for form in range(forms)])
        if not self._ruled:
            self.samples, self._rule, self._ruled = found, rule, True
        elif found != self.samples:
            raise RulesError(f"{po.where} has another plural rule, {given!r}, than the catalogue of {self.lang} it is added to")

    def _misfit(self, entry: Entry) -> str:
        """Why a translation cannot be used; empty when it can."""
        expected = len(self.samples) if entry.many else 1
        if len(entry.forms) != expected:
            return f"{entry.one!r} has {len(entry.forms)} forms; {self.lang} has {expected} for it"
        known = {*placeholders(entry.one), *placeholders(entry.many)}
        for form in entry.forms:
            try:
                used = placeholders(form)
            except ValueError as error:
                return f"the translation {form!r} has broken braces: {error}"
            for name in used:
                if name not in known:
                    listed = ", ".join(sorted("{" + each + "}" for each in known))
                    return f"the translation {form!r} has the placeholder {{{name}}}, the message has {listed or 'none'}"
        return ""


def _only(number: int) -> int:
    return 0
