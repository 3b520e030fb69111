"""Tournaments as people ask for them: lists, pages, and what they do."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec
from sqlalchemy import Connection

import rondel
from rondel.rating import Rating
from rondel.server import protocol
from rondel.server.accounts.principal import Principal
from rondel.server.catalog.games import title
from rondel.server.features.ratings import rating_log
from rondel.server.features.tournaments import tournament_log
from rondel.server.features.tournaments.competition import Competition, Member, Played
from rondel.server.features.tournaments.tournament_log import Full, Overview
from rondel.server.live.table_registry import TableRegistry
from rondel.server.lobby.terms import checked
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.store import Database

MOST_HOSTED: Final = 3
"""Tournaments of one host that are open or running."""

SHOWN_ENDED: Final = 10
"""Ended tournaments of the list."""

SHOWN_GAMES: Final = 100
"""Ended games of an arena on its page."""

SHORTEST_ARENA: Final = 5
"""Minutes."""


class Tournaments:
    """The tournaments of a database."""

    def __init__(self, arena: TableRegistry, database: Database, clock: Callable[[], int], wake: Callable[[], None]) -> None:
        """``wake`` has the worker of this node look at once."""
        self._arena = arena
        self._database = database
        self._clock = clock
        self._wake = wake

    async def create(self, wanted: protocol.NewTournament, who: Principal) -> protocol.Tournament:
        """Announce a tournament. Refused as ``terms``, as ``too_many`` where the host has so many, and where the rules begin
        no such game."""
        terms = wanted.terms
        _with_account(who)
        if terms.format == "arena" and terms.minutes < SHORTEST_ARENA:
            raise Refusal("terms", f"an arena lasts {SHORTEST_ARENA} minutes or more, not {terms.minutes}")
        if terms.format == "arena" and isinstance(terms.clock, protocol.PerMove):
            raise Refusal("terms", "an arena is for one sitting: choose a clock for the whole game")
        checked(protocol.Terms(terms.clock, absence=protocol.Absence("wait")), ())
        shown = _line(wanted.title)
        if not shown:
            raise Refusal("terms", "a tournament needs a title that can be read")
        terms = await self._seated(wanted.game, terms)
        at = self._clock()
        starts_at = at + 1_000 * wanted.starts_in
        made = Competition(
            *(secrets.token_urlsafe(9).replace("-", "A"), shown, wanted.game, who.id, "open", "", terms),
            *(at, starts_at, starts_at, None, 0, 0, 1),
        )

        def change(connection: Connection) -> bool:
            if tournament_log.hosted(connection, who.id) >= MOST_HOSTED:
                return False
            tournament_log.add(connection, made)
            return True

        if not await or_unavailable(self._database.write(change)):
            raise Refusal("too_many", f"you have {MOST_HOSTED} tournaments that are not over; end or cancel one of them first")
        return await self.show(made.id, who)

    async def _seated(self, game: str, terms: protocol.TournamentTerms) -> protocol.TournamentTerms:
        """The terms with the teams of the game. Refused where a table of that size, or such a tournament, cannot be."""
        fewest = terms.fewest or terms.seats
        if fewest > terms.seats or fewest < 2:
            raise Refusal("terms", f"a table has 2 to {terms.seats} players, not {fewest}; choose fewest accordingly")
        for seats in sorted({terms.seats, fewest}):
            await self._arena.check_offered(game, seats)
        kind = rondel.find(game) if game in rondel.games() else None
        if kind is not None and kind.cooperative:
            raise Refusal("terms", "at this game all win or lose together, so a tournament of it has no winner; choose another")
        places = {role: seat for seat, role in enumerate(kind.seats)} if kind is not None else {}
        teams = tuple([tuple([places[role] for role in team]) for team in kind.teams]) if kind is not None else ()
        if teams and fewest < len(places):
            raise Refusal("terms", f"teams are complete with {len(places)} players at each table; choose as many seats")
        if (teams or terms.seats > 2) and terms.format not in ("swiss", "arena"):
            raise Refusal("terms", "with more than two players at a table the format is swiss or arena; choose one of these")
        return msgspec.structs.replace(terms, teams=teams)

    async def listed(self, who: Principal) -> protocol.Tournaments:
        """The open and running tournaments, and the last ones."""
        query = partial(tournament_log.overviews, me=who.id, ended=SHOWN_ENDED)
        found = await or_unavailable(self._database.read(query))
        return protocol.Tournaments(tuple([_listed(each) for each in found]), self._clock())

    async def show(self, id_: str, who: Principal) -> protocol.Tournament:
        """All of a tournament. Refused as ``unknown_tournament``."""
        event = await self._find(id_)
        names = await or_unavailable(self._database.read(partial(tournament_log.names_of, principals=[event.host])))
        return _shown(event, names.get(event.host, ""), who, self._clock())

    async def report(self, id_: str) -> str:
        """A Swiss tournament as FIDE's report file. Refused as ``unknown_tournament``, and as ``unknown_format`` where it is no
        Swiss tournament or has not begun."""
        written = (await self._find(id_)).report
        if written is None:
            raise Refusal("unknown_format", "a report file is of a Swiss tournament for two that has begun; take the standings")
        return written

    async def act(self, id_: str, wanted: protocol.TournamentAct, who: Principal) -> protocol.Tournament:
        """Carry out a deed. Refused as ``unknown_tournament``, ``not_host``, ``too_many``, and as ``terms`` where it is too
        late for it."""
        _with_account(who)
        event = await self._find(id_)
        if event.state in ("ended", "cancelled"):
            raise Refusal("terms", "this tournament is over")
        if wanted.deed in ("start", "cancel", "remove"):
            await self._as_host(event, wanted, who)
        elif wanted.deed in ("join", "resume"):
            await self._join(event, who)
        else:
            mine = _member(event, who)
            if mine is None or mine.state == "removed":
                raise Refusal("terms", "you do not take part in this tournament")
            state: protocol.EntrantState = "paused" if wanted.deed == "pause" else "withdrawn"
            await or_unavailable(self._database.write(partial(tournament_log.change, id_=id_, number=mine.number, state=state)))
        self._wake()
        return await self.show(id_, who)

    async def _as_host(self, event: Competition, wanted: protocol.TournamentAct, who: Principal) -> None:
        if event.host != who.id:
            raise Refusal("not_host", "this is for the host of the tournament")
        match wanted.deed:
            case "start":
                if event.state != "open":
                    raise Refusal("terms", "this tournament has begun")
                await or_unavailable(self._database.write(partial(tournament_log.begin, id_=event.id, at=self._clock())))
            case "cancel":
                cancelled = partial(tournament_log.cancel, id_=event.id, reason="host", at=self._clock())
                await or_unavailable(self._database.write(cancelled))
            case _:
                if not any(member.number == wanted.number for member in event.members):
                    raise Refusal("terms", f"no player has the number {wanted.number}")
                removed = partial(tournament_log.change, id_=event.id, number=wanted.number, state="removed")
                await or_unavailable(self._database.write(removed))

    async def _join(self, event: Competition, who: Principal) -> None:
        mine = _member(event, who)
        if mine is not None and mine.state == "removed":
            raise Refusal("not_allowed", "the host has removed you from this tournament")
        if mine is None or not mine.seed:
            _check_open(event)
        rating = await self._rating(who, event.game)
        joined = partial(
            tournament_log.join, id_=event.id, who=who.id, name=who.name, rating=rating, most=event.terms.most, at=self._clock()
        )
        try:
            await or_unavailable(self._database.write(joined))
        except Full as error:
            raise Refusal("too_many", f"this tournament is full: {event.terms.most} players take part") from error

    async def _rating(self, who: Principal, game: str) -> float:
        """The rating of an account at a game, on the scale that people see."""
        found = await or_unavailable(self._database.read(partial(rating_log.standings, principal=who.id)))
        return next((Rating(each.mean, each.deviation).points for each in found if each.game == game), Rating().points)

    async def _find(self, id_: str) -> Competition:
        event = await or_unavailable(self._database.read(partial(tournament_log.find, id_=id_)))
        if event is None:
            raise Refusal("unknown_tournament", "there is no such tournament")
        return event


def _with_account(who: Principal) -> None:
    if who.kind != "account":
        raise Refusal("not_allowed", "tournaments are for people with accounts: register or log in first")


def _check_open(event: Competition) -> None:
    """Refuse as ``terms`` who comes too late."""
    if event.state == "open":
        return
    is_early = event.terms.format == "arena" or (event.terms.format == "swiss" and 2 * event.round <= event.rounds)
    if not (event.terms.late and is_early):
        raise Refusal("terms", "this tournament has begun, and takes nobody any more")


def _member(event: Competition, who: Principal) -> Member | None:
    return next((each for each in event.members if who.id and each.principal == who.id), None)


def _line(text: str) -> str:
    """A title on one line, without characters that cannot be seen."""
    kept = [each for each in text if each.isspace() or unicodedata.category(each)[0] != "C"]
    return " ".join("".join(kept).split())


def _listed(found: Overview) -> protocol.TournamentListed:
    event = found.event
    return protocol.TournamentListed(
        *(event.id, event.title, event.game, title(event.game), event.terms, event.state, found.host),
        *(event.starts_at, event.ended_at, event.round, event.rounds, found.entrants, found.mine, found.winner),
    )


def _shown(event: Competition, host: str, who: Principal, now: int) -> protocol.Tournament:
    entrants = _entrants(event)
    mine = _member(event, who)
    taking_part = sum(each.state in ("in", "paused") for each in event.members)
    is_mine = mine is not None and mine.state in ("in", "paused")
    my_table = ""
    if mine is not None and mine.seed:
        my_table = next((each.table for each in event.games if each.points is None and mine.seed in each.players), "")
    over = event.state in ("ended", "cancelled")
    waits = event.state == "running" and event.is_round_over and event.terms.format != "arena"
    return protocol.Tournament(
        _listed(Overview(event, host, taking_part, is_mine, event.winner)),
        event.reason,
        entrants,
        tuple([_game(each) for each in _games(event)]),
        event.tie_breaks,
        event.ends_at,
        event.due_at if waits else None,
        next((each for each in entrants if mine is not None and each.number == mine.number), None),
        "" if over else my_table,
        bool(who.id) and event.host == who.id,
        event.revision,
        now,
    )


def _entrants(event: Competition) -> tuple[protocol.Entrant, ...]:
    if event.state == "open" or not event.by_seed:
        there = [each for each in event.members if each.state in ("in", "paused")]
        return tuple([_entrant(each, 0, 0.0, ()) for each in there])
    return tuple(
        [
            _entrant(event.by_seed[each.number], each.place, each.points, each.values, each.number in event.on_streak)
            for each in event.standings
        ]
    )


def _entrant(member: Member, place: int, points: float, values: tuple[float, ...], on_streak: bool = False) -> protocol.Entrant:
    return protocol.Entrant(
        *(member.number, member.seed, member.name, member.state, round(member.rating), place, points, values, on_streak)
    )


def _games(event: Competition) -> list[Played]:
    if event.terms.format != "arena":
        return list(event.games)
    ended = sorted([each for each in event.games if each.points is not None], key=lambda each: each.ended_at or 0)
    return [each for each in event.games if each.points is None] + ended[-SHOWN_GAMES:]


def _game(game: Played) -> protocol.TournamentGame:
    return protocol.TournamentGame(*(game.round, game.board, game.game, game.players, game.points, game.played, game.table))
