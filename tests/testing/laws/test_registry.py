"""The laws find their faults: each is tried on games with a planted fault, and none finds a fault in a sound game."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest

from rondel.engine import Game
from rondel.testing import LAWS, BrokenLaw, check
from rondel.testing.laws import registry as laws
from rondel.testing.laws.registry import attempt
from tests.conftest import SCALE
from tests.testing.faults import cellar, counting, crowd, planted
from tests.testing.faults.abroad.farewell import HalfTranslated
from tests.testing.faults.abroad.greeting import Greeting
from tests.testing.faults.bazaar import Bazaar
from tests.testing.faults.cellar import Cellar
from tests.testing.faults.counting import Counting
from tests.testing.faults.crowd import Crowd

SEEDS = 12
"""How many games a fault may hide in."""
SOUND = SEEDS if SCALE >= 1 else 4
"""How many sound games are tried."""

PLANTED: list[tuple[str, type[Game], str]] = [
    # nobody learns what is hidden
    ("histories", planted.LeakyIds, r"/args/held"),
    ("histories", planted.LeakyLog, r"/events/.*card.*: '[A-F]' and '[A-F]'"),
    ("histories", planted.LeakyNumberOfMessages, r"/events"),
    ("histories", planted.LeakyPrivateMessage, r"/events/.*card"),
    ("secrets", planted.DeckCounted, r"/args/good: \d and \d"),
    ("secrets", planted.DeckLengthShown, r"/args/left: \d+ and \d+"),
    ("histories", planted.HandSorted, r"/args/newest/0: \d and \d"),
    ("secrets", planted.HiddenPropInArgs, r"/args/dear: "),
    ("histories", planted.HiddenPropInArgs, r"chance\(\d\) and chance:chance\(\d\)\): .*/args/dear: "),
    ("histories", cellar.TellsTheTop, r"/args/good: "),
    ("secrets", cellar.TellsTheRest, r"/args/good: \d and \d"),
    ("secrets", planted.KeyTells, r"/args: "),
    ("secrets", planted.ObserverSees, r"observer can tell .*/args/hands/\d: '[A-F]' and '[A-F]'"),
    ("canary", planted.ObserverSees, r"hidden from observer reaches it, in .*\"hands\": \[\"canary_hand_red"),
    ("canary", planted.HiddenFaceSent, r"canary_hand_(red|blue)_\d+ and canary"),
    ("secrets", planted.TalkativeError, r"/refusals/.*the other holds"),
    ("secrets", planted.SceneTells, r"/scene/price: \d and \d"),
    ("secrets", planted.UndoTells, r"/may_undo: "),
    ("suspension", planted.MoverTells, r"as (one|two|three|observer) sees it, who should not: .*/args/actor: "),
    ("secrets", planted.ProgressTells, r"/view/progress: "),
    # all that changes is in the position
    ("pop", planted.Forgetful, r"/views/red/.*args/sold: 0 and 1"),
    ("pop", counting.Remembering, r"at ply 0, .*: /views/odd/.*memory: \[\] and \[\d\]"),
    ("pop", counting.Drifting, r"pushed again: /key/3/1: 0\.\d+ and 0\.\d+"),
    ("record", counting.Drifting, r"of counting: /key/3/1: "),
    ("record", planted.Fickle, r"/key/"),
    ("snapshot", counting.Remembering, r"/views/odd/.*memory: "),
    ("suspension", planted.Forgetful, r"/views/red/.*args/sold: "),
    ("copy", counting.Remembering, r"/views/odd/.*memory: "),
    ("copy", counting.Sharing, r"pushed into the copy: /views/odd/.*common: \d+ and \d+"),
    ("copy", planted.Shared, r"/views/red/.*args/sold: "),
    ("processes", planted.Unordered, r"in another process, .*/views/red/.*args/goods/\d: '[a-z]+' and '[a-z]+'"),
    ("processes", planted.Fickle, r"in another process, .*/key: "),
    ("determinism", planted.Fickle, r"after \d+ answers: two games .* differ: /\S*: \d+"),
    ("determinism", planted.Shared, r"(at the start|after \d+ answers): two games .* differ: /"),
    # moves
    ("moves", counting.Repeating, r"at ply \d+, say\(\d\) in state 'Turn' .*: 'say\(1\)' is listed twice for (odd|even)"),
    ("moves", planted.Twice, r"is listed twice for red"),
    ("moves", planted.Overlisted, r"it is listed for (red|blue), but: A is not for sale"),
    ("refusal", counting.Lenient, r"was not refused"),
    ("refusal", counting.Grumbling, r"/views/odd/.*refused: 0 and "),
    ("refusal", planted.Lenient, r"was not refused"),
    # what leaves the engine
    ("json", counting.Odd, r"by the scene: Object of type set is not JSON serializable"),
    ("json", counting.Tupled, r"by the scene: /numbers: \(1, 2, 3\) and \[1, 2, 3\]"),
    ("texts", planted.Unfilled, r"by the view of red at ply 0, .*'sell \{what\}'.* has no value for \{what\}; given: \{card\}"),
    ("translations", HalfTranslated, r"by greeting: 1 of its texts is not translated into de: 'Farewell'"),
    ("delta", counting.Silent, r"folded by odd: /prop:total: \d and 0"),
    ("delta", counting.Shifting, r"events of odd read again from the start"),
    # taking back, and imagining
    ("undo", counting.Regretful, r"back to before its last answer: /3/0: \d+ and \d+"),
    ("undo", crowd.Generous, r"in state 'Give' .*, back to before its last answer: /3/\d: \d+ and \d+"),
    ("undo", counting.Careless, r"may_undo says no, and it worked"),
    ("undo", counting.Cutting, r"it cut off the record instead of adding to it"),
    ("imagination", counting.Touching, r"the real game is touched"),
    ("imagination", counting.Unsteady, r"imagined by (odd|even) twice"),
    ("imagination", counting.Elsewhere, r"what it sees: "),
    ("imagination", counting.Forgetful, r"the role knows otherwise"),
    ("processes", planted.Superstitious, r"in another process, .*/imagined"),
    # the end, and what is declared
    ("end", planted.Treadmill, r"it is not over after 5000 answers; a game that may go on for any time says so"),
    ("end", planted.LongerThanDeclared, r"not over after 6 answers, the most that its facts allow"),
    ("zombie", counting.Sleepy, r"for (odd|even), who is absent, 'say\(3\)' is played, which is illegal"),
    ("facts", planted.ScoresOutside, r"facts say scores=\(0, 2\), but a game ended with \d+ to \d+"),
    ("facts", planted.LongerThanDeclared, r"facts say length=\(1, 6\), but a game is not over after 6"),
    ("facts", planted.ChanceDenied, r"facts say chance=False"),
    ("facts", planted.HidingDenied, r"facts say hidden=False"),
    ("facts", planted.SimultaneousDenied, r"facts say simultaneous=False"),
    ("estimate", counting.Boastful, r"it is 1\.5 for (odd|even); a win is worth 1 and a loss -1"),
    ("estimate", counting.Undecided, r"it is nan for (odd|even); it is a number, or None"),
    ("estimate", counting.Frugal, r"at the end of counting: it is -?\d\.\d+ for odd, and the game is worth -?\d+\.0"),
    ("estimate", planted.Peeping, r"where (red|blue) cannot tell two games apart: it is -?\d\.\d+ in one and"),
]
"""Which law finds which fault, and what it says of it."""

RAISED: list[tuple[str, type[Game], str]] = [
    ("moves", planted.Stuck, r"(red|blue) has no move in state 'Turn'"),
    ("zombie", planted.Cursed, r"'zombie' of state 'Wait' returned 'dance' for one, which is not legal; legal: wait"),
    ("end", planted.Spinning, r"automatic states follow each other without end"),
]
"""Faults that the engine itself raises for, as soon as a law comes to them."""


def found(law: str, faulty: type[Game]) -> Exception | None:
    """What a law says of a game, in some random games."""
    kind: Any = faulty
    for seed in range(SEEDS):
        error = attempt(partial(kind, seed=seed), law, seed=seed).error
        if error is not None:
            return error
    return None


UNTRIED: dict[type[Game], set[str]] = {
    Counting: {"secrets", "histories", "canary", "suspension", "translations", "estimate"},
    Bazaar: {"translations", "estimate"},
    Cellar: {"translations", "estimate"},
    Crowd: {"secrets", "histories", "canary", "suspension", "translations", "estimate"},
    Greeting: {"secrets", "histories", "canary", "suspension", "estimate"},
}
"""The laws that have nothing to try in a sound game: it hides nothing, no rule of it asks, it comes without translations, or it
estimates nothing."""


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("sound", UNTRIED)
def test_a_sound_game_keeps_every_law(sound: type[Game], law: str) -> None:
    games = range(2 if law in ("processes", "imagination") else SOUND)
    trials = [trial for seed in games for trial in check(partial(sound, seed=seed), law, seed=seed)]
    tried = any(not trial.skipped for trial in trials)
    assert tried is (law not in UNTRIED[sound]), {trial.skipped for trial in trials}


@pytest.mark.parametrize(("law", "faulty", "said"), PLANTED, ids=lambda each: getattr(each, "__name__", each))
def test_a_planted_fault_is_found(law: str, faulty: type[Game], said: str) -> None:
    error = found(law, faulty)
    assert isinstance(error, BrokenLaw), error
    assert error.code == "broken_law"
    assert re.search(rf"law '{law}' is broken .*{said}", str(error), re.DOTALL), error


@pytest.mark.parametrize(("law", "faulty", "said"), RAISED, ids=lambda each: getattr(each, "__name__", each))
def test_a_fault_that_the_engine_raises_for_is_found(law: str, faulty: type[Game], said: str) -> None:
    error = found(law, faulty)
    assert error is not None
    assert re.search(said, str(error)), error


def test_every_law_has_a_fault_it_finds() -> None:
    assert {each[0] for each in PLANTED} == set(LAWS)


def test_at_least_fifteen_faults_are_planted() -> None:
    assert len({each[1] for each in (*PLANTED, *RAISED)}) >= 15


def test_all_laws_are_tried_when_none_is_named() -> None:
    check(Counting, seed=1)
    with pytest.raises(BrokenLaw):
        check(counting.Tupled, seed=1)


def test_trials_are_returned_with_the_reasons_of_untried_ones() -> None:
    trials = {trial.law: trial for trial in check(Counting, seed=1)}
    assert list(trials) == list(LAWS)
    assert trials["pop"].skipped == ""
    assert trials["secrets"].skipped == "nothing is hidden from anybody"
    [alone] = check(Counting, "secrets", seed=2)
    assert (alone.law, alone.seed, alone.skipped) == ("secrets", 2, "nothing is hidden from anybody")


def test_a_broken_law_has_its_seed_and_moves() -> None:
    with pytest.raises(BrokenLaw) as caught:
        check(counting.Remembering, "pop", seed=3)
    assert caught.value.__notes__ == ["law 'pop', seed 3; played: nothing"]
    with pytest.raises(BrokenLaw) as caught:
        check(lambda: planted.Forgetful(seed=1), "copy", seed=3)
    (note,) = caught.value.__notes__
    assert re.match(r"law 'copy', seed 3; played: chance:chance\(\d\) .*chance:draw\([A-F]\) .*(red|blue):sell\([A-F]\)", note)


def test_the_laws_are_listed_by_their_names() -> None:
    assert set(laws.SLOW) <= set(LAWS)
    assert all(function.__doc__ for function in LAWS.values())
