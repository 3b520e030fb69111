"""Information states: everything one role has seen, been told and answered.

An `InformationState` is the stream of a role's observations from the start on, with its own answers in between. Two games that
differ only in data hidden from a role give it equal information states. An information state is a value: hashable, comparable
and serializable. `rondel.engine.belief.determinize` samples games from it.

An `InformationTracker` makes the stream: it replays the record in a second game and reads the role's view after every answer.
An answer without a new observation leaves no trace. When the game goes back, the second game follows, so that a search can ask
at every node of its tree.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from rondel.engine.chance.chance import SCRIPTED
from rondel.engine.components.move import Move
from rondel.engine.components.prop import thaw
from rondel.engine.play.in_progress import hides
from rondel.engine.play.undo.undo import UNDOS
from rondel.engine.records.position import UNSTARTED
from rondel.engine.records.record import script_chance, start
from rondel.engine.views.part_views import PartViews
from rondel.engine.views.view import announced, events, view
from rondel.engine.visibility import CHANCE, sees
from rondel.errors import BadRecord

if TYPE_CHECKING:
    from rondel.engine.play.playable import Playable
    from rondel.engine.play.running.question import Answer

FORMAT: Final = 1
SAID: Final = "said"
SAW: Final = "saw"

Item: TypeAlias = tuple[str, str]
"""One item of a stream: `SAID` and the text of the role's answer, or `SAW` and the new observation as JSON."""

Observation: TypeAlias = tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]
"""What a role knows at one item of its stream: the whole view, the events told with the item, and the item's new data."""


class InformationState:
    """Everything one role knows; immutable. Equal information states mean that the role cannot distinguish the games.

    >>> import rondel
    >>> one, other = (rondel.new("kuhn_poker", position=None, seed=seed) for seed in (1, 1))
    >>> one.information_state("first") == other.information_state("first")
    True
    >>> one.information_state("first").role
    'first'
    """

    def __init__(
        self,
        game: str,
        version: int,
        seats: int,
        options: Mapping[str, Any],
        role: str,
        position: Mapping[str, Any] | None,
        stream: tuple[Item, ...],
    ) -> None:
        self.game = game
        """The name of the game."""
        self.version = version
        self.seats = seats
        self.options = dict(options)
        self.role = role
        self.position = position
        """The start position as far as the role sees it; None where the game began as usual."""
        self.stream = stream
        """The items in order: `SAW` the changes of its view and the events it was told, `SAID` its own answer."""
        self._key = (game, version, seats, _text(self.options), role, _text(position), stream)
        self._hash = hash(self._key)
        self._observations: list[Observation] = []
        self.shared: Any = None
        """A cache, not part of the value: the `rondel.engine.belief.shared_history` of the games sampled from this state."""

    def observations(self) -> list[Observation]:
        """The observation at each item of the stream; parsed once and shared, so callers must not change them."""
        found = self._observations
        view = found[-1][0] if found else {}
        for what, text in self.stream[len(found) :]:
            new: dict[str, Any] = json.loads(text) if what == SAW else {"view": {}, "events": []}
            view = apply_delta(view, new["view"])
            found.append((view, new["events"], new))
        return found

    def follow(self, before: InformationState) -> None:
        """Take over the caches of an earlier state, with whose stream this one begins."""
        self._observations = before._observations[:]
        self.shared = before.shared

    def continues(self, before: InformationState) -> bool:
        """Whether this is a later state of the same role in the same game, or an equal one."""
        return self._key[:-1] == before._key[:-1] and self.stream[: len(before.stream)] == before.stream

    def until(self, length: int) -> InformationState:
        """The state of the role when its stream had that length."""
        before = InformationState(
            self.game, self.version, self.seats, self.options, self.role, self.position, self.stream[:length]
        )
        before._observations = self._observations[:length]
        return before

    def __eq__(self, other: object) -> bool:
        return isinstance(other, InformationState) and self._hash == other._hash and self._key == other._key

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<InformationState of {self.role} in {self.game}: {len(self.stream)} items>"

    def to_json(self) -> dict[str, Any]:
        """As plain JSON data; `from_json` reads it."""
        return {**self._head(), "stream": [[kind, text if kind == SAID else json.loads(text)] for kind, text in self.stream]}

    def to_text(self) -> str:
        """The text of `to_json`. Observations are stored as text, so they need not be parsed, which dominates in long games."""
        stream = ",".join([f'["{kind}",{text if kind == SAW else _text(text)}]' for kind, text in self.stream])
        return f'{_text(self._head())[:-1]},"stream":[{stream}]}}'

    def _head(self) -> dict[str, Any]:
        """The data of `to_json` without the stream."""
        return {
            "rondel": FORMAT,
            "game": self.game,
            "version": self.version,
            "seats": self.seats,
            "options": dict(self.options),
            "role": self.role,
            "position": thaw(self.position),
        }


