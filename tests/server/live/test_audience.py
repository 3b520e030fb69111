"""The audience of a table: groups by role, and the frames each viewer gets."""

from __future__ import annotations

import doctest

from rondel.server.live import audience as module
from rondel.server.live.audience import Audience, Credentials
from rondel.server.protocol.refused import Refusal
from rondel.server.table.commands import Roles

NOBODY = Credentials((), "")


class Page:
    """Somebody's page, which keeps what it is sent."""

    def __init__(self) -> None:
        self.roles: Roles = ()
        self.heard: list[bytes] = []
        self.together: list[int] = []
        """How many frames came in one go, each time."""

    def put(self, *frames: bytes) -> None:
        self.heard += frames
        self.together.append(len(frames))

    def dismissed(self, refusal: Refusal) -> None:
        raise refusal


def test_who_is_there_is_known_at_any_time() -> None:
    audience, ada, bob, watcher = Audience(), Page(), Page(), Page()
    assert not audience
    for page, roles in ((ada, ("x",)), (bob, ("o",)), (watcher, ())):
        audience.add(page, roles, Credentials((), "somebody"))
        assert page.roles == roles
    assert audience.groups == {("x",), ("o",), ()}
    assert audience.present == {"x", "o"}
    assert list(audience) == [ada, bob, watcher]
    audience.add(watcher, ("x",), NOBODY)  # who looked on sits down, beside another page of the same seat
    assert audience.groups == {("x",), ("o",)}
    assert audience.credentials(watcher) == NOBODY
    audience.remove(ada)
    audience.remove(ada)
    assert audience.groups == {("x",), ("o",)}
    assert audience.present == {"x", "o"}
    audience.remove(watcher)
    audience.remove(bob)
    assert (audience.groups, audience.present, bool(audience)) == (frozenset(), frozenset(), False)


def test_everybody_is_sent_what_is_for_their_roles_and_nothing_else() -> None:
    audience, ada, bob, watcher = Audience(), Page(), Page(), Page()
    for page, roles in ((ada, ("x",)), (bob, ("o",)), (watcher, ())):
        audience.add(page, roles, NOBODY)
    audience.broadcast({("x",): b"for x", (): b"for all", ("x", "o"): b"for nobody here"})
    audience.send(b"seats", but=bob)
    audience.tell(b"gossip", lambda plays: not plays)
    assert (ada.heard, bob.heard, watcher.heard) == ([b"for x", b"seats"], [], [b"for all", b"seats", b"gossip"])


def test_who_has_said_something_has_his_own_word_first_and_in_one_go_with_what_all_are_shown() -> None:
    audience, ada, bob, gone, watcher = Audience(), Page(), Page(), Page(), Page()
    for page, roles in ((ada, ("x",)), (bob, ("o",)), (watcher, ())):
        audience.add(page, roles, NOBODY)
    audience.broadcast({("x",): b"for x", ("o",): b"for o"}, ada, b"stored")
    assert (ada.heard, ada.together, bob.heard) == ([b"stored", b"for x"], [2], [b"for o"])
    audience.broadcast({("x",): b"for x", ("o",): b"for o"}, gone, b"stored")
    audience.broadcast({("x",): b"for x", ("o",): b"for o"}, watcher, b"stored")
    assert (gone.heard, watcher.heard) == ([b"stored"], [b"stored"]), "also where there is nothing to be shown to him"


def test_who_goes_while_all_are_looked_at_is_looked_at_all_the_same() -> None:
    audience = Audience()
    for _ in range(3):
        audience.add(Page(), (), NOBODY)
    for page in audience:
        audience.remove(page)
    assert not audience


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0
