"""History sampler: build, answer by answer, a game history that is consistent with an information state.

A `Story` begins a game of its own and gives answer after answer: the role's own, which are known, and for chance and the
others such as are made up. After each it looks with the role's eyes and compares with what the role did see. What to do
when that is not the same, `rondel.engine.belief.repair` knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rondel.engine.belief.announcements import fits, heard_of, words_about
from rondel.engine.belief.information_state import SAID, SAW, InformationState, Watch, give, hidden_from, same
from rondel.engine.belief.position_sampler import filled
from rondel.engine.chance.luck import Luck
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

GLANCE: Final = 24
"""How many answers are tried at one place before older ones are mended."""

ANNOUNCED: Final = 1_000.0
"""The factor by which an answer to a question to several is more likely if it is announced at this position."""


class Step:
    """One answer of the imagined history, and how all was before it."""

    def __init__(self, role: str, text: str, free: bool, at: int, view: dict[str, Any], heard: int) -> None:
        self.role = role
        self.text = text
        self.free = free
        """Whether it was made up."""
        self.at = at
        """How much of what the role saw and said had come about before."""
        self.view = view
        self.heard = heard
        self.words: list[str] = []
        self.tokens: list[int] = []
        """The serial numbers of the tokens that its words name; -1 for a word that names none."""
        self.seen: frozenset[int] = frozenset()
        """The tokens whose faces the role could see before."""
        self.hidden = False
        """Whether the role saw nothing of it at once."""
        self.about = ""
        """The owner of the token that it was about, if any."""
        self.instead: list[tuple[str, str]] = []
        """What else might have been answered."""


class Story:
    """A history in the making: from the start or, as it was lived before, from where another story is."""

    def __init__(
        self,
        kind: type[Playable],
        state: InformationState,
        luck: Luck,
        before: Story | None = None,
        origin: Playable | None = None,
    ) -> None:
        self.state = state
        self.role = state.role
        self.luck = luck
        if before is None:
            self.game = kind(state.seats, None, state.options, UNSTARTED, "explicit")
            self.steps: list[Step] = []
            self.at = 0
            self.watch = Watch(self.role)
        else:
            self.game = before.game
            self.steps = before.steps
            self.at = before.at
            self.watch = before.watch
        self.floor = len(self.steps)
        """How many answers stay as they are."""
        self.tried = 0
        """How many answers have been given in all."""
        self.reached = 0
        """How much of what the role saw and said has come about at most."""
        self.seen: frozenset[int] = frozenset() if before is None else before.seen
        """The tokens whose faces the role saw when it looked last."""
        self._mended = self.floor
        """How many answers there were when some were changed last, and all was well afterwards."""
        self._all_faces = {token._face for container in self.game._containers for token in container._all() if token._face}
        self._views: list[dict[str, Any]] = []
        """For each item, the whole view there."""
        self._events: list[list[dict[str, Any]]] = []
        self._looks = state.looks()
        for view, told, _new in self._looks:
            self._views.append(view)
            self._events.append(told)
        known = {**self._views[-1], "seen": self._views, "told": [event for told in self._events for event in told]}
        self._known = {**known, "supposed": (origin or self.game).suppose(self.role, known, luck)}
        """The last view with all that came before it, and what is supposed of what it does not show, for `Game.plausible`."""
        self.start: Mapping[str, Any] | None = state.position
        if before is None and state.position is not None and hidden_from(self.game, self.role):
            self.start = filled(kind, state.seats, state.options, self.role, state.position, self._views[0], luck.shuffled)

    # -- living it ---------------------------------------------------------------------------------------------------------

    def _chance_due(self) -> bool:
        """Whether chance must answer before anybody looks."""
        if CHANCE not in self.game.active:
            return False
        last = self.at == len(self.state.stream) - 1 or self.at == len(self.state.stream)
        return not (last and self._views[-1]["active"] == [CHANCE])

    def _check(self) -> bool:
        """Whether the role sees what it saw then."""
        if self._chance_due():
            return True
        seen = self.watch.glance(self.game)
        self.seen = frozenset(self._faces_seen())
        if not seen:
            return True
        if self.at < len(self.state.stream) and same(seen, self.state.stream[self.at], self._looks[self.at][2]):
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

    def _push(self, role: str, text: str, free: bool) -> bool:
        """Carry out an answer, and see whether the role sees what it saw then. An answer that is not possible is not given."""
        game = self.game
        self.tried += 1
        step = Step(role, text, free, self.at, self.watch.view, self.watch.heard)
        step.seen = self.seen
        if text not in UNDOS:
            listed = [move for move in game.moves(role) if move.text == text]
            if not listed:
                return False
            step.words = listed[0].words
            step.tokens = [arg.serial if isinstance(arg, Token) else -1 for arg in listed[0].args]
        writes = len(game._journal.entries)
        try:
            give(game, role, text)
        except RondelError:
            return False
        self.steps.append(step)
        if not free:
            self.at += 1
        step.hidden = free
        if free:
            self._note(step, writes)
        return self._check()

    def _note(self, step: Step, writes: int) -> None:
        """Note whether the role sees anything that was written by an answer, and whose token it was about."""
        for target, _key, _old, _new in self.game._journal.entries[writes:]:
            part = target._container if isinstance(target, Token) else target
            if isinstance(target, Token) and not step.about:
                step.about = target._owner or ""
            if isinstance(part, Part) and part.name != "active" and sees(part.visible_to, self.role):
                step.hidden = False
                return

    def back(self, length: int) -> None:
        """Go back to where the history had so many answers, as if nothing had been looked at since."""
        self._pop(length)
        self.watch.back(self.watch.view, self.watch.heard)

    def _pop(self, length: int) -> None:
        """Go back to where the history had so many answers."""
        while len(self.steps) > length:
            step = self.steps.pop()
            self.game.pop()
            self.at = step.at
            self.watch.back(step.view, step.heard)
            self.seen = step.seen

    # -- the next answer ---------------------------------------------------------------------------------------------------

    def _go_on(self) -> bool:
        """Make up the next answer, or give the role's own. If none fits, the one that fits best is given all the same."""
        game = self.game
        if CHANCE not in game.active and self.at < len(self.state.stream):
            what, text = self.state.stream[self.at]
            if what == SAID and self._may_say(text):
                return self._push(self.role, text, False)
        best: tuple[str, str] | None = None
        least = 0
        here = len(self.steps)
        reached = self.at
        wrong = self._wrong() if CHANCE in game.active else 0
        options = self._options()
        due = self._due()
        for number, (role, text) in enumerate(options):
            if number >= GLANCE:
                break
            good = self._make_up(role, text, options)
            if len(self.steps) == here:
                continue
            if good and role == CHANCE and self._chance_due():
                worse = self._wrong() - wrong
                if worse <= 0:
                    return True
                off = worse
                good = False
            elif good and self._in_time() and (role in due or self.at > reached):
                return True
            elif good:
                # Nothing better may be found. But who has answered in secret might do so for ever, and nothing would be mended.
                off = 0 if role in due else 1_000_000
            else:
                off = 1_000 + self._off() + (0 if role in due else 1_000_000)  # who has answered seldom answers again
            if best is None or off < least:
                best, least = (role, text), off
            if number == 0:
                options[1:] = self._likely_first(options[1:])
            self._pop(here)
        if best is None:
            return False
        return self._make_up(best[0], best[1], options)

    def _in_time(self) -> bool:
        """Whether what has come of an answer is what the role was told next; for when chance must answer before it looks, as
        then nothing has been compared yet: somebody may have taken something back first."""
        if not self._chance_due():
            return True
        told = [(event["name"], thaw(event["args"])) for event in self.watch.unheard(self.game)]
        should = [(event["name"], event["args"]) for event in self._events[self.at]] if self.at < len(self._events) else []
        return told == should[: len(told)]

    def _make_up(self, role: str, text: str, options: list[tuple[str, str]]) -> bool:
        """Give an answer that is made up, and remember what else it might have been."""
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
        """What chance or the others may answer now, what is most likely meant first."""
        game = self.game
        luck = self.luck
        if CHANCE in game.active:
            moves = game.moves(CHANCE)
            likely = [move.probability * game.plausible(self.role, move, self._known) for move in moves]
            if not any(likely):
                likely = [move.probability for move in moves]
            return [(CHANCE, move.text) for move in luck.weighed(moves, likely)]
        told = self._events[self.at] if self.at < len(self._events) else []
        fitting: list[tuple[str, str]] = []
        other: list[tuple[str, str]] = []
        idle: list[tuple[str, str]] = []
        """What those may answer who have answered, or whose turn it is not; unless they are seen to be active again."""
        due = self._due()
        undone: list[tuple[str, str]] = []
        for role in luck.shuffled([each for each in game.roles if each != self.role]):
            listed = game.moves(role)
            meant = [move for move in listed if any(fits(move, event) for event in told)]
            fitting += [(role, move.text) for move in luck.shuffled(meant)]
            rest = [move for move in listed if move not in meant]
            into = other if role in due else idle
            if meant:  # the rest is hardly ever needed
                into += [(role, move.text) for move in rest]
            else:
                known = self._known
                coming = self._coming(role)
                due_word = self._next_word(role, [move.words for move in rest], coming) if self._asks_several() else ""
                plausible = [
                    game.plausible(self.role, move, known)
                    * heard_of(move.text, move.words, coming)
                    * (ANNOUNCED if due_word and move.words == [due_word] else 1.0)
                    for move in rest
                ]
                into += [(role, move.text) for move in luck.weighed(rest, plausible)]
            if any(event["name"] == "undo" and event["role"] == role for event in told):
                undone += [(role, text) for text in UNDOS]
        if not told or not fitting:
            other = luck.shuffled(other) if len({role for role, _text in other}) > 1 else other
        return [*undone, *fitting, *other, *idle, *self._quiet()]

    def _due(self) -> tuple[str, ...]:
        """The active roles, and those that the next view shows as active again although they have answered. A question to
        several activates nobody again who has answered it: the next view may already show the question after it."""
        if self._asks_several():
            return self.game.active
        goal = self._goal()
        return (*self.game.active, *(goal["active"] if goal["state"] == self.game.state else ()))

    def _quiet(self) -> list[tuple[str, str]]:
        """What others may have taken back of what nobody else was told, while several act at once."""
        game = self.game
        if not game._machine.node.several:
            return []
        plain = [text for text, (agreed, turn) in UNDOS.items() if not agreed and not turn]
        back = [role for role in game.roles if role != self.role and game.may_undo(role)]
        return [(role, text) for role in self.luck.shuffled(back) for text in plain]

    def _coming(self, role: str) -> list[str]:
        """The words of the next events about another role, in order: event names and arguments. The search ends before the
        second next answer of the own role; an answer to a question to several is announced later, after any number of them."""
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
        question = self.game._machine.question
        return question is not None and question.since >= 0

    def _last_told(self) -> int:
        """The number of the first answer of which the role had heard nothing before the last one was given."""
        end = self.at
        for number in range(len(self.steps) - 1, self.floor - 1, -1):
            step = self.steps[number]
            if any(self._events[step.at : end]):
                return number + 1
            end = step.at
        return self.floor

    def _next_word(self, role: str, options: Sequence[Sequence[str]], words: Sequence[str]) -> str:
        """Of the ``words`` that answer what a question to several asks, the one at the position of this answer: the roles'
        secret answers since the last event are announced in the order in which they were given. Empty where there is none."""
        given = len([step for step in self.steps[self._last_told() :] if step.role == role])
        single = {parts[0] for parts in options if len(parts) == 1}
        due = [word for word in words if word in single]
        return due[given] if given < len(due) else ""

    def _likely_first(self, options: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """The options with those first that name what should be seen and is not."""
        wanted = [face for _token, face in self._misplaced()]
        if not wanted:
            return options
        named = [option for option in options if any(f"({face})" in option[1] for face in wanted)]
        return [*named, *[option for option in options if option not in named]]

    # -- what is not as it should be ---------------------------------------------------------------------------------------

    def _goal(self) -> dict[str, Any]:
        """What the role should see next."""
        at = self.at
        stream = self.state.stream
        while at < len(stream) and stream[at][0] != SAW:
            at += 1
        return self._views[min(at, len(stream) - 1)]

    def _shown(self) -> list[tuple[Container, list[Token], list[str]]]:
        """For each container that the role sees, the tokens whose faces it sees there, and the faces it should see."""
        goal = self._goal()["containers"]
        found: list[tuple[Container, list[Token], list[str]]] = []
        for container in self.game._containers:
            there = goal.get(container.name, {}).get("tokens")
            if there is not None and sees(container.visible_to, self.role):
                tokens = [token for token in container._all() if token._shown_to is None or sees(token._shown_to, self.role)]
                found.append((container, tokens, [seen.get("face", "") for seen in there if not seen.get("down")]))
        return found

    def _misplaced(self) -> list[tuple[Token, str]]:
        """The tokens that lie where another face should be seen, with that face."""
        found: list[tuple[Token, str]] = []
        for container, tokens, faces in self._shown():
            if not isinstance(container, Pile):  # what lies in a pile has no places that could be compared
                found += [
                    (token, face)
                    for token, face in zip(tokens, faces, strict=False)
                    if token._face and face and token._face != face
                ]
        return found

    def _wrong(self) -> int:
        """How much of what the role sees in the middle of a rule cannot stay so."""
        return len(self._misplaced())

    def _off(self) -> int:
        """How much differs between what the role sees and what it should see."""
        goal = self._goal()
        seen = self.watch.view
        off = sum([difference(seen.get(name), value) for name, value in goal.items() if name not in ("moves", "question")])
        should = self._events[self.at] if self.at < len(self._events) else []
        told, wanted = ([[event["name"], event["args"]] for event in events] for events in (self.watch.told, should))
        return off + difference(told, wanted)


def difference(one: object, other: object) -> int:
    """How much two pieces of plain data differ: how many values of one are not in the other.

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
    """How often each value occurs, with the name it has."""
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
