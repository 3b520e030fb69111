"""Sketches: the states of a machine as Rondel states, with names, kinds, actions and targets that obey the graph's laws.

A machine that breaks those laws is repaired, and each repair is noted as a question to the author: a state without a transition
leads to the end, an unreachable state becomes a possible first state, a private state without a master is left out.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from rondel.bga.machine.machine import END, SETUP, Machine, State
from rondel.bga.machine.usage import Usage
from rondel.bga.php.value import Key

GAME_END: Final = "GameEnd"
TAKEN: Final = frozenset(
    {
        "ActivePlayer", "Any", "Automatic", "Game", "GameEnd", "MultipleActivePlayers", "PrivateState", "To", "_", "on",
        "annotations", "True", "False", "None",
    }
)  # fmt: skip
"""Names that the file of a game uses already."""
ZOMBIE: Final = "zombiePass"
"""The transition for an absent player in Studio's example; a Rondel game needs none."""


@dataclass
class Act:
    """An action: its name in the project, the name of its function in the skeleton, and its targets."""

    there: str
    here: str
    goals: list[str]


@dataclass
class Draft:
    """A state of the skeleton: its class, its kind, its actions, the targets of entering it, and its repairs."""

    state: State
    name: str
    kind: str
    acts: list[Act] = field(default_factory=list)
    enters: list[str] = field(default_factory=list)
    first: str = ""
    updates_progress: bool = False
    notes: list[str] = field(default_factory=list)

    @property
    def goals(self) -> list[str]:
        """All it may lead to."""
        return list(
            dict.fromkeys(
                [*self.enters, *[goal for act in self.acts for goal in act.goals], *([self.first] if self.first else [])]
            )
        )

    @property
    def played(self) -> list[str]:
        """All it leads to before its rules are written: by then entering a state of players leads nowhere."""
        if self.kind == "Automatic":
            return self.enters
        return [*[goal for act in self.acts for goal in act.goals], *([self.first] if self.first else [])]


@dataclass
class Sketch:
    """A game: its states in order, where it may begin, and the states that were left out."""

    drafts: list[Draft]
    begins: list[str]
    left: list[State]
    nearest: dict[str, int] = field(default_factory=dict)
    """How many steps it is from each state to the end."""

    def best(self, goals: Iterable[str]) -> str:
        """The target nearest to the end; it stands in for the rule, so that games end."""
        return min(goals, key=lambda each: self.nearest.get(each, 0))


def camel(text: str) -> str:
    """A name for a class.

    >>> [camel(each) for each in ("playerTurn", "next-player", "2nd move", "été", "")]
    ['PlayerTurn', 'NextPlayer', 'State2ndMove', 'T', 'State']
    """
    words = re.findall(r"[A-Za-z0-9]+", text)
    name = "".join([each[:1].upper() + each[1:] for each in words]) or "State"
    return name if name[0].isalpha() else f"State{name}"


def snake(text: str) -> str:
    """A name for a function, without Studio's prefix of actions.

    >>> [snake(each) for each in ("actPlayCard", "pass", "action", "playHTMLCard", "act")]
    ['play_card', 'pass_', 'action', 'play_html_card', 'act']
    """
    plain = re.sub(r"\Aact(?=[A-Z_])", "", text)
    plain = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", plain)
    name = re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_") or "act"
    name = name if name[0].isalpha() else f"act_{name}"
    return f"{name}_" if keyword.iskeyword(name) or name in TAKEN else name


def sketch(machine: Machine, usage: Usage, game: str) -> Sketch:
    """Draw one up; ``game`` is the name of the game's class, which no state may have."""
    drafts = {each.state.id: each for each in _drafts(machine, game)}
    masters = _masters(machine, drafts)
    left = [each.state for each in drafts.values() if each.kind == "PrivateState" and each.state.id not in masters]
    for state in left:
        del drafts[state.id]
    for draft in drafts.values():
        _lead(draft, machine, usage, drafts, masters)
    _name(drafts.values())
    _progress(drafts.values(), masters)
    return _whole(machine, list(drafts.values()), left)


def _drafts(machine: Machine, game: str) -> Iterable[Draft]:
    taken = {*TAKEN, game}
    for state in machine.states:
        if state.id in (SETUP, END):
            continue
        name = camel(state.text("name") or f"State{state.id}")
        if name in taken:
            name = f"{name}{re.sub(r'[^0-9A-Za-z]', '', str(state.id))}"
        while name in taken:
            name += "Again"
        taken.add(name)
        yield Draft(state, name, _kind(machine, state))


