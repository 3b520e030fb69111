"""Progress: measured by the game, taken where its states say so. More in test_game.py."""

from __future__ import annotations

import pytest

import rondel
from rondel.engine import EVERYONE, ActivePlayer, Game, GameEnd, Prop, To, on
from rondel.engine.checks import ruleset as rules
from rondel.engine.checks.ruleset import rules_of
from rondel.errors import DefinitionError, RulesError
from tests.engine.rules.contest import Contest
from tests.engine.rules.duel import Duel
from tests.engine.rules.market import Market, Pay
from tests.engine.witness import WRONG_TYPE

MEASURED: dict[str, float] = {"now": 50}


class Measured(Duel):
    """Comes as far as the test says."""

    name = "measured"

    def measure(self) -> float:
        return MEASURED["now"]


@pytest.mark.parametrize(("measured", "progress"), [(0, 0), (49.6, 50), (100, 100), (100.0000001, 100), (-0.0, 0)])
def test_progress_is_a_whole_number_from_0_to_100(monkeypatch: pytest.MonkeyPatch, measured: float, progress: int) -> None:
    monkeypatch.setitem(MEASURED, "now", measured)
    game = Measured()
    game.push("go")
    assert game.progress == progress


@pytest.mark.parametrize("measured", [-5, 101, 250.5, float("nan"), float("inf"), "50"])
def test_any_other_measure_is_refused_with_the_state_that_took_it(monkeypatch: pytest.MonkeyPatch, measured: float) -> None:
    monkeypatch.setitem(MEASURED, "now", measured)
    game = Measured()
    game.push("go")
    state = next(node.name for node in rules_of(Measured).nodes if node.updates_progress)
    with pytest.raises((RulesError, *WRONG_TYPE)) as caught:
        game.view("observer")
    if isinstance(caught.value, RulesError):
        assert str(caught.value) == (
            f"measure of Measured is {measured!r}, taken on entering {state}; it is a number from 0 to 100"
        )


class Climb(Game):
    """Goes up to any height, again and again."""

    name = "climb"
    title = "Climb"
    seats = ("one",)

    def setup(self) -> To[Up]:
        self.height = self.add(Prop("height", 0, visible_to=EVERYONE))
        self.looks: list[int] = []
        return Up

    def measure(self) -> float:
        self.looks.append(self.height.value)
        return self.height.value


class Up(ActivePlayer[Climb]):
    """Where to."""

    description = "{actplayer} climbs"
    my_turn = "{you} climb"
    updates_progress = True


@on(Up, "{actplayer} climbs to {height}")
def climb(game: Climb, height: int) -> To[Up] | To[GameEnd]:
    game.height.value = height
    return Up if height < 100 else GameEnd


@climb.options
def heights(game: Climb) -> list[int]:
    return [10, 20, 100]


def test_progress_is_measured_once_for_all_who_ask_and_anew_where_the_past_is_another() -> None:
    game = Climb()
    said: list[tuple[str, int]] = []
    for step in ("climb(10)", "climb(20)", "pop", "climb(10)", "pop", "pop", "climb(20)", "pop", "undo", "climb(10)"):
        if step == "pop":
            game.pop()
        elif step == "undo":
            game.push("climb(20)")
            game.undo("one")
        else:
            game.push(step)
        said.append((step, game.view("one")["progress"]))
        assert game.view("observer")["progress"] == game.progress == game.height.value
    assert [progress for _step, progress in said] == [10, 20, 10, 10, 10, 0, 20, 0, 0, 10]
    assert game.looks == [10, 20, 10, 10, 10, 0, 20, 0, 10], "where nobody had gone since, it was known still"


def test_a_measure_that_nobody_takes_is_found_before_a_game_is_played() -> None:
    with pytest.raises(
        DefinitionError, match="'measure' of Wrong is never taken; write 'updates_progress = True' in the state"
    ):
        type("Wrong", (Contest,), {"measure": lambda self: 50.0})()


def test_a_state_that_takes_what_is_not_there_is_found_before_a_game_is_played(tmp_path: object) -> None:
    text = GAME.replace("    my_turn", "    updates_progress = True\n    my_turn")
    with pytest.raises(DefinitionError, match="state 'Turn' updates progress, but Short has no 'measure'; write 'def measure"):
        rondel.new(_loaded(tmp_path, text))


def test_a_game_without_progress_is_worth_a_note() -> None:
    assert rules_of(Contest).notes == [
        "Contest has no progress: write 'measure', and 'updates_progress = True' in the state where a turn begins"
    ]
    assert rules_of(Measured).notes == []


GAME = """
from rondel import ActivePlayer, Game, GameEnd, To, on

class Short(Game):
    name = "short"
    seats = ("one", "two")
    def setup(self) -> To["Turn"]:
        return Turn

class Turn(ActivePlayer[Short]):
    description = "{actplayer} must end it"
    my_turn = "{you} must end it"

@on(Turn, "{actplayer} ends it")
def end(game: Short) -> To[GameEnd]:
    return GameEnd
"""


def _loaded(folder: object, text: str) -> type[rondel.Game]:
    path = f"{folder}/short.py"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return rondel.load(path)


def test_progress_is_not_taken_in_private_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pay, "updates_progress", True)
    monkeypatch.delitem(rules._RULES, Market, raising=False)
    with pytest.raises(
        DefinitionError, match="the private state 'Pay' updates progress, which is taken only where the game goes on"
    ):
        Market()
