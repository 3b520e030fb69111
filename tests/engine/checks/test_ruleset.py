"""The rules of a game, put together and checked: each fault by itself with its message, and all of them at once."""

from __future__ import annotations

import re

import pytest

from rondel.engine.checks.ruleset import rules_of
from rondel.shelf.reversi import Reversi
from tests.engine.rules.nim import BEGIN, HOUSE, nim, problems


def test_rules_without_fault_are_played() -> None:
    game = nim()()
    for text in ("take(3)", "take(2)"):
        game.push(text)
    assert game.winners == ("two",)


EACH = "write one '@take.options' function for each part, in order"
HANG = "hang all but one on with @on(Turn, ...)"
MESSAGE = "the message of action 'take' of state 'Turn'"
KNOWN_HERE = "known here: {actplayer}, {you}, {count}"

SPOILT: dict[str, tuple[list[tuple[str, str]], str, list[str]]] = {
    # name: changes, more text, problems
    "no seats": ([('    seats = ("one", "two")\n', "")], "", ['the game has no seats; write seats = ("black", "white")']),
    "a seat named twice": ([('("one", "two")', '("one", "one")')], "", ["seats ('one', 'one') name a role twice"]),
    "reserved seats": (
        [('("one", "two")', '("observer", "chance", "")')],
        "",
        [
            f"{name!r} cannot be a role; use plain ASCII letters, digits and _, and none of ('observer', 'chance', '*', '')"
            for name in ("observer", "chance", "")
        ],
    ),
    "seats that are no names": (
        [('("one", "two")', '("player one", "zwölf")')],
        "",
        [
            f"{name!r} cannot be a role; use plain ASCII letters, digits and _, and none of ('observer', 'chance', '*', '')"
            for name in ("player one", "zwölf")
        ],
    ),
    "declined twice": (
        [],
        """
@decline(Turn, "{actplayer} waits")
def wait(game: Nim) -> To[Turn]:
    return Turn

@decline(Turn, "{actplayer} stops")
def stop(game: Nim) -> To[Turn]:
    return Turn
""",
        [
            f"state 'Turn' can be declined by 'wait' and by 'stop', and an absent player needs one move; {HANG}",
        ],
    ),
    "fewer than none": (
        [('    seats = ("one", "two")\n', '    seats = ("one", "two")\n    fewest = 3\n')],
        "",
        ["fewest is 3; the game has 2 seats"],
    ),
    "seats as one text": (
        [('("one", "two")', '"ab"')],
        "",
        ["seats = 'ab' is one text; write seats = ('ab', ...), a name for each"],
    ),
    "options that are none": (
        [('    name = "nim"\n', '    name = "nim"\n    options = {"size": 5}\n')],
        "",
        ["options hold 'size', which is no option; write options = (Option('size', 8), ...)"],
    ),
    "an option that its default does not fit": (
        [('    name = "nim"\n', '    name = "nim"\n    options = (Option("size", 5, low=6, high=8),)\n')],
        "",
        ["the default of an option does not fit it: option 'size' cannot be 5: it goes from 6 to 8"],
    ),
    "no setup": (
        [("def setup(self) -> To[Turn]", "def set_up(self) -> To[Turn]")],
        "",
        [
            (
                "setup does not say which state comes first; write 'def setup(self) -> To[FirstState]:' and return it; "
                "is 'set_up' meant to be 'setup'?"
            )
        ],
    ),
    "setup without annotation": (
        [("def setup(self) -> To[Turn]", "def setup(self)")],
        "",
        ["setup does not say which state comes first; write 'def setup(self) -> To[FirstState]:' and return it"],
    ),
    "setup to an unknown state": (
        [("def setup(self) -> To[Turn]", "def setup(self) -> To[Trun]")],
        "",
        ["setup goes to the unknown state 'Trun'; did you mean 'Turn'?"],
    ),
    "unknown target": (
        [("count: int) -> To[Next]", "count: int) -> To[Nxet]")],
        "",
        ["'take' of state 'Turn' goes to the unknown state 'Nxet'; did you mean 'Next'?"],
    ),
    "quite unknown target": (
        [("count: int) -> To[Next]", "count: int) -> To[Xyz] | To[Next]")],
        "",
        ["'take' of state 'Turn' goes to the unknown state 'Xyz'; known: Turn, Next, GameEnd"],
    ),
    "automatic without enter": (
        [("def enter(self, game: Nim) -> To[Turn] | To[GameEnd]", "def _enter(self, game: Nim) -> To[Turn] | To[GameEnd]")],
        "",
        ["state 'Next' is automatic but has no 'enter'; write 'def enter(self, game) -> To[NextState]:'"],
    ),
    "enter without annotation": (
        [("def enter(self, game: Nim) -> To[Turn] | To[GameEnd]", "def enter(self, game: Nim)")],
        "",
        ["'enter' of state 'Next' does not say where it goes; annotate it '-> To[NextState]' and return it"],
    ),
    "enter that says it goes nowhere": (
        [("def enter(self, game: Nim) -> To[Turn] | To[GameEnd]", "def enter(self, game: Nim) -> None")],
        "",
        ["'enter' of state 'Next' does not say where it goes; annotate it '-> To[NextState]' and return it"],
    ),
    "automatic with an action": (
        [],
        "@on(Next, _('{actplayer} waits'))\ndef wait(game: Nim) -> To[Turn]: ...\n",
        ["state 'Next' is automatic and has the action 'wait'; hang it on a player's state"],
    ),
    "player state without action": (
        [("count: int) -> To[Next]", "count: int) -> To[Next] | To[Pause]")],
        "class Pause(ActivePlayer[Nim]):\n    description = '{actplayer} rests'\n    my_turn = '{you} rest'\n",
        ["state 'Pause' has no action, so its player could do nothing; write one with @on(Pause, ...)"],
    ),
    "action without annotation": (
        [("count: int) -> To[Next]", "count: int)")],
        "",
        ["'take' of state 'Turn' does not say where it goes; annotate it '-> To[NextState]' and return it"],
    ),
    "missing options": (
        [("@take.options\n", "")],
        "",
        [f"action 'take' of state 'Turn' has 1 part (count) but options for 0; {EACH}"],
    ),
    "options for an action without parts": (
        [
            ("def take(game: Nim, count: int) -> To[Next]:\n    game.left.value -= count", "def take(game: Nim) -> To[Next]:"),
            ("takes {count}", "takes"),
            ("@take.options\n", "@(lambda f: take.parts.append(f))\n"),
        ],
        "",
        [f"action 'take' of state 'Turn' has 0 parts (none) but options for 1; {EACH}"],
    ),
    "options with too many parameters": (
        [("def counts(game: Nim)", "def counts(game: Nim, more: int)")],
        "",
        ["options number 1 of action 'take' of state 'Turn' take 2 parameters; they receive the game and the 0 parts before"],
    ),
    "later options without the parts before": (
        [("take(game: Nim, count: int)", "take(game: Nim, count: int, heap: int)")],
        "@take.options\ndef heaps(game: Nim) -> Iterable[int]: ...\n",
        ["options number 2 of action 'take' of state 'Turn' take 1 parameters; they receive the game and the 1 part before"],
    ),
    "options for each part and for all together": (
        [],
        "take.together = lambda game: []\n",
        ["action 'take' of state 'Turn' has both 'all_options' and 'options'; keep one of them"],
    ),
    "options for all together with parts before": (
        [("@take.options\n", "")],
        "take.together = lambda game, count: []\n",
        ["all_options of action 'take' of state 'Turn' receive the game, and nothing else"],
    ),
    "one action twice": (
        [],
        "@on(Turn, _('{actplayer} passes'))\ndef take(game: Nim) -> To[Next]: ...\n",
        ["action 'take' of state 'Turn' is defined twice; give one of them another name"],
    ),
    "missing description": (
        [('    description = _("{actplayer} must take")\n', "")],
        "",
        ["""state 'Turn' has no description; write description = _("{actplayer} must play")"""],
    ),
    "missing my_turn": (
        [('    my_turn = _("{you} must take")\n', "")],
        "",
        ["""state 'Turn' has no my_turn; write my_turn = _("{you} must play")"""],
    ),
    "unknown placeholder in a state": (
        [("{actplayer} must take", "{actplayer} must take {count}")],
        "",
        ["the description of state 'Turn' has the unknown placeholder {count}; known here: {actplayer}, {you}"],
    ),
    "unknown placeholder in an action": (
        [("takes {count}", "takes {cuont}")],
        "",
        [f"{MESSAGE} has the unknown placeholder {{cuont}}; did you mean {{count}}? {KNOWN_HERE}"],
    ),
    "nameless placeholder": (
        [("takes {count}", "takes {}")],
        "",
        ["the message of action 'take' of state 'Turn' has the placeholder {}; use a plain ASCII name"],
    ),
    "placeholder in Cyrillic": (
        [("{you} must take", "{уоу} must take")],
        "",
        ["the my_turn of state 'Turn' has the placeholder {уоу}; use a plain ASCII name"],
    ),
    "broken braces": (
        [("takes {count}", "takes {count")],
        "",
        [f"{MESSAGE}, '{{actplayer}} takes {{count', has broken braces: expected '}}' before end of string"],
    ),
    "misspelt hook": (
        [("    my_turn = ", "    my_trun = ")],
        "",
        [
            "state 'Turn' defines 'my_trun', which no state of its kind has; did you mean 'my_turn'?",
            """state 'Turn' has no my_turn; write my_turn = _("{you} must play")""",
        ],
    ),
    "a helper on a state": (
        [("    my_turn = ", "    favourite = 3\n    my_turn = ")],
        "",
        ["state 'Turn' defines 'favourite', which no state of its kind has; put helpers on the game, or start the name with _"],
    ),
    "a state of no kind": (
        [("count: int) -> To[Next]", "count: int) -> To[Next] | To[Odd]")],
        "class Odd(State[Nim]):\n    def enter(self, game: Nim) -> To[Turn]: ...\n",
        [
            (
                "state 'Odd' is of no known kind; extend one of ActivePlayer, MultipleActivePlayers, PrivateState, Automatic, "
                "ChanceState"
            )
        ],
    ),
    "a state not in ASCII": (
        [("count: int) -> To[Next]", "count: int) -> To[Next] | To[Ходити]")],
        "class Ходити(Automatic[Nim]):\n    def enter(self, game: Nim) -> To[Turn]: ...\n",
        ["state 'Ходити' is not plain ASCII; states are named in records and on the wire"],
    ),
    "an action not in ASCII": (
        [],
        "@on(Turn, _('{actplayer} waits'))\ndef naïf(game: Nim) -> To[Next]: ...\n",
        ["action 'naïf' of state 'Turn' is not plain ASCII; moves are typed and stored by it"],
    ),
    "a label for an unknown state": (
        [('takes {count}"))', 'takes {count}"), labels={"Nxet": "on"})')],
        "",
        ["a label of 'take' of state 'Turn' goes to the unknown state 'Nxet'; did you mean 'Next'?"],
    ),
    "a label for where the rule does not go": (
        [('takes {count}"))', 'takes {count}"), labels={"Turn": "again"})')],
        "",
        ["a label of 'take' of state 'Turn' is for 'Turn', where it does not go; it goes to Next"],
    ),
    "one label for two states": (
        [('takes {count}"))', 'takes {count}"), labels={"Next": "on"})')],
        "@on(Turn, _('{actplayer} passes'), labels={'Turn': 'on'})\ndef skip(game: Nim) -> To[Turn]: ...\n",
        ["a label of 'skip' of state 'Turn', 'on', stands for another state as well; give each a label of its own"],
    ),
    "a label that is another state's name": (
        [('takes {count}"))', 'takes {count}"), labels={"Next": "GameEnd"})')],
        "",
        ["a label of 'take' of state 'Turn', 'GameEnd', stands for another state as well; give each a label of its own"],
    ),
    "a guard that wants a part": (
        [],
        (
            "@on(Turn, _('{actplayer} passes'))\ndef skip(game: Nim) -> To[Turn]: ...\n"
            "@skip.available\ndef may(game: Nim, count: int) -> bool: ...\n"
        ),
        ["'skip.available' of state 'Turn' takes (game, count); it receives the game, and nothing else"],
    ),
    "a rule that is async": (
        [("def take(", "async def take(")],
        "",
        ["action 'take' of state 'Turn' is async, and rules are plain functions; write 'def', and ask with game.choose(...)"],
    ),
    "a rule with a yield": (
        [("    game.left.value -= count", "    yield count")],
        "",
        [
            (
                "action 'take' of state 'Turn' has a 'yield', so calling it runs nothing; return what it gives, and ask with "
                "game.choose(...)"
            )
        ],
    ),
    "options that are async": (
        [("def counts(", "async def counts(")],
        "",
        [
            (
                "options number 1 of action 'take' of state 'Turn' is async, and rules are plain functions; write 'def', and "
                "ask with game.choose(...)"
            )
        ],
    ),
    "two states of one name": (
        [],
        "class Turn(Turn):\n    pass\n",
        [
            "two states are named 'Turn'; give one of them another name",
            "state 'Turn' has no action, so its player could do nothing; write one with @on(Turn, ...)",
        ],
    ),
    "a base that does not say it is one": (
        [("class Turn(ActivePlayer[Nim]):", "class Base(ActivePlayer[Nim]):"), ("@on(Turn", "class Turn(Base): ...\n@on(Turn")],
        "",
        [
            (
                "state 'Base' has no action, so its player could do nothing; write one with @on(Base, ...); if it is only the "
                "base of 'Turn', write abstract = True in it"
            )
        ],
    ),
    "an automatic base that does not say it is one": (
        [("class Next(Automatic[Nim]):", "class Base(Automatic[Nim]): ...\nclass Next(Base):")],
        "",
        [
            (
                "state 'Base' is automatic but has no 'enter'; write 'def enter(self, game) -> To[NextState]:'; if it is only "
                "the base of 'Next', write abstract = True in it"
            )
        ],
    ),
    "a way to an abstract state": (
        [
            ("class Turn(ActivePlayer[Nim]):", "class Base(ActivePlayer[Nim]):\n    abstract = True"),
            ("@on(Turn", "class Turn(Base): ...\nclass Other(Base): ...\n@on(Turn"),
            ("count: int) -> To[Next]", "count: int) -> To[Next] | To[Base]"),
        ],
        "@on(Other, _('{actplayer} passes'))\ndef skip(game: Nim) -> To[Next]: ...\n",
        ["'take' of state 'Turn' goes to 'Base', which is only the base of 'Turn', 'Other'; go to one of these"],
    ),
    "an action that states share goes nowhere": (
        [
            ("class Turn(ActivePlayer[Nim]):", "class Base(ActivePlayer[Nim]):\n    abstract = True"),
            ("@on(Turn", "class Turn(Base): ...\nclass Other(Base): ...\n@on(Turn"),
            ("count: int) -> To[Next]", "count: int) -> To[Next] | To[Other]"),
        ],
        "@on(Base, _('{actplayer} passes'))\ndef skip(game: Nim): ...\n",
        ["'skip' of state 'Turn' does not say where it goes; annotate it '-> To[NextState]' and return it"],
    ),
    "an action of a state and of its base": (
        [
            ("class Turn(ActivePlayer[Nim]):", "class Base(ActivePlayer[Nim]):\n    abstract = True"),
            ("@on(Turn", "class Turn(Base): ...\n@on(Turn"),
        ],
        "@on(Base, _('{actplayer} takes one'))\ndef take(game: Nim) -> To[Next]: ...\n",
        ["action 'take' of state 'Turn' is defined twice; give one of them another name"],
    ),
    "an abstract state that is extended by none": (
        [],
        "class Base(ActivePlayer[Nim]):\n    abstract = True\n@on(Base, 'x')\ndef skip(game: Nim) -> To[Next]: ...\n",
        ["state 'Base' is abstract and no state extends it; extend it, or leave out abstract = True"],
    ),
    "two options of one name": (
        [('    name = "nim"\n', '    name = "nim"\n    options = (Option("size", 5), Option("size", 6))\n')],
        "",
        ["two options are called 'size'; each has a name of its own"],
    ),
    "a colour of nobody": (
        [('    name = "nim"\n', '    name = "nim"\n    colours = {"tow": "#b4541f"}\n')],
        "",
        ["colours name 'tow', which is no seat; the game has 'one', 'two'"],
    ),
    "a text for kinds of token": (
        [('    name = "nim"\n', '    name = "nim"\n    kinds = ("card",)\n')],
        "",
        ["kinds hold 'card', which is no kind of token; write kinds = (Card, ...), with Card = TokenKind('card')"],
    ),
    "one kind of token instead of all": (
        [('    name = "nim"\n', '    name = "nim"\n    kinds = TokenKind("card")\n')],
        "",
        ["kinds = 'card' is one kind of token; write kinds = (Card, ...), with Card = TokenKind('card')"],
    ),
    "scores for one text": (
        [('    name = "nim"\n', '    name = "nim"\n    score_visible_to = "one"\n')],
        "",
        ["score_visible_to = 'one'; write EVERYONE, or a tuple of seats, ('one',) for one"],
    ),
    "scores for nobody who plays": (
        [('    name = "nim"\n', '    name = "nim"\n    score_visible_to = ("three",)\n')],
        "",
        ["score_visible_to = ('three',); write EVERYONE, or a tuple of seats, ('one',) for one"],
    ),
    "a misspelt hook of an abstract state": (
        [
            ("class Turn(ActivePlayer[Nim]):", "class Base(ActivePlayer[Nim]):\n    abstract = True\n    my_trun = 'x'"),
            ("@on(Turn", "class Turn(Base): ...\n@on(Turn"),
        ],
        "",
        ["state 'Base' defines 'my_trun', which no state of its kind has; did you mean 'my_turn'?"],
    ),
}


