"""What the lobby is told of the games."""

from __future__ import annotations

import doctest

import pytest

import rondel
from rondel.engine import registry
from rondel.players.bots.level_bot import LEVELS
from rondel.players.bots.registry import bot
from rondel.server.catalog import games as module
from rondel.server.catalog.games import BOTS, in_play, known_bot, offer, offers
from rondel.server.protocol.refused import Refusal
from rondel.shelf import CATALOGUE


def test_every_shipped_game_is_offered_in_order() -> None:
    # Other tests of this process may have loaded games of their own, broken ones too, which are not offered.
    offered = [each.name for each in offers()]
    assert offered == sorted(offered)
    assert set(CATALOGUE) <= set(offered) <= set(rondel.games())


def test_an_offer_says_what_the_game_says_of_itself() -> None:
    reversi = rondel.find("reversi")
    made = offer(reversi)
    assert (made.name, made.title, made.summary, made.roles) == (reversi.name, reversi.title, reversi.summary, reversi.seats)
    assert (made.fewest, made.usual) == (2, 2)
    assert made.options == [option.to_json() for option in reversi.options]


@pytest.mark.parametrize("name", rondel.games())
def test_the_picture_is_what_an_observer_sees_of_a_game_in_progress(name: str) -> None:
    game = rondel.find(name)
    picture = offer(game).picture
    played, begun = in_play(game), rondel.new(game, seats=len(game.seats), seed=0)
    assert not played.is_over
    assert played.view(rondel.OBSERVER) != begun.view(rondel.OBSERVER), "moves were made"
    assert {key: value for key, value in picture.scene.items() if key != "look"} == played.scene()
    assert [role["name"] for role in picture.scene["roles"]] == list(game.seats)
    assert picture.containers == played.view(rondel.OBSERVER)["containers"]


def test_the_library_is_told_what_the_rules_declare() -> None:
    chess, stones = offer(rondel.find("chess")), offer(rondel.find("stones"))
    assert (chess.family, chess.minutes, chess.known, chess.study) == ("Strategy", 20, True, False)
    assert stones.study
    board = chess.picture.containers["board"]["tokens"]
    assert len(board) == 30, "two pawns were taken in its declared moves"


def test_the_faces_are_those_of_the_cards_there_are_instead_of_the_whole_pack() -> None:
    def faces(name: str) -> dict[str, tuple[str, ...]]:
        return offer(rondel.find(name)).picture.faces

    assert set(faces("leduc_poker")["card"]) == {"JS", "JH", "QS", "QH", "KS", "KH"}  # Southey and others, 2005
    assert len(faces("hearts")["card"]) == 52
    assert set(faces("kuhn_poker")) == {"card"}  # chips have no faces
    assert faces("reversi") == {}


def test_every_bot_that_is_offered_can_play() -> None:
    for name, each in BOTS.items():
        assert (each.name, bool(each.label), bool(each.summary)) == (name, True, True)
        bot(name)
    assert [f"level:{level}" for level in LEVELS] == list(BOTS)[: len(LEVELS)]


def test_no_bot_is_offered_that_reads_a_file() -> None:
    with pytest.raises(Refusal, match="there is no bot 'policy:/etc/passwd'"):
        known_bot("policy:/etc/passwd")


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


def test_a_game_that_cannot_be_loaded_takes_no_other_with_it(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = "rondel.shelf.no_such_module:Gone"
    monkeypatch.setitem(CATALOGUE, "gone", gone)
    monkeypatch.setitem(registry._ENTRIES, "gone", gone)
    names = [each.name for each in offers()]
    assert "reversi" in names
    assert "gone" not in names
    assert "the game 'gone' cannot be loaded or begun" in caplog.text
