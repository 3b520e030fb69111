"""The audience of a table: every connected viewer, by the roles they play.

Who is there changes seldom and is asked for at every answer, so what follows from it is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

import msgspec

from rondel.server.protocol.refused import Refusal
from rondel.server.table.commands import Roles


class Put(Protocol):
    """Sends somebody text frames, in UTF-8 and in one go; never waits."""

    def __call__(self, *frames: bytes) -> object: ...


class Viewer(Protocol):
    """Somebody at the table: a socket that plays some roles, or none."""

    roles: Roles

    @property
    def put(self) -> Put:
        """See `Put`."""

    def sent_away(self, refusal: Refusal) -> None:
        """Nobody shows the viewer this table any more, and why."""


class Credentials(msgspec.Struct, frozen=True):
    """What somebody came to the table with."""

    hashes: tuple[bytes, ...]
    """Of the tokens of seats."""
    holder: str
    """The principal; empty for nobody in particular."""


class Audience:
    """Those who are there, in the order in which they came.

    >>> class Watcher:
    ...     roles = ()
    ...     def put(self, *frames):
    ...         print(*frames)
    >>> company = Audience()
    >>> company.admit(Watcher(), ("x",), Credentials((), "ada")); company.admit(Watcher(), (), Credentials((), ""))
    >>> sorted(company.audience), sorted(company.present)
    ([(), ('x',)], ['x'])
    >>> company.show({("x",): b"for x"})
    b'for x'
    """

    def __init__(self) -> None:
        self._viewers: dict[Viewer, Credentials] = {}
        self.audience: frozenset[Roles] = frozenset()
        """The kinds of receivers there are, by the roles they play."""
        self.present: frozenset[str] = frozenset()
        """The roles whose holders are there."""

    def __bool__(self) -> bool:
        return bool(self._viewers)

    def __contains__(self, viewer: object) -> bool:
        return viewer in self._viewers

    def __iter__(self) -> Iterator[Viewer]:
        return iter(tuple(self._viewers))

    def admit(self, viewer: Viewer, roles: Roles, came: Credentials) -> None:
        """The viewer is there, and plays these roles."""
        self._viewers[viewer] = came
        viewer.roles = roles
        self._look_around()

    def dismiss(self, viewer: Viewer) -> None:
        """The viewer is there no more; if it was not there, nothing changes."""
        if self._viewers.pop(viewer, None) is not None:
            self._look_around()

    def came(self, viewer: Viewer) -> Credentials:
        """What a viewer who is there came with."""
        return self._viewers[viewer]

    def show(self, frames: Mapping[Roles, bytes], sender: Viewer | None = None, word: bytes = b"") -> None:
        """Send everybody the frame for the roles they play, if there is one; and before it to ``sender``, who may have left
        meanwhile, a ``word`` of his own."""
        if sender is not None and (sender not in self._viewers or sender.roles not in frames):
            sender.put(word)
        for viewer in self._viewers:
            frame = frames.get(viewer.roles)
            if frame is None:
                continue
            if viewer is sender:
                viewer.put(word, frame)
            else:
                viewer.put(frame)

    def send(self, frame: bytes, but: Viewer | None = None) -> None:
        """Send everybody one frame, but for one of them."""
        for viewer in self._viewers:
            if viewer is not but:
                viewer.put(frame)

    def tell(self, frame: bytes, may_hear: Callable[[bool], bool]) -> None:
        """Send a frame to everybody who may hear it, which is asked for those who play and those who look on."""
        hear = {plays: may_hear(plays) for plays in (False, True)}
        for viewer in self._viewers:
            if hear[bool(viewer.roles)]:
                viewer.put(frame)

    def _look_around(self) -> None:
        self.audience = frozenset([viewer.roles for viewer in self._viewers])
        self.present = frozenset([role for roles in self.audience for role in roles])
