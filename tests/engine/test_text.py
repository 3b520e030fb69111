"""Texts: marked for translation, filled in where they are read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from rondel.engine import Game
from rondel.engine.text import (
    _INSTALLED,
    Phrase,
    Translator,
    _,
    faults,
    install,
    phrase,
    placeholders,
    plural,
    read,
    render,
    to_json,
    translatable,
    translate,
    unfilled,
    worded,
)
from rondel.errors import RulesError
from tests.engine.rules.workshop import Workshop, trial, workshop

SHEEP = plural("{count} sheep is released", "{count} sheep are released", "count")


class Pirate(Translator):
    """A language for tests: it has a few words, and other verbs for "you" than for anybody else."""

    WORDS: ClassVar = {
        "{you} must play": "{you} muss spieln tust",
        "{actplayer} must play": "{actplayer} muss spieln",
        "you": "ye",
        "black": "Schwarzbart",
        "hearts": "Herzen",
        "{number} of {suit}": "{suit}-{number}",
        "yes": "aye",
    }

    def find(self, message: str, lang: str, count: float | None) -> str | None:
        if lang != "pirate":
            return None
        if message == SHEEP:
            return "{count} Schaf" if count == 1 else "{count} Schafe"
        return self.WORDS.get(message)


@pytest.fixture
def pirate() -> Iterator[None]:
    """Pirate is spoken."""
    before = _INSTALLED[0]
    install(Pirate())
    yield
    install(before)


def test_marking_changes_nothing() -> None:
    assert _("{you} must play") == "{you} must play"
    assert _ is translatable


@pytest.mark.parametrize(
    ("message", "found"),
    [("", ()), ("plain", ()), ("{a} and {b} and {a}", ("a", "b", "a")), ("{{not}} {a}", ("a",)), ("{}", ("",))],
)
def test_placeholders(message: str, found: tuple[str, ...]) -> None:
    assert placeholders(message) == found


@pytest.mark.parametrize("message", ["{open", "close}", "{a{b}", "{a!}"])
def test_broken_braces_are_found(message: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        placeholders(message)


def test_what_is_wrong_with_a_message() -> None:
    assert faults("ask", "{you} must play {card}", ("you", "card")) == []
    assert faults("ask", "{you} must play {crad}", None) == []
    assert faults("ask", "{crad} or {rank}", ()) == [
        "the ask has the unknown placeholder {crad}; known here: none",
        "the ask has the unknown placeholder {rank}; known here: none",
    ]
    assert faults("ask", "{h\u00e4nde}", None) == ["the ask has the placeholder {h\u00e4nde}; use a plain ASCII name"]
    assert faults("ask", "{you", None) == ["the ask, '{you', has broken braces: expected '}' before end of string"]


@pytest.mark.parametrize(
    ("message", "args", "said"),
    [
        ("{actplayer} plays {cell}", {"actplayer": {"role": "black"}, "cell": "d3"}, "black plays d3"),
        ("{n} sheep", {"n": 3}, "3 sheep"),
        ("{cards}", {"cards": ["QS", {"role": "north"}]}, "QS, north"),
        ("{what}!", {"what": {"text": "{n} sheep", "args": {"n": 1}}}, "1 sheep!"),
        ("{what}", {"what": {"text": "plain"}}, "plain"),
        ("{what}", {"what": {"other": 1}}, "{'other': 1}"),
        ("{what}", {"what": ("a", "b"), "unused": 1}, "a, b"),
        ("{{}} {a}", {"a": "{b}"}, "{} {b}"),
    ],
)
def test_filling_in(message: str, args: dict[str, Any], said: str) -> None:
    assert render(message, args) == said


def test_roles_are_called_what_the_table_calls_them() -> None:
    args = {"actplayer": {"role": "black"}, "what": {"text": "{other}", "args": {"other": {"role": "white"}}}}
    assert render("{actplayer}: {what}", args, {"black": "Ada", "white": "Bo"}) == "Ada: Bo"


def test_a_missing_argument_is_an_error() -> None:
    with pytest.raises(RulesError, match=r"the text '.cell. of .board.' has no value for .board.; given: .cell."):
        render("{cell} of {board}", {"cell": "d3"})


@pytest.mark.parametrize(
    ("message", "wrong"),
    [
        (
            "${actplayer} plays",
            "the ask, '${actplayer} plays', has a placeholder as PHP writes them; write {name}, without a dollar sign",
        ),
        (
            "$You must play",
            "the ask, '$You must play', has a placeholder as PHP writes them; write {name}, without a dollar sign",
        ),
        ("%s plays", "the ask, '%s plays', has the placeholder %s; write {name}"),
        ("%(name)s plays", "the ask, '%(name)s plays', has the placeholder %(name)s; write {name}"),
        ("{n:>3} left", "the ask formats its placeholder {n}; write {n} and give the value as it is to be read"),
        ("{n!r} left", "the ask formats its placeholder {n}; write {n} and give the value as it is to be read"),
    ],
)
def test_placeholders_of_other_languages_are_found(message: str, wrong: str) -> None:
    assert faults("ask", message, None) == [wrong]


@pytest.mark.parametrize("message", ["costs $5", "100% sure", "50 % of it", "{{not}}"])
def test_other_signs_are_no_placeholders(message: str) -> None:
    assert faults("ask", message, ()) == []


def test_a_near_miss_is_pointed_out() -> None:
    known = ("actplayer", "you")
    assert faults("ask", "{activeplayer} plays", known) == [
        "the ask has the unknown placeholder {activeplayer}; did you mean {actplayer}? known here: {actplayer}, {you}"
    ]
    assert faults("ask", "{otherplayer} waits", known) == [
        (
            "the ask has the unknown placeholder {otherplayer}; give it as a role, in args or as an argument; "
            "known here: {actplayer}, {you}"
        )
    ]


# -- plurals -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 sheep are released"), (1, "1 sheep is released"), (2, "2 sheep are released")]
)
def test_a_number_chooses_the_form(count: int, said: str) -> None:
    assert render(SHEEP, {"count": count}) == said


def test_a_plural_is_sent_with_both_forms_and_what_counts() -> None:
    assert to_json(SHEEP, {"count": 2}) == {
        "text": "{count} sheep is released",
        "plural": "{count} sheep are released",
        "count": "count",
        "args": {"count": 2},
    }


def test_a_plural_that_only_the_sender_knows_is_read_all_the_same() -> None:
    text = {"text": "{n} goat", "plural": "{n} goats", "count": "n", "args": {"n": 3}}
    assert read(text, {}) == "3 goats"
    assert read({**text, "args": {"n": 1}}, {}) == "1 goat"
    assert read(text, {}, "nowhere") == "3 goats"


def test_the_singular_may_do_without_the_number() -> None:
    message = plural("one lamb is left", "{left} lambs are left", "left")
    assert (render(message, {"left": 1}), render(message, {"left": 5})) == ("one lamb is left", "5 lambs are left")
    assert faults("message", message, ()) == ["the message has the unknown placeholder {left}; known here: none"]


@pytest.mark.parametrize(
    ("one", "many", "count", "wrong"),
    [
        ("{n} ram", "rams", "n", "the plural 'rams' is counted by 'n', which is none of its placeholders; write {n} in it"),
        (
            "{n} ewe of {m}",
            "{n} ewes",
            "n",
            "the singular '{n} ewe of {m}' has the placeholder {m}, which the plural '{n} ewes' has not",
        ),
        ("{n} ox", "%s oxen", "n", "the plural, '%s oxen', has the placeholder %s; write {name}"),
        (
            SHEEP,
            "{count} are released",
            "count",
            (
                "the singular '{count} sheep is released' has another plural already, '{count} sheep are released' by 'count'; "
                "one text has one"
            ),
        ),
    ],
)
def test_forms_that_do_not_fit_each_other(one: str, many: str, count: str, wrong: str) -> None:
    with pytest.raises(RulesError) as caught:
        plural(one, many, count)
    assert str(caught.value) == wrong


def test_marking_the_same_plural_again_is_no_fault() -> None:
    assert plural("{count} sheep is released", "{count} sheep are released", "count") == SHEEP


# -- values that are texts ---------------------------------------------------------------------------------------------


def test_phrases_are_equal_when_they_say_the_same() -> None:
    one, other = phrase("{n} of {suit}", n=7, suit="hearts"), phrase("{n} of {suit}", n=8, suit="hearts")
    assert one == phrase("{n} of {suit}", n=7, suit="hearts")
    assert len({one, other, phrase("{n} of {suit}", n=7, suit="hearts")}) == 2
    assert one != "7 of hearts"
    assert str(one) == "7 of hearts"


def test_a_phrase_within_a_phrase() -> None:
    outer = Phrase("{what}!", {"what": phrase("{who} wins", who={"role": "black"})})
    assert outer.to_json() == {
        "text": "{what}!",
        "args": {"what": {"text": "{who} wins", "args": {"who": {"role": "black"}}}},
    }
    assert str(outer) == "black wins!"


def test_only_the_text_around_a_phrase_knows_who_is_addressed() -> None:
    with pytest.raises(RulesError, match=r"has nobody for \{you\}"):
        phrase("{you} must play").to_json()
    assert phrase("{you} must play", you="black").to_json()["args"] == {"you": {"role": "black"}}


@trial
def asks_with_phrases(game: Workshop) -> None:
    """Asks for one of two phrases, with a number in the question, and tells about it."""
    sooner, later = phrase("in {n} turns", n=1), phrase("in {n} turns", n=2)
    chosen = game.choose([sooner, later], ask=phrase("{you} must say when, of {number}", number=2))
    game.notify("said", "{player} says: {when}", player=game.player, when=chosen, first=chosen == sooner)


def test_phrases_in_a_game() -> None:
    game = workshop(asks_with_phrases)
    game.push("do(asks_with_phrases)")
    view = game.view("left")
    assert read(view["question"], {}, reader="left") == "you must say when, of 2"
    assert view["question"]["args"]["number"] == 2
    assert [move["text"] for move in view["moves"]] == ["choose(in 1 turns)", "choose(in 2 turns)"]
    when = {"text": "in {n} turns", "args": {"n": 2}}
    assert view["moves"][1]["describe"]["args"]["choice"] == when
    game.push("choose(in 2 turns)")
    said = next(event for event in game.events(0, "left") if event["name"] == "said")
    assert said["text"] == {
        "text": "{player} says: {when}",
        "args": {"player": {"role": "left"}, "when": when, "first": False},
    }
    assert said["args"] == {"player": "left", "when": when, "first": False}
    assert read(said["text"], {"left": "Ada"}) == "Ada says: in 2 turns"


@trial
def tells_a_phrase_and_asks(game: Workshop) -> None:
    """Tells a phrase before it asks, so that it is told again when the rule runs again."""
    game.notify("said", "{what}", what=[phrase("in {n} turns", n=1), phrase("{who} wins", who={"role": "left"})])
    game.choose([1, 2], ask="{you} must choose")


def test_a_phrase_told_before_a_question_is_told_once() -> None:
    game = workshop(tells_a_phrase_and_asks)
    game.push("do(tells_a_phrase_and_asks)")
    game.push("choose(2)")
    told = [event for event in game.events(0, "left") if event["name"] == "said"]
    assert [read(event["text"], {"left": "Ada"}) for event in told] == ["in 1 turns, Ada wins"]


# -- players -----------------------------------------------------------------------------------------------------------


@trial
def tells_of_a_stranger(game: Workshop) -> None:
    """Names somebody who does not play."""
    game.notify("pays", "{player} pays {otherplayer}", player="left", otherplayer="bank")


@trial
def tells_of_another(game: Workshop) -> None:
    """Names the other player."""
    game.notify("pays", "{player} pays {otherplayer}", player="left", otherplayer="right")


def test_another_player_is_a_role() -> None:
    game = workshop(tells_of_another)
    game.push("do(tells_of_another)")
    told = game.events(0, "left")[-1]
    assert told["text"]["args"] == {"player": {"role": "left"}, "otherplayer": {"role": "right"}}
    game = workshop(tells_of_a_stranger)
    with pytest.raises(RulesError) as caught:
        game.push("do(tells_of_a_stranger)")
    assert str(caught.value) == (
        "the message of event 'pays', '{player} pays {otherplayer}', has 'bank' for {otherplayer}, which is no role; "
        "give one of left, right"
    )


@trial
def asks_about_another(game: Workshop) -> None:
    """Asks something that the args of the state must fill in."""
    game.choose([1, 2], ask="{you} must pay {otherplayer}")


@trial
def gives_a_stranger(game: Workshop) -> dict[str, Any]:
    """Args with somebody who does not play."""
    return {"otherplayer": "bank"}


@trial
def gives_another(game: Workshop) -> dict[str, Any]:
    """Args with the other player."""
    return {"otherplayer": "right"}


@pytest.mark.parametrize(
    ("args", "wrong"),
    [
        ("", "has no value for {otherplayer}; given: {you}, {actplayer}"),
        ("gives_a_stranger", "has 'bank' for {otherplayer}, which is no role; give one of left, right"),
    ],
)
def test_what_args_do_not_give_is_said_with_text_state_and_name(args: str, wrong: str) -> None:
    game = workshop(asks_about_another, options={"args": args})
    game.push("do(asks_about_another)")
    with pytest.raises(RulesError) as caught:
        game.view("left")
    assert str(caught.value) == (
        f"the question of state 'Work', '{{you}} must pay {{otherplayer}}', {wrong}; "
        "values come from what args of the state returns for 'left'"
    )


def test_another_player_comes_from_args() -> None:
    game = workshop(asks_about_another, options={"args": "gives_another"})
    game.push("do(asks_about_another)")
    view = game.view("left")
    assert view["question"]["args"]["otherplayer"] == {"role": "right"}
    assert view["args"] == {"otherplayer": "right"}


def test_several_players_in_one_placeholder() -> None:
    text = to_json("{player} win", {"player": ["black", "white"]})
    assert text["args"] == {"player": [{"role": "black"}, {"role": "white"}]}
    assert read(text, {"black": "Ada"}) == "Ada, white win"
    assert unfilled("text", "{player} win", {"player": ["black", "white"]}, ("black", "white")) == ""
    assert "has 'grey' for {player}" in unfilled("text", "{player} win", {"player": ["black", "grey"]}, ("black", "white"))


# -- other languages ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("pirate")
def test_a_language_is_read_from_the_translator() -> None:
    black = {"role": "black"}
    assert render("{actplayer} must play", {"actplayer": black}, lang="pirate") == "Schwarzbart muss spieln"
    assert render(SHEEP, {"count": 1}, lang="pirate") == "1 Schaf"
    assert render(SHEEP, {"count": 3}, lang="pirate") == "3 Schafe"
    card = phrase("{number} of {suit}", number=7, suit="hearts")
    assert render("{card}: {hidden}", {"card": card, "hidden": True}, lang="pirate") == "Herzen-7: aye"


@pytest.mark.usefixtures("pirate")
def test_who_is_not_addressed_reads_the_verb_for_others() -> None:
    text = to_json("{you} must play", {"you": "black"})
    assert read(text, {"black": "Ada"}, "pirate", reader="black") == "ye muss spieln tust"
    assert read(text, {"black": "Ada"}, "pirate", reader="white") == "Ada muss spieln"
    assert read(text, {"black": "Ada"}, "pirate") == "Ada muss spieln"


@pytest.mark.usefixtures("pirate")
def test_what_is_not_translated_is_read_in_english() -> None:
    assert translate("{you} must pay", "pirate") == "{you} must pay"
    assert render("{you} must play", {"you": "black"}, lang="klingon") == "black must play"


def test_without_a_translator_all_is_english() -> None:
    assert Translator().find("{you} must play", "de", None) is None


def test_a_move_is_described_in_a_language() -> None:
    game: Game = Workshop()
    assert game.moves()[0].describe("nowhere") == game.moves()[0].describe()


@pytest.mark.parametrize(("name", "words"), [("turns_left", "Turns left"), ("pass", "Pass"), ("", ""), ("x", "X")])
def test_names_as_people_read_them(name: str, words: str) -> None:
    assert worded(name) == words
