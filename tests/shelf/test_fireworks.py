"""The rules of Fireworks: whole games against OpenSpiel's `hanabi`, what each player sees and may suppose, the end, bots."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any, cast

import pyspiel
import pytest

import rondel
from rondel.engine import OBSERVER, Move
from rondel.errors import IllegalMove
from rondel.players import play
from rondel.players.spec import player
from rondel.shelf.fireworks import Fireworks
from rondel.shelf.fireworks.faces import COLOURS
from rondel.testing import dice, walk
from tests.shelf.advised import advised

SIZES = {2: (2, 3, 4, 5), 3: (2, 4, 5), 4: (3, 5), 5: (5,)}
"""The numbers of colours that are tried, by the number of players; a few colours make an end with all fireworks more likely."""


def theirs(game: Fireworks, move: Move) -> str:
    """OpenSpiel's name of a move."""
    if move.action != "hint":
        return f"({'Play' if move.action == 'play' else 'Discard'} {move.words[0]})"
    who, clue = move.words
    ahead = (game.roles.index(who) - game.roles.index(game.player)) % len(game.roles)
    return f"(Reveal player +{ahead} {f'color {clue[0].upper()}' if clue in COLOURS else f'rank {clue}'})"


def answered(state: pyspiel.State, text: str) -> None:
    player = state.current_player()
    named = {state.action_to_string(player, action): action for action in state.legal_actions()}
    state.apply_action(named[text])


def follow(state: pyspiel.State, game: Fireworks, heard: int) -> int:
    """Deal what was drawn since; returns how much of the record it has heard."""
    answers = game.record()["answers"]
    for _role, text in answers[heard:]:
        if text.startswith("draw"):
            face = text[5:-1].split("#")[0]
            answered(state, f"(Deal {face[0].upper()}{face[-1]})")
    return len(answers)


def knowledge(state: pyspiel.State) -> list[list[tuple[str, str]]]:
    """What the hints leave of each card, hand by hand, as OpenSpiel prints it."""
    hands = str(state).partition("Hands:")[2].partition("Deck size")[0].split("-----")
    return [
        [tuple(["".join(sorted(each)) for each in found]) for found in re.findall(r"\|([A-Z]+)(\d+)", hand)]  # type: ignore[misc]
        for hand in hands
    ]