def from_json(data: Mapping[str, Any]) -> InformationState:
    """The information state of plain data. Raises `BadRecord` for invalid data."""
    given: Any = data  # unvalidated: it may come over a wire
    if not isinstance(given, Mapping) or given.get("rondel") != FORMAT:
        raise BadRecord(f"{data!r} is no information state of this version of Rondel; give what to_json() returned")
    try:
        stream = tuple([(kind, text if kind == SAID else _text(text)) for kind, text in data["stream"]])
        if any(kind not in (SAID, SAW) or not isinstance(text, str) for kind, text in stream):
            raise BadRecord(f"the stream of an information state holds {SAID!r} and {SAW!r}, nothing else")
        return InformationState(
            data["game"], data["version"], data["seats"], data["options"], data["role"], data["position"], stream
        )
    except (KeyError, TypeError, ValueError) as error:
        raise BadRecord(f"the information state cannot be read: {error!r}") from error


def same(new: Mapping[str, Any], item: Item, parsed: Mapping[str, Any]) -> bool:
    """Whether a new observation equals an item of a stream, given also as ``parsed`` data."""
    return item[0] == SAW and (new == parsed or _text(new) == item[1])


def _text(data: object) -> str:
    """The canonical text of plain data: equal data have equal texts."""
    return json.dumps(thaw(data), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


# -- observing ---------------------------------------------------------------------------------------------------------


class ObservationReader:
    """Reads the observations of one role: the changes of its view and the events since the last reading."""

    def __init__(self, role: str) -> None:
        self.role = role
        self.view: dict[str, Any] = {}
        self.heard = 0
        self.told: list[dict[str, Any]] = []
        """The events of the last reading."""
        self._parts: PartViews | None = None
        """The parts of the game that is read, as they were seen last."""
        self._moves: dict[Move, dict[str, Any]] = {}
        """The data of moves that are the same in all games."""

    def read_text(self, game: Playable) -> str:
        """The new observation, as JSON; empty if there is none."""
        new = self.read(game)
        return _text(new) if new else ""

    def read(self, game: Playable) -> dict[str, Any]:
        """The new observation, as data; empty if there is none."""
        if self._parts is None:
            self._parts = PartViews(game)
        now = view(game, self.role, self._parts, self._move_data)
        told = events(game, self.heard, self.role)
        new = view_delta(self.view, now)
        self.view = now
        self.told = told
        if not new and not told:
            return {}
        self.heard += len(told)
        return {"view": new, "events": told}

    def _move_data(self, move: Move) -> dict[str, Any]:
        data = self._moves.get(move)
        if data is None:
            data = move.to_json()
            if move.lasting:
                self._moves[move] = data
        return data

    def unread_events(self, game: Playable) -> list[dict[str, Any]]:
        """The events since the last reading, without their changes; does not count as a reading."""
        return announced(game, self.heard, self.role)

    def go_back(self, view: dict[str, Any], heard: int) -> None:
        """Go back to an earlier reading."""
        self.view = view
        self.heard = heard
        self.told = []


def view_delta(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """The entries of a view that have changed; of containers and props, part by part.

    >>> view_delta({"over": False, "props": {"a": 1, "b": 2}}, {"over": False, "props": {"a": 1, "b": 3}})
    {'props': {'b': 3}}
    """
    new: dict[str, Any] = {}
    for name, value in now.items():
        if name not in before:
            new[name] = value
        elif value != before[name]:
            if name in ("containers", "props"):
                was = before[name]
                new[name] = {part: each for part, each in value.items() if part not in was or was[part] != each}
            else:
                new[name] = value
    return new


def apply_delta(before: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The view after a change: inverse of `view_delta`."""
    now = dict(before)
    for name, value in new.items():
        now[name] = {**before.get(name, {}), **value} if name in ("containers", "props") else value
    return now


# -- tracking ----------------------------------------------------------------------------------------------------------


Step: TypeAlias = tuple[int, int, dict[str, Any], int]
"""The state before an answer: the number of answers, the length of the stream, the view, and the number of events told."""


class InformationTracker:
    """Keeps the information state of one role up to date as its game goes on or back."""

    def __init__(self, game: Playable, role: str) -> None:
        self.role = role
        self.stream: list[Item] = []
        self._answers: list[Answer] = []
        self._reader = ObservationReader(role)
        self._twin = game
        """A second game in which the answers are replayed; the game itself until the replay begins."""
        self._begun = False
        self._steps: list[Step] = []
        self._last: InformationState | None = None

    def state(self, game: Playable) -> InformationState:
        """The information state now. Raises `BadRecord` if the record does not replay."""
        answers = game._machine.answers
        done = len(self._answers)
        before = self._last
        if before is not None and len(answers) == done and answers == self._answers:
            return before
        back = self._begun and self._go_back(answers)
        self._begun = False  # until the replay is complete, in case an answer fails
        if not back:
            self._begin(game, answers)
        self._extend(answers, len(self._answers))
        self._begun = True
        self._last = state = InformationState(
            game.name,
            game.version,
            len(game.roles),
            game._options,
            self.role,
            visible_start(game, self.role),
            tuple(self.stream),
        )
        if before is not None and state.stream[: len(before.stream)] == before.stream:
            state.follow(before)
        return state

    def adopt(self, game: Playable, state: InformationState) -> None:
        """Set the state now, which the caller has computed."""
        self._answers = game._machine.answers[:]
        self._last = state

    def _begin(self, game: Playable, answers: list[Answer]) -> None:
        self.stream = []
        self._reader = ObservationReader(self.role)
        self._twin = scripted_twin(game)
        machine = self._twin._machine
        first = script_chance(machine.chance.script, answers, 0)
        start(self._twin, game._start_position)
        self._answers = answers[:first]
        self._steps = []
        self._see()

    def _go_back(self, answers: list[Answer]) -> bool:
        """Pop the answers that the game no longer has. Returns False if the replay must begin anew."""
        mine = self._answers
        agreed = 0
        for one, other in zip(mine, answers, strict=False):
            if one != other:
                break
            agreed += 1
        while True:
            here = len(self._answers)
            # Chance's next answers belong to the answer before them.
            if here <= agreed and (here == len(answers) or answers[here][0] != CHANCE):
                return True
            if not self._steps:
                return False
            number, length, view, heard = self._steps.pop()
            self._twin._machine.pop()
            del self.stream[length:]
            self._reader.go_back(view, heard)
            self._answers = mine[:number]

    def _extend(self, answers: list[Answer], number: int) -> None:
        twin = self._twin
        while number < len(answers):
            role, text = answers[number]
            step = (number, len(self.stream), self._reader.view, self._reader.heard)
            number = script_chance(twin._machine.chance.script, answers, number + 1)
            if role == self.role:
                self.stream.append((SAID, text))
            apply_answer(twin, role, text)
            if twin._machine.chance.script:
                raise BadRecord(f"chance answers {twin._machine.chance.script[0][1]!r} where it is not asked")
            self._see()
            if text in UNDOS:
                self._steps = []  # an undo cannot be popped
            else:
                self._steps.append(step)
        self._answers = answers[:number]

    def _see(self) -> None:
        seen = self._reader.read_text(self._twin)
        if seen:
            self.stream.append((SAW, seen))


def scripted_twin(game: Playable) -> Playable:
    """A game of the same rules and options that has not begun. Chance answers by a script."""
    twin = type(game)(len(game.roles), None, game._options, UNSTARTED, "explicit")
    twin._machine.chance.mode = SCRIPTED
    return twin


def apply_answer(game: Playable, role: str, text: str) -> None:
    """Carry out an answer of a record: a move or an undo."""
    if text in UNDOS:
        agreed, turn = UNDOS[text]
        game.undo(role, agreed=agreed, turn=turn)
    else:
        game.push(text, role)


def information_state(game: Playable, role: str) -> InformationState:
    """See `Game.information_state`."""
    trackers = game._machine.information_trackers
    tracker = trackers.get(role)
    if tracker is None:
        tracker = trackers[role] = InformationTracker(game, role)
    return tracker.state(game)


def remember(game: Playable, state: InformationState) -> None:
    """Store the information state of a role in a game that was sampled from it."""
    tracker = game._machine.information_trackers[state.role] = InformationTracker(game, state.role)
    tracker.adopt(game, state)


def hidden_from(game: Playable, role: str) -> bool:
    """Whether any container or prop is hidden from a role."""
    return not all(sees(part.visible_to, role) for part in (*game._containers, *game._props))


def visible_start(game: Playable, role: str) -> dict[str, Any] | None:
    """The visible part of the start position for a role; None if the game began with its ``setup`` alone.

    Hidden containers, props and statistics are left out, and so are the faces and props of tokens that lie face down for the
    role.
    """
    start = game._start_position
    if start is None:
        return None
    position: dict[str, Any] = thaw(start)
    if not sees(game.score_visible_to, role):
        position.pop("scores", None)
    hidden = hides(game)
    parts = {part.name for part in (*game._containers, *game._props) if sees(part.visible_to, role)}
    stats = {stat.name for stat in game.stats if game.is_over or sees(stat.visible_to, role)}
    for section, seen in (("props", parts), ("containers", parts), ("stats", stats)):
        if section in position:
            position[section] = {name: value for name, value in position[section].items() if name in seen}
    for contents in position.get("containers", {}).values():
        for token in contents:
            if hidden:  # else views have these ids too
                token.pop("id", None)
            shown = token.pop("shown_to", None)
            if shown is not None and not sees(tuple(shown), role):
                token.pop("face", None)
                token.pop("props", None)
    return position
