"""Findings: the faults of a project, each with its place, a stable code, its severity and the fix.

``docs/bga.md`` lists the codes. A code never changes its meaning.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from rondel.bga.php.source import Place

SEVERITIES: Final = ("error", "warning", "note")
"""From bad to harmless. An error breaks a table during play; a warning is probably a mistake; a note may be intended."""


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
