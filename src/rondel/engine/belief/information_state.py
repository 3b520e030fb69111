"""Information states: all that one role has seen, heard and answered, and nothing else.

An `InformationState` is what a role has been shown and told from the start on, with its own answers in between. Two games
that differ only in what is hidden from a role give it equal information states. It is a value: it can be compared, be
a key of a dict, be sent elsewhere, and a game can be imagined from it (`rondel.engine.belief.determinize`).

It is made by replaying the record beside the game and looking with the role's eyes after every answer. An answer after
which the role sees and hears nothing new leaves no trace. When the game goes back, so does what is beside it, so that a
search can ask in every position of a tree.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from rondel.engine.chance.chance import SCRIPTED
from rondel.engine.components.container import Container
from rondel.engine.components.move import Move
from rondel.engine.components.prop import thaw
from rondel.engine.components.token import Token
from rondel.engine.play.undo.undo import UNDOS
from rondel.engine.records import record as records
from rondel.engine.records.position import UNSTARTED
from rondel.engine.views import view as views
from rondel.engine.visibility import CHANCE, sees
from rondel.errors import BadRecord

if TYPE_CHECKING:
    from rondel.engine.play.playable import Playable
    from rondel.engine.play.running.question import Answer

FORMAT: Final = 1
SAID: Final = "said"
SAW: Final = "saw"

Item: TypeAlias = tuple[str, str]
"""One thing in the life of a role: `SAID` and the text of its answer, or `SAW` and, as JSON, what was new to it."""


class InformationState:
    """What one role knows. Equal ones mean that the role cannot tell the games apart; never changed once made."""

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
        """What it saw and said, in order: `SAW` what was new in its view and the events it was told, `SAID` its answer."""
        self._key = (game, version, seats, _text(self.options), role, _text(position), stream)
        self._hash = hash(self._key)
        self._looks: list[tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]] = []
        self.shared: Any = None
        """What imagined games share of their history, once one has been imagined; no part of the value."""

    def looks(self) -> list[tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]]:
        """For each item of the stream: the whole view there, the events that were told, and what was new, as data. They are
        read once, and shared: nobody writes to them."""
        looks = self._looks
        view = looks[-1][0] if looks else {}
        for what, text in self.stream[len(looks) :]:
            new: dict[str, Any] = json.loads(text) if what == SAW else {"view": {}, "events": []}
            view = renewed(view, new["view"])
            looks.append((view, new["events"], new))
        return looks

    def follow(self, before: InformationState) -> None:
        """Take over what has been read of an earlier one, whose stream this one's begins with."""
        self._looks = before._looks[:]
        self.shared = before.shared

    def continues(self, before: InformationState) -> bool:
        """Whether it is what the same role of the same game knows later, or the same."""
        return self._key[:-1] == before._key[:-1] and self.stream[: len(before.stream)] == before.stream

    def until(self, length: int) -> InformationState:
        """What the role knew when its stream was so long."""
        before = InformationState(
            self.game, self.version, self.seats, self.options, self.role, self.position, self.stream[:length]
        )
        before._looks = self._looks[:length]
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
        """The text of `to_json`: what has been seen is text already and is not read again, which takes far longer in long games
        than to write it."""
        stream = ",".join([f'["{kind}",{text if kind == SAW else _text(text)}]' for kind, text in self.stream])
        return f'{_text(self._head())[:-1]},"stream":[{stream}]}}'

    def _head(self) -> dict[str, Any]:
        """All but the stream."""
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
    """The information state of plain data. Raises `BadRecord` for anything that is none."""
    given: Any = data  # what came over a wire may be anything
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
    """Whether what is new to a role is an item of its stream, which is also given ``parsed``."""
    return item[0] == SAW and (new == parsed or _text(new) == item[1])


