"""Slips: how often, and that they are legal."""

from __future__ import annotations

from random import Random

from rondel.players import Player, Question
from rondel.players.bots.blunders import Slips, slip

QUESTION = Question("x", {"moves": [{"text": text} for text in "abcd"]})


class First(Player):
    """Answers with the first move."""

    listens = False

    def answer(self, question: Question) -> str:
        return question.moves[0]


def test_so_many_answers_are_at_random() -> None:
    """Of 4,000 answers a fifth is at random, of which three quarters differ: 600, give or take four deviations of 23."""
    player = Slips(First(), 0.2, seed=1)
    answers = [player.answer(QUESTION) for _each in range(4_000)]
    assert set(answers) == set("abcd")
    assert abs(sum(answer != "a" for answer in answers) - 600) < 92


def test_the_same_seed_slips_at_the_same_places() -> None:
    one, other = Slips(First(), 0.5, seed=3), Slips(First(), 0.5, seed=3)
    assert [one.answer(QUESTION) for _each in range(50)] == [other.answer(QUESTION) for _each in range(50)]


def test_it_listens_and_imagines_as_its_player_does() -> None:
    assert (Slips(First(), 0.5).listens, Slips(First(), 0.5).imagines) == (False, False)


def test_among_a_thousand_bets_a_slip_is_as_often_a_fold() -> None:
    bets = [f"raise_to({chips})" for chips in range(1_000)]
    slips = [slip(["fold", "call", *bets], Random(seed)) for seed in range(600)]
    assert all(150 < number < 250 for number in (slips.count("fold"), slips.count("call")))
    assert len({*slips} & {*bets}) > 100
    few = [slip(["fold", *bets[:100]], Random(seed)) for seed in range(300)]
    assert few.count("fold") < 30
