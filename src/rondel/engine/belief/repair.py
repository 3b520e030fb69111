"""Repair: change sampled answers of a history so that the role sees what it did see.

There are four kinds of proposals. Two tokens exchange their faces in all answers that named either since the role last saw one
of them. An answer becomes the one that a later event announces. A word that occurs too often becomes one that is missing. Or an
answer is sampled again. A proposal that matches more of the stream, or reduces the difference, is kept; others are undone. The
number of proposals is bounded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from rondel.engine.belief.announcements import announcement_factor, parts_of, words_about
from rondel.engine.belief.history_sampler import HistorySampler, Step, leaves
from rondel.engine.components.container import Container
from rondel.engine.components.token import Token
from rondel.engine.declarations.facts import IMAGINED
from rondel.engine.records.record import start
from rondel.engine.visibility import CHANCE

if TYPE_CHECKING:
    from rondel.engine.belief.information_state import InformationState
    from rondel.engine.chance.seeded_random import SeededRandom
    from rondel.engine.play.playable import Playable

PATIENCE: Final = 12_000
"""The maximum number of rejected answers of one attempt."""
ATTEMPTS: Final = (1_000, 2_000, PATIENCE, PATIENCE, PATIENCE)
"""The number of rejected answers in each attempt before the history is begun anew. The first attempts are short: a new history
is often found faster than a bad one is repaired."""
BRIEF: Final = (300,)
"""The same for a game that declares that it is imagined from the present view, ``imagined="view"``: most of its histories
cannot be sampled, so a long search would be in vain."""
TRIES: Final = 400
"""The maximum number of proposals at one place."""


def attempts(kind: type[Playable]) -> tuple[int, ...]:
    """The number of rejected answers in each attempt to sample a history of this game."""
    facts = kind.facts
    return BRIEF if facts is not None and facts.imagined == IMAGINED[1] else ATTEMPTS


class RepairingSampler(HistorySampler):
    """A history sampler with repair. It gives up after ``patience`` rejected answers."""

    def __init__(
        self,
        kind: type[Playable],
        state: InformationState,
        rng: SeededRandom,
        patience: int = PATIENCE,
        before: HistorySampler | None = None,
        origin: Playable | None = None,
    ) -> None:
        super().__init__(kind, state, rng, before, origin)
        self._patience = patience

    @property
    def _given_up(self) -> bool:
        return self.tried - (len(self.steps) - self.floor) > self._patience

    def sample(self) -> bool:
        """Sample the whole history; returns whether that succeeded."""
        if not self.floor:
            start(self.game, self.start)
        good = self._check()
        while good or self._repair():
            good = True
            if self.at >= len(self.state.stream) and not self._chance_due():
                return True
            if self._given_up:
                return False
            good = self._extend()
        return False

    # -- repair --------------------------------------------------------------------------------------------------------

    def _repair(self) -> bool:
        """Change sampled answers until the history matches more of the stream; returns whether that succeeded."""
        best = (self.at, -self._distance() if self.steps else 0)
        if len(self.steps) <= self.floor:
            return False
        stuck = best[0]
        shown = self._last_of_players()
        for attempt in range(TRIES):
            if self._given_up:
                return False
            changed = self._proposal(attempt)
            if not changed:
                continue
            before = self.steps[:]
            first = min(changed)
            good = self._replay(first, changed, before) and self.at >= stuck
            now = (self.at, -self._distance())
            if good or now[0] > stuck or now > best or (now == best and self.rng.below(4) == 0):
                if good or now[0] > stuck:
                    if self.at > stuck:
                        self._repaired = max(self._repaired, shown)
                    return True if good else self._repair()
                best = now
            else:
                self._pop(first)
                for step in before[first:]:
                    self._again(step)
        return False

    def _again(self, step: Step) -> bool:
        """Repeat an answer."""
        return (
            self._give_sampled(step.role, step.text, step.instead) if step.sampled else self._push(step.role, step.text, False)
        )

    def _replay(self, first: int, changed: Mapping[int, tuple[str, str]], before: list[Step]) -> bool:
        """Repeat the answers from a number on, some of them changed; returns whether the observations match."""
        self._pop(first)
        for number in range(first, len(before)):
            step = before[number]
            length = len(self.steps)
            good = self._give_sampled(*changed[number], step.instead) if number in changed else self._again(step)
            if len(self.steps) == length:
                return self._extend() if step.sampled else False
            if not good or (step.role != CHANCE and not self._in_time()):
                return number not in changed and self._resample(step, length)
        return True

    def _resample(self, step: Step, length: int) -> bool:
        """Sample a rejected answer again if its place has new alternatives; returns whether the result matches. The answers of
        chance are not sampled again, since its alternatives stay the same."""
        if not step.sampled or step.role == CHANCE:
            return False
        self._pop(length)
        known = [text for _role, text in step.instead]
        if not [move for move in self.game.moves(step.role) if move.text not in known]:
            return self._again(step)
        return self._extend()

    def _proposal(self, attempt: int) -> dict[int, tuple[str, str]]:
        """The answers to change, by number: to fit the tokens seen, the events told, the words seen, or at random."""
        way = attempt % 6
        if way in (0, 1):
            mistaken = self._mistaken()
            if mistaken and way == 0:
                told = self._as_told()
                renamed = self._renamed(told)
                known = {token.serial for token, _face in renamed}
                return {**self._exchange([*renamed, *[each for each in mistaken if each[0].serial not in known]]), **told}
            if mistaken:
                return self._exchange([mistaken[self.rng.below(len(mistaken))]])
        if way in (1, 2):
            return self._as_told() or self._as_shown() or self._another(attempt)
        if way in (3, 4):
            return self._reworded(1 if way == 3 else 100) or self._another(attempt)
        return self._another(attempt)

    def _as_told(self) -> dict[int, tuple[str, str]]:
        """New hidden answers of the roles whose next events differ from the announced ones."""
        should = self._events[self.at] if self.at < len(self._events) else []
        changed: dict[int, tuple[str, str]] = {}
        for role in self.game.roles:
            told = [words_about(event, role) for event in self.reader.told]
            wanted = [words_about(event, role) for event in should]
            if role == self.role or told == wanted:
                continue
            words = [word for each in wanted for word in each]
            numbers = [
                number
                for number in range(self._last_told(), len(self.steps))
                if self.steps[number].role == role and self.steps[number].sampled
            ]
            if self._in_order(numbers, words, changed):
                continue
            for number in numbers:
                step = self.steps[number]
                heard = {
                    option: announcement_factor(option[1], parts_of(option[1]), words)
                    for option in step.instead
                    if option[0] == role
                }
                most = max(heard.values(), default=1.0)
                if announcement_factor(step.text, step.words, words) >= max(most, 2.0):
                    continue
                fitting = [option for option, factor in heard.items() if factor == most > 1]
                if fitting:
                    changed[number] = fitting[self.rng.below(len(fitting))]
                elif any(serial >= 0 for serial in step.tokens):
                    faces = [word for word in words if word in self._all_faces]
                    if faces:
                        changed[number] = (role, f"{step.text.partition('(')[0]}({faces[self.rng.below(len(faces))]})")
        return changed

    def _in_order(self, numbers: list[int], words: list[str], changed: dict[int, tuple[str, str]]) -> bool:
        """Change the hidden answers of one role to the announced ones, in order. Returns whether there is a word for each
        answer and one differed."""
        due: list[tuple[str, str]] = []
        for word in words:
            if len(due) < len(numbers):
                step = self.steps[numbers[len(due)]]
                due += [option for option in step.instead if option[0] == step.role and parts_of(option[1]) == [word]][:1]
        if len(due) < len(numbers):
            return False
        others = {number: option for number, option in zip(numbers, due, strict=True) if self.steps[number].text != option[1]}
        changed.update(others)
        return len(others) > 0

    def _as_shown(self) -> dict[int, tuple[str, str]]:
        """Answers of chance in which a wrong word of an event is replaced by the announced one."""
        should = self._events[self.at] if self.at < len(self._events) else []
        changed: dict[int, tuple[str, str]] = {}
        for event, other in zip(self.reader.told, should, strict=False):
            if event["name"] != other["name"]:
                continue
            for name, value in other["args"].items():
                word = str(event["args"].get(name))
                if word == str(value):
                    continue
                for number in range(self._last_of_players() - 1, self.floor - 1, -1):
                    step = self.steps[number]
                    if step.role == CHANCE and step.words == [word] and number not in changed and step.about != self.role:
                        changed[number] = (CHANCE, f"{step.text.partition('(')[0]}({value})")
                        break
        return changed

    def _renamed(self, told: Mapping[int, tuple[str, str]]) -> list[tuple[Token, str]]:
        """The tokens of these answers that the new answers name by other faces, with those faces."""
        tokens = {token.serial: token for container in self.game._containers for token in container._all()}
        found: list[tuple[Token, str]] = []
        for number, (_role, text) in told.items():
            step = self.steps[number]
            for serial, word in zip(step.tokens, parts_of(text), strict=False):
                if serial in tokens and tokens[serial]._face not in ("", word) and word in self._all_faces:
                    found.append((tokens[serial], word))
        return found

    def _exchange(self, mistaken: list[tuple[Token, str]]) -> dict[int, tuple[str, str]]:
        """Give tokens the faces they should have: each exchanges its face with a token that has it."""
        faces: dict[int, str] = {}
        taken: set[int] = set()
        wanting = {token.serial: face for token, face in mistaken}
        for token, face in mistaken:
            if token.serial in faces:
                continue
            partners = [
                each
                for container in self.game._containers
                for each in container._all()
                if each._face == face and each.kind is token.kind and each.serial not in taken and each.serial not in faces
            ]
            back = [each for each in partners if wanting.get(each.serial) == token._face]
            hidden = [each for each in partners if each.serial in wanting or each.serial not in self.seen]
            holder = token._container
            could = hidden
            if isinstance(holder, Container):
                could = [each for each in hidden if self.game.could_be(self.role, each, holder)]
            chosen = back or could or hidden
            if not chosen:
                continue
            partner = chosen[self.rng.below(len(chosen))]
            taken.add(partner.serial)
            faces[token.serial] = face
            faces[partner.serial] = token._face
        changed: dict[int, tuple[str, str]] = {}
        for number in range(len(self.steps) - 1, self.floor - 1, -1):
            step = self.steps[number]
            if step.sampled and any(serial in faces for serial in step.tokens):
                words = [faces.get(serial, word) for serial, word in zip(step.tokens, step.words, strict=True)]
                action = step.text.partition("(")[0]
                changed[number] = (step.role, f"{action}({','.join(words)})")
            for serial in [each for each in faces if each in step.seen]:
                del faces[serial]  # before this the role saw its face
            if not faces:
                break
        return changed

    def _reworded(self, most: int) -> dict[int, tuple[str, str]]:
        """Hidden answers in which a word that occurs too often in the view is replaced by one that is missing."""
        seen, goal = self.reader.view, self._goal()
        every = self.rng.below(8) == 0
        taken = self.rng.below(3) == 0  # the words are of removed tokens: the missing word is there in excess
        last = self._last_of_players()
        changed: dict[int, tuple[str, str]] = {}
        for part in ("containers", "props", "args"):
            has, wants = leaves(seen.get(part)), leaves(goal.get(part))
            if taken:
                has, wants = wants, has
            spare = [leaf for leaf in has for _each in range(has[leaf] - wants.get(leaf, 0))]
            missing = [leaf for leaf in wants for _each in range(wants[leaf] - has.get(leaf, 0))]
            for leaf in self.rng.shuffled(spare):
                if len(changed) >= most:
                    return changed
                name, _equals, word = leaf.partition("=")
                others = [each for each in missing if each.startswith(name + "=")]
                found = [
                    number
                    for number, step in enumerate(self.steps[self.floor :], self.floor)
                    if word in step.words
                    and number not in changed
                    and (step.hidden or (step.sampled and (every or step.about not in ("", self.role))))
                    and (every or not step.about or step.about in name)
                ]
                recent = [number for number in found if self._repaired <= number < last]
                if recent and self.rng.below(8):
                    found = recent
                if found and others:
                    other = others[self.rng.below(len(others))]
                    missing.remove(other)
                    number = found[self.rng.below(len(found))]
                    step = self.steps[number]
                    words = [other[len(name) + 1 :] if each == word else each for each in step.words]
                    changed[number] = (step.role, f"{step.text.partition('(')[0]}({','.join(words)})")
        return changed

    def _last_of_players(self) -> int:
        """The number of the last answer of a player; the role may see later answers of chance only later."""
        for number in range(len(self.steps) - 1, self.floor - 1, -1):
            if self.steps[number].role != CHANCE:
                return number
        return self.floor

    def _another(self, attempt: int) -> dict[int, tuple[str, str]]:
        """One answer sampled again: at first one of the last, later any; players' answers are preferred."""
        free = [
            number for number, step in enumerate(self.steps[self.floor :], self.floor) if step.sampled and len(step.instead) > 1
        ]
        players = [number for number in free if self.steps[number].role != CHANCE]
        if players and self.rng.below(2):
            free = players
        if not free:
            return {}
        reach = min(len(free), 3 + attempt // 4)
        number = free[len(free) - 1 - self.rng.below(reach)]
        step = self.steps[number]
        options = [option for option in step.instead if option[1] != step.text]
        return {number: options[self.rng.below(len(options))]} if options else {}

    def _mistaken(self) -> list[tuple[Token, str]]:
        """The tokens with wrong faces, each with the face it should have: wrong for their container, or otherwise only in the
        wrong places of it."""
        found: list[tuple[Token, str]] = []
        elsewhere: list[Token] = []
        lacking: list[str] = []
        for _container, tokens, faces in self._shown():
            missing = faces[:]
            spare: list[Token] = []
            for token in tokens:
                if token._face in missing:
                    missing.remove(token._face)
                else:
                    spare.append(token)
            if len(tokens) == len(faces):
                found += [(token, face) for token, face in zip(spare, missing, strict=False) if token._face and face]
            else:
                elsewhere += spare
                lacking += missing
        for token in elsewhere:
            if token._face in lacking:
                lacking.remove(token._face)
            elif lacking:
                found.append((token, lacking[self.rng.below(len(lacking))]))
        return [(token, face) for token, face in found if token._face and face] or self._misplaced()
