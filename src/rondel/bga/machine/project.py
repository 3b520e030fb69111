"""Projects: the files of a game for Board Game Arena Studio, found from a folder or from its states file."""

from __future__ import annotations

import functools
import os
from pathlib import Path
from typing import Final

from rondel.bga.php.source import Source
from rondel.errors import BadOption

STATES: Final = "states.inc.php"
CLASSES: Final = "modules/php/States"
"""Where the state classes are, in folders of this one too."""
GAME: Final = "modules/php/Game.php"
"""Where the class of the game is; in older projects it is in a ``.game.php`` of the project's folder."""
ROOTED: Final = "gameinfos.inc.php"
"""A file in the folder of every project."""
SKIPPED: Final = frozenset({"vendor", "node_modules", "misc", "_ide_helper", "tests", "test", "build", "dist"})
"""Folders without code of the game: Studio does not load them."""
STUBS: Final = frozenset({"_ide_helper.php"})
"""Files that describe the framework to editors, and are not part of the game."""
DEEPEST: Final = 3
"""How many folders down a states file is looked for."""


class NotAProject(BadOption):
    """A path has no project for Board Game Arena, or several."""

    code = "not_a_bga_project"


class Project:
    """The files of one game.

    ``root`` is the project's folder, ``states`` its states file, if it has one. File names are relative to the working
    directory of the command, so that they can be clicked.
    """

    def __init__(self, path: Path) -> None:
        if not path.exists():
            raise NotAProject(f"{path} does not exist; give the folder of a project for Board Game Arena, or its {STATES}")
        self.root, self.states = _found(path)
        self._loaded: dict[Path, Source] = {}
        self._alone = self.states is not None and _stands_alone(self.states, self.root)
        self.sources = [self.load(each) for each in self._files((".php",)) if each.name not in STUBS]

    def load(self, path: Path) -> Source:
        """A file, parsed; the same object each time. Raises `NotAProject` when it cannot be read."""
        key = path.resolve()
        if key not in self._loaded:
            try:
                code = path.read_bytes()
            except OSError as error:
                raise NotAProject(f"{path} cannot be read: {error.strerror or error}") from error
            self._loaded[key] = Source(code, path.as_posix(), path)
        return self._loaded[key]

    def find(self, written: str, by: Source) -> Source | None:
        """The file that an include names: from the project's folder, or else from beside the file that includes it."""
        for folder in (self.root, by.path.parent):
            path = _without_case(folder, written)
            if path is not None and path.suffix.lower() == ".php":
                return self.load(path)
        return None

    @functools.cached_property
    def scripts(self) -> str:
        """All the JavaScript and TypeScript of the client, as one text."""
        return "\n".join(
            each.read_text(encoding="utf-8", errors="replace") for each in self._files((".js", ".ts", ".jsx", ".tsx"))
        )

    def _files(self, suffixes: tuple[str, ...]) -> list[Path]:
        if self._alone:
            return [each for each in [self.states] if each is not None and each.name.lower().endswith(suffixes)]
        found: list[Path] = []
        for folder, folders, names in os.walk(self.root):
            inner = [each for each in folders if each.lower() not in SKIPPED and not each.startswith(".")]
            folders[:] = sorted(each for each in inner if not _is_project(Path(folder) / each))
            found.extend(Path(folder) / name for name in sorted(names) if name.lower().endswith(suffixes))
        # The files that the framework loads come first: of two classes with one name, theirs counts.
        return sorted(found, key=lambda each: not self.is_loaded(each))

    def is_loaded(self, path: Path) -> bool:
        """Whether the framework itself finds a file: it is directly in the project's folder, or below ``modules``."""
        return path.parent == self.root or path.is_relative_to(self.root / "modules")

    def holds_states(self, path: Path) -> bool:
        """Whether the framework takes the classes of a file for states: it is below ``modules/php/States``."""
        return self._alone or path.is_relative_to(self.root / CLASSES)

    @functools.cached_property
    def starting(self) -> frozenset[Path]:
        """The files that the framework itself loads for each game: the class of the game, and that of its actions.

        If several files could be one of these, it is unknown which one the framework loads, and none of them is listed.
        """
        new = self.root / GAME
        old = [] if new.is_file() else list(self.root.glob("*.game.php"))
        actions = list(self.root.glob("*.action.php"))
        return frozenset(
            [*([new] if new.is_file() else []), *(old if len(old) == 1 else []), *(actions if len(actions) == 1 else [])]
        )


def _is_project(folder: Path) -> bool:
    """Whether a folder inside a project is itself a project, such as a template."""
    return (folder / ROOTED).is_file() or (folder / STATES).is_file() or (folder / CLASSES).is_dir()


def _stands_alone(states: Path, root: Path) -> bool:
    """Whether a file is read alone: it has another name than Studio's states file, and its folder is not a project.

    The files beside it are ignored; its includes are read.
    """
    if states.name.lower() == STATES:
        return False
    return not (root / ROOTED).is_file() and not (root / "modules").is_dir() and not any(root.glob("*.game.php"))


def _found(path: Path) -> tuple[Path, Path | None]:
    """The folder and the states file."""
    if path.is_file():
        if path.suffix.lower() != ".php":
            raise NotAProject(f"{path} is not a PHP file; give the folder of a project for Board Game Arena, or its {STATES}")
        above = [each for each in list(path.parents)[: DEEPEST + 1] if (each / ROOTED).is_file()]
        return (above[0] if above else path.parent), path
    for depth in range(DEEPEST + 1):
        there = sorted(each for each in path.glob("*/" * depth + "*.php") if each.name.lower() == STATES)
        there = [each for each in there if not SKIPPED.intersection(part.lower() for part in each.relative_to(path).parts)]
        if len(there) > 1:
            named = ", ".join(each.as_posix() for each in there)
            raise NotAProject(f"{path} has more than one project: {named}; give the folder of one of them")
        if there:
            return there[0].parent, there[0]
        folders = [each for each in path.glob("*/" * depth + CLASSES) if any(each.rglob("*.php"))]
        classes = sorted({each.parents[2] for each in folders})
        if classes:
            return classes[0], None
    raise NotAProject(f"{path} has neither a {STATES} nor {CLASSES}/*.php; give the folder that has one")


def _without_case(folder: Path, written: str) -> Path | None:
    """A file below a folder, or at a path from the root; letters of another case are found too, as Studio's own disks do."""
    path = Path(written)
    direct = path if path.is_absolute() else folder / written
    if direct.is_file():
        return direct
    if path.is_absolute():
        try:
            folder, path = folder, path.relative_to(folder)
        except ValueError:
            return None
    at = folder
    for name in path.parts:
        if name in ("..", "."):
            at = at / name
            continue
        if not at.is_dir():
            return None
        same = [each for each in sorted(at.iterdir()) if each.name.lower() == name.lower()]
        if not same:
            return None
        at = same[0]
    return at if at.is_file() else None
