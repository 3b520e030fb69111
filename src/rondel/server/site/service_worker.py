"""The service worker of a built page: its first line is the list of the files that a browser keeps.

``files`` are kept at the first visit, ``later`` is what runs the rules in the browser: it is kept once they have run there.
Both are names with their integrity. The ``version`` follows them, so that browsers take a change as an update.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

NAME: Final = "service-worker.js"
PACKED: Final = "packed/"
"""The folder of what runs the rules."""

_BEGIN, _END = "const SHELL = ", ";"


@dataclass(frozen=True)
class ServiceWorker:
    """A service worker, as the build writes it (web/offline-files.ts)."""

    version: str
    files: Mapping[str, str]
    later: Mapping[str, str]
    script: str
    """The rest of it."""

    @classmethod
    def read(cls, text: str) -> ServiceWorker:
        """The one with that text."""
        first, script = text.split("\n", 1)
        shell = json.loads(first.removeprefix(_BEGIN).removesuffix(_END))
        return cls(shell["version"], shell["files"], shell["later"], script)

    def text(self) -> str:
        """The whole text.

        >>> text = 'const SHELL = {"version": "1", "files": {}, "later": {}};\\nlisten();'
        >>> ServiceWorker.read(text).text() == text
        True
        """
        shell = {"version": self.version, "files": self.files, "later": self.later}
        return f"{_BEGIN}{json.dumps(shell)}{_END}\n{self.script}"

    def with_packed(self, packed: Mapping[str, bytes]) -> ServiceWorker:
        """The same for other packed files."""
        later = {name: each for name, each in self.later.items() if not name.startswith(PACKED)}
        later |= {name: integrity(content) for name, content in packed.items()}
        return self if later == self.later else self._listing(self.files, later)

    def for_site(self, files: Mapping[str, bytes]) -> ServiceWorker:
        """The one of a site with these files: it keeps the document, scripts and styles, and later what runs the rules."""
        listed = {
            name: integrity(content) for name, content in files.items() if name.startswith(("index.html", "assets/", PACKED))
        }
        later = {name: each for name, each in listed.items() if name in self.later or name.startswith(PACKED)}
        return self._listing({name: each for name, each in listed.items() if name not in later}, later)

    def _listing(self, files: Mapping[str, str], later: Mapping[str, str]) -> ServiceWorker:
        lists = hashlib.sha256(json.dumps([files, later]).encode()).hexdigest()[:8]
        return ServiceWorker(f"{self.version.partition('-')[0]}-{lists}", files, later, self.script)


def integrity(content: bytes) -> str:
    """What a browser compares the content of a file with.

    >>> integrity(b"")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"
