"""What is known of a deal: cards seen stay where they were seen, and the rest is dealt to who may have it."""

from __future__ import annotations

from collections import Counter

from rondel.engine.belief.dealt_cards import DealtCards, rounds_told
from rondel.engine.chance.seeded_random import SeededRandom


def test_known_cards_stay_and_the_rest_goes_where_it_may() -> None:
    deal = DealtCards({"north": 2, "south": 1, "skat": 1}, ["2C", "3C", "AS", "KS"])
    deal.hold("north", ["2C"])
    deal.lacks("south", ["AS", "KS"])
    found = Counter(str(deal.sample(SeededRandom(seed))) for seed in range(200))
    assert set(found) == {
        "{'2C': 'north', '3C': 'south', 'AS': 'north', 'KS': 'skat'}",
        "{'2C': 'north', '3C': 'south', 'AS': 'skat', 'KS': 'north'}",
    }
    assert min(found.values()) > 60


def test_a_contradiction_has_no_deal() -> None:
    deal = DealtCards({"north": 1, "south": 1}, ["2C", "3C"])
    deal.hold("north", ["2C", "3C"])
    assert deal.sample(SeededRandom(1)) is None
    void = DealtCards({"north": 1, "south": 1}, ["2C", "3C"])
    for role in ("north", "south"):
        void.lacks(role, ["3C"])
    assert void.sample(SeededRandom(1)) is None


def test_rounds_end_with_their_event_and_forget_what_was_taken_back() -> None:
    def event(number: int, name: str, **args: int) -> dict[str, object]:
        return {"number": number, "name": name, "args": args}

    told = [
        event(0, "play"),
        event(1, "count"),
        event(2, "play"),
        event(3, "play"),
        event(4, "undo", since=3),
        event(5, "lead"),
    ]
    assert [[each["number"] for each in round_] for round_ in rounds_told(told, "count")] == [[0], [2, 5]]
    assert rounds_told([], "count") == [[]]
