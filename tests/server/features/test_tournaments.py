"""Tournaments, with real tables in a real store: announced, joined, paired, decided by the ends of tables, and over."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import select

from rondel.server.accounts import principal_repository
from rondel.server.accounts.principal import Principal
from rondel.server.features.tournaments import tournament_log
from rondel.server.features.tournaments.tournament_worker import TournamentWorker
from rondel.server.features.tournaments.tournaments import MOST_HOSTED
from rondel.server.protocol import (
    Fischer,
    NewTournament,
    PerMove,
    Tournament,
    TournamentTerms,
)
from rondel.server.protocol.refused import Refusal
from rondel.server.storage import schema
from rondel.server.storage.sqlite import SqliteStore
from tests.server.features.club import HOST, Club, running
from tests.server.harness import PatientStore, empty_store

pytestmark = pytest.mark.anyio


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    made = Club(empty_store(tmp_path))
    yield made
    await made.arena.close()


@pytest.fixture
async def shared_club(kept_at: Path | str) -> AsyncIterator[Club]:
    """For what each kind of database does in its own way."""
    made = Club(SqliteStore(kept_at) if isinstance(kept_at, Path) else await PatientStore.open(kept_at))
    yield made
    await made.arena.close()


async def test_a_swiss_tournament_from_its_announcement_to_its_winner(shared_club: Club, tmp_path: Path) -> None:
    people = await shared_club.announce("swiss", 5, rounds=3)
    assert (await shared_club.later(59)).listed.state == "open"
    begun = await shared_club.later(2)
    assert (begun.listed.state, begun.listed.round, begun.listed.rounds) == ("running", 1, 3)
    assert [(game.players, game.points, game.table != "") for game in begun.games] == [
        ((1, 3), None, True),
        ((4, 2), None, True),
        ((5,), (1.0,), False),
    ]
    table = await shared_club.arena.describe(begun.games[0].table)
    assert [seat.name for seat in table.seats] == ["Ada", "Cleo"]
    assert (table.terms.clock, table.terms.undo, table.terms.start) == (Fischer(300, 3), "never", "full")
    assert (await shared_club.shown(people[2])).my_table == begun.games[0].table
    await shared_club.finish(begun.games[0].table, (1, 1))
    halfway = await shared_club.later(1)
    assert halfway.listed.round == 1, "the other game goes on"
    assert {each.name: each.points for each in halfway.entrants}["Cleo"] == 0.5
    early = await shared_club.tournaments.report(shared_club.id)
    assert all(len(line) == 89 for line in early.splitlines() if line.startswith("001")), "no round is over"
    second = await shared_club.play_round()
    assert second.listed.round == 2
    assert len(running(second)) == 2
    await shared_club.play_round()
    over = await shared_club.play_round()
    assert (over.listed.state, over.listed.winner) == ("ended", over.entrants[0].name)
    assert len({frozenset(game.players) for game in over.games if len(game.players) == 2}) == 6
    assert over.tie_breaks[0] == "buchholz_cut_1"
    assert len(over.entrants[0].tie_breaks) == len(over.tie_breaks)
    assert over.my_table == ""
    check_report(await shared_club.tournaments.report(shared_club.id), over, tmp_path)


def check_report(report: str, over: Tournament, folder: Path) -> None:
    """An independent reader finds the games and points of the tournament in its report file."""
    pytest.importorskip("py4swiss")
    from py4swiss.trf import TrfParser

    (folder / "cup.trf").write_text(report)
    read = TrfParser.parse(folder / "cup.trf")
    points = {each.seed: each.points for each in over.entrants}
    assert {each.starting_number: each.points_times_ten / 10 for each in read.player_sections} == points
    met = {frozenset((each.starting_number, game.id)) for each in read.player_sections for game in each.results if game.id}
    assert met == {frozenset(game.players) for game in over.games if len(game.players) == 2}


async def test_two_nodes_make_each_round_once(shared_club: Club) -> None:
    await shared_club.announce("swiss", 4)
    event = await shared_club.store.read(partial(tournament_log.find, id_=shared_club.id))
    other = TournamentWorker(shared_club.arena, shared_club.store, lambda: shared_club.now)
    shared_club.now += 61_000
    assert event is not None
    step = event.next_step(shared_club.now)
    await shared_club.worker.look()
    await other.look()
    assert step is not None
    late = partial(tournament_log.store, event=event, step=step, tables=[], at=shared_club.now)
    assert await shared_club.store.write(late) is False, "the tournament has changed since"
    assert len((await shared_club.shown()).games) == 2
    tables = await shared_club.store.read(lambda connection: connection.execute(select(schema.tables.c.id)).all())
    assert len(tables) == 2


async def test_a_tournament_that_nobody_joins_says_so(club: Club) -> None:
    people = await club.announce("swiss", 2)
    await club.act("withdraw", people[0])
    over = await club.later()
    assert (over.listed.state, over.reason, over.games) == ("cancelled", "too_few", ())
    with pytest.raises(Refusal, match="over"):
        await club.act("join", people[0])


async def test_who_withdraws_pauses_or_comes_late_is_paired_accordingly(club: Club) -> None:
    people = await club.announce("swiss", 6, rounds=5)
    await club.later()
    await club.act("withdraw", people[0])
    await club.act("pause", people[1])
    late = await club.person("Zoe")
    await club.act("join", late)
    second = await club.play_round()
    seated = {seed for game in second.games if game.round == 2 for seed in game.players}
    assert seated == {3, 4, 5, 6, 7}
    await club.act("resume", people[1])
    third = await club.play_round()
    assert {seed for game in third.games if game.round == 3 for seed in game.players} == {2, 3, 4, 5, 6, 7}
    with pytest.raises(Refusal, match="takes nobody any more"):
        await club.act("join", await club.person("Yan"))
    assert (await club.act("join", people[0])).me is not None, "who was there before may come back"


async def test_who_does_not_appear_loses_by_forfeit_and_is_paused(club: Club) -> None:
    await club.announce("swiss", 4)
    begun = await club.later()
    await club.finish(begun.games[0].table, (1, 2), silent=1)
    shown = await club.later(1)
    assert (shown.games[0].points, shown.games[0].played) == ((1.0, 0.0), False)
    absent = shown.games[0].players[1]
    assert next(each.state for each in shown.entrants if each.seed == absent) == "paused"


async def test_a_round_robin_goes_on_without_who_has_gone(club: Club) -> None:
    people = await club.announce("round_robin", 4)
    assert [game.players for game in (await club.later()).games] == [(1, 4), (2, 3)]
    await club.act("withdraw", people[3])
    second = await club.play_round()
    assert [(game.players, game.points) for game in second.games if game.round == 2] == [((4, 3), (0.0, 1.0)), ((1, 2), None)]
    over = await club.play_round()
    over = await club.play_round()
    assert (over.listed.state, over.listed.winner) == ("ended", "Ada")


async def test_a_knock_out_repeats_a_drawn_game_with_the_seats_swapped(club: Club) -> None:
    await club.announce("knock_out", 3)
    begun = await club.later()
    assert [(game.players, game.points) for game in begun.games] == [((1,), (1.0,)), ((2, 3), None)]
    await club.finish(begun.games[1].table, (1, 1))
    await club.later(1)
    again = await club.later(21)
    assert [(game.round, game.game, game.players) for game in running(again)] == [(1, 2, (3, 2))]
    final = await club.play_round(lambda one, other: one == 3)
    assert [(game.round, game.players) for game in running(final)] == [(2, (1, 3))]
    over = await club.play_round(lambda one, other: one == 3)
    assert (over.listed.state, over.listed.winner) == ("ended", "Cleo")
    assert [(each.name, each.place) for each in over.entrants] == [("Cleo", 1), ("Ada", 2), ("Bob", 3)]


async def test_an_arena_pairs_whoever_is_free_until_its_time_is_over(club: Club) -> None:
    people = await club.announce("arena", 3, minutes=5)
    begun = await club.later()
    (game,) = running(begun)
    await club.act("join", await club.person("Zoe"))
    assert len(running(await club.later(6))) == 2, "the third has somebody now"
    await club.finish(game.table, (1, 2))
    await club.later(1)
    shown = await club.later(6)
    assert len(running(shown)) == 2
    assert {each.points for each in shown.entrants} == {2.0, 0.0}
    for each in running(shown):
        await club.finish(each.table, (1, 1))
    await club.act("pause", people[0])
    assert len(running(await club.later(6))) == 1
    last = await club.later(300)
    assert last.listed.state == "running", "the game that has begun is finished"
    await club.finish(running(last)[0].table, (1, 2))
    over = await club.later(6)
    assert over.listed.state == "ended"
    assert over.ends_at is not None


async def test_the_host_starts_removes_and_cancels(club: Club) -> None:
    people = await club.announce("swiss", 3)
    with pytest.raises(Refusal, match=r"^unknown_format: "):
        await club.tournaments.report(club.id)
    with pytest.raises(Refusal) as refused:
        await club.act("start", people[0])
    assert refused.value.code == "not_host"
    number = (await club.shown(people[2])).me
    assert number is not None
    await club.act("remove", HOST, number.number)
    with pytest.raises(Refusal, match="removed you"):
        await club.act("join", people[2])
    await club.act("start", HOST)
    assert len((await club.later(0)).games) == 1
    with pytest.raises(Refusal, match="has begun"):
        await club.act("start", HOST)
    over = await club.act("cancel", HOST)
    assert (over.listed.state, over.reason, over.my_table) == ("cancelled", "host", "")


async def test_a_tournament_goes_on_when_its_host_and_a_player_delete_their_accounts(shared_club: Club) -> None:
    await shared_club.announce("swiss", 4, rounds=2)
    for gone in ("host", "ada"):
        await shared_club.store.write(partial(principal_repository.forget, principal=gone, pseudonym="Former player"))
    begun = await shared_club.later()
    assert (begun.listed.state, begun.listed.host) == ("running", "")
    assert {each.name for each in begun.entrants} == {"Bob", "Cleo", "Dan"}


async def test_what_cannot_be_played_is_refused_with_the_reason(club: Club) -> None:
    await club.person("Host")

    async def refused(who: Principal = HOST, game: str = "tic_tac_toe", title: str = "Cup", **terms: object) -> str:
        chosen = TournamentTerms(**{"format": "swiss", "clock": Fischer(60), **terms})  # type: ignore[arg-type]
        with pytest.raises(Refusal) as found:
            await club.tournaments.create(NewTournament(title, game, chosen, 0), who)
        return f"{found.value.code}: {found.value.message}"

    assert "register or log in first" in await refused(Principal("g", "guest"))
    assert "an arena lasts 5 minutes" in await refused(format="arena", minutes=1)
    assert "for one sitting" in await refused(format="arena", minutes=60, clock=PerMove(86_400))
    assert "a live clock begins with" in await refused(clock=Fischer(0))
    assert "title" in await refused(title="\u200b\n")
    assert "unknown_game" in await refused(game="nothing")
    assert "it has 4 seats" in await refused(game="hearts")
    assert "a table has 2 to 3 players, not 4" in await refused(game="liars_dice", seats=3, fewest=4)
    assert "swiss or arena" in await refused(game="liars_dice", seats=3, format="knock_out")
    assert "swiss or arena" in await refused(game="spades", seats=4, format="round_robin")
    assert "all win or lose together" in await refused(game="fireworks")
    for _ in range(MOST_HOSTED):
        await club.tournaments.create(NewTournament("Cup", "tic_tac_toe", TournamentTerms("swiss", Fischer(60)), 60), HOST)
    assert "too_many" in await refused()
    with pytest.raises(Refusal, match="no such tournament"):
        await club.tournaments.show("nothing", HOST)


async def test_the_list_has_what_is_open_and_what_ended_last(shared_club: Club) -> None:
    people = await shared_club.announce("swiss", 2, most=2)
    with pytest.raises(Refusal, match="full"):
        await shared_club.act("join", await shared_club.person("Zoe"))
    (each,) = (await shared_club.tournaments.listed(people[0])).tournaments
    assert (each.title, each.game_title, each.entrants, each.mine, each.host) == ("Cup", "Tic-tac-toe", 2, True, "Host")
    await shared_club.later()
    await shared_club.play_round()
    (each,) = (await shared_club.tournaments.listed(Principal("", "guest"))).tournaments
    assert (each.state, each.winner, each.mine) == ("ended", "Ada", False)
