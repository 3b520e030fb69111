"""Shared history: the part of a history that later samples have in common, sampled once.

Where nothing on the table is hidden from a role, what happens next no longer depends on what was hidden before: at the end of a
deal all cards are shuffled, and the hands of that deal matter no more. A `SharedHistory` is the history of one role up to the
last such *open point*. It is sampled once, and all games that the role imagines continue from there.

Equal information states and seeds must give equal games, whether or not this history was sampled before. So it depends on the
stream alone: the stream is read up to certain lengths, and the history up to each of them is sampled with a seed derived
from the length. The longer no open point was found, the further away is the next length; so a game without open points costs
about twice as much, once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rondel.engine.belief.information_state import SAID, InformationState
from rondel.engine.belief.repair import LIVES, PATIENCE, Mender
from rondel.engine.chance.luck import Luck
from rondel.engine.components.pile import Pile
from rondel.engine.records.position import UNSTARTED
from rondel.engine.visibility import sees

if TYPE_CHECKING:
    from rondel.engine.play.playable import Playable

STRIDE: Final = 24
"""How much more a role sees and says, at least, before its past is lived further."""
OFTEN: Final = 3
"""How often at most a past is read while the stream since the last open point grows by its length."""
READS: Final = 3
"""How many lives the sampling of a past has. Where all fail, later samples begin at the open point before."""


class OpenPoint:
    """An open point. Never changed once made."""

    def __init__(self, read: int, at: int, answers: int) -> None:
        self.read = read
        """How much of the stream was read to find it."""
        self.at = at
        """How much of the stream had come about."""
        self.answers = answers
        """How many answers had been given."""


class SharedHistory:
    """The history of one role up to its last open point, and the open points before it."""

    def __init__(self, kind: type[Playable], state: InformationState) -> None:
        self._kind = kind
        self._origin = kind(state.seats, None, state.options, UNSTARTED, "explicit")
        self._makes = _makes(self._origin)
        self._points = [OpenPoint(0, 0, 0)]
        self._story: Mender | None = None

    def story(self, state: InformationState, luck: Luck, patience: int = PATIENCE) -> Mender | None:
        """A story of this state that goes on from the last open point; None where the game has come to none. The next call
        takes back what it has lived."""
        points = self._points
        while points[-1].read > len(state.stream):  # another state that shares this past has gone further
            points.pop()
        try:
            read = self._next(state)
            while read:
                points.append(self._read(state, read))
                read = self._next(state)
            return self._resumed(state, luck, patience)
        except BaseException:  # it may have been interrupted in the middle of an answer
            self._points = [OpenPoint(0, 0, 0)]
            self._story = None
            raise

    def _next(self, state: InformationState) -> int:
        """The length up to which the stream is read next; 0 where it is not so long yet. It ends with something seen."""
        last = self._points[-1]
        since = last.read - last.at
        read = last.read + max(STRIDE, since // OFTEN if last.at else since)
        while 0 < read < len(state.stream) and state.stream[read - 1][0] == SAID:
            read += 1
        return 0 if read > len(state.stream) or state.stream[read - 1][0] == SAID else read

    def _read(self, state: InformationState, read: int) -> OpenPoint:
        """The last open point in the stream up to a length."""
        last = self._points[-1]
        known = state.until(read)
        for life, patience in enumerate(LIVES[:READS], 1):
            luck = Luck(f"the past of {read}" if life == 1 else f"the past of {read}, life {life}")
            story = self._resumed(known, luck, patience) or Mender(self._kind, known, luck, patience)
            if story.live():
                return self._last_open(story, read) if story.start is known.position else OpenPoint(read, last.at, last.answers)
        return OpenPoint(read, last.at, last.answers)

    def _last_open(self, story: Mender, read: int) -> OpenPoint:
        """The last open point of a sampled history; the one before it where there is none."""
        last = self._points[-1]
        while len(story.steps) > last.answers:
            if self._open(story):
                self._story = story
                return OpenPoint(read, story.at, len(story.steps))
            story.back(len(story.steps) - 1)
        return OpenPoint(read, last.at, last.answers)

    def _resumed(self, state: InformationState, luck: Luck, patience: int = PATIENCE) -> Mender | None:
        """A story that goes on from the last open point that was found."""
        story = self._story
        answers = self._points[-1].answers
        if story is None or not answers:
            return None
        story.back(answers)
        self._story = Mender(self._kind, state, luck, patience, story, self._origin)
        return self._story

    def _open(self, story: Mender) -> bool:
        """Whether the role knows all of the position where a story is, and has seen how it came about."""
        return not story.steps[-1].hidden and bool(story.game._machine.at_rest(lambda: self._known(story)))

    def _known(self, story: Mender) -> bool:
        """Whether the role sees everything but what one shuffled pile holds, and knows that by elimination, as there are the
        same tokens as in the beginning. What came into sight since the role looked last may be gone when it looks next."""
        game, role = story.game, story.role
        machine = game._machine
        frame = machine.frame
        if machine.node.several or machine.held or (frame is not None and frame.given):
            return False
        if not sees(game.score_visible_to, role) or any(not sees(prop.visible_to, role) for prop in game._props):
            return False
        bags = 0
        for container in game._containers:
            if not container._size():
                continue
            if isinstance(container, Pile) and container._marks:  # something in it has its place, or is known to somebody
                return False
            if sees(container.visible_to, role):
                if any(token.serial not in story.seen for token in container._all()):
                    return False
                continue
            bags += 1
            if bags > 1 or not isinstance(container, Pile):
                return False
        return _makes(game) == self._makes


def _makes(game: Playable) -> list[object]:
    """What all tokens of a game are, in an order that tells nothing of where they lie."""
    return sorted([token.key() for container in game._containers for token in container._all()], key=repr)
