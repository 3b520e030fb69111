"""The extensive form: the trees and information sets that others count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

import pyspiel
import pytest

import rondel
from rondel.errors import Unsolvable
from rondel.search import ExtensiveForm, Policy, expected_values, exploitability
from rondel.search.strategies.extensive_form import BY_CHANCE, OVER
from tests.search.contests import Dice, Fists, Forever


@cache
def form_of(name: str) -> ExtensiveForm:
    return ExtensiveForm(rondel.new(name, seats=2, chance="explicit"))


def spiel_tree(name: str) -> tuple[Counter[int], dict[str, int]]:
    """How many of pyspiel's histories each player moves in (-1 chance, -2 the end), and the moves of each information set. Its
    chance deals a card at a time, like ours."""
    movers: Counter[int] = Counter()
    sets: dict[str, int] = {}
    todo = [pyspiel.load_game(name).new_initial_state()]
    while todo:
        state = todo.pop()
        mover = OVER if state.is_terminal() else BY_CHANCE if state.is_chance_node() else state.current_player()
        movers[mover] += 1
        if mover >= 0:
            sets[f"{mover} {state.information_state_string()}"] = len(state.legal_actions())
        if mover != OVER:
            todo.extend(state.child(action) for action in state.legal_actions())
    return movers, sets


@pytest.mark.parametrize(("name", "nodes", "sets"), [("kuhn_poker", 58, 12), ("leduc_poker", 9_457, 936)])
def test_it_is_the_tree_that_pyspiel_has(name: str, nodes: int, sets: int) -> None:
    """Known: 12 information sets and 54 histories after the deal, and 936 information sets."""
    form = form_of(name)
    movers, theirs = spiel_tree(name)
    assert Counter(form.movers) == movers
    ours = Counter([(each.owner, len(each.moves)) for each in form.sets])
    assert ours == Counter([(int(known[0]), moves) for known, moves in theirs.items()])
    assert (form.nodes, len(form.sets)) == (nodes, sets)


def test_every_node_comes_after_its_parent_and_by_a_slot_of_it() -> None:
    form = form_of("kuhn_poker")
    assert (form.parents[0], form.slots[0]) == (-1, -1)
    slots = {slot: each for each in form.sets for slot in range(each.first, each.first + len(each.moves))}
    for node in range(1, form.nodes):
        parent = form.parents[node]
        assert parent < node
        assert (form.slots[node] in slots) == (form.movers[parent] >= 0)
        if form.slots[node] in slots:
            assert slots[form.slots[node]].owner == form.movers[parent]
    for each in form.sets:
        assert sum(form.start[each.first : each.first + len(each.moves)]) == pytest.approx(1)
        assert (each.before < 0) == (each.depth == 0)
        if each.before >= 0:
            assert slots[each.before].owner == each.owner
            assert slots[each.before].depth == each.depth - 1
    ends = [number for number, mover in enumerate(form.movers) if mover == OVER]
    assert {form.worth[0][number] for number in ends} == {-2, -1, 1, 2}


def test_what_others_do_at_the_same_time_is_not_known() -> None:
    form = ExtensiveForm(rondel.new(Fists))
    assert [(each.owner, each.moves) for each in form.sets if len(each.moves) > 1] == [
        (owner, ["choose(rock)", "choose(paper)", "choose(scissors)"]) for owner in (0, 1)
    ]


def test_what_a_seed_would_give_is_not_looked_up() -> None:
    game = rondel.new(Dice, seed=1)
    form = ExtensiveForm(game)
    assert form.movers.count(BY_CHANCE) == 1
    assert expected_values(form)["a"] == pytest.approx(1 / 6)
    assert game.state == "Rolling"


def test_a_policy_is_a_strategy_by_name() -> None:
    form = form_of("kuhn_poker")
    always = Policy("kuhn_poker", 1, {}, {each.name: {each.moves[-1]: 1.0} for each in form.sets})
    strategy = form.strategy(always)
    for each in form.sets:
        assert strategy[each.first : each.first + len(each.moves)] == [0.0, 1.0]
    assert expected_values(form, always) == {"first": 0, "second": 0}, "both always bet and call: the higher card wins two"
    assert form.policy(strategy).moves == {each.name: {each.moves[0]: 0.0, each.moves[1]: 1.0} for each in form.sets}
    nothing = Policy("kuhn_poker", 1, {}, {})
    assert form.strategy(nothing) == form.start


def test_what_has_no_end_is_not_unfolded() -> None:
    with pytest.raises(Unsolvable, match="'forever' goes on for more than 400 answers, so its tree cannot be unfolded whole"):
        ExtensiveForm(rondel.new(Forever))


@pytest.mark.timeout(900)
def test_liars_dice(scaled: Callable[[int], int]) -> None:
    """One die each, at full length only: 24,576 information sets; playing at random its exploitability is 0.780744 (known)."""
    game = rondel.new("liars_dice", seats=2, options={"dice": 1, "one_round": True}, chance="explicit")
    if scaled(100) < 100:
        with pytest.raises(
            Unsolvable, match="the tree of 'liars_dice' has more than 2,000 nodes; start later, or raise limit="
        ):
            ExtensiveForm(game, limit=2_000)
        return
    form = ExtensiveForm(game)
    assert (form.nodes, len(form.sets)) == (294_883, 24_576)
    assert exploitability(form) == pytest.approx(0.780744, abs=5e-7)
