"""Policies: found again by who knows nothing but what a role knows, in any game that is played."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

import rondel
from rondel.engine.belief.information_state import from_json as state_from_json
from rondel.errors import BadRecord, RulesError
from rondel.search import Cfr, ExtensiveForm, Policy
from rondel.search.strategies.policy import from_json, name_of
from rondel.shelf.kuhn_poker import rules
from tests.search.strategies.test_extensive_form import form_of


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_whatever_comes_up_in_a_real_game_is_in_it(name: str) -> None:
    """The tree is unfolded with chance as a seat, games are played by a seed, and a bot gets its state as bytes."""
    form = form_of(name)
    policy = form.policy(form.start)
    met: set[str] = set()
    for seed in range(60 if name == "kuhn_poker" else 20):
        game = rondel.new(name, seed=seed)
        rng = Random(seed)
        while not game.is_over:
            state = state_from_json(json.loads(json.dumps(game.information_state(game.player).to_json())))
            known = policy.at(state)
            assert known is not None
            assert list(known) == [str(move) for move in game.moves()]
            met.add(name_of(state))
            game.push(policy.choose(state, rng) or "")
    if name == "kuhn_poker":
        assert len(met) == len(policy) == 12


def test_moves_are_drawn_by_their_probabilities() -> None:
    state = rondel.new("kuhn_poker", seed=1).information_state("first")
    policy = Policy("kuhn_poker", 1, {"hands": 1}, {name_of(state): {"check": 0.25, "bet": 0.75, "raise": 0.0}})
    rng = Random(1)
    drawn = Counter(policy.choose(state, rng) for _each in range(4_000))
    assert drawn["bet"] == pytest.approx(3_000, abs=150)
    assert set(drawn) == {"check", "bet"}
    assert [policy.choose(state, Random(5)) for _each in range(3)] == [policy.choose(state, Random(5))] * 3


def test_what_it_knows_nothing_of_it_does_not_make_up() -> None:
    policy = Policy("kuhn_poker", 1, {"hands": 1}, {})
    state = rondel.new("kuhn_poker", seed=1).information_state("first")
    assert policy.at(state) is None
    assert policy.choose(state, Random(1)) is None
    broken = Policy("kuhn_poker", 1, {"hands": 1}, {name_of(state): {"check": 0.0}})
    with pytest.raises(RulesError, match="gives no move of 'check' a probability above 0"):
        broken.choose(state, Random(1))


def test_it_is_kept_as_json() -> None:
    cfr = Cfr(form_of("kuhn_poker"))
    cfr.run(10)
    policy = cfr.policy()
    again = from_json(json.loads(json.dumps(policy.to_json())))
    assert (again.game, again.version, again.options, again.moves) == ("kuhn_poker", 1, {"hands": 1}, policy.moves)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ([], "this is not a policy of this version of Rondel"),
        ({"rondel": 1, "policy": {"0a": {}}}, "the policy at '0a' is {}"),
        ({"rondel": 1, "policy": {"0a": {"bet": "often"}}}, "the policy at '0a' plays 'bet' with 'often'"),
        ({"rondel": 1, "policy": {"0a": {"bet": 1.5}}}, "a probability lies between 0 and 1"),
        ({"rondel": 1, "policy": {"0a": {"bet": 0.5}}}, "sum to 0.5; they must sum to 1"),
        ({"rondel": 1, "policy": {}}, "the policy cannot be read: KeyError"),
    ],
    ids=["list", "empty", "word", "large", "sum", "header"],
)
def test_anything_else_is_refused(data: dict[str, object], why: str) -> None:
    with pytest.raises(BadRecord, match=why):
        from_json(data)


def test_names_tell_apart_what_a_role_knows_and_nothing_else() -> None:
    names: dict[str, set[str]] = {}
    for seed in range(30):
        game = rondel.new("kuhn_poker", seed=seed)
        card = game.view("first")["containers"]["hand_first"]["tokens"][0]["face"]
        names.setdefault(card, set()).add(name_of(game.information_state("first")))
    assert set(names) == {"J", "Q", "K"}
    assert all(len(each) == 1 for each in names.values())
    assert len(set.union(*names.values())) == 3


TALKER = """
from collections.abc import Iterable
from rondel.engine import EVERYONE, ActivePlayer, Cell, Game, GameEnd, Grid, Phrase, To, TokenKind, _, on, phrase

Stone = TokenKind("stone")

class Talker(Game):
    name = "talker"
    seats = ("one", "two")
    kinds = (Stone,)

    def setup(self) -> "To[Turn]":
        self.board = self.add(Grid("board", rows=1, columns=2, visible_to=EVERYONE), label=_("Sea"))
        return Turn

    def marks(self, role: str) -> dict[Cell, str]:
        return {cell: _("taken") for cell in self.board.owned("one")}

    def ending(self) -> Phrase:
        return phrase(_("after {number} stones"), number=len(self.board))

class Turn(ActivePlayer[Talker]):
    description = _("{actplayer} must put a stone")
    my_turn = _("Put a stone")

@on(Turn, _("{actplayer} puts a stone on {cell}"), says=_("Put it on {cell}"))
def put(game: Talker, cell: Cell) -> To[Turn] | To[GameEnd]:
    game.board.put(Stone(game.player), cell)
    game.notify("told", _("{player} is {mood}"), player=game.player, mood=phrase(_("glad of {cell}"), cell=cell.name))
    game.choose(["yes", "no"], ask=ASKED)
    if len(game.board) == 2:
        return GameEnd
    game.next_player()
    return Turn

@put.options
def cells(game: Talker) -> Iterable[Cell]:
    return game.board.empty()
"""
"""A game that says much: by questions, events, marks, short forms, and at its end."""
ASKS = 'phrase(_("Is {cell} good?"), cell=cell.name)'


def names(tmp_path: Path, source: str, texts: str = "") -> set[str]:
    """The names of the information states of the game of that source, with something put before each of its texts."""
    tmp_path.mkdir(exist_ok=True)
    file = tmp_path / "rules.py"
    file.write_text(re.sub(r'(?<=_\(")', texts, source), encoding="utf-8")
    return {each.name for each in ExtensiveForm(rondel.new(rondel.load(str(file)), chance="explicit")).sets}


def test_better_words_leave_the_names_as_they_are(tmp_path: Path) -> None:
    """A policy that was solved before is still the game's; so texts, and their translations, may change."""
    source = Path(rules.__file__).with_name("rules.py").read_text(encoding="utf-8")
    known = {each.name for each in form_of("kuhn_poker").sets}
    assert (
        names(tmp_path / "same", source) == names(tmp_path / "reworded", source.replace("\u2660", "\u2663"), "Now: ") == known
    )
    talker = TALKER.replace("ASKED", ASKS)
    before = names(tmp_path / "talker", talker)
    assert len(before) == 7, "one's first turn; then each has a question or a turn after either cell"
    assert names(tmp_path / "talked", talker, "Now: ") == before
    assert names(tmp_path / "longer", talker.replace("columns=2", "columns=3")).isdisjoint(before), "the rules count"


def test_states_that_only_texts_tell_apart_are_refused(tmp_path: Path) -> None:
    """A policy could not tell them apart either."""
    unlike = TALKER.replace("ASKED", '_("Good?") if game.roll(2) == 1 else _("Bad?")')
    with pytest.raises(RulesError, match=r"two has two information states in 'talker' that differ in their texts alone"):
        names(tmp_path, unlike)