def _kind(machine: Machine, state: State) -> str:
    match state.type:
        case "activeplayer":
            return "ActivePlayer"
        case "multipleactiveplayer":
            return "MultipleActivePlayers"
        case "private":
            return "PrivateState"
        case "game" | "manager":
            return "Automatic"
    return "ActivePlayer" if state.listed("possibleactions") else "Automatic"


def _masters(machine: Machine, drafts: dict[Key, Draft]) -> dict[Key, list[Draft]]:
    """For each private state, its masters."""
    masters: dict[Key, list[Draft]] = {}
    for draft in drafts.values():
        first = machine.resolve(draft.state.get("initialprivate"))
        if (
            draft.kind != "MultipleActivePlayers"
            or first is None
            or first not in drafts
            or drafts[first].kind != "PrivateState"
        ):
            continue
        draft.first = drafts[first].name
        waiting, seen = [first], set[Key]()
        while waiting:
            at = waiting.pop()
            if at in seen or at not in drafts or drafts[at].kind != "PrivateState":
                continue
            seen.add(at)
            masters.setdefault(at, []).append(draft)
            waiting.extend(each.target for each in machine.transitions(drafts[at].state) if each.target is not None)
    return masters


def _ways(draft: Draft, machine: Machine, drafts: dict[Key, Draft]) -> dict[str, list[str]]:
    """The transitions of a state: by label the classes they lead to."""
    ways: dict[str, list[str]] = {}
    found = machine.transitions(draft.state)
    for each in found:
        if (each.label == ZOMBIE or (each.returned and each.label.lower() == "zombie")) and len(found) > 1:
            continue
        if each.target == END:
            goal = GAME_END
        elif each.target in drafts:
            other = drafts[each.target]
            if other.kind == "PrivateState" and draft.kind != "PrivateState":
                draft.notes.append(f"transition {each.label!r} led into the private state {other.name}")
                continue
            goal = other.name
        else:
            draft.notes.append(
                f"transition {each.label!r} led to {each.written or each.target}, which is not a state of the game"
            )
            continue
        ways.setdefault(each.label, []).append(goal)
    return ways


def _lead(draft: Draft, machine: Machine, usage: Usage, drafts: dict[Key, Draft], masters: dict[Key, list[Draft]]) -> None:
    """Give a state its actions and where they lead."""
    ways = _ways(draft, machine, drafts)
    if draft.kind == "PrivateState":
        _lead_private(draft, ways, machine, drafts, masters)
        return
    every = list(dict.fromkeys(goal for goals in ways.values() for goal in goals))
    if not every:
        draft.notes.append("no transition left it")
        every = [GAME_END]
    if draft.kind == "Automatic":
        draft.enters = every
        return
    if draft.first:
        return  # active players are in private states, and leave from there
    of_class = bool(draft.state.owner)
    entering = _asked(usage, draft.state.text("action"), ways, returns=of_class)
    draft.enters = list(dict.fromkeys(goal for label in entering for goal in ways.get(label, [])))
    listed = [str(each.value) for each in draft.state.listed("possibleactions") if isinstance(each.value, str) and each.value]
    if not listed:
        listed = [each or "go_on" for each in ways] or ["go_on"]
        draft.notes.append("it lists no possible actions; each transition is one")
    known = {
        each: list(dict.fromkeys(goal for label in _asked(usage, each, ways, returns=of_class) for goal in ways.get(label, [])))
        for each in listed
    }
    rest = [goal for goal in every if goal not in draft.enters and not any(goal in goals for goals in known.values())]
    unknown = [each for each in dict.fromkeys(listed) if not known[each]]
    for each in dict.fromkeys(listed):
        draft.acts.append(Act(each, snake(each), known[each] or rest or every))
    if rest and not unknown:
        draft.acts[0].goals = [*draft.acts[0].goals, *rest]
        draft.notes.append(f"the PHP code does not show which action leads to {', '.join(rest)}")


