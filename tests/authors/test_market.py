"""The gem fair against its rulebook: prices worked by hand, gems that stay the same, full rows, and the end of the round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from rondel.players import Match, bot
from tests.authors.market import COLOURS, GOLD, JEWELS, PATRONS, GemFair, Turn


def table(**parts: list[str]) -> GemFair:
    """North to move, with these faces in these containers, and all other cards in their decks."""
    kinds = {**dict.fromkeys(JEWELS, "card"), **dict.fromkeys(PATRONS, "patron"), **dict.fromkeys((*COLOURS, GOLD), "gem")}
    laid = {face for faces in parts.values() for face in faces}
    containers: dict[str, list[dict[str, Any]]] = {"patrons": [], "guests": []}
    for tier in (1, 2, 3):
        containers[f"tier_{tier}"] = []
        deck = [face for face, jewel in JEWELS.items() if jewel.tier == tier and face not in laid]
        containers[f"deck_{tier}"] = [{"kind": "card", "face": face} for face in deck]
    for name, faces in parts.items():
        tokens: list[dict[str, Any]] = [{"kind": kinds[face], "face": face} for face in faces]
        for token in tokens:
            if name.startswith(("purse", "bank")):
                token["at"] = token["face"]
            elif name.startswith("bought"):
                token["at"] = JEWELS[token["face"]].colour
        containers[name] = tokens
    return GemFair(seats=2, seed=1, position={"state": "Turn", "containers": containers})


def moves(game: GemFair) -> list[str]:
    return [str(move) for move in game.moves()]


def purse(game: GemFair, role: str) -> dict[str, int]:
    return dict(Counter(gem.face for gem in game.purse[role]))


def test_the_cards_are_ninety_and_every_colour_has_as_many() -> None:
    assert Counter(jewel.tier for jewel in JEWELS.values()) == {1: 40, 2: 30, 3: 20}
    assert Counter(jewel.colour for jewel in JEWELS.values()) == dict.fromkeys(COLOURS, 18)
    asked = Counter({colour: sum(jewel.cost.get(colour, 0) for jewel in JEWELS.values()) for colour in COLOURS})
    assert len(set(asked.values())) == 1


@pytest.mark.parametrize(("seats", "gems", "patrons"), [(2, 4, 3), (3, 5, 4), (4, 7, 5)])
def test_the_table_is_set_for_the_number_of_players(seats: int, gems: int, patrons: int) -> None:
    game = GemFair(seats=seats, seed=1)
    assert Counter(gem.face for gem in game.bank) == {**dict.fromkeys(COLOURS, gems), GOLD: 5}
    assert len(game.patrons) == patrons
    assert [len(row) for row in game.rows.values()] == [4, 4, 4]
    assert [len(game.decks[tier]) for tier in (1, 2, 3)] == [36, 26, 16]


def test_a_bonus_lowers_the_price_and_gold_fills_what_is_missing() -> None:
    """ "ruby B1" costs 3 emerald, 2 sapphire and 2 pearl; with two emerald cards 1 emerald, 2 sapphire and 2 pearl are left."""
    assert JEWELS["ruby B1"].cost == {"emerald": 3, "sapphire": 2, "pearl": 2}
    held = ["emerald", "sapphire", "sapphire", "pearl", "onyx"]
    bought = ["emerald A1", "emerald A2"]
    assert "buy(ruby B1)" not in moves(table(tier_2=["ruby B1"], purse_north=held, bought_north=bought))
    game = table(tier_2=["ruby B1"], purse_north=[*held, GOLD], bought_north=bought)
    game.push("buy(ruby B1)")
    assert purse(game, "north") == {"onyx": 1}
    assert game.scores["north"] == 1
    assert Counter(gem.face for gem in game.bank)[GOLD] == 6  # the five of the bank and the one paid


def test_bonuses_never_pay_back() -> None:
    """Nothing is left to pay after four sapphire cards, and nothing comes back after five."""
    [card] = [face for face, jewel in JEWELS.items() if jewel.cost == {"sapphire": 4}]
    game = table(tier_1=[card], bought_north=[f"sapphire A{number}" for number in range(1, 6)])
    game.push(f"buy({card})")
    assert purse(game, "north") == {}


def test_gold_may_be_paid_for_a_gem_that_is_kept() -> None:
    game = table(tier_1=["ruby A7"], purse_north=[*["emerald"] * 3, GOLD])
    assert JEWELS["ruby A7"].cost == {"emerald": 3}
    game.push("buy(ruby A7)")
    assert moves(game) == ["pay(3 emerald)", "pay(2 emerald, 1 gold)"]
    game.push("pay(2 emerald, 1 gold)")
    assert purse(game, "north") == {"emerald": 1}


def test_two_equal_gems_need_four_and_three_need_three_colours() -> None:
    game = table(bank=[*["ruby"] * 4, *["onyx"] * 3])
    assert [move for move in moves(game) if move.startswith("take")] == ["take_last", "take_two(ruby)"]
    game.push("take_last")
    assert purse(game, "north") == {"ruby": 1, "onyx": 1}


def test_three_cards_may_be_reserved_with_a_gold_each_while_there_is_one() -> None:
    game = table(tier_1=["ruby A1", "ruby A2"], reserved_north=["onyx A1"], bank=["gold"])
    game.push("reserve(ruby A1)")
    assert purse(game, "north") == {GOLD: 1}
    game.push("reserve(ruby A2)")
    assert purse(game, "east") == {}
    game.push("reserve_blind(tier 3)")
    assert purse(game, "north") == {GOLD: 1}
    game.push("reserve_blind(tier 3)")
    assert not any(move.startswith("reserve") for move in moves(game))


def test_a_card_reserved_blind_is_seen_by_its_owner_alone() -> None:
    game = GemFair(seats=2, seed=4)
    game.push("reserve_blind(tier 2)")
    [own] = game.view("north")["containers"]["reserved_north"]["tokens"]
    [other] = game.view("east")["containers"]["reserved_north"]["tokens"]
    assert JEWELS[own["face"]].tier == 2
    assert "face" not in other
    assert game.events(0, "east")[0]["text"]["args"]["deck"] == "tier 2"


def test_the_eleventh_gem_goes_back() -> None:
    game = table(purse_north=["ruby"] * 9, bank=["onyx"] * 4)
    game.push("take_two(onyx)")
    assert moves(game) == ["give_back(ruby)", "give_back(onyx)"]
    game.push("give_back(ruby)")
    assert (purse(game, "north"), game.player) == ({"ruby": 8, "onyx": 2}, "east")


def test_one_patron_visits_in_a_turn_and_the_player_chooses_which() -> None:
    """Three cards each of ruby, emerald, sapphire and onyx please the Falconer and the Guildmaster."""
    bought = [f"{colour} A{number}" for colour in COLOURS[:4] for number in (1, 2, 3)]
    game = table(patrons=["Falconer", "Guildmaster", "Abbess"], bought_north=bought)
    game.push("take_two(ruby)")
    assert moves(game) == ["welcome(Falconer)", "welcome(Guildmaster)"]
    game.push("welcome(Guildmaster)")
    assert (game.scores["north"], [patron.face for patron in game.patrons]) == (3, ["Falconer", "Abbess"])


def test_the_round_is_finished_and_fewer_cards_break_the_tie() -> None:
    fifteen = {
        "bought_north": ["ruby C4", "onyx C4", "pearl C4"],
        "bought_east": ["emerald C2", "onyx C2", "pearl C2", "ruby B6"],
    }
    game = table(**fifteen)
    assert game.scores == {"north": 15, "east": 15}
    game.push("take_two(ruby)")
    assert not game.is_over
    game.push("take_two(onyx)")
    assert (game.is_over, game.winners) == (True, ("north",))


def test_the_laws_hold_in_games_of_bots_to_the_end() -> None:
    """Gems stay the same, rows are full while there are cards, nobody keeps more than ten gems, and all have equal turns."""
    for seats in (2, 3, 4):
        game, rng = GemFair(seats=seats, seed=seats), Random(seats)
        whole = Counter(gem.face for gem in game.bank)
        turns: Counter[str] = Counter()
        before = ""
        while not game.is_over:
            if game.state == Turn.__name__ and not game.is_midway(game.player):
                tracks = [game.bank, *game.purse.values()]
                assert Counter(gem.face for track in tracks for gem in track) == whole
                assert all(len(row) == 4 or not len(game.decks[tier]) for tier, row in game.rows.items())
                assert max(map(len, game.purse.values())) <= 10
                if game.player != before:
                    turns[game.player] += 1
                before = game.player
                assert game.player != game.roles[0] or max(game.scores.values()) < 15
            game.push(rng.choice(game.moves()))
        assert set(turns.values()) == {turns[game.roles[0]]}
        assert max(game.scores.values()) >= 15


def test_what_was_told_is_whole_when_a_game_is_imagined(monkeypatch: pytest.MonkeyPatch) -> None:
    """The beginning, which later samples share, is supposed by itself; then the whole history."""
    heard: list[int] = []
    original = GemFair.suppose

    def suppose(game: GemFair, role: str, view: Mapping[str, Any], rng: object) -> dict[str, Any]:
        heard.append(sum(event["name"] == "buy" for event in view["told"]))
        return original(game, role, view, rng)

    monkeypatch.setattr(GemFair, "suppose", suppose)
    game, rng = GemFair(seats=2, seed=1), Random(1)
    for _each in range(20):
        moves = game.moves()
        game.push(rng.choice([move for move in moves if move.action == "buy"] or moves))
    assert game.imagine("north", 5).consistent == "history"
    assert heard[-1] == sum(event["name"] == "buy" for event in game.events(0, "north")) > heard[0]


def test_a_greedy_bot_takes_gems_and_buys() -> None:
    """Each of its moves takes a fraction of a second, although cards are hidden; once it had no answer in minutes."""
    match = Match(game := GemFair(seats=2, seed=1), {"north": bot("greedy", seed=1), "east": bot("random", seed=2)})
    while not len(game.bought["north"]):
        match.step()
    assert sum(role == "north" for role, _move in game.record()["answers"]) < 12
