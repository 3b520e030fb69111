"""History sampler: build, answer by answer, a game history that is consistent with an information state.

A `HistorySampler` begins a second game and gives it one answer after the other: the known answers of its role, and sampled
answers for the other roles and for chance. After each answer it compares the role's observation with the stream of the
information state. `rondel.engine.belief.repair` says what it does if they differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from rondel.engine.belief.announcements import announcement_factor, may_announce, words_about
from rondel.engine.belief.information_state import (
    SAID,
    SAW,
    InformationState,
    ObservationReader,
    apply_answer,
    hidden_from,
    same,
)
from rondel.engine.belief.position_sampler import sampled_position
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.engine.components.container import Container
from rondel.engine.components.part import Part
from rondel.engine.components.pile import Pile
from rondel.engine.components.prop import thaw
from rondel.engine.components.token import Token
from rondel.engine.play.undo.undo import UNDOS
from rondel.engine.records.position import UNSTARTED
from rondel.engine.visibility import CHANCE, sees
from rondel.errors import RondelError

if TYPE_CHECKING:
    from rondel.engine.play.playable import Playable

T = TypeVar("T")

OPTIONS_TRIED: Final = 24
"""The maximum number of answers tried at one place before earlier ones are changed."""

ANNOUNCED: Final = 1_000.0
"""The factor by which an answer to a question to several roles is more likely if it is announced at this position."""


class Step:
    """One answer of the sampled history, and the state of the sampler before it."""

    def __init__(self, role: str, text: str, sampled: bool, at: int, view: dict[str, Any], heard: int) -> None:
        self.role = role
        self.text = text
        self.sampled = sampled
        """Whether the answer was sampled; False for the role's own answers."""
        self.at = at
        """The length of the stream before it."""
        self.view = view
        self.heard = heard
        self.words: list[str] = []
        self.tokens: list[int] = []
        """The serial number of the token that each word names; -1 for none."""
        self.seen: frozenset[int] = frozenset()
        """The serial numbers of the tokens whose faces the role saw before."""
        self.hidden = False
        """Whether the role saw no change when it was given."""
        self.about = ""
        """The owner of the token that it changed, if any."""
        self.instead: list[tuple[str, str]] = []
        """The possible answers at its place, as (role, text)."""


