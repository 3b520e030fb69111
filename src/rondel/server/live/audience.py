"""The audience of a table: every connected viewer, by the roles they play.

Viewers who play the same roles form a group and get the same frames. The groups are computed when a viewer comes or goes, since
they are read at every answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Protocol

import msgspec

from rondel.server.protocol.refused import Refusal
from rondel.server.table.commands import Roles


class Put(Protocol):
    """Sends text frames in UTF-8, all in one write; never waits."""

    def __call__(self, *frames: bytes) -> object: ...


class Viewer(Protocol):
    """A connection to a table that plays some roles, or none."""

    roles: Roles

    @property
    def put(self) -> Put:
        """See `Put`."""

    def dismissed(self, refusal: Refusal) -> None:
        """The viewer may not see the table any more; ``refusal`` says why."""


class Credentials(msgspec.Struct, frozen=True):
    """The credentials of a viewer."""

    hashes: tuple[bytes, ...]
    """The hashes of seat tokens."""
    holder: str
    """The principal; empty for none."""


class Audience:
    """The viewers of a table, in the order in which they came.

    >>> class Watcher:
    ...     roles = ()
    ...     def put(self, *frames):
    ...         print(*frames)
    >>> audience = Audience()
    >>> audience.add(Watcher(), ("x",), Credentials((), "ada")); audience.add(Watcher(), (), Credentials((), ""))
    >>> sorted(audience.groups), sorted(audience.present)
    ([(), ('x',)], ['x'])
    >>> audience.broadcast({("x",): b"for x"})
    b'for x'
    """

    def __init__(self) -> None:
        self._viewers: dict[Viewer, Credentials] = {}
        self._elsewhere: frozenset[str] = frozenset()
        self._watching_elsewhere = 0
        self.groups: frozenset[Roles] = frozenset()
        """The roles of each group."""
        self.here: frozenset[str] = frozenset()
        """The roles whose holders are connected to this node."""
        self.present: frozenset[str] = frozenset()
        """The roles whose holders are connected, here or to another node."""
        self.watching_here = 0
        """How many viewers have no role."""
        self.is_untold = False
        """Whether either of these has changed since other nodes were told; who tells them sets it to False."""

    def __bool__(self) -> bool:
        return bool(self._viewers)

    def __contains__(self, viewer: object) -> bool:
        return viewer in self._viewers

    def __iter__(self) -> Iterator[Viewer]:
        return iter(tuple(self._viewers))

    def add(self, viewer: Viewer, roles: Roles, credentials: Credentials) -> None:
        """Add a viewer, or change the roles of one."""
        self._viewers[viewer] = credentials
        viewer.roles = roles
        self._regroup()

    def remove(self, viewer: Viewer) -> None:
        """Remove a viewer, if it is there."""
        if self._viewers.pop(viewer, None) is not None:
            self._regroup()

    @property
    def watching(self) -> int:
        """How many spectators there are, here and at other nodes."""
        return self.watching_here + self._watching_elsewhere

    def note_elsewhere(self, roles: frozenset[str], watching: int) -> None:
        """Note the roles whose holders are connected to other nodes, and how many look on there."""
        self._watching_elsewhere = watching
        self.move_elsewhere(roles)

    def move_elsewhere(self, roles: frozenset[str]) -> None:
        """Note the roles that those have now who are connected to other nodes."""
        self._elsewhere = roles
        self.present = self.here | roles

    def credentials(self, viewer: Viewer) -> Credentials:
        """The credentials of a viewer that is there."""
        return self._viewers[viewer]

    def broadcast(self, frames: Mapping[Roles, bytes], sender: Viewer | None = None, reply: bytes = b"") -> None:
        """Send every viewer the frame of its group, where there is one. The ``sender`` gets the ``reply`` first, even when it
        has left."""
        if sender is not None and (sender not in self._viewers or sender.roles not in frames):
            sender.put(reply)
        for viewer in self._viewers:
            frame = frames.get(viewer.roles)
            if frame is None:
                continue
            if viewer is sender:
                viewer.put(reply, frame)
            else:
                viewer.put(frame)

    def send(self, frame: bytes, but: Viewer | None = None) -> None:
        """Send every viewer one frame, except for one of them."""
        for viewer in self._viewers:
            if viewer is not but:
                viewer.put(frame)

    def tell(self, frame: bytes, may_hear: Callable[[bool], bool], deaf: Collection[str] = ()) -> None:
        """Send a frame to players, spectators or both: ``may_hear`` is called with True for players and False for
        spectators. The principals ``deaf`` are not sent it."""
        hear = {plays: may_hear(plays) for plays in (False, True)}
        for viewer, credentials in self._viewers.items():
            if hear[bool(viewer.roles)] and credentials.holder not in deaf:
                viewer.put(frame)

    def _regroup(self) -> None:
        before = self.here, self.watching_here
        self.groups = frozenset([viewer.roles for viewer in self._viewers])
        self.here = frozenset([role for roles in self.groups for role in roles])
        self.present = self.here | self._elsewhere
        self.watching_here = len([1 for viewer in self._viewers if not viewer.roles])
        self.is_untold = self.is_untold or before != (self.here, self.watching_here)
