"""Crews: processes that search beside each other; and the bots that have one."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

import rondel
from rondel.errors import BadOption
from rondel.players import Budget
from rondel.players.bots.mcts_bot import MctsBot
from rondel.players.bots.search_processes import Crew, CrewFault
from rondel.players.programs.channel import BrokenChannel
from tests.players.asking import asked


def test_all_search_and_keep_their_trees() -> None:
    crew = Crew([1, 2])
    try:
        game = rondel.new("connect_four", seed=1)
        crew.ask(asked(game), Budget(simulations=600))
        one, two = crew.found()
        assert one.simulations == two.simulations == sum(one.visits.values()) == 600
        assert one.visits != two.visits, "each has its own luck"
        for _each in range(2):
            game.push("drop(d)")
        crew.ask(asked(game), Budget(simulations=100))
        assert min(sum(each.visits.values()) for each in crew.found()) > 102
    finally:
        crew.close()


def test_a_bot_adds_up_what_they_find() -> None:
    game = rondel.new("connect_four", seed=1)
    found = []
    for _each in range(2):
        bot = MctsBot(budget=Budget(simulations=150), processes=3, seed=5)
        try:
            ranking = bot.search(asked(game))
        finally:
            bot.close()
        assert ranking.simulations == sum(ranking.visits.values()) == 450
        found.append((ranking.best, ranking.visits, ranking.values))
    assert found[0] == found[1], "without a clock the same seed finds the same"


def test_it_plays_where_something_is_hidden() -> None:
    game = rondel.new("kuhn_poker", seed=3)
    game.push("bet")
    bot = MctsBot(budget=Budget(simulations=100), processes=2, seed=1)
    try:
        ranking = bot.search(asked(game))
    finally:
        bot.close()
    assert (ranking.best, ranking.simulations) == ("fold", 200)
    assert ranking.values["fold"] == -1.0


def test_what_goes_wrong_there_is_told_here() -> None:
    crew = Crew([1])
    try:
        crew.ask(replace(asked(rondel.new("tic_tac_toe")), role="nobody"), Budget(simulations=1))
        with pytest.raises(CrewFault, match="a search process answered with an error: unknown role 'nobody'"):
            crew.found()
    finally:
        crew.close()
    odd = Crew([1], command=(sys.executable, "-c", "input(); print('[1]')"))
    try:
        odd.ask(asked(rondel.new("tic_tac_toe")), Budget(simulations=1))
        with pytest.raises(CrewFault, match=r"answered '\[1\]'"):
            odd.found()
        with pytest.raises(BrokenChannel, match="ended with exit code 0"):
            odd.found()
    finally:
        odd.close()


def test_there_is_at_least_one_process() -> None:
    with pytest.raises(BadOption, match="cannot search with 0 processes"):
        MctsBot(processes=0)