def test_random_games_are_openspiels(scaled: Callable[[int], int]) -> None:
    """Legal moves, what the hints leave of every card, and the points, at every ply; cards that fit are played more often."""
    ends: set[str] = set()
    for seed in range(scaled(1_000)):
        random = Random(seed)
        seats = 2 + seed % 4
        colours = SIZES[seats][seed // 4 % len(SIZES[seats])]
        options = {"colours": colours, "hints": random.choice((3, 8)), "lives": random.choice((1, 3, 3))}
        game = rondel.new(Fireworks, seats=seats, seed=seed, options=options)
        state = pyspiel.load_game(
            "hanabi",
            {
                "players": seats,
                "colors": colours,
                "hand_size": 5 if seats < 4 else 4,
                "max_information_tokens": options["hints"],
                "max_life_tokens": options["lives"],
            },
        ).new_initial_state()
        heard = follow(state, game, 0)
        sure = random.random()
        while not state.is_terminal():
            assert game.roles[state.current_player()] == game.active[0]
            moves = game.moves()
            named = [state.action_to_string(state.current_player(), action) for action in state.legal_actions()]
            assert sorted(theirs(game, move) for move in moves) == sorted(named), str(state)
            ours = [[("".join(sorted(left[0].upper())), left[1]) for left in game.left[role].value] for role in game.roles]
            assert ours == knowledge(state)
            hand = game.hands[game.player]
            fitting = [move for move in moves if move.action == "play" and game.fits(hand[int(move.words[0])])]
            careful = [move for move in moves if move.action != "play"] or moves
            move = (
                random.choice(fitting)
                if fitting and random.random() < sure
                else random.choice(careful if sure > 0.3 else moves)
            )
            text = theirs(game, move)
            game.push(move)
            answered(state, text)
            heard = follow(state, game, heard)
        assert game.is_over
        assert set(game.returns.values()) == set(state.returns()) == {game.score(game.roles[0])}
        ends.add("lives" if not game.lives.value else "all" if game.built() == 5 * colours else "turns")
    assert ends >= {"lives", "turns"}


def test_everybody_sees_the_cards_of_the_others_and_not_their_own() -> None:
    game = rondel.new(Fireworks, seats=3, seed=4)
    for role in game.roles:
        for holder in game.roles:
            faces = [token.get("face") for token in game.view(role)["containers"][f"hand_{holder}"]["tokens"]]
            assert (faces == [None] * 5) == (role == holder)
    assert all("face" not in token for token in game.view(OBSERVER)["containers"]["hand_ash"]["tokens"])
    assert [str(move) for move in game.moves() if move.action == "play"] == [f"play({at})" for at in range(5)]
    with pytest.raises(IllegalMove):
        game.push("discard(0)")


def started(*draws: str, **options: Any) -> Fireworks:
    """Two hands of five, the first player's first."""
    return cast("Fireworks", dice("fireworks", *[f"draw({face})" for face in draws], seats=2, options=options))


HANDS = ("red 1", "red 1", "red 2", "blue 5", "white 3", "green 1", "green 1", "red 1", "blue 4", "blue 2")


def test_a_hint_names_all_cards_of_its_kind_and_leaves_a_note_on_each() -> None:
    game = started(*HANDS)
    game.push("hint(birch,green)")
    assert [note.face for note in game.notes["birch"]] == ["green", "green", "nothing", "nothing", "nothing"]
    assert game.left["birch"].value[2] == ("rywb", "12345")
    game.push("hint(ash,1)")
    game.push("hint(birch,1)")
    assert [note.face for note in game.notes["birch"]] == ["green 1", "green 1", "1", "nothing", "nothing"]
    assert game.hints.value == 5
    assert [event["name"] for event in game.events(0, "birch") if event["name"] == "hint"] == ["hint"] * 3


def test_a_card_that_fits_is_kept_one_that_does_not_costs_a_life() -> None:
    game = started(*HANDS, "yellow 1", "yellow 2")
    game.push("play(0)")
    assert (game.height("red"), game.lives.value) == (1, 3)
    game.push("play(3)")
    assert (game.lives.value, [card.face for card in game.laid]) == (2, ["blue 4"])
    assert [len(game.hands[role]) for role in game.roles] == [5, 5]
    assert game.notes["birch"].tokens()[-1].face == "nothing"


def test_the_last_life_costs_all_points_unless_the_option_is_off() -> None:
    for strict, points in ((True, 0), (False, 1)):
        game = started(*HANDS, "yellow 1", lives=1, strict=strict)
        game.push("play(0)")
        game.push("play(3)")
        assert game.is_over
        assert game.scores == {"ash": points, "birch": points}
        assert game.winners == ()


def test_all_win_with_enough_points() -> None:
    game = started(*HANDS, "yellow 1", lives=1, strict=False, target=1)
    game.push("play(0)")
    game.push("play(3)")
    assert game.winners == ("ash", "birch")


def test_the_own_hand_is_imagined_as_the_hints_leave_it() -> None:
    for seed in range(3):
        game = rondel.new(Fireworks, seats=2 + seed, seed=seed)
        for move in walk(game, Random(seed), 12 + 8 * seed):
            game.push(move)
            if game.is_over:
                break
        if game.is_over:
            continue
        role = game.active[0]
        hands: set[tuple[str, ...]] = set()
        for draw in range(6):
            imagined = cast("Fireworks", game.imagine(role, draw))
            assert imagined.consistent == "history"
            assert imagined.view(role) == game.view(role)
            hands.add(tuple([card.face for card in imagined.hands[role]]))
            for card, (colours, numbers) in zip(imagined.hands[role], game.left[role].value, strict=True):
                assert card.face[0] in colours
                assert card.face[-1] in numbers
            assert imagined.estimate(role) == game.estimate(role)
        assert len(hands) > 1


def test_a_card_that_is_known_to_fit_is_played_and_one_that_fits_is_hinted_at() -> None:
    game = started(*HANDS)
    assert advised(game).action == "hint"
    game.push("hint(birch,green)")
    game.push("hint(ash,1)")
    game.push("hint(birch,1)")
    assert str(advised(game)) in ("play(0)", "play(1)")


def test_a_card_that_was_played_is_judged_by_what_its_holder_knew_and_not_by_luck() -> None:
    """Nothing is known of the first card. It is worth about the same whether it turns out to fit or not."""
    worth = []
    for first in ("red 1", "red 4"):
        game = started(first, *HANDS[1:])
        before = game.estimate("ash")
        game.push("play(0)")
        worth.append(game.estimate("ash") - before)
        assert game.tried.value == ("ash", "rygwb", "12345", first, "right" if first == "red 1" else "wrong")
    assert max(worth) < 0
    assert max(worth) - min(worth) < 0.3


def test_the_greedy_bot_does_not_play_cards_of_which_it_knows_nothing() -> None:
    for seed in range(2):
        game = rondel.new(Fireworks, seats=3, seed=seed)
        play(game, {role: player("greedy", seed=seed) for role in game.roles}, limit=6)
        assert game.lives.value == 3
