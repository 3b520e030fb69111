"""Regret minimisation: the figures of OpenSpiel's solvers, iteration by iteration."""

from __future__ import annotations

from collections.abc import Callable

import pyspiel
import pytest

import rondel
from rondel.errors import BadOption
from rondel.search import Cfr, ExtensiveForm, expected_values, exploitability
from tests.search.contests import Fists
from tests.search.strategies.test_extensive_form import form_of

KUHN = {False: {10: 0.0687, 100: 0.0082, 1000: 0.00094}, True: {10: 0.0327, 100: 0.0012, 1000: 0.000087}}
"""The exploitability of the average strategy of Kuhn poker after so many iterations, with CFR and with CFR+ (known)."""


@pytest.mark.parametrize("plus", [False, True], ids=["CFR", "CFR+"])
def test_kuhn_poker(plus: bool) -> None:
    form = form_of("kuhn_poker")
    cfr = Cfr(form, plus=plus)
    game = pyspiel.load_game("kuhn_poker")
    theirs = (pyspiel.CFRPlusSolver if plus else pyspiel.CFRSolver)(game)
    for iterations, known in KUHN[plus].items():
        while cfr.iterations < iterations:
            cfr.run(1)
            theirs.evaluate_and_update_policy()
        found = exploitability(form, cfr.policy())
        assert f"{found:.2g}" == f"{known:.2g}"
        assert found == pytest.approx(pyspiel.exploitability(game, theirs.average_policy()), abs=1e-9)
    assert expected_values(form, cfr.policy())["first"] == pytest.approx(-1 / 18, abs=2e-4)


@pytest.mark.parametrize("plus", [False, True], ids=["CFR", "CFR+"])
def test_leduc_poker(plus: bool, scaled: Callable[[int], int]) -> None:
    """Known for CFR+: 0.610 after 10 iterations, 0.0134 after 100, 0.00094 after 500; the value comes to -0.0856."""
    form = form_of("leduc_poker")
    cfr = Cfr(form, plus=plus)
    game = pyspiel.load_game("leduc_poker")
    theirs = (pyspiel.CFRPlusSolver if plus else pyspiel.CFRSolver)(game)
    cfr.run(10)
    for _each in range(10):
        theirs.evaluate_and_update_policy()
    found = exploitability(form, cfr.policy())
    assert found == pytest.approx(pyspiel.exploitability(game, theirs.average_policy()), abs=1e-9)
    if plus:
        assert found == pytest.approx(0.610, abs=5e-4)
        cfr.run(90)
        assert exploitability(form, cfr.policy()) == pytest.approx(0.0134, abs=5e-5)
        if scaled(100) >= 100:
            cfr.run(400)
            assert exploitability(form, cfr.policy()) == pytest.approx(0.00094, abs=5e-6)
            assert expected_values(form, cfr.policy())["first"] == pytest.approx(-0.0856, abs=2e-4)


def test_what_is_shown_at_the_same_time() -> None:
    form = ExtensiveForm(rondel.new(Fists))
    cfr = Cfr(form, plus=True)
    cfr.run(2_000)
    for chances in cfr.policy().moves.values():
        if len(chances) > 1:
            assert list(chances.values()) == pytest.approx([0.25, 0.5, 0.25], abs=0.01)


def test_the_average_before_the_first_iteration_is_all_moves_alike() -> None:
    form = form_of("kuhn_poker")
    assert Cfr(form).average == form.start


def test_no_iterations_are_refused() -> None:
    with pytest.raises(BadOption, match="cannot run 0 iterations; give at least 1"):
        Cfr(form_of("kuhn_poker")).run(0)
