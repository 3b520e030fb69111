"""Findings: the faults of a project, each with its place, a stable code, its severity and the fix."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from rondel.bga.php.source import Place

SEVERITIES: Final = ("error", "warning", "note")
"""From bad to harmless. An error breaks a table during play; a warning is probably a mistake; a note may be intended."""

CODES: Final = {
    "not-php": "The file cannot be parsed here.",
    "no-machine": "The file holds no state machine.",
    "unread": "Only running code can give this value; the check says nothing about it.",
    "class-twice": "Two classes have one full name; the one that the framework loads is read.",
    "class-elsewhere": "A state class is not in modules/php/States, so the framework does not find it.",
    "missing-file": "An include names a file that the project does not have.",
    "bad-id": "The id of a state is not a positive whole number.",
    "id-twice": "Two states have one id; PHP silently keeps the last.",
    "key-twice": "A key stands twice in one array; PHP silently keeps the last.",
    "name-missing": "A state has no name.",
    "name-space": "The name of a state has a space in it.",
    "name-shared": "Two states have one name: a note, unless it is that of state 1 or 99.",
    "type-missing": "A state has no type.",
    "type-unknown": "The type of a state does not exist.",
    "type-manager": "A state of the game has the type reserved for the framework's states.",
    "reserved-changed": "State 1 or 99 differs from the framework's.",
    "key-unknown": "A key is probably a misspelt known key; the framework ignores it.",
    "wrong-value": "A key has a value of the wrong kind.",
    "action-missing": "A game state has no action, so no transition leaves it.",
    "possibleactions-missing": "A player's state lists no possible actions.",
    "possibleactions-ignored": "A game state lists possible actions, but no player is active in it.",
    "description-missing": "A state has no text for the waiting players, or for the active ones.",
    "progress-missing": "No state updates the progression of the game.",
    "target-missing": "A transition leads to a state that does not exist.",
    "dead-end": "A state has no way out.",
    "unreachable": "No transition leads to a state.",
    "end-unreachable": "No transition leads to the end of the game.",
    "private-crossing": "A transition leads from an ordinary state into a private one, or out of one.",
    "initialprivate": "initialprivate names a state that is not private, or is a key of a state that cannot have one.",
    "empty-transition": "A transition has no name, beside others that have one.",
    "untranslated": "A text is not marked for translation.",
    "placeholder-malformed": "A placeholder is not written as ${name}.",
    "placeholder-unknown": "A placeholder has no value: the state has no args.",
    "actplayer-in-multi": "${actplayer} in a state with several active players.",
    "otherplayer-id": "${otherplayer} is used, and args do not give otherplayer and otherplayer_id.",
    "method-missing": "A state names a method that does not exist.",
    "action-unmentioned": "No code mentions a possible action.",
    "action-unmarked": "A method is marked with a PossibleAction that is not the framework's.",
    "transition-unknown": "The code asks for a transition that no state has.",
    "zombie-missing": "The project has no code for a player who has left.",
    "zombie-transition": "zombieTurn asks for a transition that no state has.",
    "zombie-transition-partly": "zombieTurn asks for a transition that some players' states do not have.",
    "multiactive-nobody": "A state with several active players activates no player.",
}
"""The meaning of each code, as in ``docs/bga.md``. Codes never change their meaning."""


@dataclass(frozen=True)
class Finding:
    """One fault of a project.

    >>> print(Finding("dead-end", "warning", Place("states.inc.php", 7), "state 'rest' has no way out", "give it a transition"))
    states.inc.php:7: warning: state 'rest' has no way out; give it a transition [dead-end]
    """

    code: str
    severity: str
    place: Place
    message: str
    fix: str = ""

    def __str__(self) -> str:
        said = f"{self.message}; {self.fix}" if self.fix else self.message
        return f"{self.place}: {self.severity}: {said} [{self.code}]"

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "file": self.place.file,
            "line": self.place.line,
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "fix": self.fix,
        }

    def to_github(self) -> str:
        """As an annotation of a workflow.

        >>> Finding("dead-end", "note", Place("a,b.php", 7), "50% done", "go on").to_github()
        '::notice file=a%2Cb.php,line=7,title=dead-end::50%25 done; go on'
        """
        kind = "notice" if self.severity == "note" else self.severity
        said = f"{self.message}; {self.fix}" if self.fix else self.message
        file = _escaped(self.place.file).replace(":", "%3A").replace(",", "%2C")
        return f"::{kind} file={file},line={self.place.line},title={self.code}::{_escaped(said)}"


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """By file and line, each once."""
    return sorted(
        dict.fromkeys(findings), key=lambda each: (each.place, SEVERITIES.index(each.severity), each.code, each.message)
    )


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
