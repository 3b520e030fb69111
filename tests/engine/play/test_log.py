"""The log: who hears what, under which number, and what it costs late in a long game."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterable
from typing import Any

import pytest

import rondel
from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Cell,
    Game,
    GameEnd,
    Grid,
    Hand,
    Prop,
    Row,
    To,
    Token,
    TokenKind,
    _,
    on,
)
from rondel.engine.play.log import Log, Told
from rondel.errors import RulesError
from tests.authors.market import GemFair
from tests.engine.rules.flock import Flock
from tests.engine.rules.passing import Passing


class Whisper(Game):
    """Each turn something is told to one player only, and something to all."""

    name = "whisper"
    seats = ("one", "two")

    def setup(self) -> To[Turn]:
        self.said = self.add(Prop("said", 0, visible_to=EVERYONE))
        return Turn


class Turn(ActivePlayer[Whisper]):
    """Somebody says a number."""

    description = _("{actplayer} must speak")
    my_turn = _("{you} must speak")


@on(Turn, _("{actplayer} says {number}"), logged=False)
def say(game: Whisper, number: int) -> To[Turn] | To[GameEnd]:
    """The other hears the number; everybody hears that something was said."""
    other = next(role for role in game.roles if role != game.player)
    game.notify("secret", _("{player} whispers {number}"), to=(other,), player=game.player, number=number)
    game.said.value += 1
    game.notify("spoken", _("{player} has spoken"), player=game.player)
    if game.said.value == 4:
        return GameEnd
    game.next_player()
    return Turn


@say.options
def numbers(game: Whisper) -> Iterable[int]:
    """Any digit."""
    return range(10)


def names(game: Game, role: str) -> list[tuple[int, str]]:
    return [(event["number"], event["name"]) for event in game.events(0, role)]


def test_each_role_has_a_stream_of_its_own_numbered_without_gaps() -> None:
    game = rondel.new(Whisper)
    game.push("say(7)")
    game.push("say(3)")
    assert names(game, "one") == [(0, "spoken"), (1, "secret"), (2, "spoken")]
    assert names(game, "two") == [(0, "secret"), (1, "spoken"), (2, "spoken")]
    assert names(game, "observer") == [(0, "spoken"), (1, "spoken")]
    assert [event["name"] for event in game.events(1, "one")] == ["secret", "spoken"]
    assert game.events(9, "one") == []
    game.pop()
    assert names(game, "two") == [(0, "secret"), (1, "spoken")]


class Blabbing(Whisper):
    """The author has taken the word that containers have."""

    def secret(self) -> None:
        """What was to be for one only."""
        self.notify("whisper", _("psst"), visible_to=("one",))


def test_what_would_be_told_to_all_by_a_slip_is_refused() -> None:
    game = Blabbing(seed=1)
    before = [game.events(0, role) for role in ("one", "two", "observer")]
    with pytest.raises(RulesError, match=r"event 'whisper' is told to everybody, with 'visible_to' .* say to=\('one',\)"):
        game.secret()
    assert [game.events(0, role) for role in ("one", "two", "observer")] == before


def test_what_is_private_leaves_no_trace_in_what_others_hear() -> None:
    """Two games that differ in what was whispered are the same to those who were not told."""
    heard: list[Any] = []
    for number in (1, 8):
        game = rondel.new(Whisper)
        game.push(f"say({number})")
        heard.append((game.events(0, "one"), game.events(0, "observer"), game.view("observer")))
    assert heard[0] == heard[1]


def test_a_view_folded_over_the_changes_is_the_view_at_the_end() -> None:
    for role in ("one", "two", "observer"):
        game = rondel.new(Whisper)
        props = dict(game.view(role)["props"])
        for move in ("say(1)", "say(2)", "say(3)"):
            game.push(move)
        for event in game.events(0, role):
            for change in event["changes"]:
                props[change["of"].removeprefix("prop:")] = change["is"]
        assert props == game.view(role)["props"] == {"said": 3}


def test_a_card_played_face_up_is_named_and_where_it_lay_is_not() -> None:
    game = rondel.new(Passing, seed=1, options={"held": 3})
    for role in game.roles:
        for _card in range(3):
            game.push(game.moves(role)[0], role)
    card = str(game.moves()[0].args[0].face)
    game.push(game.moves()[0])
    for role in ("east", "observer"):
        [event] = game.events(0, role)
        assert event["args"] == {"card": card, "places": [""]}
        assert event["text"]["args"]["card"] == card
    [mine] = game.events(0, "north")
    assert mine["args"]["places"] == ["hand_north:0"]


def test_who_may_read_a_move_is_settled_when_its_rule_first_stops() -> None:
    """The card lies in exile, open, when the first question is asked; so everybody may know it, then and ever after."""
    position = {
        "state": "PlayCard",
        "containers": {
            "field": [{"kind": "sheep", "face": face} for face in ("1", "3", "10", "30")],
            "hand": [{"kind": "card", "face": "Meteor"}],
            "deck": [],
        },
    }
    game = rondel.new(Flock, position=position)
    game.push("play(Meteor)")
    first = game.events(0, "observer")[0]
    assert first["text"]["args"]["card"] == "Meteor"
    for move in ("choose(1)", "choose(3)"):
        game.push(move)
        assert game.events(0, "observer")[0] == first


def test_what_is_new_costs_the_same_late_in_a_long_log() -> None:
    def cost(length: int) -> float:
        log = Log()
        for number in range(length):
            log.tell(number, Told("x", "", {}, EVERYONE))
        times = []
        for _try in range(5):
            start = time.perf_counter()
            for _each in range(300):
                log.heard("one", length - 1)
            times.append(time.perf_counter() - start)
        return min(times)

    assert cost(50_000) < 500 * cost(10) + 0.01  # reading it all would cost 5,000 times as much


def test_everybody_hears_what_they_may_read_also_after_entries_were_taken_away() -> None:
    dice = random.Random(1)
    log = Log()
    readers = ("one", "two", "observer")
    for step in range(300):
        if dice.random() < 0.2:
            log.cut(dice.randrange(len(log.entries) + 1))
        else:
            log.tell(step, Told("x", "", {}, dice.choice((EVERYONE, ("one",), ("two",), ("one", "two")))))
        reader = dice.choice(readers)
        told: list[Any] = [entry[2] for entry in log.entries]
        places = [place for place, each in enumerate(told) if each.visible_to == EVERYONE or reader in each.visible_to]
        since = dice.randrange(len(places) + 2)
        assert list(log.places(reader, since)) == places[since:]
        before = log.entries[places[since - 1]][0] if 0 < since <= len(places) else 0
        assert log.heard(reader, since) == (before, [log.entries[place] for place in places[since:]])
        end = dice.randrange(len(told) + 1)
        assert log.count(reader, end) == len([place for place in places if place < end])


Secret = TokenKind("card")


class Bury(Game):
    """A card goes face down from the hand onto a heap that nobody may look through."""

    name = "bury"
    seats = ("one", "two")
    kinds = (Secret,)

    def setup(self) -> To[Burying]:
        self.hand = self.add(Hand("hand", visible_to=("one",), backs_visible_to=EVERYONE))
        self.heap = self.add(Row("heap", backs_visible_to=EVERYONE))
        for face in ("QS", "7D"):
            self.hand.add(Secret(face=face))
        return Burying


class Burying(ActivePlayer[Bury]):
    """A card must be buried."""

    description = _("{actplayer} must bury a card")
    my_turn = _("{you} must bury a card")


@on(Burying, _("{actplayer} buries {card}"))
def bury(game: Bury, card: Token) -> To[Burying] | To[GameEnd]:
    card.move_to(game.heap)
    return Burying if len(game.hand) else GameEnd


@bury.options
def hand(game: Bury) -> Iterable[Token]:
    return game.hand


def test_a_card_that_stays_hidden_is_named_to_its_player_only() -> None:
    game = Bury()
    game.push("bury(7D)")
    for role, called, place in (("one", "7D", "hand:1"), ("two", "card", ""), ("observer", "card", "")):
        (event,) = game.events(0, role)
        assert (event["args"]["card"], event["args"]["places"], event["text"]["args"]["card"]) == (called, [place], called)
        assert event["text"]["text"] == "{actplayer} buries {card}"
    assert "7D" not in json.dumps([game.events(0, "two"), game.view("two")])


class Pick(Game):
    """Equal cards lie in two rows; one is taken."""

    name = "pick"
    seats = ("one",)
    kinds = (Secret,)

    def setup(self) -> To[Picking]:
        self.rows = [self.add(Row(f"row_{number}", visible_to=EVERYONE)) for number in (1, 2)]
        for row in self.rows:
            row.add(Secret(face="7D"))
        return Picking


class Picking(ActivePlayer[Pick]):
    """A card must be picked."""

    description = _("{actplayer} must pick a card")
    my_turn = _("{you} must pick a card")


@on(Picking, _("{actplayer} picks {card}"))
def pick(game: Pick, card: Token) -> To[GameEnd]:
    card.remove()
    return GameEnd


@pick.options
def cards(game: Pick) -> Iterable[Token]:
    return [row[0] for row in game.rows]


def test_the_place_that_tells_a_token_from_another_is_no_part_of_its_name_in_a_message() -> None:
    """When the message is read, the token lies elsewhere."""
    game = Pick()
    assert [move.text for move in game.moves()] == ["pick(7D)", "pick(7D@0)"]
    game.push("pick(7D@0)")
    (event,) = game.events(0, "one")
    assert event["text"]["args"]["card"] == "7D"
    assert event["args"] == {"card": "7D@0", "places": ["row_2:0"]}


Ship = TokenKind("ship")


class Fleet(Game):
    """A ship is put on a board of one's own, beside a card of one's hand."""

    name = "fleet"
    seats = ("one", "two")
    kinds = (Secret, Ship)

    def setup(self) -> To[Placing]:
        self.sea = self.add(Grid("sea", rows=2, columns=2, visible_to=("one",)))
        self.open_sea = self.add(Grid("open_sea", rows=2, columns=2, visible_to=EVERYONE))
        return Placing


class Placing(ActivePlayer[Fleet]):
    """A ship must be placed."""

    description = _("{actplayer} must place a ship")
    my_turn = _("{you} must place a ship")


@on(Placing, _("{actplayer} places a ship at {cell}, and one at {other}"))
def place(game: Fleet, cell: Cell, other: Cell) -> To[GameEnd]:
    game.sea.put(Ship("one"), cell)
    game.open_sea.put(Ship("one"), other)
    return GameEnd


@place.options
def own_cells(game: Fleet) -> Iterable[Cell]:
    return game.sea.cells


@place.options
def open_cells(game: Fleet, cell: Cell) -> Iterable[Cell]:
    return game.open_sea.cells


def test_a_cell_of_a_hidden_board_is_named_to_those_who_see_the_board() -> None:
    game = Fleet()
    game.push("place(b1,a2)")
    for role, called, place in (("one", "b1", "sea:b1"), ("two", "sea", ""), ("observer", "sea", "")):
        (event,) = game.events(0, role)
        assert event["args"] == {"cell": called, "other": "a2", "places": [place, "open_sea:a2"]}
        assert event["text"]["args"]["cell"] == ("Sea" if called == "sea" else called)  # as people read it
        assert event["text"]["args"]["other"] == "a2"
    assert "b1" not in json.dumps([game.events(0, "two"), game.view("two")])


def test_a_whole_container_is_named_to_those_who_do_not_see_its_contents() -> None:
    """Drawing unseen from one of several decks: all know which deck, by the name that the rules give it."""
    game = GemFair(seats=2, seed=1)
    game.push("reserve_blind(tier 2)")
    for role in ("north", "east", "observer"):
        (event,) = game.events(0, role)
        assert event["args"] == {"deck": "tier 2", "places": ["deck_2"]}
        assert event["text"]["args"]["deck"] == "tier 2"


def test_a_whole_container_without_a_name_of_its_own_has_its_label_in_texts() -> None:
    game = rondel.new(rondel.load("examples/cookbook/cards/several_decks.py"), seed=1)
    game.push("dig(deck_2)")
    for role in ("ann", "bob"):
        text = game.events(0, role)[0]["text"]
        assert text["args"]["deck"] == "Deck 2"


def test_equal_things_told_are_equal() -> None:
    one, same, other = (
        Told("a", "b", {"c": 1}, EVERYONE),
        Told("a", "b", {"c": 1}, EVERYONE),
        Told("a", "b", {"c": 2}, EVERYONE),
    )
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert one != "a"


# -- moves in the rules' own words -------------------------------------------------------------------------------------


class Toss(Game):
    """A number is said, and told with what it comes to."""

    name = "toss"
    seats = ("one", "two")

    def setup(self) -> To[Tossing]:
        self.total = self.add(Prop("total", 0, visible_to=EVERYONE))
        return Tossing


class Tossing(ActivePlayer[Toss]):
    """Somebody says a number."""

    description = _("{actplayer} must toss")
    my_turn = _("{you} must toss")


@on(Tossing, _("{actplayer} tosses {number}"))
def toss(game: Toss, number: int) -> To[Tossing] | To[GameEnd]:
    """Add the number up; 3 is told too late, 4 with a word that is not given. It ends at 100."""
    game.total.value += number
    if number == 3:
        game.notify("three")
    said = _("{actplayer} tosses {number}, and what") if number != 4 else _("{actplayer} tosses {numbr}")
    game.reword(said, total=game.total.value)
    game.next_player()
    return GameEnd if game.total.value >= 100 else Tossing


@toss.options
def tosses(game: Toss) -> Iterable[int]:
    """Up to five."""
    return range(1, 6)


def test_a_move_is_told_in_the_rules_own_words() -> None:
    game = Toss()
    game.push("toss(2)")
    game.push("toss(5)")
    told = game.events(0, "two")
    assert [event["args"] for event in told] == [
        {"number": "2", "places": [""], "total": 2},
        {"number": "5", "places": [""], "total": 7},
    ]
    assert told[1]["text"]["text"] == "{actplayer} tosses {number}, and what"
    assert told[1]["text"]["args"] == {"actplayer": {"role": "two"}, "you": {"role": "two"}, "number": "5", "total": 7}
    assert [(event["name"], event["role"]) for event in told] == [("toss", "one"), ("toss", "two")]
    game.pop()
    assert game.events(0, "one") == told[:1]
    assert game.record()["answers"] == [["one", "toss(2)"]]


def test_what_cannot_be_reworded_is_the_rules_fault_and_changes_nothing() -> None:
    game = Toss()
    with pytest.raises(RulesError, match="call reword in a logged action whose parts are no tokens, before notify"):
        game.push("toss(3)")
    with pytest.raises(RulesError, match=r"message of reword has the unknown placeholder \{numbr\}; did you mean \{number\}"):
        game.push("toss(4)")
    with pytest.raises(RulesError, match="cannot tell a move"):
        game.reword("outside")
    assert game.events(0, "one") == []
    assert game.total.value == 0


def test_a_game_without_secrets_told_in_its_own_words_is_imagined_at_once() -> None:
    """Everybody has been told every answer, so a copy is what anybody would imagine."""
    game = Toss()
    game.push("toss(2)")
    imagined = game.imagine("two", 1)
    assert (imagined.consistent, imagined.key()) == ("history", game.key())
    assert not imagined.events(0, "two")  # it begins here, as a copy does
