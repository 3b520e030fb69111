"""Viewer ids: each viewer's own numbers for the tokens it sees, and what it cannot learn from them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from rondel.engine import EVERYONE, OBSERVER, Game, Hand
from rondel.engine.play.in_progress import hides
from rondel.engine.records.record import replay, restore
from rondel.engine.views.viewer_ids import arrived, serials
from rondel.errors import BadRecord, RulesError
from rondel.shelf.tic_tac_toe import TicTacToe
from tests.engine.rules.flock import Flock
from tests.engine.rules.passing import Passing
from tests.engine.rules.workshop import NUMBER, Piece, Workshop, trial, workshop
from tests.engine.witness import seen


def ids(game: Game, role: str, *names: str) -> list[int]:
    """The ids of all that a role sees in some containers, or in all."""
    shown = game.view(role)["containers"]
    return [token["id"] for name in names or shown for token in shown[name].get("tokens", ()) if "id" in token]


def by_face(game: Game, role: str, name: str) -> dict[str, int]:
    return {token["face"]: token["id"] for token in game.view(role)["containers"][name]["tokens"]}


def test_where_nothing_is_hidden_the_serial_number_is_the_id() -> None:
    game = TicTacToe()
    game.push("mark(b2)")
    game.push("mark(a1)")
    assert not hides(game)
    assert [token["id"] for token in game.view("x")["containers"]["board"]["tokens"]] == [1, 0]
    assert "viewer_ids" not in game.snapshot()


def test_each_viewer_counts_what_he_sees_in_the_order_in_which_he_sees_it() -> None:
    game = workshop()
    for role in (*game.roles, OBSERVER):
        numbers = ids(game, role)
        assert numbers == list(range(1, len(numbers) + 1))
    assert ids(game, "left", "hand_left") == [4, 5, 6]
    assert ids(game, "right", "hand_right") == [4, 5, 6], "others' cards leave no gap"


@trial
def hides_and_shows_again(game: Workshop) -> None:
    """The first open piece goes to the left player's hand, and comes back when it is asked for."""
    piece = game.open[0]
    piece.move_to(game.hands["left"])
    game.choose(["on"], ask="?")
    piece.move_to(game.open)
    game.choose(["on"], ask="?")


def test_a_token_out_of_sight_is_a_stranger_when_it_comes_back() -> None:
    game = workshop(hides_and_shows_again)
    before = {role: by_face(game, role, "open")["a"] for role in ("left", "right", OBSERVER)}
    assert before == {"left": 1, "right": 1, OBSERVER: 1}
    game.push("do(hides_and_shows_again)")
    assert by_face(game, "left", "hand_left")["a"] == 1
    game.push("choose(on)")
    after = {role: by_face(game, role, "open")["a"] for role in ("left", "right", OBSERVER)}
    assert after["left"] == 1, "he saw it all the time"
    assert after["right"] > 8
    assert after[OBSERVER] > 5
    game.pop()
    game.push("choose(on)")
    assert {role: by_face(game, role, "open")["a"] for role in ("left", "right", OBSERVER)} == after


@trial
def moves_what_is_hidden(game: Workshop) -> None:
    """Hidden things move as often as the option says, through places that are open for a moment, before one is shown."""
    for _each in range(game.option(NUMBER)):
        game.hidden[0].move_to(game.open)
        game.open[-1].move_to(game.hidden)
        game.draw(game.pile).move_to(game.hidden)
        game.hidden[-1].move_to(game.pile)
    game.hidden[0].move_to(game.open)


def test_no_number_tells_how_often_hidden_things_moved() -> None:
    views: list[str] = []
    for number in (0, 1, 7):
        game = workshop(moves_what_is_hidden, options={"number": number})
        game.push("do(moves_what_is_hidden)")
        shown = [game.view(role)["containers"] for role in ("left", "right", OBSERVER)]
        views.append(json.dumps(shown))
    assert views[0] == views[1] == views[2]


@trial
def reveals_in_a_hidden_order(game: Workshop) -> None:
    """Pieces come onto the board in an order that nobody can see there."""
    order = game.choose(["ab", "ba"], ask="?")
    pieces = {"a": Piece(face="a"), "b": Piece(face="b")}
    for name in order:
        game.hidden.add(pieces[name])
    for piece in list(game.hidden)[1:]:
        game.board.put(piece, {"a": "a2", "b": "b2"}[piece.face])


def test_the_order_in_which_a_rule_lays_tokens_down_is_not_told() -> None:
    numbers = []
    for order in ("ab", "ba"):
        game = workshop(reveals_in_a_hidden_order)
        game.push("do(reveals_in_a_hidden_order)")
        game.push(f"choose({order})")
        numbers.append({token["at"]: token["id"] for token in game.view("right")["containers"]["board"]["tokens"]})
    assert numbers[0] == numbers[1]


def plays(game: Game, seed: int, plies: int = 40) -> Iterator[str]:
    """Random play."""
    chooser = random.Random(seed)
    for _each in range(plies):
        if game.is_over:
            return
        role = chooser.choice(game.active)
        move = str(chooser.choice([move for move in game.moves(role) if str(move) != "end"]))
        game.push(move, role)
        yield move


