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
from rondel.engine.belief.repair import PATIENCE, RepairingSampler, attempts
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.engine.components.pile import Pile
from rondel.engine.records.position import UNSTARTED
from rondel.engine.visibility import sees

if TYPE_CHECKING:
    from rondel.engine.play.playable import Playable

STRIDE: Final = 24
"""The minimum number of new items in the stream before the shared history is extended."""
OFTEN: Final = 3
"""The maximum number of extensions while the stream since the last open point doubles."""
READS: Final = 3
"""The number of attempts to sample a past. If all fail, later samples begin at the open point before."""


class OpenPoint:
    """An open point; immutable."""

    def __init__(self, read: int, at: int, answers: int) -> None:
        self.read = read
        """The length of the stream that was read to find it."""
        self.at = at
        """The length of the stream up to the open point."""
        self.answers = answers
        """The number of answers of the history up to the open point."""


class SharedHistory:
    """The history of one role up to its last open point, and the open points before it."""

    def __init__(self, kind: type[Playable], state: InformationState) -> None:
        self._kind = kind
        self._origin = kind(state.seats, None, state.options, UNSTARTED, "explicit")
        self._makes = _token_makes(self._origin)
        self._points = [OpenPoint(0, 0, 0)]
        self._sampler: RepairingSampler | None = None

    def sampler(self, state: InformationState, rng: SeededRandom, patience: int = PATIENCE) -> RepairingSampler | None:
        """A sampler that continues from the last open point; None if there is none. The next call undoes its work."""
        points = self._points
        while points[-1].read > len(state.stream):  # a later state with the same past has extended it
            points.pop()
        try:
            read = self._next(state)
            while read:
                points.append(self._read(state, read))
                read = self._next(state)
            return self._resumed(state, rng, patience)
        except BaseException:  # the history may be incomplete: interrupted in the middle of an answer
            self._points = [OpenPoint(0, 0, 0)]
            self._sampler = None
            raise

    def _next(self, state: InformationState) -> int:
        """The next length of the stream to sample; 0 if the stream is shorter. The last item there is an observation."""
        last = self._points[-1]
        since = last.read - last.at
        read = last.read + max(STRIDE, since // OFTEN if last.at else since)
        while 0 < read < len(state.stream) and state.stream[read - 1][0] == SAID:
            read += 1
        return 0 if read > len(state.stream) or state.stream[read - 1][0] == SAID else read

    def _read(self, state: InformationState, read: int) -> OpenPoint:
        """The last open point in the stream up to that length."""
        last = self._points[-1]
        known = state.until(read)
        for attempt, patience in enumerate(attempts(self._kind)[:READS], 1):
            rng = SeededRandom(f"the past of {read}" if attempt == 1 else f"the past of {read}, life {attempt}")
            sampler = self._resumed(known, rng, patience) or RepairingSampler(self._kind, known, rng, patience)
            if sampler.sample():
                if sampler.start is known.position:
                    return self._last_open(sampler, read)
                return OpenPoint(read, last.at, last.answers)
        return OpenPoint(read, last.at, last.answers)

    def _last_open(self, sampler: RepairingSampler, read: int) -> OpenPoint:
        """The last open point of a sampled history; the one before it if there is none."""
        last = self._points[-1]
        while len(sampler.steps) > last.answers:
            if self._open(sampler):
                self._sampler = sampler
                return OpenPoint(read, sampler.at, len(sampler.steps))
            sampler.back(len(sampler.steps) - 1)
        return OpenPoint(read, last.at, last.answers)

    def _resumed(self, state: InformationState, rng: SeededRandom, patience: int = PATIENCE) -> RepairingSampler | None:
        """A sampler that continues from the last open point; None if there is none."""
        sampler = self._sampler
        answers = self._points[-1].answers
        if sampler is None or not answers:
            return None
        sampler.back(answers)
        self._sampler = RepairingSampler(self._kind, state, rng, patience, sampler, self._origin)
        return self._sampler

    def _open(self, sampler: RepairingSampler) -> bool:
        """Whether the role knows the whole position of a sampler, and has seen the last answer."""
        return not sampler.steps[-1].hidden and bool(sampler.game._machine.at_rest(lambda: self._known(sampler)))

    def _known(self, sampler: RepairingSampler) -> bool:
        """Whether the role sees everything except the contents of one shuffled pile, and knows those by elimination: the game
        has the same tokens as at its beginning. Tokens seen only since the last observation do not count: they may be hidden
        again at the next one."""
        game, role = sampler.game, sampler.role
        machine = game._machine
        rule = machine.suspended
        if machine.node.several or machine.held or (rule is not None and rule.answers):
            return False
        if not sees(game.score_visible_to, role) or any(not sees(prop.visible_to, role) for prop in game._props):
            return False
        bags = 0
        for container in game._containers:
            if not container._size():
                continue
            if isinstance(container, Pile) and container._marks:  # some of its tokens have known places
                return False
            if sees(container.visible_to, role):
                if any(token.serial not in sampler.seen for token in container._all()):
                    return False
                continue
            bags += 1
            if bags > 1 or not isinstance(container, Pile):
                return False
        return _token_makes(game) == self._makes


def _token_makes(game: Playable) -> list[object]:
    """The keys of all tokens of a game, in an order that does not depend on their places."""
    return sorted([token.key() for container in game._containers for token in container._all()], key=repr)
