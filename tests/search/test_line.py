"""Lines: a move, and the best answers to what its rule asks."""

from __future__ import annotations

from rondel.engine import Game
from rondel.search.line import Line, best_line
from tests.engine.rules.passing import Passing
from tests.shelf.shephy.tables import table


def worth(game: Game) -> float:
    return game.scores["shepherd"]


def test_a_line_goes_to_the_end_of_the_rule() -> None:
    game = table([1, 3, 10], ["Storm", "Multiply"])
    before = (game.key(), game.record())
    line = best_line(game, "play(Storm)", "shepherd", worth)
    assert (line.moves, line.worth) == (["play(Storm)", "choose(1)", "choose(3)"], 10)
    assert str(line) == "<Line: play(Storm) choose(1) choose(3), worth 10>"
    assert (game.key(), game.record()) == before


def test_what_the_next_state_asks_is_no_part_of_it() -> None:
    game = table([1, 3, 10], ["Storm", "Multiply"])
    assert best_line(game, "play(Multiply)", "shepherd", worth).moves == ["play(Multiply)"]


def test_it_begins_in_the_middle_of_a_rule_as_well() -> None:
    game = table([1, 3, 10], ["Storm", "Multiply"])
    game.push("play(Storm)")
    assert game.is_midway("shepherd")
    line = best_line(game, "choose(10)", "shepherd", worth)
    assert (line.moves, line.worth) == (["choose(10)", "choose(1)"], 3)
    game.push("choose(1)")
    game.push("choose(3)")
    assert not game.is_midway("shepherd")


def test_questions_within_questions_are_answered() -> None:
    game = table([100, 300, 300, 300, 10], ["All-purpose Sheep", "Dominion", "Storm"], dominion="max")
    line = best_line(game, "play(All-purpose Sheep)", "shepherd", lambda game: 1.0 if game.is_over and game.winners else 0.0)
    assert line.moves[:2] == ["play(All-purpose Sheep)", "choose(Dominion)"]
    assert line.worth == 1.0


def test_when_the_ends_are_used_up_the_rest_is_judged_as_it_stands() -> None:
    game = table([1, 3, 10, 30], ["Crowding", "Multiply"])
    seen: list[int] = []

    def judge(game: Game) -> float:
        seen.append(len(game.view("shepherd")["containers"]["field"]["tokens"]))
        return 0.0

    assert best_line(game, "play(Crowding)", "shepherd", judge, ends=0).moves == ["play(Crowding)"]
    assert seen == [4]
    seen.clear()
    best_line(game, "play(Crowding)", "shepherd", judge, ends=3)
    assert seen == [2, 2, 2, 3, 3, 3]
    seen.clear()
    best_line(game, "play(Crowding)", "shepherd", judge)
    assert set(seen) == {2}


def test_a_question_to_somebody_else_ends_it() -> None:
    game = Passing(seed=1, options={"held": 3})
    role = game.active[0]
    move = str(game.moves(role)[0])
    assert isinstance(best_line(game, move, role, lambda game: 0.0), Line)
    assert not any(game.is_midway(each) for each in game.roles if each not in game.active)
