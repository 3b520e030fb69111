"""Pictures of a table for a terminal, drawn from a scene and a view only.

Grids, hex boards and areas become boards with coordinates, everything else a line; parts that the view does not show are not
drawn. Without colours tokens are letters, so every terminal can show them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from rich.style import Style
from rich.text import Text

from rondel.engine.components.prop import saying
from rondel.engine.text import ENGLISH, OF, _, owned, read, say, translate, worded
from rondel.players.terminal.fences import fenced
from rondel.players.terminal.places import SIDES, diagram, labels_of, places_of
from rondel.players.terminal.score_sheets import written_sheets

_LETTERS: Final = {"cross": "X", "ring": "O"}
"""The letters of shapes that have one."""
_GLYPHS: Final = {"disc": "●", "stone": "●", "ring": "○", "cross": "✕", "square": "■", "triangle": "▲", "diamond": "◆"}
MANY: Final = 3
"""Minimum length of a run of equal tokens that is drawn as one with a number."""
_SURFACES: Final = {
    "felt": ("#2b7a5f", "#9fd3bf"),
    "wood": ("#c69c63", "#6d4f26"),
    "paper": ("#f4efe4", "#8a8273"),
    "water": ("#2c6a92", "#9fc7dc"),
    "checkered": ("#a9825a", "#dcc39c"),
    "holes": ("#2c5f9e", "#9fc7dc"),
}
"""The colour of each surface, and of its dots."""
_INK: Final = "#1b1814"


YOU: Final = _("you")
TO_MOVE: Final = _("to move")
FACE_DOWN: Final = _("{number} face down")
EMPTY: Final = _("empty")
ITS_SIDES: Final = _("sides")


class Picture:
    """Draws the table of one game.

    ``scene`` is `Game.scene`, ``colour`` whether the terminal shows colours and symbols, ``lang`` the language.
    """

    def __init__(self, scene: Mapping[str, Any], *, colour: bool = False, lang: str = ENGLISH) -> None:
        self._scene = scene
        self._colour = colour
        self._lang = lang
        self.names: dict[str, str] = {role["name"]: translate(role["label"], lang) for role in scene["roles"]}
        """The labels of roles."""
        self._colours: dict[str, str] = {role["name"]: role["colour"] for role in scene["roles"]}
        self._shapes: dict[str, str] = {role["name"]: role["shape"] for role in scene["roles"]}
        self._letters = initials([*self.names, *_faces(scene)])
        self._alike = _alike(scene)
        grids = [each for each in scene["containers"] if each["layout"] == "grid"]
        self._felt = _ground(grids[0]) if grids and colour else ""
        """The background of tokens outside grids."""

    def draw(self, view: Mapping[str, Any], *, last: Collection[str] = ()) -> Text:
        """The whole table as ``view`` shows it; ``last`` are the places of the last move, which are marked."""
        lines: list[Text] = []
        legal = {place for move in view["moves"] for place in move["places"] if place}
        for container in self._scene["containers"]:
            seen = view["containers"].get(container["name"])
            if seen is None:
                continue
            if container["layout"] == "grid" and "tokens" in seen:
                turned = view["role"] in container.get("turned_for", ())
                drawn = self._grid(container, seen["tokens"], legal, last, turned)
                for each in self._scene["containers"]:
                    if each["layout"] == "edges" and each["over"] == container["name"]:
                        lying = (view["containers"].get(each["name"]) or {}).get("tokens", ())
                        ground = _ground(container) if self._colour else ""
                        drawn = fenced(drawn, container, each, lying, last, turned=turned, ground=ground, style=self._look)
                lines.extend(self._named(container, drawn))
            elif container["layout"] == "edges" and container["over"] in view["containers"]:
                continue
            elif container["layout"] in ("hex", "area") and "tokens" in seen:
                lines.extend(self._spread(container, seen["tokens"], legal, last))
            elif container["layout"] == "track" and "tokens" in seen:
                lines.append(self._track(container, seen["tokens"]))
            else:
                lines.append(self._line(container["name"], seen))
        for written in written_sheets(self._scene, view, self.names, self._lang):
            lines.append(Text(written))
        quiet = self._scene["quiet"]
        shown = {name: value for name, value in view["props"].items() if value is not None and name not in quiet}
        for name, value in shown.items():
            lines.append(Text(f"{self._part(name)}: {self._value(name, value)}"))
        return Text("\n").join(lines)

    def notes(self, view: Mapping[str, Any]) -> list[Text]:
        """The notes of all tokens that the view shows, one a line, below the name of their part of the table.

        A token has the name that is typed in a move, and before it the text of its face if that is another one.
        """
        lines: list[Text] = []
        for container in self._scene["containers"]:
            seen = view["containers"].get(container["name"]) or {}
            found: dict[str, Text] = {}
            for token in (*seen.get("tokens", ()), *seen.get("known", ())):
                note = self._face(token)[1].get("note")
                if not note:
                    continue
                line = Text.assemble("  ", self._token(token, ""))
                name = translate(str(token["face"]), self._lang)
                if name != line.plain.strip():
                    line.append(f" ({name})")
                line.append(f": {translate(note, self._lang)}")
                found.setdefault(line.plain, line)
            if found:
                lines += [Text(f"{self._part(container['name'])}:"), *found.values()]
        return lines

    def players(self, view: Mapping[str, Any]) -> Text:
        """The roles in one line: their symbols and scores, the active ones, and the reader's own."""
        parts: list[Text] = []
        for role, name in self.names.items():
            part = Text.assemble(self._token({"owner": role, "kind": ""}, self._felt), " ", name)
            if view["scores"] is not None:
                part.append(f" {number(view['scores'][role])}")
            notes = [note for note, true in ((YOU, role == view["role"]), (TO_MOVE, role in view["active"])) if true]
            if notes:
                part.append(f" ({', '.join([translate(note, self._lang) for note in notes])})")
            parts.append(part)
        return Text("   ").join(parts)

    def statistics(self, view: Mapping[str, Any]) -> str:
        """The statistics that the view's role may know, one a line; empty if there are none."""
        lines = []
        for stat in self._scene.get("stats", ()):
            value = view.get("stats", {}).get(stat["name"])
            if isinstance(value, Mapping):
                value = ", ".join([f"{self.names[role]} {number(each)}" for role, each in value.items()])
            elif value is not None:
                value = number(value)
            if value is not None:
                lines.append(f"{translate(stat['text'], self._lang)}: {value}")
        return "\n".join(lines)

    def words(self, text: Mapping[str, Any] | None, reader: str = "") -> str:
        """A text of the protocol as a sentence; the ``reader`` is called "you"."""
        if text is None:
            return ""
        said = read(text, self.names, self._lang, reader=reader)
        return said[:1].upper() + said[1:]

    def places(self) -> list[str]:
        """The names of all cells of all boards; of a grid with points, those."""
        grids = [each for each in self._scene["containers"] if each["layout"] == "grid"]
        hexes = [cell["at"] for each in self._scene["containers"] for cell in each.get("cells", ())]
        return hexes + [
            place
            for grid in grids
            for place in grid.get("points")
            or [f"{chr(97 + column)}{row + 1}" for row in range(grid["rows"]) for column in range(grid["columns"])]
        ]

    # -- the parts ------------------------------------------------------------------------------------------------------

    def _grid(
        self,
        grid: Mapping[str, Any],
        tokens: Sequence[Mapping[str, Any]],
        legal: Collection[str],
        last: Collection[str],
        turned: bool,
    ) -> list[Text]:
        rows, columns = grid["rows"], grid["columns"]
        across = list(reversed(range(columns)) if turned else range(columns))
        dots = _SURFACES.get(grid.get("surface", ""), _SURFACES["felt"])[1]
        ground = _ground(grid) if self._colour else ""
        lying = {token["at"]: token for token in tokens}
        legal = _on_cells(grid, lying, legal, above=True)
        last = _on_cells(grid, lying, last, above=False)
        points = frozenset(grid.get("points", ()))
        symbols = {at: self._token(token, ground) for at, token in lying.items()}
        width = max((len(symbol) for symbol in symbols.values()), default=1)
        margin = len(str(rows)) + 1
        head = " " * margin + "".join(chr(97 + column).center(width + 2) for column in across)
        lines = [Text(head.rstrip())]
        for row in range(rows) if (grid.get("origin") != "bottom") != turned else reversed(range(rows)):
            line = Text(f"{row + 1:>{margin - 1}} ")
            for column in across:
                at = f"{chr(97 + column)}{row + 1}"
                place = f"{grid['name']}:{at}"
                before, after = "()" if place in last else "  "
                if at in symbols:
                    symbol = symbols[at].copy()
                elif place in legal:
                    symbol = Text("+" if self._colour else "*", Style.parse(f"bold {_INK} {ground}") if self._colour else "")
                elif points and at not in points:
                    symbol = Text(" ", f"{dots} {ground}" if self._colour else "")
                else:
                    symbol = Text("·" if self._colour else ".", f"{dots} {ground}" if self._colour else "")
                symbol.pad_right(width - len(symbol))
                line.append(before, f"{_INK} {ground}" if self._colour else "")
                line.append_text(symbol)
                line.append(after, f"{_INK} {ground}" if self._colour else "")
            if not self._colour:
                line.rstrip()
            lines.append(line)
        return lines

    def _spread(
        self, board: Mapping[str, Any], tokens: Sequence[Mapping[str, Any]], legal: Collection[str], last: Collection[str]
    ) -> list[Text]:
        """A hex board or an area, and below it the owners of its sides. A stack is its uppermost token and its height."""
        dots = _SURFACES.get(board.get("surface", ""), _SURFACES["felt"])[1]
        ground = _ground(board) if self._colour else ""
        stacks: dict[str, list[Mapping[str, Any]]] = {}
        for token in tokens:
            stacks.setdefault(str(token["at"]).partition(".")[0], []).append(token)
        legal = {place.partition(".")[0] for place in legal}
        places = places_of(board, tokens, legal)
        symbols: dict[str, Text] = {}
        for place in places:
            stack = stacks.get(place.name, ())
            if stack:
                symbols[place.name] = self._owned_token(stack[-1], ground)
                if len(stack) > 1:
                    symbols[place.name].append(str(len(stack)), f"{_INK} {ground}" if self._colour else "")
            elif f"{board['name']}:{place.name}" in legal:
                symbols[place.name] = Text("+" if self._colour else "*", f"bold {_INK} {ground}" if self._colour else "")
            else:
                symbols[place.name] = Text("·" if self._colour else ".", f"{dots} {ground}" if self._colour else "")
        marked = {place.partition(":")[2].partition(".")[0] for place in last if place.startswith(f"{board['name']}:")}
        ink = f"{_INK} {ground}" if self._colour else ""
        lines = diagram(places, symbols, labels_of(board, places), marked, ground, ink)
        owners = {side["owner"]: side["cells"] for side in board.get("sides", ())}
        for owner in owners:
            sides = [translate(SIDES[side["name"]], self._lang) for side in board["sides"] if side["owner"] == owner]
            thing = translate(ITS_SIDES, self._lang)
            thing = say(OF, self._lang, thing=thing[:1].upper() + thing[1:], player=self.names[owner])
            lines.append(Text(f"{thing}: {', '.join(sides)}"))
        return self._named(board, lines)

    def _named(self, board: Mapping[str, Any], lines: list[Text]) -> list[Text]:
        """A drawn board, below its name if it is one of several."""
        boards = [each for each in self._scene["containers"] if each["layout"] in ("grid", "hex", "area")]
        return lines if len(boards) == 1 else [Text(f"{self._part(board['name'])}:"), *lines]

    def _part(self, name: str) -> str:
        """The label of a part of the table; else, or if that is only a number, its name in words with its owner."""
        label = translate(self._scene["labels"].get(name, ""), self._lang)
        if any(each.isalpha() for each in label):
            return label
        thing, owner = owned(name, self.names, self._scene["owners"].get(name, ""))
        said = translate(worded(thing), self._lang)
        return say(OF, self._lang, thing=said, player=self.names[owner]) if owner else said

    def _value(self, name: str, value: Any) -> str:
        """The value of a prop in the rules' words; else a role's label, a translated word, a list with commas, or JSON."""
        if name in self._scene["says"]:
            return read(saying(self._scene["says"][name], value), self.names, self._lang)
        if isinstance(value, str):
            return self.names.get(value) or translate(value, self._lang)
        if isinstance(value, list):
            return ", ".join([self._value("", each) for each in value]) or translate(EMPTY, self._lang)
        return json.dumps(value, ensure_ascii=False)

    def _line(self, name: str, seen: Mapping[str, Any]) -> Text:
        line = Text(f"{self._part(name)}: ")
        if seen.get("backs"):
            line.append(say(FACE_DOWN, self._lang, number=seen["backs"]))
            return line
        tokens = _counted([self._token(token, "") for token in seen.get("tokens", ())])
        apart = ", " if any(" " in token.plain for token in tokens) else " "
        line.append_text(Text(apart).join(tokens) if tokens else Text(translate(EMPTY, self._lang)))
        return line

    def _track(self, track: Mapping[str, Any], tokens: Sequence[Mapping[str, Any]]) -> Text:
        """A track in one line: each space by its name, with what is on it."""
        spaces: list[Text] = []
        for space in track["spaces"]:
            on = _counted(
                [self._token(token, "") for token in tokens if space in (token["at"], token["at"].rpartition(".")[0])]
            )
            spaces.append(Text(" ").join([Text(translate(space, self._lang)), *on]))
        return Text.assemble(f"{self._part(track['name'])}: ", Text(" | ").join(spaces))

    def _token(self, token: Mapping[str, Any], ground: str) -> Text:
        """The symbol of a token: its face's text or shape, else its owner's letter."""
        name, face = self._face(token)
        owner = token.get("owner") or ""
        colour = face.get("ink") or face.get("colour") or self._colours.get(owner, "")
        shape = face.get("shape") or self._shapes.get(owner, "stone")
        if face.get("text"):
            symbol = translate(str(face["text"]), self._lang)
        elif token.get("face") and not face:
            symbol = translate(str(token["face"]), self._lang)  # no look is declared: its name says most
        elif self._colour and shape in _GLYPHS and name not in self._alike:
            symbol = _GLYPHS[shape]
        else:
            symbol = _LETTERS.get(shape) or self._letters.get(name, name[:1].upper() or "?")
        if not self._colour:
            return Text(symbol)
        return Text(symbol, f"bold {colour or (_INK if ground else '')} {ground}".strip())

    def _look(self, token: Mapping[str, Any]) -> str:
        """The style of a token; empty without colours."""
        colour = self._face(token)[1].get("colour") or self._colours.get(token.get("owner") or "", "")
        return f"bold {colour}".strip() if self._colour else ""

    def _owned_token(self, token: Mapping[str, Any], ground: str) -> Text:
        """The symbol of a token, after its owner's letter if tokens of others may look the same."""
        symbol = self._token(token, ground)
        owner = token.get("owner")
        if not owner or not token.get("face") or len(self.names) == 1:
            return symbol
        looks = [self._token({**token, "owner": other}, "").plain for other in self.names if other != owner]
        if symbol.plain not in looks:
            return symbol
        return Text.assemble((self._letters[owner], f"bold {self._colours[owner]} {ground}" if self._colour else ""), symbol)

    def _face(self, token: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
        """The name of the visible face, and its look."""
        owner = token.get("owner") or ""
        kinds = self._scene["kinds"]
        if not token["kind"]:  # a role's emblem: the look of its tokens, if they share one
            looks = [kind["faces"][owner] for kind in kinds.values() if owner in kind["faces"]]
            return owner, looks[0] if looks else {}
        faces = kinds.get(token["kind"], {}).get("faces", {})
        for name in (f"{owner} {token.get('face')}", token.get("face") or "", owner):
            if name in faces:
                return name, faces[name]
        return token.get("face") or owner or token["kind"], {}


def _counted(tokens: Sequence[Text]) -> list[Text]:
    """The tokens, with a run of three or more equal ones as one token and a number."""
    found: list[Text] = []
    for _look, alike in groupby(tokens, key=lambda token: token.plain):
        run = list(alike)
        found.extend([Text.assemble(run[0], f" ×{len(run)}")] if len(run) >= MANY else run)
    return found


def number(value: float) -> str:
    """A score without needless decimals.

    >>> number(3.0), number(0.5)
    ('3', '0.5')
    """
    return f"{value:g}"


def initials(names: Sequence[str]) -> dict[str, str]:
    """One or two letters for each name, no two names alike.

    >>> initials(["black", "white"])
    {'black': 'B', 'white': 'W'}
    >>> initials(["player1", "player2", "bishop", "rook"])
    {'player1': 'P1', 'player2': 'P2', 'bishop': 'B', 'rook': 'R'}
    """
    found: dict[str, str] = {}
    for name in names:
        alike = [other for other in dict.fromkeys(names) if other[:1] == name[:1]]
        letter = name[:1].upper()
        if len(alike) > 1:
            lasts = [other[-1:] for other in alike]
            letter += name[-1:] if len(set(lasts)) == len(lasts) else str(alike.index(name) + 1)
        found[name] = letter
    return found


def _on_cells(grid: Mapping[str, Any], lying: Collection[str], places: Collection[str], *, above: bool) -> set[str]:
    """The places; for a whole column, the cell of its uppermost token, or the one above that.

    >>> grid = {"name": "board", "rows": 3, "columns": 2, "origin": "bottom"}
    >>> sorted(_on_cells(grid, ["a1"], ["board:a", "board:b"], above=True))
    ['board:a2', 'board:b1']
    """
    rows = range(1, grid["rows"] + 1)
    drawn = list(rows) if grid.get("origin") != "bottom" else list(reversed(rows))
    found = set(places)
    for column in range(grid["columns"]):
        letter = chr(97 + column)
        place = f"{grid['name']}:{letter}"
        if place in found:
            top = next((number for number, row in enumerate(drawn) if f"{letter}{row}" in lying), len(drawn))
            found.remove(place)
            found.add(f"{place}{drawn[min(max(top - above, 0), len(drawn) - 1)]}")
    return found


def _ground(grid: Mapping[str, Any]) -> str:
    """The style of a grid's surface."""
    return f"on {_SURFACES.get(grid.get('surface', ''), _SURFACES['felt'])[0]}"


def _alike(scene: Mapping[str, Any]) -> set[str]:
    """Faces that differ only in hue: equal in shape, and nearly in lightness. They stay letters."""
    found: set[str] = set()
    for kind in scene["kinds"].values():
        faces = [(name, face) for name, face in kind["faces"].items() if not face.get("text")]
        for name, face in faces:
            for other, twin in faces:
                same = other != name and face.get("shape") == twin.get("shape")
                if same and abs(_lightness(face.get("colour", "")) - _lightness(twin.get("colour", ""))) < 0.4:
                    found.add(name)
    return found


def _lightness(colour: str) -> float:
    """The lightness, from 0 for black to 1 for white.

    >>> _lightness("#ffffff"), _lightness("#000000")
    (1.0, 0.0)
    """
    if len(colour) != 7:
        return 0.5
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return round(0.2126 * red + 0.7152 * green + 0.0722 * blue, 6)


def _faces(scene: Mapping[str, Any]) -> list[str]:
    return [name for kind in scene["kinds"].values() for name, face in kind["faces"].items() if not face.get("text")]
