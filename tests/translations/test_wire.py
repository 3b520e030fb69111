"""All that a player may read of a game, in the language of strange letters: what looks ordinary is not translated.

Every shipped game is played at random, and each text that leaves the engine is read as a client reads it: questions, moves, the
log, the scene with its roles, kinds, faces and parts, the props, statistics and options.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import rondel
from rondel.engine.components.prop import saying
from rondel.engine.text import owned, read, translate, worded
from tests.conftest import sampled

PSEUDO = "en-XA"
PLAIN = re.compile(r"[A-Za-z]*[ac-eg-ln-pr-uwyzACDEGHIJKLNORSTUWYZ][A-Za-z]+|[A-Za-z]+[ac-eg-ln-pr-uwyz][A-Za-z]*")
"""Ordinary letters side by side: the strange ones stand for all but b, f, m, q, v and x."""


ALIKE = re.compile(r"\b[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?\b|^K?Q?k?q?$")
"""What is written alike in every language: moves of chess, and rights to castle."""


def said(game: rondel.Game, role: str, lang: str, heard: Counter[str]) -> Iterator[str]:
    """Every text of the wire that is new for a role, as its reader sees it; names are translated labels. ``heard`` counts the
    events that each role has heard."""
    names = {each["name"]: translate(each["label"], lang) for each in game.scene()["roles"]}
    kinds = game.scene()["kinds"]
    view = game.view(role)
    texts = [view["question"], *(move["describe"] for move in view["moves"])]
    news = game.events(heard[role], role)
    heard[role] += len(news)
    texts += [event["text"] for event in news]
    for text in texts:
        if text is not None:
            yield read(text, names, lang, reader=role)
    for move in view["moves"]:
        yield translate(worded(move["action"]), lang)
    labels = game.scene()["labels"]
    drawn = {name: value for name, value in view["props"].items() if name not in game.scene()["quiet"]}
    for name, value in drawn.items():
        yield translate(labels.get(name) or worded(owned(name, game.roles)[0]), lang)
        yield from (translate(each, lang) for each in words(value) if each not in names)
        if value is not None and name in game.scene()["says"]:
            yield read(saying(game.scene()["says"][name], value), names, lang)
    for name, part in view["containers"].items():
        yield translate(labels.get(name) or worded(owned(name, game.roles)[0]), lang)
        for token in part.get("tokens", ()):
            if token.get("face"):
                face = kinds[token["kind"]]["faces"].get(token["face"], {})
                yield translate(face.get("text") or token["face"], lang)  # what is written on it is what is read


def words(value: Any) -> Iterator[str]:
    """The texts within a JSON value."""
    if isinstance(value, str):
        yield value
    for each in value if isinstance(value, list) else value.values() if isinstance(value, dict) else ():
        yield from words(each)


def offered(game: rondel.Game, lang: str) -> Iterator[str]:
    """What the lobby and the table show before anything is played."""
    scene = game.scene()
    yield translate(game.title, lang)
    yield translate(game.summary, lang)
    yield translate(scene["title"], lang)
    yield from (translate(each["label"], lang) for each in scene["roles"])
    yield from (translate(each["text"], lang) for each in scene["stats"])
    for name, kind in scene["kinds"].items():
        yield translate(name.replace("_", " "), lang)
        written = [face.get(each) for face in kind["faces"].values() for each in ("text", "note")]
        yield from (translate(each, lang) for each in written if each)
    for part in scene["containers"]:
        yield from (translate(each, lang) for each in (*part.get("spaces", ()), part.get("label") or ""))
    for option in type(game).options:
        data = option.to_json()
        yield translate(data["text"] if data["text"] != data["name"] else worded(data["name"]), lang)
        yield from (translate(worded(value), lang) for value in data.get("values", ()) if isinstance(value, str))


def played(game: rondel.Game, seed: int, limit: int, lang: str) -> Iterator[str]:
    """What everybody reads in a random game."""
    luck = random.Random(seed)
    yield from offered(game, lang)
    heard: Counter[str] = Counter()
    for _answer in range(limit):
        for role in (*game.roles, rondel.OBSERVER):
            yield from said(game, role, lang, heard)
        if game.is_over:
            return
        role = luck.choice(game.active)
        if role == rondel.CHANCE:
            yield from (move.describe(lang) for move in game.moves(role))
        game.push(luck.choice(game.moves(role)), role)


def variants() -> list[tuple[str, dict[str, Any]]]:
    """Every shipped game as it is, and with each value of each of its options, in `make test` with every sixth of them."""
    found: list[tuple[str, dict[str, Any]]] = []
    further: list[tuple[str, dict[str, Any]]] = []
    for name in rondel.games():
        kind = rondel.find(name)
        if not kind.__module__.startswith("rondel.shelf."):
            continue
        found.append((name, {}))
        for option in kind.options:
            further += [(name, {option.name: value}) for value in option.values if value != option.default]
    return [*found, *sampled(further, further[::6])]


@pytest.mark.parametrize(("name", "options"), variants(), ids=str)
def test_nothing_is_left_in_ordinary_letters(name: str, options: dict[str, Any]) -> None:
    game = rondel.new(name, seed=1, options=options)
    left = {text for text in played(game, 1, 40, PSEUDO) if PLAIN.search(ALIKE.sub("", text))}
    assert left == set()


@pytest.mark.parametrize("name", ["kuhn_poker", "liars_dice"])
def test_nothing_that_chance_says_is_left(name: str) -> None:
    left = {text for text in played(rondel.new(name, chance="explicit"), 1, 40, PSEUDO) if PLAIN.search(text)}
    assert left == set()


@pytest.mark.parametrize("name", ["reversi", "shephy"])
def test_an_untranslated_text_would_be_found(name: str) -> None:
    texts = set(played(rondel.new(name, seed=1), 1, 10, "en"))
    assert len([text for text in texts if PLAIN.search(text)]) > 8


@pytest.mark.parametrize("lang", ["de", "ja"])
@pytest.mark.parametrize("name", ["reversi", "shephy", "battleship"])
def test_a_whole_game_is_read_in_a_language(name: str, lang: str) -> None:
    english, other = (list(played(rondel.new(name, seed=3), 3, 20, each)) for each in ("en", lang))
    same = {one for one, two in zip(english, other, strict=True) if one == two and PLAIN.search(one)}
    assert same <= {"Reversi", "Hand", "Shephy", "Meteor", "Shephion"}
