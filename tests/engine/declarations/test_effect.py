"""Effects: registered by face, found for a card, and checked with the rules before the game is played."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.engine import EVERYONE, ActivePlayer, Effects, Face, Game, GameEnd, Row, To, Token, TokenKind, _, on
from rondel.errors import DefinitionError, RulesError

Card = TokenKind("card", faces={"gold": Face("card"), "iron": Face("card")})
effect: Effects[Smith] = Effects(Card)


class Smith(Game):
    """One card to play."""

    name = "smith"
    seats = ("one",)
    kinds = (Card,)
    effects = (effect,)

    def setup(self) -> To[Play]:
        self.row = self.add(Row("row", visible_to=EVERYONE))
        self.row.add(Card(face="gold"))
        self.row.add(Card(face="iron"))
        return Play


class Play(ActivePlayer[Smith]):
    """A card is played."""

    description = _("{actplayer} must play")
    my_turn = _("{you} must play")


@on(Play, _("{actplayer} plays {card}"))
def play(game: Smith, card: Token) -> To[GameEnd]:
    """It does what it says."""
    effect.of(card)(game, card)
    return GameEnd


@play.options
def cards(game: Smith) -> Row:
    """All."""
    return game.row


@effect("gold")
def gold(game: Smith, acting: Token) -> None:
    game.set_score("one", 5)


@effect("iron")
def iron(game: Smith, acting: Token) -> None:
    game.set_score("one", game.choose([1, 2], ask=_("{you} must choose")))


def test_a_card_does_what_is_registered_under_its_face() -> None:
    game = Smith()
    game.push("play(gold)")
    assert game.scores == {"one": 5}
    game.pop()
    game.push("play(iron)")
    game.push("choose(2)")
    assert game.scores == {"one": 2}


def test_several_faces_have_one_effect() -> None:
    both: Effects[Smith] = Effects(Card)
    assert both("gold", "iron")(gold) is gold
    assert both.of(Card(face="gold")) is both.of(Card(face="iron")) is gold
    assert both.problems() == []
    with pytest.raises(RulesError, match="card 'iron' has an effect already"):
        both("iron")(iron)


def test_a_face_is_a_text() -> None:
    either: Any = Effects(Card)
    with pytest.raises(RulesError, match=r"an effect of card belongs to a face and not to .*; write @effect\(\"...\"\)"):
        either(gold)


def test_a_face_has_one_effect() -> None:
    with pytest.raises(RulesError, match="card 'gold' has an effect already; give this one the face of its own card"):
        effect("gold")(iron)


def test_a_card_without_an_effect_is_named() -> None:
    with pytest.raises(RulesError, match=r"^sheep '' has no effect; known: 'gold', 'iron'$"):
        effect.of(TokenKind("sheep")())


ANY: Any = Effects


@pytest.mark.parametrize(
    ("effects", "problems"),
    [
        (effect, ["effects = <Effects of card> is one registry; write effects = (effect,), with effect = Effects(Card)"]),
        ((5,), ["effects hold 5, which is no registry of effects; write effects = (effect,), with effect = Effects(Card)"]),
        (
            (Effects(TokenKind("coin")),),
            [
                "effects are for 'coin', which is no kind of the game; list it in kinds",
                "'coin' has effects and lists no faces, so a missing one is not found; write TokenKind('coin', faces={...})",
            ],
        ),
        ((Effects(Card),), [f"card {face!r} has no effect; write one with @effect({face!r})" for face in Card.faces]),
    ],
)
def test_what_is_wrong_is_found_before_the_game_is_played(effects: Any, problems: list[str]) -> None:
    kind: Any = type("Odd", (Smith,), {"name": "odd", "effects": effects})
    with pytest.raises(DefinitionError) as caught:
        kind()
    assert list(caught.value.problems) == problems


def test_effects_are_for_a_kind_of_token() -> None:
    with pytest.raises((RulesError, TypeError)):
        ANY("card")