def _asked(usage: Usage, method: str, ways: dict[str, list[str]] | None = None, *, returns: bool = False) -> list[str]:
    """The transitions that a method asks for; an action that is a transition's own name asks for that one.

    Of a state class the names of methods are labels too: of the ways that they return.
    """
    found = [each.label for each in usage.asked if method and each.within == method.lower() and each.label is not None]
    if ways is not None and method in ways and (not found or returns):
        return list(dict.fromkeys([*found, method]))
    return [""] if not found and method == "go_on" and ways is not None and "" in ways else found


def _lead_private(
    draft: Draft, ways: dict[str, list[str]], machine: Machine, drafts: dict[Key, Draft], masters: dict[Key, list[Draft]]
) -> None:
    above = masters[draft.state.id]
    own = {each.name for each in above}
    goals = [goal for found in ways.values() for goal in found]
    for master in above:
        goals.extend(goal for found in _ways(master, machine, drafts).values() for goal in found)
    goals = [each for each in dict.fromkeys(goals) if each not in own] or [GAME_END]
    listed = [str(each.value) for each in draft.state.listed("possibleactions") if isinstance(each.value, str) and each.value]
    for each in dict.fromkeys(listed or ["go_on"]):
        draft.acts.append(Act(each, snake(each), goals))


def _progress(drafts: Iterable[Draft], masters: dict[Key, list[Draft]]) -> None:
    """Mark the states that update progress; for a private state mark its masters."""
    for draft in drafts:
        if draft.state.get("updateGameProgression") is not True:
            continue
        if draft.kind != "PrivateState":
            draft.updates_progress = True
            continue
        for master in masters[draft.state.id]:
            master.updates_progress = True
            master.notes.append(f"the private state {draft.name} updated progress; this state does so in its place")


def _name(drafts: Iterable[Draft]) -> None:
    """Give each action its own function name; names of a module are unique."""
    taken: set[str] = set()
    for draft in drafts:
        for act in draft.acts:
            if act.here in taken:
                act.here = f"{act.here.rstrip('_')}_in_{snake(draft.name)}"
            while act.here in taken:
                act.here += "_again"
            taken.add(act.here)


def _whole(machine: Machine, drafts: list[Draft], left: list[State]) -> Sketch:
    """See to it that every state is reached, and the end from every state."""
    by_name = {each.name: each for each in drafts}
    first = machine.transitions(machine.by_id[SETUP]) if SETUP in machine.by_id else []
    names = {each.state.id: each for each in drafts}
    begins = [names[each.target].name for each in first if each.target in names and names[each.target].kind != "PrivateState"]
    begins = list(dict.fromkeys(begins))
    ordinary = [each for each in drafts if each.kind != "PrivateState"]
    if not begins and ordinary:
        begins = [ordinary[0].name]
    reached = _reached(begins, by_name)
    for draft in ordinary:
        if draft.name not in reached:
            draft.notes.append("no transition led to it")
            begins.append(draft.name)
            reached |= _reached([draft.name], by_name)
    for draft in drafts:
        if GAME_END not in _reached([draft.name], by_name, played=True):
            more = [each for each in draft.enters if each not in draft.acts[0].goals] if draft.acts else []
            if more:
                draft.notes.append("only entering it led to the end; its first action does so too")
                draft.acts[0].goals = [*draft.acts[0].goals, *more]
            if GAME_END in _reached([draft.name], by_name, played=True):
                continue
            draft.notes.append("the end could not be reached from it")
            if draft.acts:
                draft.acts[0].goals = [*draft.acts[0].goals, GAME_END]
            elif not draft.first:
                draft.enters = [*draft.enters, GAME_END]
    return Sketch(drafts, begins, left, _distances(drafts))


def _reached(begin: list[str], by_name: dict[str, Draft], *, played: bool = False) -> set[str]:
    """The states that can be reached from some; ``played`` leaves out ways that the rules take only when they are written."""
    waiting, seen = list(begin), set[str]()
    while waiting:
        at = waiting.pop()
        if at not in seen:
            seen.add(at)
            if at in by_name:
                waiting.extend(by_name[at].played if played else by_name[at].goals)
    return seen


def _distances(drafts: list[Draft]) -> dict[str, int]:
    """How far it is from each state to the end."""
    steps = {GAME_END: 0}
    far = len(drafts) + 1
    for _round in range(len(drafts)):
        for draft in drafts:
            near = min([steps.get(goal, far) for goal in draft.played], default=far) + 1
            if near < steps.get(draft.name, far):
                steps[draft.name] = near
    return {**{each.name: far for each in drafts}, **steps}
