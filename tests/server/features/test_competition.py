"""Tournaments at tables of more than two players, and of teams, with real tables in a real store."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rondel.server.protocol import Tournament
from rondel.server.protocol.refused import Refusal
from tests.server.features.club import Club, running
from tests.server.harness import empty_store

pytestmark = pytest.mark.anyio


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    made = Club(empty_store(tmp_path))
    made.game = "liars_dice"
    yield made
    await made.arena.close()


async def play(club: Club) -> Tournament:
    """All running games end in the order of the seeds; the next round begins."""
    for game in running(await club.shown()):
        await club.finish(game.table, [1 + sum(other < each for other in game.players) for each in game.players])
    await club.later(1)
    return await club.later(21)


async def test_seven_play_rounds_at_tables_of_four_and_three(club: Club) -> None:
    people = await club.announce("swiss", 7, rounds=2, seats=4, fewest=3)
    begun = await club.later()
    assert [sorted(game.players) for game in begun.games] == [[1, 3, 5, 7], [2, 4, 6]]
    first = await club.arena.describe(begun.games[0].table)
    names = {each.seed: each.name for each in begun.entrants}
    assert [seat.name for seat in first.seats] == [names[seed] for seed in begun.games[0].players]
    assert (await club.shown(people[6])).my_table == begun.games[0].table
    with pytest.raises(Refusal, match="for two"):
        await club.tournaments.report(club.id)
    second = await play(club)
    assert [sorted(game.players) for game in running(second)] == [[1, 2, 4, 6], [3, 5, 7]] or second.listed.round == 2
    over = await play(club)
    assert (over.listed.state, over.listed.winner, over.tie_breaks) == ("ended", "Ada", ("wins", "opponents"))
    assert (over.entrants[0].points, over.entrants[0].tie_breaks[0]) == (2.0, 2.0)
    assert sum(each.points for each in over.entrants) == pytest.approx(2 * (2 + 1.5)), "half an opponent each, on average"


async def test_who_has_no_table_has_half_a_point_and_sits_in_the_next_round(club: Club) -> None:
    await club.announce("swiss", 4, rounds=2, seats=3)
    begun = await club.later()
    assert [(game.players, game.points) for game in begun.games if len(game.players) == 1] == [((4,), (0.5,))]
    second = await play(club)
    resting = [game.players for game in second.games if game.round == 2 and len(game.players) == 1]
    assert resting == [(3,)], "the last who had no bye"


async def test_who_says_nothing_pauses_and_the_others_have_their_points(club: Club) -> None:
    await club.announce("swiss", 3, rounds=3, seats=3)
    (game,) = (await club.later()).games
    await club.finish(game.table, (1, 2, 3), silent=1)
    shown = await club.later(1)
    assert (shown.games[0].points, shown.games[0].played) == ((1.0, 0.0, 0.0), True)
    assert {each.seed: each.state for each in shown.entrants}[game.players[1]] == "paused"
    assert (await club.later(21)).listed.state == "ended", "two are too few for a table"


async def test_too_few_for_a_table_are_told_so(club: Club) -> None:
    await club.announce("swiss", 2, seats=4, fewest=3)
    over = await club.later()
    assert (over.listed.state, over.reason) == ("cancelled", "too_few")


async def test_an_arena_seats_who_has_waited_longest(club: Club) -> None:
    await club.announce("arena", 5, minutes=5, seats=3)
    begun = await club.later()
    (game,) = running(begun)
    assert len(game.players) == 3
    waiting = {1, 2, 3, 4, 5} - set(game.players)
    await club.finish(game.table, (1, 2, 3))
    await club.later(1)
    (second,) = running(await club.later(6))
    assert waiting < set(second.players)
    shown = await club.shown()
    assert sorted(each.points for each in shown.entrants) == [0, 0, 0, 2, 4]
    await club.finish(second.table, (1, 1, 1))
    over = await club.later(300)
    assert (over.listed.state, over.tie_breaks) == ("ended", ())


async def test_an_arena_with_few_begins_a_smaller_table(club: Club) -> None:
    await club.announce("arena", 3, minutes=5, seats=4, fewest=2)
    assert [len(game.players) for game in running(await club.later())] == [3]


async def test_partners_are_drawn_anew_each_round_and_have_the_same_points(club: Club) -> None:
    club.game = "spades"
    await club.announce("swiss", 4, rounds=3, seats=4)
    shown = await club.later()
    assert shown.listed.terms.teams == ((0, 2), (1, 3))
    for _ in range(3):
        (game,) = running(await club.shown())
        await club.finish(game.table, (1, 2, 1, 2))
        await club.later(1)
        shown = await club.later(21)
    assert shown.listed.state == "ended"
    partners = [{frozenset(game.players[::2]), frozenset(game.players[1::2])} for game in shown.games]
    assert len({pair for each in partners for pair in each}) == 6
    assert all(game.points == (1.0, 0.0, 1.0, 0.0) for game in shown.games)
    assert sum(each.points for each in shown.entrants) == 6
