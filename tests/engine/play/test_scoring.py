"""Results: who stands where when a game is over, by rules of ranking that others have written down."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rondel
from rondel.engine import OBSERVER, Game, GameEnd, MultipleActivePlayers, To, _, on
from rondel.errors import BadPosition, DefinitionError, RulesError
from rondel.testing import LAWS, check
from tests.engine.rules.contest import SEATS, Coins, Contest, FirstOnly, Golf, Pairs, Partners, Together, ended
from tests.engine.rules.workshop import Workshop, trial, workshop
from tests.engine.witness import WRONG_TYPE

KINDS = (Contest, Coins, Partners, FirstOnly, Golf, Pairs, Together)
NAN, INFINITE = float("nan"), float("inf")


# -- ranks -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "places"),
    [
        # Standard competition ranking: https://en.wikipedia.org/wiki/Ranking#Standard_competition_ranking_("1224"_ranking)
        ((9, 7, 7, 2), (1, 2, 2, 4)),
        ((2, 7, 9, 7), (4, 2, 1, 2)),
        ((5, 5, 3, 1), (1, 1, 3, 4)),  # two golds, no silver
        ((5, 3, 3, 3), (1, 2, 2, 2)),
        ((5, 5, 5, 5), (1, 1, 1, 1)),
        ((-4, -2, 0.5, 0.25), (4, 3, 1, 2)),
    ],
)
def test_who_ties_shares_a_place_and_those_behind_are_left_out(scores: tuple[float, ...], places: tuple[int, ...]) -> None:
    assert tuple(ended(Contest, *scores).ranks.values()) == places


def test_the_lowest_score_may_be_the_best() -> None:
    game = ended(Golf, 71, 68, 75, 71, props={"coins": [1, 9, 0, 2]})
    assert game.ranks == {"north": 3, "east": 1, "south": 4, "west": 2}  # of two alike who has more coins is ahead
    assert game.winners == ("east",)
    assert game.returns == {"north": -1 / 3, "east": 1.0, "south": -1 / 3, "west": -1 / 3}
    assert ended(Golf, 71, -2, -2, 71).winners == ("east", "south")
    assert ended(Pairs, 3, 9, 4, -5).winners == ("east", "west")


def test_nobody_has_a_rank_before_the_end() -> None:
    game = Contest(4)
    assert (game.ranks, game.view("north")["ranks"]) == ({}, None)
    game.push("end(3213)")
    assert game.ranks == {"north": 1, "south": 4, "west": 1, "east": 3}
    assert game.view(OBSERVER)["ranks"] == game.ranks
    assert list(game.ranks) == list(SEATS)
    game.pop()
    assert game.ranks == {}


def test_a_tie_break_parts_equal_scores_and_nothing_else() -> None:
    game = ended(Coins, 7, 7, 9, 2, props={"coins": [1, 3, 0, 9]})
    assert game.ranks == {"north": 3, "east": 2, "south": 1, "west": 4}
    assert ended(Coins, 7, 7, 7, 2, props={"coins": [4, 4, 1, 9]}).winners == ("north", "east")
    assert ended(Coins, 7, 7, 7, 2, props={"coins": [4, 4, 5, 9]}).winners == ("south",)


def test_losers_may_share_a_rank() -> None:
    assert list(ended(FirstOnly, 4, 9, 2, 9).ranks.values()) == [2, 1, 2, 1]


# -- teams -------------------------------------------------------------------------------------------------------------


def test_a_team_has_one_place() -> None:
    game = ended(Partners, 7, 5, 1, 4)  # 8 against 9
    assert game.ranks == {"north": 2, "east": 1, "south": 2, "west": 1}
    assert game.winners == ("east", "west")
    assert game.returns == {"north": -0.5, "east": 0.5, "south": -0.5, "west": 0.5}
    assert game.scene()["teams"] == [["north", "south"], ["east", "west"]]


def test_teams_that_tie_are_parted_by_their_best_member_and_then_by_the_next() -> None:
    assert ended(Partners, 2, 1, 0, 1, props={"coins": [5, 4, 0, 4]}).winners == ("north", "south")
    assert ended(Partners, 2, 1, 0, 1, props={"coins": [5, 1, 0, 5]}).winners == ("east", "west")
    tied = ended(Partners, 2, 1, 0, 1, props={"coins": [5, 3, 3, 5]})
    assert tied.winners == SEATS
    assert set(tied.returns.values()) == {0.0}


def test_with_fewer_seats_a_team_has_those_who_play() -> None:
    assert ended(Partners, 1, 2, 2).winners == ("north", "south")
    two = ended(Partners, 1, 2)
    assert (two.ranks, two.scene()["teams"]) == ({"north": 2, "east": 1}, [["north"], ["east"]])


class Weakest(Partners):
    """A team is worth what its weakest member is."""

    name = "weakest"

    def team_score(self, team: tuple[str, ...]) -> float:
        return min(self.score(role) for role in team)


def test_a_game_may_say_what_a_team_is_worth() -> None:
    assert ended(Weakest, 9, 3, 1, 2).winners == ("east", "west")


@pytest.mark.parametrize(
    ("attributes", "said"),
    [
        ({"teams": (("north", "south"), ("east", "wset"))}, "teams name 'wset', which is no seat; the game has 'north', "),
        ({"teams": (("north", "south"), ("east",))}, "seat 'west' is in no team; one who plays alone is a team of one, "),
        ({"teams": (("north", "south"), ("east", "west", "north"))}, "teams name 'north' twice; a seat is in one team"),
        ({"teams": ("north", "south")}, "teams = ('north', 'south') is no tuple of tuples of seats; write teams = "),
        ({"teams": (SEATS,), "fewest": 4}, "with 4 seats taken all are in one team; let seats go round the teams"),
        ({"teams": (("north", "east"), ("south", "west")), "fewest": 2}, "with 2 seats taken all are in one team"),
        (
            {"teams": (("north", "east"), ("south", "west")), "fewest": 4, "cooperative": True},
            "the game is cooperative and has teams; all play together, or team against team",
        ),
    ],
)
def test_teams_that_cannot_be_are_found_before_a_game_is_played(attributes: dict[str, Any], said: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        type("Wrong", (Contest,), attributes)()
    assert [each for each in caught.value.problems if each.startswith(said)], caught.value.problems


# -- together ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_together_all_win_or_all_lose(seats: int) -> None:
    roles = SEATS[:seats]
    won = ended(Together, *[0] * (seats - 1), 3)
    assert (won.winners, won.ranks, won.returns) == (roles, dict.fromkeys(roles, 1), dict.fromkeys(roles, 1.0))
    lost = ended(Together, *[0] * seats)
    assert (lost.winners, lost.ranks, lost.returns) == ((), dict.fromkeys(roles, 2), dict.fromkeys(roles, -1.0))


class Escape(Together):
    """Won when nobody is left behind, whatever the score."""

    name = "escape"

    def all_win(self) -> bool:
        return not self.eliminated


def test_a_game_may_say_when_all_have_won() -> None:
    assert ended(Escape, 0, 0).winners == ("north", "east")
    assert ended(Escape, 9, 9, eliminated=[["east"]]).winners == ()


# -- elimination -------------------------------------------------------------------------------------------------------


def test_who_goes_out_later_is_ahead_and_the_last_one_in_wins() -> None:
    game = Contest(4)
    for role in ("south", "north"):
        game.push(f"throw_out({role})")
    assert (game.eliminated, game.play_order.value) == (("south", "north"), ("east", "west"))
    assert game.view("south")["eliminated"] == ["south", "north"]
    assert (game.moves("south"), game.active) == ([], ("east",))
    game.push("throw_out(west)")
    assert game.is_over
    assert game.winners == ("east",)
    assert game.ranks == {"east": 1, "west": 2, "north": 3, "south": 4}
    taken_back: list[tuple[str, ...]] = [("south", "north"), ("south",), ()]
    for out in taken_back:
        game.pop()
        assert game.eliminated == out


def test_a_score_counts_more_than_staying_in() -> None:
    assert ended(Contest, 0, 5, 0, eliminated=[["east"], ["north"]]).ranks == {"north": 3, "east": 1, "south": 2}


def test_who_goes_out_together_shares_a_place() -> None:
    game = ended(Contest, 0, 0, 0, 0, eliminated=[["west"], ["north", "east"]])
    assert game.ranks == {"north": 2, "east": 2, "south": 1, "west": 4}


class Market(Game):
    """Everybody shouts until he is done; who shouts another down is rid of him."""

    name = "market"
    seats = SEATS
    fewest = 2

    def setup(self) -> To[Shout]:
        return Shout


class Shout(MultipleActivePlayers[Market]):
    """All at once."""

    description = _("{actplayer} may shout")
    my_turn = _("{you} may shout")


@on(Shout, _("{actplayer} shouts {role} down"))
def shout_down(game: Market, role: str) -> To[Shout] | To[GameEnd]:
    game.eliminate(role)
    return GameEnd if len(game.play_order.value) == 1 else Shout


@shout_down.options
def others(game: Market) -> list[str]:
    return [role for role in game.play_order.value if role != game.actor]


@on(Shout, _("{actplayer} calls {role} back"))
def call_back(game: Market, role: str) -> To[Shout]:
    game.activate(role)
    return Shout


@call_back.options
def gone(game: Market) -> tuple[str, ...]:
    return game.eliminated


def test_who_is_thrown_out_where_several_act_is_active_no_more() -> None:
    game = Market(seats=3)
    active: list[tuple[str, ...]] = [game.active]
    game.push("shout_down(east)", "south")
    active.append(game.active)
    assert active == [("north", "east", "south"), ("north", "south")]
    assert game.moves("east") == []
    with pytest.raises(RulesError, match="east cannot be made active: east has been eliminated, and has no more turns"):
        game.push("call_back(east)", "north")
    game.push("shout_down(north)", "south")
    assert (game.is_over, game.winners, game.eliminated) == (True, ("south",), ("east", "north"))
    game.pop()
    game.pop()
    active.append(game.active)
    assert active[-1] == active[0]


@trial
def throws_all_out_twice(game: Workshop) -> Any:
    game.eliminate("right", "left")
    game.eliminate("left")
    return GameEnd


def test_nobody_goes_out_twice() -> None:
    game = workshop(throws_all_out_twice)
    game.push("do(throws_all_out_twice)")
    assert game.eliminated == ("left", "right")
    assert game.snapshot()["position"]["eliminated"] == [["left", "right"]]
    game.pop()
    before: tuple[tuple[str, ...], ...] = (game.eliminated, game.play_order.value)
    assert before == ((), ("left", "right"))


def test_the_order_of_elimination_is_part_of_the_position() -> None:
    one, other = Contest(4), Contest(4)
    for role in ("north", "east"):
        one.push(f"throw_out({role})")
    for role in ("east", "north"):
        other.push(f"throw_out({role})")
    assert one.play_order.value == other.play_order.value
    assert one.key() != other.key()
    for again in (one.copy(), rondel.engine.records.record.restore(Contest, one.snapshot())):
        assert (again.eliminated, again.key()) == (("north", "east"), one.key())


@pytest.mark.parametrize("out", ["north", [["nobody"]], [["north"], ["north"]], ["north"], 5])
def test_a_position_with_nobody_known_eliminated_is_refused(out: Any) -> None:
    with pytest.raises(BadPosition, match=r"eliminated is .*; it lists who went out together, .* each of 'north', "):
        ended(Contest, 0, 0, eliminated=out)


# -- the author's mistakes ---------------------------------------------------------------------------------------------


@trial
def scores_a_stranger(game: Workshop) -> None:
    game.set_score("centre", 1)


@trial
def throws_a_stranger_out(game: Workshop) -> None:
    game.eliminate("left", "centre")


@trial
def scores_nothing_known(game: Workshop) -> None:
    game.set_score("left", INFINITE)


@pytest.mark.parametrize(
    ("guilty", "said"),
    [
        (scores_a_stranger, "set_score was given 'centre', which is no role: this game has 'left', 'right'"),
        (throws_a_stranger_out, "eliminate was given 'centre', which is no role: this game has 'left', 'right'"),
        (scores_nothing_known, "the score of left cannot be inf: JSON has no such number"),
    ],
)
def test_strangers_and_no_numbers_are_the_rules_fault(guilty: Callable[[Workshop], None], said: str) -> None:
    game = workshop(guilty)
    with pytest.raises(RulesError) as caught:
        game.push(f"do({guilty.__name__})")
    assert str(caught.value) == said
    assert (game.eliminated, game.scores["left"], len(game.play_order.value)) == ((), 0, 2)


class Odd(Partners):
    """Its results are what the test says, numbers or not."""

    name = "odd"

    def score(self, role: str) -> Any:
        return ODD.get("score", 1)

    def team_score(self, team: tuple[str, ...]) -> Any:
        return ODD.get("team_score", 1)

    def tie_break(self, role: str) -> Any:
        return ODD.get("tie_break", ())


ODD: dict[str, Any] = {}


@pytest.mark.parametrize(
    ("hook", "value", "said"),
    [
        ("score", NAN, r"score\('north'\) of Odd is nan; it is a finite number"),
        ("score", -INFINITE, r"score\('north'\) of Odd is -inf; it is a finite number"),
        ("score", "7", r"score\('north'\) of Odd is '7'; it is a finite number"),
        ("team_score", NAN, r"team_score\(\('north', 'south'\)\) of Odd is nan; it is a finite number"),
        ("tie_break", 7, r"tie_break\('north'\) of Odd is 7; it is a tuple of finite numbers, the first to be compared first"),
        ("tie_break", (1, NAN), r"tie_break\('north'\) of Odd is \(1, nan\); it is a tuple of finite numbers"),
    ],
)
def test_results_that_are_no_numbers_are_named(monkeypatch: pytest.MonkeyPatch, hook: str, value: Any, said: str) -> None:
    monkeypatch.setitem(ODD, hook, value)
    with pytest.raises((RulesError, *WRONG_TYPE), match=rf"{said}| object expected; got "):
        ended(Odd, 0, 0, 0, 0).view("north")


# -- laws --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.played
def test_the_laws_hold_for_games_that_count_and_eliminate(kind: type[Contest], law: str) -> None:
    for seed in range(1 if law == "processes" else 3):  # that law starts a program for each game
        check(lambda: kind(4, seed=1), law, seed=seed, plies=12)


@settings(max_examples=150, deadline=None)
@given(
    kind=st.sampled_from(KINDS),
    scores=st.lists(st.integers(-2, 2), min_size=2, max_size=4),
    coins=st.lists(st.integers(0, 2), min_size=4, max_size=4),
    out=st.permutations(SEATS),
    count=st.integers(0, 3),
)
@pytest.mark.played
def test_ranks_winners_and_returns_agree(
    kind: type[Contest], scores: list[int], coins: list[int], out: list[str], count: int
) -> None:
    gone = [[role] for role in out[:count] if role in SEATS[: len(scores)]]
    game = ended(kind, *scores, props={"coins": coins}, eliminated=gone)
    ranks, returns = game.ranks, game.returns
    assert game.winners == tuple(role for role in game.roles if ranks[role] == 1)
    for role in game.roles:
        assert -1 <= returns[role] <= 1
        for other in game.roles:
            if ranks[role] == ranks[other] or (ranks[role] > 1 and ranks[other] > 1):
                assert returns[role] == returns[other]
            elif ranks[role] < ranks[other]:
                assert returns[role] > returns[other]
                better = scores[SEATS.index(role)] - scores[SEATS.index(other)]
                assert kind in (Partners, Pairs, Together) or (better <= 0 if kind is Golf else better >= 0)
    if kind is Together:
        assert len(set(ranks.values())) == 1
        return
    assert sum(returns.values()) == pytest.approx(0)
    assert min(ranks.values()) == 1
    if kind in (Partners, Pairs):
        assert all(ranks[role] == ranks[mate] for role, mate in (("north", "south"), ("east", "west")) if mate in ranks)
    elif kind is not FirstOnly:  # a place is 1 more than the number of those ahead
        assert all(rank == 1 + sum(other < rank for other in ranks.values()) for rank in ranks.values())


@pytest.mark.parametrize("name", rondel.games())
@pytest.mark.played
def test_the_shipped_games_are_worth_nothing_in_all(name: str) -> None:
    """Competitive games have zero-sum returns, whoever wins; alone against the game it is 1 or -1, or what the game's own
    `utility` says, between them."""
    for seed in range(5):
        game: Game = rondel.new(name, seed=seed)
        chooser = random.Random(seed)
        for _ply in range(500):
            if game.is_over:
                break
            game.push(chooser.choice(game.moves(chooser.choice(game.active))))
        returns = game.returns
        if len(game.roles) == 1 or type(game).cooperative:
            own = type(game).utility is not Game.utility
            assert set(returns.values()) in ({1.0}, {-1.0}, {0.0}) or (
                own and -1 < min(returns.values()) <= max(returns.values()) < 1
            )
        else:
            assert sum(returns.values()) == pytest.approx(0), name
        if game.is_over:
            assert game.winners == tuple(role for role in game.roles if game.ranks[role] == 1)


def test_a_score_is_a_number_and_a_roles() -> None:
    game = Contest(seed=1)
    before = game.scores
    wrong: Any = "three"
    with pytest.raises((RulesError, *WRONG_TYPE), match=r"the score of north cannot be 'three': it is a number|float"):
        game.set_score("north", wrong)
    with pytest.raises(RulesError, match="score was given 'nobody', which is no role"):
        Workshop(seed=1).score("nobody")
    assert game.scores == before