@pytest.mark.parametrize("kind", [Flock, Passing])
@pytest.mark.parametrize("chance", ["seeded", "explicit"])
@pytest.mark.played
def test_numbers_do_not_depend_on_when_somebody_looked(kind: type[Game], chance: str) -> None:
    """Who looks after every answer, who looks at the end only, and who looks in a copy, see the same numbers."""
    watched, unwatched = kind(seed=4, chance=chance), kind(seed=4, chance=chance)
    for move in plays(watched, 4):
        role = watched.record()["answers"][-1][0] if chance == "explicit" else None
        answers = [answer for answer in watched.record()["answers"] if answer[0] != "chance"]
        seen(watched)
        unwatched.push(move, role or answers[-1][0])
        assert seen(watched.copy()) == seen(watched)
        assert seen(restore(kind, json.loads(json.dumps(watched.snapshot())))) == seen(watched)
    assert seen(unwatched) == seen(watched)
    assert seen(replay(kind, watched.record(), None)) == seen(watched)


def test_numbers_at_an_event_are_those_of_that_time() -> None:
    game = workshop(hides_and_shows_again)
    game.push("do(hides_and_shows_again)")
    now = seen(game)
    game.events(0, "right")
    game.untold("right")
    assert seen(game) == now


def test_a_snapshot_that_numbers_something_else_is_refused() -> None:
    snapshot = json.loads(json.dumps(workshop().snapshot()))
    ids = snapshot["viewer_ids"]["left"]["ids"]
    for spoilt, what in (
        (ids[1:], "does not fit its position"),
        ([*ids, [0, 99]], "are not from 1 to below"),
        ([*ids, [0, "x"]], "where a whole number belongs"),
    ):
        data = json.loads(json.dumps(snapshot))
        data["viewer_ids"]["left"]["ids"] = spoilt
        with pytest.raises(BadRecord, match=what):
            restore(Workshop, data)
    del snapshot["viewer_ids"]["left"]
    with pytest.raises(BadRecord, match="they hold the numbers of each of left, right, observer"):
        restore(Workshop, snapshot)


def test_all_tokens_of_a_written_value_are_found() -> None:
    game = workshop()
    one, two = game.open[0], game.open[1]
    assert serials((one, (two, (one,)))) == [one.serial, two.serial, one.serial]
    assert serials(None) == serials(3) == []


def test_what_has_come_into_a_written_value_is_told_from_what_lay_there() -> None:
    game = workshop()
    one, two, three = game.open[0], game.open[1], game.open[2]
    assert list(arrived((one, two), (one, two, three))) == [three]
    assert list(arrived((one, two), (two, one, three))) == list(arrived((one, two), (three,))) == [three]
    assert list(arrived((one, two), (three, two, one))) == [three]
    assert list(arrived((one, two), (two, one))) == list(arrived((one, two, three), (one, three))) == []
    assert list(arrived((), (one, two))) == [one, two]
    assert list(arrived((one,), ())) == list(arrived(((0, ()),), ((1, ()), (1, ())))) == []
    assert list(arrived(None, one)) == list(arrived(two, one)) == [one]
    assert list(arrived(one, None)) == []


# -- the end of the game -----------------------------------------------------------------------------------------------


class Showdown(Workshop):
    """The right hand and the secret are shown at the end, and nothing else."""

    name = "showdown"
    reveals = ("hand_right", "secret")


def test_what_a_game_reveals_is_seen_by_everyone_when_it_is_over_and_not_before() -> None:
    game = Showdown(seed=1)
    assert game.view("left")["containers"]["hand_right"] == {"backs": 3}
    assert "secret" not in game.view("left")["props"]
    game.push("end")
    for role in ("left", "right", OBSERVER):
        view = game.view(role)
        assert [token["face"] for token in view["containers"]["hand_right"]["tokens"]] == ["s", "t", "u"]
        assert view["props"]["secret"] is None
        assert "hidden" not in view["containers"], "what is not named stays hidden"
        assert len(set(ids(game, role))) == len(ids(game, role))
    assert game.view("right")["containers"]["hand_left"] == {"backs": 3}
    changed = {change["of"] for change in game.untold("left")}
    assert changed == {"container:hand_right", "prop:secret"}
    game.pop()
    assert game.view("left")["containers"]["hand_right"] == {"backs": 3}


def test_a_game_may_reveal_all() -> None:
    class Open(Workshop):
        name = "open_at_last"
        reveals = EVERYONE

    game = Open(seed=1)
    game.push("end")
    shown = game.view(OBSERVER)["containers"]
    assert all("tokens" in part for part in shown.values())
    assert set(shown) == {part.name for part in game._containers}


def test_a_game_cannot_reveal_what_it_does_not_have() -> None:
    class Misspelt(Workshop):
        name = "misspelt"
        reveals = ("hand_rigth",)

    with pytest.raises(RulesError, match="reveals names 'hand_rigth', which is no part of the game; it has 'open'"):
        Misspelt(seed=1)


def test_hands_hide() -> None:
    assert hides(Passing(seed=1))
    assert isinstance(Passing(seed=1).hands["north"], Hand)