@pytest.mark.parametrize("fault", SPOILT)
def test_each_fault_is_found_and_says_what_to_do(fault: str) -> None:
    changes, more, expected = SPOILT[fault]
    assert problems(nim(*changes, more=more)) == expected


def test_all_faults_are_listed_at_once() -> None:
    together = ["fewer than none", "setup to an unknown state", "missing description", "unknown placeholder in an action"]
    together += ["missing options", "enter without annotation"]
    changes = [change for fault in together for change in SPOILT[fault][0]]
    expected = {problem for fault in together for problem in SPOILT[fault][2]}
    assert set(problems(nim(*changes))) == expected


def test_a_fault_is_found_every_time() -> None:
    kind = nim(*SPOILT["missing options"][0])
    assert problems(kind) == problems(kind)


def test_where_players_are_in_private_states_they_use_what_is_out_of_turn() -> None:
    wait = '@on(Hall, _("{actplayer} waits"))\ndef wait(game: Nim) -> To[Turn]:\n    return Turn\n'
    assert problems(nim(*BEGIN, more=HOUSE + wait)) == [
        (
            "action 'wait' of state 'Hall' is never offered: its players act in private states, and those who do not may only "
            "use what is declared out of turn, @on(Hall, ..., out_of_turn=True)"
        )
    ]


