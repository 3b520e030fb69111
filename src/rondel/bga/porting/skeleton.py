"""Skeletons: a machine of Board Game Arena as a Rondel game without rules: states, actions, transitions, texts.

Each PHP method becomes a TODO with its file, its line and its beginning. The game can be played: until its rules are
written, each rule takes the shortest way to the end.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

from rondel.bga.evaluation.script import Script
from rondel.bga.machine.reader import VARIABLE, NothingRead, Reading
from rondel.bga.machine.usage import Usage
from rondel.bga.php.value import Array
from rondel.bga.porting import porting
from rondel.bga.porting.sketch import GAME_END, Act, Draft, Sketch, camel, sketch, snake

INFOS: Final = "gameinfos.inc.php"
LONGEST: Final = 120
"""Characters of a line, where it can be broken."""
MOST: Final = 12
"""The default number of players."""
_PLACEHOLDER: Final = re.compile(r"\$\{([^{}]*)\}")
_ATTRIBUTES: Final = re.compile(r"^(#\[[^\]]*\] ?)+")
_FILLED: Final = {"you": "you", "You": "you", "actplayer": "actplayer", "activeplayer": "actplayer"}


class Skeleton:
    """The skeleton of a project: ``module`` is its Python file, ``table`` the Markdown table of corresponding names.

    Raises `NothingRead`.
    """

    def __init__(self, reading: Reading, name: str) -> None:
        self.name = name
        self.kind = camel(name)
        self.usage = Usage(reading)
        self._reading = reading
        self.sketch: Sketch = sketch(reading.machine, self.usage, self.kind)
        if not self.sketch.drafts:
            reading.require("bring over")
            raise NothingRead("no state of the game was read, so there is nothing to bring over: private ones have no master")
        self.fewest, self.most = self._players()

    # -- the module ----------------------------------------------------------------------------------------------------

    @property
    def module(self) -> str:
        """The file of Python."""
        blocks = [self._head(), self._game()]
        for draft in self.sketch.drafts:
            blocks.append(self._state(draft).replace("\n\n\n", "\n\n"))
            blocks.extend(self._action(draft, act) for act in draft.acts)
        return "\n\n\n".join(blocks) + "\n"

    def _head(self) -> str:
        drafts = self.sketch.drafts
        any_args = any(_keys(draft) for draft in drafts)
        kinds = {draft.kind for draft in drafts} | {"Game", "To"}
        if any(GAME_END in draft.goals for draft in drafts):
            kinds.add(GAME_END)
        if any(draft.acts for draft in drafts):
            kinds.add("on")
        listed = ", ".join([*sorted(kinds - {"on"}), "_", *(["on"] if "on" in kinds else [])])
        title = json.dumps(self._title(), ensure_ascii=False)[1:-1]
        lines = [
            f'"""{title}: a skeleton, brought over from Board Game Arena Studio.',
            "",
            "States, actions, transitions and texts are those of the project; each PHP method is a TODO with its place.",
            '"""',
            "",
            "from __future__ import annotations",
            "",
        ]
        if any_args:
            lines += ["from typing import Any", ""]
        lines.append(f"from rondel import {listed}" if len(listed) < 100 else _wrapped(listed))
        if self.sketch.left or self._reading.machine.unread:
            lines.append("")
        for each in self.sketch.left:
            lines.append(
                f"# TODO the private state {each.name!r} ({each.place}) has no master that leads to it, and is left out."
            )
        for unread in self._reading.machine.unread:
            lines.append(f"# TODO not read, {unread.place}: {_comment(unread.text)}")
        return "\n".join(lines)

    def _game(self) -> str:
        begins = self.sketch.begins
        seats = ", ".join(f'"player{number}"' for number in range(1, self.most + 1))
        lines = [
            f"class {self.kind}(Game):",
            f'    """{_comment(self._title())}."""',
            "",
            f'    name = "{self.name}"',
            f"    title = _({json.dumps(self._title(), ensure_ascii=False)})",
            f"    seats = ({seats}{',' if self.most == 1 else ''})",
            f"    fewest = {self.fewest}",
            "",
            _signature("    def setup(self)", begins),
            *self._todo("setupNewGame", 8),
        ]
        if len(begins) > 1:
            lines.append(f"        # TODO no transition led to {', '.join(begins[1:])}: add one for each, then remove it here.")
        lines.append(f"        return {begins[0]}")
        if any(draft.updates_progress for draft in self.sketch.drafts):
            lines += ["", "    def measure(self) -> float:", *self._todo("getGameProgression", 8), "        return 0"]
        return "\n".join(lines)

    def _state(self, draft: Draft) -> str:
        state = draft.state
        lines = [
            f"class {draft.name}({draft.kind}[{self.kind}]):",
            f'    """State {state.id}, {_comment(state.name)} ({state.place})."""',
            "",
        ]
        lines += [f"    # TODO {_comment(note)}." for note in draft.notes]
        actions = [str(each.value) for each in state.listed("possibleactions")]
        if draft.first and actions:
            lines.append(
                f"    # TODO actions of the state itself, for players in no private state: {_comment(', '.join(actions))}."
            )
        lines += self._texts(draft)
        if draft.updates_progress:
            lines.append("    updates_progress = True")
        lines += self._enter(draft)
        if draft.first:
            lines += [
                "",
                f"    def first(self, game: {self.kind}, role: str) -> To[{draft.first}]:",
                f"        return {draft.first}",
            ]
        keys = _keys(draft)
        if keys:
            values = ", ".join(f'"{key}": {_value(key)}' for key in keys)
            lines += ["", f"    def args(self, game: {self.kind}, role: str) -> dict[str, Any]:"]
            lines += [*self._todo(state.text("args"), 8, state.owner), f"        return {{{values}}}"]
        elif state.text("args"):
            lines += ["", "    # TODO args, for the players and for texts:", *self._todo(state.text("args"), 4, state.owner)]
        while lines[-1] == "":
            lines.pop()
        return "\n".join(lines)

    def _texts(self, draft: Draft) -> list[str]:
        """Its texts, those that its kind needs at least."""
        wanted = {"description": "{actplayer} must play", "my_turn": "{you} must play"}
        given = {"description": draft.state.text("description"), "my_turn": draft.state.text("descriptionmyturn")}
        if draft.kind == "Automatic":
            given["my_turn"] = ""
        lines = []
        for key, standard in wanted.items():
            needed = draft.kind != "Automatic" and not (key == "description" and draft.kind == "PrivateState")
            needed = needed and not (key == "my_turn" and draft.first)
            if given[key] or needed:
                text = _text(given[key]) if given[key] else standard
                lines.append(f"    {key} = _({json.dumps(text, ensure_ascii=False)})")
        return lines

    def _enter(self, draft: Draft) -> list[str]:
        action, owner = draft.state.text("action"), draft.state.owner
        head = f"    def enter(self, game: {self.kind})"
        if draft.kind == "Automatic":
            ends = f"        return {self.sketch.best(draft.enters)}"
            return ["", _signature(head, draft.enters), *self._todo(action, 8, owner), ends]
        if draft.enters:
            active = ["        game.activate(*game.roles)"] if draft.kind == "MultipleActivePlayers" else []
            return ["", _signature(head, draft.enters, "None"), *self._todo(action, 8, owner), *active, "        return None"]
        if action and action.lower() != "stmakeeveryoneactive":
            return ["", "    # TODO enter, the code that runs when the game enters the state:", *self._todo(action, 4, owner)]
        return []

    def _action(self, draft: Draft, act: Act) -> str:
        words = snake(act.there).strip("_").replace("_", " ")
        lines = [
            f'@on({draft.name}, _("{{actplayer}}: {words}"))',
            _signature(f"def {act.here}(game: {self.kind})", act.goals),
            f'    """{_comment(act.there)}."""',
            *self._todo(act.there, 4, draft.state.owner),
            f"    return {self.sketch.best(act.goals)}",
        ]
        return "\n".join(lines)

    def _todo(self, method: str, indent: int, owner: str = "") -> list[str]:
        """A PHP method, or one of a state class: its place and its beginning."""
        if not method:
            return []
        line = self.usage.line(owner) if owner else []
        own = [each.methods[method.lower()] for each in line if method.lower() in each.methods]
        found = own[:1] or self.usage.methods.get(method.lower(), [])
        lines = [f"# TODO {_comment(method)}()" + ("" if found else ": not found in the project")]
        for each in found:
            body = each.node.child_by_field_name("body")
            end = body.start_byte if body is not None else each.node.end_byte
            head = " ".join(each.source.code[each.node.start_byte : end].decode("utf-8", "replace").split())
            lines.append(f"# PHP {each.place}: {_comment(_ATTRIBUTES.sub('', head))}")
        return [" " * indent + each for each in lines]

    # -- the table -----------------------------------------------------------------------------------------------------

    @property
    def table(self) -> str:
        """Corresponding names, in Markdown: states, actions, hooks, and functions of the framework that the code uses."""
        states: list[tuple[str, str]] = []
        actions: list[tuple[str, str]] = []
        hooks: list[tuple[str, str]] = []
        for draft in self.sketch.drafts:
            state = draft.state
            states.append((f"{state.id} `{state.name}` ({state.type})", f"`class {draft.name}({draft.kind})`"))
            actions.extend((f"`{act.there}` in `{state.name}`", f"`{act.here}` on `{draft.name}`") for act in draft.acts)
            for key, here in (("action", "enter"), ("args", "args")):
                if state.text(key):
                    hooks.append((f"`{state.text(key)}`", f"`{draft.name}.{here}`"))
        functions = [(f"`{name}`", here) for name, here in porting.used(self.usage.words).items()]
        parts = [f"# {self._title()}: corresponding names", "", f"`${VARIABLE}` is now `{self.name}.py`."]
        for title, rows in (("States", states), ("Actions", actions), ("Hooks", hooks), ("Functions", functions)):
            if rows:
                parts += ["", f"## {title}", "", porting.table(("there", "here"), rows)]
        return "\n".join(parts) + "\n"

    # -- gameinfos -----------------------------------------------------------------------------------------------------

    def _infos(self) -> Array:
        """The values of ``gameinfos.inc.php``; empty without one."""
        path = self._reading.project.root / INFOS
        if not path.is_file():
            return Array()
        script = Script(self._reading.evaluator, self._reading.project.find)
        script.run(self._reading.project.load(path))
        found = script.variables.get("gameinfos")
        return found if isinstance(found, Array) else Array()

    def _title(self) -> str:
        title = self._infos().get("game_name")
        return str(title) if isinstance(title, str) and title else self.name.replace("_", " ").capitalize()

    def _players(self) -> tuple[int, int]:
        """How few and how many play."""
        players = self._infos().get("players")
        counts = [each.value for each in players if isinstance(each.value, int)] if isinstance(players, Array) else []
        counts = [each for each in counts if 1 <= each <= MOST]
        return (min(counts), max(counts)) if counts else (2, 4)


