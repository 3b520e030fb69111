"""Paths: what is never reached, what never ends, and who comes into private states from where they may not."""

from __future__ import annotations

import pytest

from tests.engine.rules.nim import BEGIN, HOUSE, nim, problems

SPOILT: dict[str, tuple[list[tuple[str, str]], str, list[str]]] = {
    # name: changes, more text, problems
    "unreachable state": (
        [],
        "class Pause(Automatic[Nim]):\n    def enter(self, game: Nim) -> To[Turn]: ...\n",
        ["state 'Pause' is never reached; no rule says '-> To[Pause]'"],
    ),
    "no way to the end": (
        [("-> To[Turn] | To[GameEnd]", "-> To[Turn]")],
        "",
        ["the game never ends; some rule must return GameEnd"],
    ),
    "dead end": (
        [("count: int) -> To[Next]", "count: int) -> To[Next] | To[Stuck]")],
        "class Stuck(Automatic[Nim]):\n    def enter(self, game: Nim) -> To[Stuck]: ...\n",
        ["from state 'Stuck' the end is never reached"],
    ),
    "a state extended by others that is never reached": (
        [("class Next(Automatic[Nim]):", "class Base(Automatic[Nim]):")],
        "class Next(Base): ...\n",
        [
            (
                "state 'Base' is never reached; no rule says '-> To[Base]'; if it is only the base of 'Next', write "
                "abstract = True in it"
            )
        ],
    ),
}


@pytest.mark.parametrize("fault", SPOILT)
def test_each_state_is_reached_and_leads_to_the_end(fault: str) -> None:
    changes, more, expected = SPOILT[fault]
    assert problems(nim(*changes, more=more)) == expected


def test_paths_are_not_followed_where_a_way_leads_nowhere() -> None:
    """They would only repeat what is wrong already."""
    assert problems(nim(("def setup(self) -> To[Turn]:", "def setup(self) -> To[Tern]:"))) == [
        "setup goes to the unknown state 'Tern'; did you mean 'Turn'?"
    ]


def test_a_jump_may_lead_anywhere() -> None:
    assert nim(("-> To[Turn] | To[GameEnd]", "-> Jump"))().moves()


# -- private states ----------------------------------------------------------------------------------------------------


def house(old: str, new: str) -> list[str]:
    """What is wrong where the house is changed in one place."""
    assert HOUSE.count(old) == 1
    return problems(nim(*BEGIN, more=HOUSE.replace(old, new)))


def test_private_states_are_reached_from_their_masters_and_from_each_other() -> None:
    assert nim(*BEGIN, more=HOUSE)(seed=1).private_state("one") == "Room"


def test_a_game_does_not_begin_in_a_private_state() -> None:
    assert problems(nim(("def setup(self) -> To[Turn]:", "def setup(self) -> To[Room] | To[Hall]:"), more=HOUSE)) == [
        "setup goes to the private state 'Room'; go to the MultipleActivePlayers state whose 'first' leads there"
    ]


def test_no_open_state_leads_to_a_private_one() -> None:
    assert problems(nim(*BEGIN, ("-> To[Turn] | To[GameEnd]", "-> To[Turn] | To[Room] | To[GameEnd]"), more=HOUSE)) == [
        (
            "'enter' of state 'Next' goes to the private state 'Room'; private states begin where the 'first' of a "
            "MultipleActivePlayers state says, and lead to each other"
        )
    ]


def test_a_master_leads_its_players_to_private_states() -> None:
    assert house("To[Room]:", "To[Room] | To[Turn]:") == [
        "'first' of state 'Hall' goes to 'Turn', which is no private state; extend PrivateState"
    ]


def test_no_private_state_leads_back_to_its_master() -> None:
    assert house("To[Room] | To[Turn]:", "To[Hall] | To[Turn]:") == [
        (
            "'go_on' of the private state 'Room' goes to 'Hall', where its player is already; go to the state that follows "
            "when everybody is done"
        )
    ]