def test_an_action_takes_at_most_three_parts() -> None:
    with pytest.raises(Exception, match=re.escape("action 'take' takes 5 parameters: the game and at most three parts")):
        nim(("take(game: Nim, count: int)", "take(game: Nim, a: int, b: int, c: int, d: int)"))


@pytest.mark.interpreted("a compiled Option refuses it by itself")
def test_an_option_is_bounded_by_numbers() -> None:
    kind = nim(('    name = "nim"\n', '    name = "nim"\n    options = (Option("size", 5, low="a", high=8),)\n'))
    assert problems(kind) == ["option 'size' goes from 'a' to 8; only whole numbers bound an option"]


def test_the_graph_is_known() -> None:
    rules = rules_of(Reversi)
    assert {node.name: node.edges for node in rules.nodes} == {
        "PlayerTurn": {"play_disc": ("NextPlayer",)},
        "NextPlayer": {"enter": ("PlayerTurn", "GameEnd")},
        "GameEnd": {},
    }
    assert rules.first == ("PlayerTurn",)
    assert [node.number for node in rules.nodes] == [0, 1, 2]
    assert rules_of(Reversi) is rules


def test_options_may_be_yielded() -> None:
    kind = nim(("return range(1, min(3, game.left.value) + 1)", "yield from range(1, min(3, game.left.value) + 1)"))
    assert [str(move) for move in kind().moves()] == ["take(1)", "take(2)", "take(3)"]