class HistorySampler:
    """Samples a history: from the start, or from where another sampler (``before``) is."""

    def __init__(
        self,
        kind: type[Playable],
        state: InformationState,
        rng: SeededRandom,
        before: HistorySampler | None = None,
        origin: Playable | None = None,
    ) -> None:
        self.state = state
        self.role = state.role
        self.rng = rng
        if before is None:
            self.game = kind(state.seats, None, state.options, UNSTARTED, "explicit")
            self.steps: list[Step] = []
            self.at = 0
            self.reader = ObservationReader(self.role)
        else:
            self.game = before.game
            self.steps = before.steps
            self.at = before.at
            self.reader = before.reader
        self.floor = len(self.steps)
        """The number of answers that are never changed."""
        self.tried = 0
        """The number of answers given in total, repeated ones included."""
        self.reached = 0
        """The greatest length of the stream that the history has matched."""
        self.seen: frozenset[int] = frozenset() if before is None else before.seen
        """The serial numbers of the tokens whose faces the role sees."""
        self._repaired = self.floor
        """The number of answers at the last repair that succeeded."""
        self._all_faces = {token._face for container in self.game._containers for token in container._all() if token._face}
        self._views: list[dict[str, Any]] = []
        """The whole view at each item of the stream."""
        self._events: list[list[dict[str, Any]]] = []
        self._observations = state.observations()
        for view, told, _new in self._observations:
            self._views.append(view)
            self._events.append(told)
        known = {**self._views[-1], "seen": self._views, "told": [event for told in self._events for event in told]}
        self._known = {**known, "supposed": (origin or self.game).suppose(self.role, known, rng)}
        """The last view with all views and events before it, and the result of `Game.suppose`, for `Game.plausible`."""
        self.start: Mapping[str, Any] | None = state.position
        if before is None and state.position is not None and hidden_from(self.game, self.role):
            self.start = sampled_position(
                kind, state.seats, state.options, self.role, state.position, self._views[0], rng.shuffled
            )

    # -- comparing ---------------------------------------------------------------------------------------------------------

    def _chance_due(self) -> bool:
        """Whether chance must answer before the next observation."""
        if CHANCE not in self.game.active:
            return False
        last = self.at == len(self.state.stream) - 1 or self.at == len(self.state.stream)
        return not (last and self._views[-1]["active"] == [CHANCE])

    def _check(self) -> bool:
        """Whether the role's observation matches the stream."""
        if self._chance_due():
            return True
        seen = self.reader.read(self.game)
        self.seen = frozenset(self._faces_seen())
        if not seen:
            return True
        if self.at < len(self.state.stream) and same(seen, self.state.stream[self.at], self._observations[self.at][2]):
            self.at += 1
            self.reached = max(self.reached, self.at)
            return True
        return False

    def _faces_seen(self) -> list[int]:
        role = self.role
        found: list[int] = []
        for container in self.game._containers:
            if sees(container.visible_to, role):
                for token in container._all():
                    shown = token._shown_to
                    if shown is None or sees(shown, role):
                        found.append(token.serial)
        return found

    def _push(self, role: str, text: str, sampled: bool) -> bool:
        """Carry out an answer; returns whether the role's observation matches. An illegal answer is not given."""
        game = self.game
        self.tried += 1
        step = Step(role, text, sampled, self.at, self.reader.view, self.reader.heard)
        step.seen = self.seen
        if text not in UNDOS:
            listed = [move for move in game.moves(role) if move.text == text]
            if not listed:
                return False
            step.words = listed[0].words
            step.tokens = [arg.serial if isinstance(arg, Token) else -1 for arg in listed[0].args]
        writes = len(game._journal.entries)
        try:
            apply_answer(game, role, text)
        except RondelError:
            return False
        self.steps.append(step)
        if not sampled:
            self.at += 1
        step.hidden = sampled
        if sampled:
            self._note(step, writes)
        return self._check()

    def _note(self, step: Step, writes: int) -> None:
        """Set whether the role sees a write of an answer, and the owner of the token that it changed."""
        for target, _key, _old, _new in self.game._journal.entries[writes:]:
            part = target._container if isinstance(target, Token) else target
            if isinstance(target, Token) and not step.about:
                step.about = target._owner or ""
            if isinstance(part, Part) and part.name != "active" and sees(part.visible_to, self.role):
                step.hidden = False
                return

    def back(self, length: int) -> None:
        """Go back to that number of answers, and forget the readings since."""
        self._pop(length)
        self.reader.go_back(self.reader.view, self.reader.heard)

    def _pop(self, length: int) -> None:
        """Go back to that number of answers."""
        while len(self.steps) > length:
            step = self.steps.pop()
            self.game.pop()
            self.at = step.at
            self.reader.go_back(step.view, step.heard)
            self.seen = step.seen

    # -- the next answer ---------------------------------------------------------------------------------------------------

    def _extend(self) -> bool:
        """Give the role's own next answer, or sample one of another; returns whether the observation matches. If no answer
        fits, the one with the smallest difference is given."""
        game = self.game
        if CHANCE not in game.active and self.at < len(self.state.stream):
            what, text = self.state.stream[self.at]
            if what == SAID and self._may_say(text):
                return self._push(self.role, text, False)
        best: tuple[str, str] | None = None
        least = 0
        here = len(self.steps)
        reached = self.at
        by_chance = CHANCE in game.active
        wrong = self._mismatches() if by_chance else 0
        unread = len(self.reader.unread_events(game)) if by_chance else 0
        options = self._options()
        due = self._due()
        for number, (role, text) in enumerate(options):
            if number >= OPTIONS_TRIED:
                break
            good = self._give_sampled(role, text, options)
            if len(self.steps) == here:
                continue
            if good and role == CHANCE and self._chance_due():
                worse = self._mismatches() - wrong
                told = len(self.reader.unread_events(game)) > unread
                as_told = self._in_time()
                if as_told if told else worse <= 0:  # what is told stays true; what is seen may change before the role looks
                    return True
                off = worse + (1_000 if told and not as_told else 0)
                good = False
            elif good and self._in_time() and (role in due or self.at > reached):
                return True
            elif good:
                # A role that has answered a secret question may change its answer without end, so that nothing is repaired.
                off = 0 if role in due else 1_000_000
            else:
                off = (
                    1_000 + self._distance() + (0 if role in due else 1_000_000)
                )  # a role that has answered seldom answers again
            if best is None or off < least:
                best, least = (role, text), off
            if number == 0:
                options[1:] = self._likely_first(options[1:])
            self._pop(here)
        if best is None:
            return False
        return self._give_sampled(best[0], best[1], options)

    def _in_time(self) -> bool:
        """Whether the events of an answer begin the events of the next observation. It matters when chance must answer before
        the next observation, so that nothing else has been compared."""
        if not self._chance_due():
            return True
        told = [(event["name"], thaw(event["args"])) for event in self.reader.unread_events(self.game)]
        should = [(event["name"], event["args"]) for event in self._events[self.at]] if self.at < len(self._events) else []
        return told == should[: len(told)]

    def _give_sampled(self, role: str, text: str, options: list[tuple[str, str]]) -> bool:
        """Give a sampled answer, and store the possible answers at its place."""
        good = self._push(role, text, True)
        if self.steps and self.steps[-1].text == text:
            self.steps[-1].instead = options
        return good

    def _may_say(self, text: str) -> bool:
        if text in UNDOS:
            agreed, turn = UNDOS[text]
            return self.game.may_undo(self.role, agreed=agreed, turn=turn)
        return any(move.text == text for move in self.game.moves(self.role))

    def _options(self) -> list[tuple[str, str]]:
        """The answers that chance or the other roles may give now, the most likely ones first, as (role, text)."""
        game = self.game
        rng = self.rng
        if CHANCE in game.active:
            moves = game.moves(CHANCE)
            likely = [move.probability * game.plausible(self.role, move, self._known) for move in moves]
            if not any(likely):
                likely = [move.probability for move in moves]
            return [(CHANCE, move.text) for move in rng.weighed(moves, likely)]
        told = self._events[self.at] if self.at < len(self._events) else []
        fitting: list[tuple[str, str]] = []
        other: list[list[tuple[str, str]]] = []
        """The answers of each role that is due, the most likely ones first."""
        idle: list[list[tuple[str, str]]] = []
        """The same for roles that have answered or are not active, and are not active in the next view."""
        due = self._due()
        undone: list[tuple[str, str]] = []
        for role in self._done_first(rng.shuffled([each for each in game.roles if each != self.role])):
            listed = game.moves(role)
            meant = [move for move in listed if any(may_announce(move, event) for event in told)]
            fitting += [(role, move.text) for move in rng.shuffled(meant)]
            rest = [move for move in listed if move not in meant]
            into = other if role in due else idle
            if meant:  # the other moves are rarely needed
                into.append([(role, move.text) for move in rest])
            else:
                known = self._known
                coming = self._coming(role)
                due_word = self._next_word(role, [move.words for move in rest], coming) if self._asks_several() else ""
                plausible = [
                    game.plausible(self.role, move, known)
                    * announcement_factor(move.text, move.words, coming)
                    * (ANNOUNCED if due_word and move.words == [due_word] else 1.0)
                    for move in rest
                ]
                into.append([(role, move.text) for move in rng.weighed(rest, plausible)])
            if any(event["name"] == "undo" and event["role"] == role for event in told):
                undone += [(role, text) for text in UNDOS]
        return [*undone, *fitting, *interleaved(other), *interleaved(idle), *self._quiet()]

    def _due(self) -> tuple[str, ...]:
        """The active roles, and the roles that the next view shows as active again. After a question to several roles the next
        view may already show the next question, so there only the active roles count."""
        if self._asks_several():
            return self.game.active
        goal = self._goal()
        return (*self.game.active, *(goal["active"] if goal["state"] == self.game.state else ()))

    def _done_first(self, roles: Sequence[str]) -> list[str]:
        """The roles, those first that the next view shows as done: among several active players it tells who has answered."""
        if not self.game._machine.node.several:
            return list(roles)
        goal = self._goal()
        active = self.game.active
        stay = [each for each in roles if each not in active or (goal["state"] == self.game.state and each in goal["active"])]
        return [*[each for each in roles if each not in stay], *stay]

    def _quiet(self) -> list[tuple[str, str]]:
        """The undos of others that nobody else is told, in a state of several active players."""
        game = self.game
        if not game._machine.node.several:
            return []
        plain = [text for text, (agreed, turn) in UNDOS.items() if not agreed and not turn]
        back = [role for role in game.roles if role != self.role and game.may_undo(role)]
        return [(role, text) for role in self.rng.shuffled(back) for text in plain]

    def _coming(self, role: str) -> list[str]:
        """The words of the next events about another role, in order: event names and arguments. The search ends before the
        role's answer after the next; for a question to several roles it does not end, since the answers may be announced
        after any number of own answers."""
        words: list[str] = []
        said = 0
        secret = self._asks_several()
        for at in range(self.at, len(self._events)):
            said += self.state.stream[at][0] == SAID
            if said > 1 and not secret:
                break
            for event in self._events[at]:
                words += words_about(event, role)
            if words:
                break
        return words

    def _asks_several(self) -> bool:
        """Whether a question to several roles is open."""
        rule = self.game._machine.suspended
        return rule is not None and rule.question is not None and rule.question.since >= 0

    def _last_told(self) -> int:
        """The number of the first answer since the last event before the last answer."""
        end = self.at
        for number in range(len(self.steps) - 1, self.floor - 1, -1):
            step = self.steps[number]
            if any(self._events[step.at : end]):
                return number + 1
            end = step.at
        return self.floor

    def _next_word(self, role: str, options: Sequence[Sequence[str]], words: Sequence[str]) -> str:
        """The announced word for the next secret answer of a role; empty if there is none. Answers to a question to several
        roles are announced in the order in which they were given since the last event."""
        given = len([step for step in self.steps[self._last_told() :] if step.role == role])
        single = {parts[0] for parts in options if len(parts) == 1}
        due = [word for word in words if word in single]
        return due[given] if given < len(due) else ""

    def _likely_first(self, options: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """The options, those first that name a face that should be visible and is not."""
        wanted = [face for _token, face in self._misplaced()]
        if not wanted:
            return options
        named = [option for option in options if any(f"({face})" in option[1] for face in wanted)]
        return [*named, *[option for option in options if option not in named]]

    # -- differences -------------------------------------------------------------------------------------------------------

    def _goal(self) -> dict[str, Any]:
        """The next view of the role in the stream."""
        at = self.at
        stream = self.state.stream
        while at < len(stream) and stream[at][0] != SAW:
            at += 1
        return self._views[min(at, len(stream) - 1)]

    def _shown(self) -> list[tuple[Container, list[Token], list[str]]]:
        """For each container that the role sees: the tokens whose faces it sees, and the faces it should see."""
        goal = self._goal()["containers"]
        found: list[tuple[Container, list[Token], list[str]]] = []
        for container in self.game._containers:
            there = goal.get(container.name, {}).get("tokens")
            if there is not None and sees(container.visible_to, self.role):
                tokens = [token for token in container._all() if token._shown_to is None or sees(token._shown_to, self.role)]
                found.append((container, tokens, [seen.get("face", "") for seen in there if not seen.get("down")]))
        return found

    def _misplaced(self) -> list[tuple[Token, str]]:
        """The tokens in whose places other faces should be visible, with those faces."""
        found: list[tuple[Token, str]] = []
        for container, tokens, faces in self._shown():
            if not isinstance(container, Pile):  # tokens in a pile have no places to compare
                found += [
                    (token, face)
                    for token, face in zip(tokens, faces, strict=False)
                    if token._face and face and token._face != face
                ]
        return found

    def _mismatches(self) -> int:
        """The number of misplaced tokens, for a comparison in the middle of a rule."""
        return len(self._misplaced())

    def _distance(self) -> int:
        """The difference between the role's view and events and those in the stream."""
        goal = self._goal()
        seen = self.reader.view
        off = sum([difference(seen.get(name), value) for name, value in goal.items() if name not in ("moves", "question")])
        should = self._events[self.at] if self.at < len(self._events) else []
        told, wanted = ([[event["name"], event["args"]] for event in events] for events in (self.reader.told, should))
        return off + difference(told, wanted)


def interleaved(lists: Sequence[Sequence[T]]) -> list[T]:
    """The first item of each list, then the second of each, and so on.

    >>> interleaved([["a1", "a2", "a3"], ["b1"], ["c1", "c2"]])
    ['a1', 'b1', 'c1', 'a2', 'c2', 'a3']
    """
    longest = max([len(each) for each in lists], default=0)
    return [each[number] for number in range(longest) for each in lists if number < len(each)]


def difference(one: object, other: object) -> int:
    """The difference of two pieces of plain data: the number of values in one and not in the other.

    >>> difference([1, 2, 3], [1, 3]), difference({"a": 1, "b": 2}, {"a": 1, "b": 3}), difference("x", "x")
    (1, 2, 0)
    """
    if one == other:
        return 0
    left, right = leaves(one), leaves(other)
    off = 0
    for leaf, count in left.items():
        off += abs(count - right.get(leaf, 0))
    for leaf, count in right.items():
        if leaf not in left:
            off += count
    return max(off, 1)


def leaves(data: object) -> dict[str, int]:
    """The number of occurrences of each value, by path and value."""
    found: dict[str, int] = {}
    waiting: list[tuple[str, object]] = [("", data)]
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, Mapping) and "kind" in value and "props" not in value:  # a token
            leaf = f"{name}.{value['kind']}.{value.get('owner')}={value.get('face', '')}"
            found[leaf] = found.get(leaf, 0) + 1
        elif isinstance(value, Mapping):
            waiting.extend([(f"{name}.{key}", each) for key, each in value.items() if key not in ("id", "at")])
        elif isinstance(value, list | tuple):
            waiting.extend([(name, each) for each in value])
        else:
            leaf = f"{name}={value}"
            found[leaf] = found.get(leaf, 0) + 1
    return found
