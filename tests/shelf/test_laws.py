"""The laws of `rondel.testing` over every shipped game, with the options that change what can happen."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rondel
from rondel.engine import OBSERVER, Game
from rondel.errors import AnswerError, UnknownRole
from rondel.shelf import CATALOGUE
from rondel.testing import LAWS, check, walk
from rondel.testing.law import PLIES
from rondel.testing.laws.registry import Trial
from tests.conftest import SCALE
from tests.shelf.untried import MORE, fault, why

SETTINGS: dict[str, dict[str, Any]] = {
    "tic_tac_toe": {"name": "tic_tac_toe"},
    "reversi": {"name": "reversi"},
    "reversi 6x6": {"name": "reversi", "options": {"size": 6}},
    "connect_four": {"name": "connect_four"},
    "connect_four, other board": {"name": "connect_four", "options": {"columns": 4, "rows": 5, "connect": 3}},
    "chess": {"name": "chess"},
    "nine_mens_morris": {"name": "nine_mens_morris"},
    "nine_mens_morris, limited": {"name": "nine_mens_morris", "options": {"flying": False, "turn_limit": 60}},
    "gomoku": {"name": "gomoku", "options": {"size": 9}},
    "gomoku, exactly five": {"name": "gomoku", "options": {"size": 7, "overlines": False}},
    "hex": {"name": "hex", "options": {"size": 5}},
    "hex without swap": {"name": "hex", "options": {"size": 4, "swap": False}},
    "draughts": {"name": "draughts"},
    "draughts, international": {"name": "draughts", "options": {"variant": "international"}},
    "go": {"name": "go"},
    "go with handicap": {"name": "go", "options": {"size": 13, "handicap": 4}},
    "dots_and_boxes": {"name": "dots_and_boxes", "options": {"rows": 3, "columns": 3}},
    "dots_and_boxes, two rows": {"name": "dots_and_boxes", "options": {"rows": 2, "columns": 4}},
    "corridors": {"name": "corridors", "seats": 2, "options": {"size": 5, "walls": 6}},
    "corridors for four": {"name": "corridors", "seats": 4, "options": {"size": 5, "walls": 8}},
    "breakthrough": {"name": "breakthrough"},
    "lines_of_action": {"name": "lines_of_action"},
    "amazons": {"name": "amazons", "options": {"size": 6}},
    "cant_stop": {"name": "cant_stop"},
    "cant_stop for three, jumping": {"name": "cant_stop", "seats": 3, "options": {"goal": 2, "jump": True}},
    "kuhn_poker": {"name": "kuhn_poker"},
    "kuhn_poker, many hands": {"name": "kuhn_poker", "options": {"hands": 20}},
    "leduc_poker": {"name": "leduc_poker", "options": {"hands": 3}},
    "shephy": {"name": "shephy"},
    "shephy, challenge": {"name": "shephy", "options": {"mode": "challenge", "dominion": "max", "deck": "gentle"}},
    "liars_dice": {"name": "liars_dice"},
    "liars_dice for three": {"name": "liars_dice", "seats": 3, "options": {"dice": 2, "wild": 1}},
    "liars_dice, one round": {"name": "liars_dice", "options": {"dice": 3, "wild": 0, "one_round": True}},
    "battleship": {"name": "battleship", "options": {"size": 8, "fleet": "small"}},
    "battleship, salvos": {"name": "battleship", "options": {"size": 8, "fleet": "small", "touching": False, "turn": "salvo"}},
    "hearts": {"name": "hearts", "options": {"target": 30, "jd_bonus": True}},
    "seed_swap": {"name": "seed_swap"},
    "seed_swap for five, one season": {"name": "seed_swap", "seats": 5, "options": {"seasons": 1, "hand_size": 3}},
    "harvest_wheel": {"name": "harvest_wheel", "options": {"rounds": 4}},
    "harvest_wheel for four, open": {"name": "harvest_wheel", "seats": 4, "options": {"rounds": 2, "open_aims": True}},
    "skat": {"name": "skat", "options": {"deals": 3}},
    "spades": {"name": "spades", "options": {"target": 100}},
    "texas_holdem": {"name": "texas_holdem", "seats": 3, "options": {"chips": 60, "hands": 6}},
    "fireworks": {"name": "fireworks", "seats": 3},
    "ultimate_tic_tac_toe": {"name": "ultimate_tic_tac_toe"},
    "backgammon": {"name": "backgammon"},
    "backgammon, a match with the cube": {"name": "backgammon", "options": {"target": 3, "cube": True}},
    "mancala": {"name": "mancala"},
    "mancala, oware": {"name": "mancala", "options": {"variant": "oware"}},
    "shogi": {"name": "shogi"},
    "banqi": {"name": "banqi"},
    "banqi, Hong Kong": {
        "name": "banqi",
        "options": {"ranking": "hongkong", "cannons": "step", "soldiers": "cannon", "chains": True, "patience": 20},
    },
    "xiangqi": {"name": "xiangqi"},
    "xiangqi with a handicap": {"name": "xiangqi", "options": {"handicap": "horses", "turn_limit": 60}},
    "wolves_in_town": {"name": "wolves_in_town"},
    "wolves_in_town for eight, secret": {
        "name": "wolves_in_town",
        "seats": 8,
        "options": {"begins": "day", "vote": "secret", "told": "nothing", "tie": "one by chance", "guards_again": True},
    },
    "wolves_in_town for seven, blind ghosts": {
        "name": "wolves_in_town",
        "seats": 7,
        "options": {"told": "side", "ghosts": False, "abstain": False},
    },
    "solitaire": {"name": "solitaire"},
    "solitaire, three at a time": {
        "name": "solitaire",
        "options": {"draw": 3, "passes": 3, "back": False, "scoring": "stake"},
    },
    "stones": {"name": "stones"},
    "stones for three": {"name": "stones", "seats": 3, "options": {"rows": 4, "columns": 6, "neighbours": 4}},
    "stones for four, limited": {"name": "stones", "seats": 4, "options": {"rows": 4, "columns": 4, "turn_limit": 30}},
    "swarm": {"name": "swarm"},
    "swarm with all insects": {
        "name": "swarm",
        "options": {"empress_first": False, "butterfly": True, "hoverfly": True, "limit": 60},
    },
    "gin_rummy": {"name": "gin_rummy", "options": {"target": 30}},
    "y": {"name": "y", "options": {"size": 5}},
    "crazy_eights": {"name": "crazy_eights", "seats": 3, "options": {"target": 30}},
    "crazy_eights with special cards, turned over": {
        "name": "crazy_eights",
        "seats": 4,
        "options": {"one_deal": True, "special_cards": True, "draws": 5, "empty_stock": "turn over", "scoring": "each"},
    },
    "yacht": {"name": "yacht", "seats": 2},
    "yacht alone, with the bonus": {"name": "yacht", "seats": 1, "options": {"sheet": "bonus"}},
}


REFUSED = (AnswerError, UnknownRole)
"""What a wrong answer raises; the compiled engine may say `TypeError` to what is no text at all."""


def starts(setting: str) -> Callable[[], Game]:
    return lambda: rondel.new(**{"seed": 11, **SETTINGS[setting]})


BOTH_BUILDS = ("tic_tac_toe", "connect_four", "kuhn_poker", "liars_dice")
"""An open game, one with a board, one that hides cards, one with dice: these on both builds, all others on the compiled rules
alone. The laws are the same, and what differs between the builds does not differ from game to game."""
VARIED = [pytest.param(setting, marks=() if setting in BOTH_BUILDS else pytest.mark.played) for setting in SETTINGS]


WHOLE = {
    *("cant_stop", "chess", "connect_four", "harvest_wheel", "hearts", "kuhn_poker", "liars_dice", "reversi", "seed_swap"),
    *("shephy", "stones", "tic_tac_toe"),
}
"""The settings at which `make test` tries every law; between them they use most of the engine. At the others it tries every
twelfth law, in turn. The law `processes` starts a program each time."""
ELSEWHERE = ("hearts", "liars_dice", "stones")
"""The settings at which `make test` tries the law `processes`."""
TRIED = [
    pytest.param(*varied.values, law, marks=varied.marks)
    for place, varied in enumerate(VARIED)
    for number, law in enumerate(LAWS)
    if SCALE >= 1
    or (varied.values[0] in ELSEWHERE if law == "processes" else varied.values[0] in WHOLE or (place + number) % 12 == 0)
]
FAR = PLIES if SCALE >= 1 else 80
"""How many answers of a game the laws follow: into the second hand of Hearts in `make test`."""


@pytest.mark.parametrize(("setting", "law"), TRIED)
def test_the_law_holds(setting: str, law: str, scaled: Callable[[int], int]) -> None:
    trials: list[Trial] = []
    for seed in range(max(scaled(20), MORE)):
        if seed >= scaled(20) and (why(setting, law) or any(not trial.skipped for trial in trials)):
            break
        trials += check(starts(setting), law, seed=seed, plies=FAR)
    wrong = fault(setting, law, trials)
    assert not wrong, wrong


def test_every_shipped_game_is_tried() -> None:
    assert {setting["name"] for setting in SETTINGS.values()} >= set(CATALOGUE)


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("role", ["nobody", "", "chance", OBSERVER, "Jade", None, 3])
def test_only_who_is_asked_may_answer(setting: str, role: Any) -> None:
    game = starts(setting)()
    move = str(game.moves(game.active[0])[0])
    before = game.key()
    if role is None and len(game.active) == 1:
        game.push(move, role)  # One role is active, so it is clear who is meant.
        assert game.key() != before
        return
    with pytest.raises(REFUSED if isinstance(role, str | None) else (*REFUSED, TypeError)):
        game.push(move, role)
    assert game.key() == before


SHAPED = st.from_regex(r"\A(move|mark|play_disc|MOVE|done|choose)?\(?[a-i0-9]{0,3},? ?[a-i0-9]{0,3}\)?\Z")
ANYTHING = st.one_of(SHAPED, st.text(), st.none(), st.integers(), st.floats(), st.booleans(), st.binary(), st.lists(st.text()))


@pytest.mark.parametrize("setting", [varied for varied in VARIED if SCALE >= 1 or varied.values[0] in WHOLE])
@given(answer=ANYTHING, random=st.randoms(use_true_random=False), plies=st.integers(0, 12))
def test_whatever_is_not_listed_is_refused_and_changes_nothing(setting: str, answer: Any, random: Random, plies: int) -> None:
    game = starts(setting)()
    for move in walk(game, random, plies):
        game.push(move)
    if game.is_over or answer in [str(move) for role in game.active for move in game.moves(role)]:
        return
    before = (game.key(), game.view(game.active[0]), game.record(), len(game.events(0, OBSERVER)))
    with pytest.raises(REFUSED if isinstance(answer, str) else (*REFUSED, TypeError)):
        game.push(answer)
    assert (game.key(), game.view(game.active[0]), game.record(), len(game.events(0, OBSERVER))) == before