def write(skeleton: Skeleton, folder: Path) -> tuple[Path, Path]:
    """Write both files into a folder; returns their paths. Raises `OSError`, also where one is there already."""
    paths = folder / f"{skeleton.name}.py", folder / f"{skeleton.name}_porting.md"
    texts = skeleton.module, skeleton.table
    for path in paths:
        if path.exists():
            raise FileExistsError(17, "it is there already", str(path))
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def _signature(head: str, goals: list[str], *others: str) -> str:
    """A function with where it leads: in one line, or where that is long each goal in its own."""
    kinds = [*[f"To[{each}]" for each in goals], *others]
    short = f"{head} -> {' | '.join(kinds)}:"
    if len(short) <= LONGEST:
        return short
    indent = " " * (len(head) - len(head.lstrip()))
    return f"{head} -> (\n{indent}    " + f"\n{indent}    | ".join(kinds) + f"\n{indent}):"


def _wrapped(listed: str) -> str:
    return "from rondel import (\n" + "".join([f"    {each},\n" for each in listed.split(", ")]) + ")"


def _comment(text: str) -> str:
    """In one line, and not the end of a docstring."""
    return " ".join(text.split()).replace('"""', "'''").replace("\\", "/")


def _placeholder(name: str) -> str:
    """The name of a placeholder in Rondel."""
    if name in _FILLED:
        return _FILLED[name]
    plain = re.sub(r"[^A-Za-z0-9_]+", "_", name.removeprefix("_private.")).strip("_") or "value"
    return plain if plain[0].isalpha() else f"value_{plain}"


def _text(text: str) -> str:
    """A text with placeholders in braces."""
    said: list[str] = []
    at = 0
    for found in _PLACEHOLDER.finditer(text):
        said.append(_braces(text[at : found.start()].rstrip("$")))
        said.append("{" + _placeholder(found[1]) + "}")
        at = found.end()
    return "".join([*said, _braces(text[at:])])


def _braces(text: str) -> str:
    """Characters that must not look like a placeholder: a dollar sign or a percent sign before a letter."""
    plain = re.sub(r"\$+(?=[A-Za-z_{(])", "", text)
    return re.sub(r"%(?=[A-Za-z(])", "% ", plain).replace("{", "{{").replace("}", "}}")


def _keys(draft: Draft) -> list[str]:
    """The placeholders of its texts that args must give."""
    texts = [draft.state.text("description"), draft.state.text("descriptionmyturn")]
    names = [_placeholder(name) for text in texts for name in _PLACEHOLDER.findall(text)]
    return [each for each in dict.fromkeys(names) if each not in _FILLED.values()]


def _value(key: str) -> str:
    return "game.roles[0]" if key in ("otherplayer", "player") else '"?"'
