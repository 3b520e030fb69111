"""What the second worker of a page does, so that no table waits for it: bots think, and trees are counted and solved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

import rondel
from rondel.players.recall import Recall
from rondel.players.worker import refusal, reply
from rondel.server import protocol
from rondel.server.dev.trees import Trees, Unfold
from rondel.server.protocol.refused import Refusal

RULES: Final = Path("written/rules.py")
"""Where the text of an author's rules is written, in the file system of the browser's Python: in a folder that no import
searches."""

LONGEST: Final = 60
"""The most characters of the name of an author's file."""

MOST_COUNTED: Final = 4_000
"""As `trees.MOST_COUNTED`: a browser counts more slowly."""

SECONDS: Final = 4.0
"""The longest time in which a position is solved."""

Work = Literal["count", "solve"]


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question to the second worker."""

    bot: str = ""
    """For a bot: a line of `rondel.players.worker`."""
    work: Work | None = None
    """At a tree: what is to be done."""
    place: protocol.TreePlace | None = None
    """At a tree: the position."""
    rules: str = ""
    """The text of the rules that an author writes; empty for shipped games."""
    file: str = ""
    """The name of their file."""


class Thinker:
    """Answers questions as `Asked`; both are texts. The answer is ``{"move": …}`` or ``{"found": …}``, or the ``error``."""

    def __init__(self, unfold: Callable[[], Unfold], rules: Path = RULES) -> None:
        """``unfold`` is called for each question about a tree; ``rules`` is the file into which an author's rules are
        written."""
        self._unfold = unfold
        self._file = rules
        self._rules = ""
        """The text that was read last."""
        self._recall = Recall()

    def answer(self, text: str) -> str:
        """The answer to a question."""
        return msgspec.json.encode(self._answer(msgspec.json.decode(text, type=Asked))).decode()

    def _answer(self, asked: Asked) -> dict[str, Any]:
        try:
            self._read(asked.rules, asked.file)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the author's module raises
            return refusal(None, "rules", f"{type(error).__name__}: {error}")
        if asked.work is None or asked.place is None:
            return reply(asked.bot, None, self._recall)
        trees = Trees(self._unfold(), most_counted=MOST_COUNTED, seconds=SECONDS)
        try:
            return {"found": trees.count(asked.place) if asked.work == "count" else trees.solve(asked.place)}
        except Refusal as refused:
            return refusal(None, refused.code, refused.message)

    def _read(self, rules: str, name: str) -> None:
        """Read an author's rules where they are others than before."""
        if rules == self._rules:
            return
        rondel.load(written(self._file, name, rules), instead=True)
        self._rules = rules
        self._recall = Recall()


def written(usual: Path, name: str, text: str) -> Path:
    """Write an author's rules into a file of that name, which may come from anywhere, in the folder of the ``usual`` one; into
    that one where the name is none of a Python file. Returns the file.

    >>> folder = Path(getfixture("tmp_path"))
    >>> [written(folder / "rules.py", name, "").name for name in ("nim.py", "../x.py", "__init__.py", "")]
    ['nim.py', 'rules.py', 'rules.py', 'rules.py']
    """
    stem, dot, suffix = name.partition(".")
    plain = stem.isidentifier() and not stem.startswith("__") and f"{dot}{suffix}" == ".py" and len(name) <= LONGEST
    file = usual.with_name(name) if plain else usual
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file