def _text(data: object) -> str:
    """Plain data as text: equal data have equal texts."""
    return json.dumps(thaw(data), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


# -- looking -----------------------------------------------------------------------------------------------------------


class Watch:
    """One role's eyes on a game: what it saw last, and how much it has been told."""

    def __init__(self, role: str) -> None:
        self.role = role
        self.view: dict[str, Any] = {}
        self.heard = 0
        self.told: list[dict[str, Any]] = []
        """The events of the last look."""
        self._mark = 0
        self._last: object = None
        """How long the journal was at the last look, and the last entry of it."""
        self._said: dict[Move, dict[str, Any]] = {}
        """What was told of moves that mean the same in all games."""

    def look(self, game: Playable) -> str:
        """What is new since the last look, as JSON; empty if nothing is."""
        new = self.glance(game)
        return _text(new) if new else ""

    def glance(self, game: Playable) -> dict[str, Any]:
        """What is new since the last look, as data; empty if nothing is."""
        now = views.view(game, self.role, self._kept(game), self._tell)
        told = views.events(game, self.heard, self.role)
        new = news(self.view, now)
        self.view = now
        self.told = told
        if not new and not told:
            return {}
        self.heard += len(told)
        return {"view": new, "events": told}

    def _tell(self, move: Move) -> dict[str, Any]:
        """What is told of a move."""
        data = self._said.get(move)
        if data is None:
            data = move.to_json()
            if move.lasting:
                self._said[move] = data
        return data

    def unheard(self, game: Playable) -> list[dict[str, Any]]:
        """The events since the last look, without looking."""
        return views.events(game, self.heard, self.role)

    def back(self, view: dict[str, Any], heard: int) -> None:
        """Go back to an earlier look."""
        self.view = view
        self.heard = heard
        self.told = []
        self._last = None

    def _kept(self, game: Playable) -> dict[str, Any]:
        """What was seen at the last look of the containers that have not been written since."""
        entries: list[Any] = game._journal.entries  # boxed, also when compiled, so that an entry is the same object each time
        mark, last = self._mark, self._last
        self._mark = len(entries)
        self._last = entries[-1] if entries else None
        if last is None or mark > len(entries) or entries[mark - 1] is not last or game.is_over:
            return {}  # what was written up to then may be something else now
        touched: set[str] = set()
        for target, _key, _old, _new in entries[mark:]:
            part = target._container if isinstance(target, Token) else target
            if isinstance(part, Container):
                touched.add(part.name)
        return {name: seen for name, seen in self.view["containers"].items() if name not in touched}


def news(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """What of a view is not as it was; of containers and props, one by one.

    >>> news({"over": False, "props": {"a": 1, "b": 2}}, {"over": False, "props": {"a": 1, "b": 3}})
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


def renewed(before: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The view that follows from one before and what is new."""
    now = dict(before)
    for name, value in new.items():
        now[name] = {**before.get(name, {}), **value} if name in ("containers", "props") else value
    return now


# -- writing it down ---------------------------------------------------------------------------------------------------


Step: TypeAlias = tuple[int, int, dict[str, Any], int]
"""How it stood before an answer: how many were given, how long the stream was, the view, and how much had been told."""


class Diary:
    """What one role of a game has seen and said so far, written up as the game goes on."""

    def __init__(self, game: Playable, role: str) -> None:
        self.role = role
        self.stream: list[Item] = []
        self._answers: list[Answer] = []
        self._watch = Watch(role)
        self._twin = game
        """A game that is played beside this one, once it has begun."""
        self._begun = False
        self._steps: list[Step] = []
        self._kept: InformationState | None = None

    def state(self, game: Playable) -> InformationState:
        """The information state now. Raises `BadRecord` if the record does not replay."""
        answers = game._machine.answers
        done = len(self._answers)
        before = self._kept
        if before is not None and len(answers) == done and answers == self._answers:
            return before
        back = self._begun and self._go_back(answers)
        self._begun = False  # until it stands where the game does
        if not back:
            self._begin(game, answers)
        self._go_on(answers, len(self._answers))
        self._begun = True
        self._kept = InformationState(
            game.name,
            game.version,
            len(game.roles),
            game._options,
            self.role,
            shown_start(game, self.role),
            tuple(self.stream),
        )
        if before is not None and self._kept.stream[: len(before.stream)] == before.stream:
            self._kept.follow(before)
        return self._kept

    def keep(self, game: Playable, state: InformationState) -> None:
        """Take it from somebody who knows that this is the state now."""
        self._answers = game._machine.answers[:]
        self._kept = state

    def _begin(self, game: Playable, answers: list[Answer]) -> None:
        self.stream = []
        self._watch = Watch(self.role)
        self._twin = begin(game)
        machine = self._twin._machine
        first = records.script_chance(machine.chance.script, answers, 0)
        records.start(self._twin, game._start_position)
        self._answers = answers[:first]
        self._steps = []
        self._see()

    def _go_back(self, answers: list[Answer]) -> bool:
        """Take back what the game has not, or no longer, answered. False if that leads back to before the start."""
        mine = self._answers
        agreed = 0
        for one, other in zip(mine, answers, strict=False):
            if one != other:
                break
            agreed += 1
        while True:
            here = len(self._answers)
            # What chance says next belongs to the answer before.
            if here <= agreed and (here == len(answers) or answers[here][0] != CHANCE):
                return True
            if not self._steps:
                return False
            number, length, view, heard = self._steps.pop()
            self._twin._machine.pop()
            del self.stream[length:]
            self._watch.back(view, heard)
            self._answers = mine[:number]

    def _go_on(self, answers: list[Answer], number: int) -> None:
        twin = self._twin
        while number < len(answers):
            role, text = answers[number]
            step = (number, len(self.stream), self._watch.view, self._watch.heard)
            number = records.script_chance(twin._machine.chance.script, answers, number + 1)
            if role == self.role:
                self.stream.append((SAID, text))
            give(twin, role, text)
            if twin._machine.chance.script:
                raise BadRecord(f"chance answers {twin._machine.chance.script[0][1]!r} where it is not asked")
            self._see()
            if text in UNDOS:
                self._steps = []  # it was taken back already, and cannot be once more
            else:
                self._steps.append(step)
        self._answers = answers[:number]

    def _see(self) -> None:
        seen = self._watch.look(self._twin)
        if seen:
            self.stream.append((SAW, seen))


def begin(game: Playable) -> Playable:
    """A game like this one that has not begun, and where chance answers by a script."""
    twin = type(game)(len(game.roles), None, game._options, UNSTARTED, "explicit")
    twin._machine.chance.mode = SCRIPTED
    return twin


def give(game: Playable, role: str, text: str) -> None:
    """Carry out an answer of a record: a move, or an undo."""
    if text in UNDOS:
        agreed, turn = UNDOS[text]
        game.undo(role, agreed=agreed, turn=turn)
    else:
        game.push(text, role)


def information_state(game: Playable, role: str) -> InformationState:
    """See `Game.information_state`."""
    diaries = game._machine.diaries
    diary = diaries.get(role)
    if diary is None:
        diary = diaries[role] = Diary(game, role)
    return diary.state(game)


def remember(game: Playable, state: InformationState) -> None:
    """Let a game that was made from an information state know that it gives the role just that."""
    diary = game._machine.diaries[state.role] = Diary(game, state.role)
    diary.keep(game, state)


def hidden_from(game: Playable, role: str) -> bool:
    """Whether there is any container or prop that a role does not see."""
    return not all(sees(part.visible_to, role) for part in (*game._containers, *game._props))


def shown_start(game: Playable, role: str) -> dict[str, Any] | None:
    """The start position as far as a role sees it; None where the game began as usual.

    Of tokens that lie face down for the role, and of containers and props that are hidden from it, nothing is said.
    """
    start = game._start_position
    if start is None:
        return None
    position: dict[str, Any] = thaw(start)
    if not sees(game.score_visible_to, role):
        position.pop("scores", None)
    seen = {part.name for part in (*game._containers, *game._props) if sees(part.visible_to, role)}
    for section in ("props", "containers"):
        if section in position:
            position[section] = {name: value for name, value in position[section].items() if name in seen}
    for contents in position.get("containers", {}).values():
        for token in contents:
            token.pop("id", None)
            shown = token.pop("shown_to", None)
            if shown is not None and not sees(tuple(shown), role):
                token.pop("face", None)
                token.pop("props", None)
    return position
