"""The messages of a game, from its source and from its names."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.extract import extract_from_file

import rondel
from rondel.errors import RulesError
from rondel.translations.messages import has_words, marked, messages, sources

GAMES = Path(rondel.__file__).parent / "games"


@pytest.mark.parametrize("path", sorted(GAMES.rglob("*.py")), ids=lambda path: path.stem)
def test_marks_are_found_as_babel_finds_them(path: Path) -> None:
    babel = extract_from_file("python", path, keywords={"_": None, "plural": (1, 2)})
    wanted = [(text, "") if isinstance(text, str) else tuple(text) for _line, text, _notes, _context in babel]
    assert [(each.one, each.many) for each in marked(path) if not each.note] == wanted


def test_a_game_of_several_files() -> None:
    assert {path.name for path in sources(rondel.find("stones"))} >= {"rules.py", "board.py"}
    assert [path.name for path in sources(rondel.find("reversi"))] == ["reversi.py"]


def test_names_are_messages_too() -> None:
    found = {each.one: each for each in messages(rondel.find("stones"))}
    assert {"jade", "stone", "Move", "Turns left", "Rows", "{player} has no stone left and is out"} <= set(found)
    assert found["jade"].note == "a role"
    assert "Hit" not in found  # the name of an event, for programs


FILE = """
from __future__ import annotations
from rondel import *

LEFT = plural("{n} stick is left", "{n} sticks are left", "n")
Stick = TokenKind("stick", faces={"short_one": Face("stone"), "S": Face("text", text="Short"), "A♠": Face("card", text="A♠")})

class Sticks(Game):
    title = _("Sticks")
    seats = ("first", "last_one")
    kinds = (Stick,)
    options = (Option("heap", "one_big", values=("one_big", "many")), Option("deep", False, text=_("Dive")))

    def setup(self) -> To[Turn]:
        self.add(Prop("hidden", 0))
        self.add(Pile("pile", backs_visible_to=EVERYONE))
        self.add(Hand("hand_first", visible_to=("first",)))
        self.add(Hand("hand_last_one", visible_to=("last_one",)))
        return Turn

class Turn(ActivePlayer[Sticks]):
    description = _("{actplayer} must take")
    my_turn = _("{you} must take")

@on(Turn, _("{actplayer} takes"))
def take_it(game: Sticks) -> To[GameEnd]:
    game.notify("left", _("{player}: {what}"), player=game.player, what=phrase(LEFT, n=1), why=phrase("luck"))
    game.choose([1, 2], ask=_("{you} must say"), action="say_it")
    return GameEnd
"""


def test_everything_that_people_read(tmp_path: Path) -> None:
    (tmp_path / "sticks.py").write_text(FILE, encoding="utf-8")
    found = messages(rondel.load(tmp_path / "sticks.py"))
    assert {each.one for each in found} == {
        "{n} stick is left", "Sticks", "{actplayer} must take", "{you} must take", "{actplayer} takes",
        "{player}: {what}", "luck", "{you} must say", "Say it", "first", "last one", "stick", "short_one", "Short",
        "Heap", "One big", "Many", "Dive", "Take it", "Pile", "Hand",
    }  # fmt: skip
    assert next(each.many for each in found if each.one == "{n} stick is left") == "{n} sticks are left"
    assert len({each.one for each in found}) == len(found)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ('_(f"{name} wins")', "rules.py, line 2, marks an f-string, which is filled before anybody can translate it"),
        ("_(name)", "rules.py, line 2, marks no literal text; write the text itself in _()"),
        ('plural("a", name, "n")', "rules.py, line 2, marks no literal text; write the text itself in plural()"),
        ('phrase(f"{name}")', "rules.py, line 2, marks an f-string"),
    ],
)
def test_marks_on_values_that_are_not_literals(tmp_path: Path, line: str, wrong: str) -> None:
    path = tmp_path / "rules.py"
    path.write_text(f"name = 'x'\n{line}\n", encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        marked(path)
    assert str(caught.value).startswith(wrong)


@pytest.mark.parametrize(
    ("text", "any_words"), [("Ab", True), ("AB", False), ("{name}", False), ("Spiel", True), ("7 ♠", False)]
)
def test_texts_with_words(text: str, any_words: bool) -> None:
    assert has_words(text) is any_words
