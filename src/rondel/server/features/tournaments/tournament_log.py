"""The stored tournaments. Queries in SQLAlchemy Core, for every kind of database.

Every change of a tournament counts its ``revision``, in the transaction of the change. A step is stored with its games and
their tables at once, and only for the revision that it was made from: where a node dies nothing of it is stored, and where two
nodes make the same one, one of them is too late.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, and_, func, insert, or_, select, text, update

from rondel.pairings import placings
from rondel.server.features.notifications import outbox
from rondel.server.features.tournaments.competition import BREAK, Competition, Lineup, Member, Played, Step
from rondel.server.protocol import EntrantState, TournamentEnd, TournamentTerms
from rondel.server.storage import row_decoder, schema, table_repository
from rondel.server.storage.round_index import ranked, speakers
from rondel.server.storage.row_decoder import Damaged
from rondel.server.table.entries import TableEntry

_events, _entrants, _games = schema.tournaments.c, schema.entrants.c, schema.tournament_games.c
_results, _tables, _seats, _answers = schema.results.c, schema.tables.c, schema.seats.c, schema.answers.c

_LIVE: Final = text("tournaments.state IN ('open', 'running')")
_OPEN: Final = text("tournament_games.points IS NULL")
"""The texts of the partial indexes."""

NEVER: Final = row_decoder.LATEST
"""The time of the next look while the games of a round go on: a result makes it earlier."""

VOID: Final = 0.5
"""The points of each player of a game that the rules broke."""


class Full(Exception):
    """No more may take part."""


class Overview(msgspec.Struct, frozen=True):
    """A tournament in a list."""

    event: Competition
    host: str
    entrants: int
    mine: bool
    winner: str


def add(connection: Connection, made: Competition) -> None:
    """Store a new tournament."""
    row = {name: getattr(made, name) for name in _EVENT}
    connection.execute(insert(schema.tournaments).values(**row, terms=msgspec.json.encode(made.terms).decode()))


def hosted(connection: Connection, host: str) -> int:
    """How many tournaments of this host are open or running."""
    return connection.scalar(select(func.count()).where(_events.host == host, _LIVE)) or 0


def find(connection: Connection, id_: str) -> Competition | None:
    """The tournament of that id with all of its rows. Raises `Damaged`."""
    row = connection.execute(select(schema.tournaments).where(_events.id == id_)).one_or_none()
    if row is None:
        return None
    members = [
        row_decoder.decoded(Member, each, f"an entrant of tournament {id_}")
        for each in connection.execute(
            select(*[_entrants[name] for name in Member.__struct_fields__])
            .where(_entrants.tournament_id == id_)
            .order_by(_entrants.number)
        )
    ]
    columns = [_games.table_id if name == "table" else _games[name] for name in Played.__struct_fields__]
    order = (_games.round, _games.board, _games.game)
    games = connection.execute(select(*columns).where(_games.tournament_id == id_).order_by(*order))
    event = _event(row, tuple(members), tuple([_game(id_, each) for each in games]))
    for game in event.games:
        if not event.by_seed.keys() >= set(game.players) or len(game.points or game.players) != len(game.players):
            raise Damaged(f"the game of round {game.round}, board {game.board} of tournament {id_} is not between its entrants")
    return event


_EVENT: Final = tuple(name for name in Competition.__struct_fields__ if name not in ("terms", "members", "games"))


def _event(row: Any, members: tuple[Member, ...] = (), games: tuple[Played, ...] = ()) -> Competition:
    with row_decoder.decoding(row.id):
        terms = msgspec.json.decode(row.terms, type=TournamentTerms)
        known = {name: getattr(row, name) for name in _EVENT}
        return msgspec.structs.replace(msgspec.convert({**known, "terms": terms}, Competition), members=members, games=games)


def _game(id_: str, row: Sequence[Any]) -> Played:
    with row_decoder.decoding(id_):
        known = dict(zip(Played.__struct_fields__, row, strict=True))
        known["players"] = msgspec.json.decode(known["players"])
        known["points"] = None if known["points"] is None else msgspec.json.decode(known["points"])
        return msgspec.convert(known, Played)


def overviews(connection: Connection, me: str, ended: int) -> list[Overview]:
    """The open and running tournaments, the next to start first, then so many that ended last."""
    live = connection.execute(select(schema.tournaments).where(_LIVE).order_by(_events.starts_at, _events.id).limit(100)).all()
    past = connection.execute(
        select(schema.tournaments)
        .where(_events.ended_at.is_not(None))
        .order_by(_events.ended_at.desc(), _events.id)
        .limit(ended)
    ).all()
    rows = [*live, *past]
    ids = [row.id for row in rows]
    taking_part = (_entrants.tournament_id.in_(ids), _entrants.state.in_(("in", "paused")))
    counted = select(_entrants.tournament_id, func.count().label("count")).where(*taking_part)
    counts = {row[0]: row[1] for row in connection.execute(counted.group_by(_entrants.tournament_id))}
    theirs = select(_entrants.tournament_id).where(*taking_part, _entrants.principal == me)
    mine = set(connection.scalars(theirs)) if me else set()
    events = row_decoder.sound(rows, _event)
    names = names_of(connection, [event.host for event in events])
    found = []
    for event in events:
        winner = ""
        if event.state == "ended":
            whole = next(iter(row_decoder.sound([event.id], partial(find, connection))), None)
            winner = "" if whole is None else whole.winner
        found.append(Overview(event, names.get(event.host, ""), counts.get(event.id, 0), event.id in mine, winner))
    return found


def names_of(connection: Connection, principals: Sequence[str]) -> dict[str, str]:
    """The names of accounts, by id."""
    people = schema.principals.c
    wanted = [each for each in principals if each]
    return {row.id: row.name for row in connection.execute(select(people.id, people.name).where(people.id.in_(wanted)))}


def due(connection: Connection, at: int) -> list[str]:
    """The tournaments at which something may happen now."""
    waiting = select(_events.id).where(_LIVE, _events.due_at <= at)
    over = (
        select(_games.tournament_id)
        .join(schema.tables, _tables.id == _games.table_id)
        .outerjoin(schema.results, and_(_results.table_id == _games.table_id, _results.round == 1))
        .where(_OPEN, or_(_results.table_id.is_not(None), _tables.fault.is_not(None)))
    )
    return sorted({*connection.scalars(waiting), *connection.scalars(over)})


def unbegun(connection: Connection) -> list[str]:
    """The tables of running games at which no clock runs yet, since nobody has opened them."""
    begun = select(_answers.seq).where(_answers.table_id == _games.table_id)
    running = select(_games.table_id).join(schema.tournaments, _events.id == _games.tournament_id).where(_LIVE, _OPEN)
    return list(connection.scalars(running.where(_games.table_id != "", ~begun.exists())))


def settle(connection: Connection, event: Competition, at: int) -> bool:
    """Take the results of ended tables; returns whether there were any. Who lost without a word is paused."""
    _lock(connection, event.id)
    rows = connection.execute(
        select(_games.round, _games.board, _games.game, _games.table_id, _games.players).where(
            _games.tournament_id == event.id, _OPEN
        )
    ).all()
    settled = 0
    for row in rows:
        found = _outcome(connection, row.table_id, event.terms.teams)
        if found is None:
            continue
        points, is_played, silent = found
        settled += 1
        this = and_(_games.round == row.round, _games.board == row.board, _games.game == row.game)
        connection.execute(
            update(schema.tournament_games)
            .where(_games.tournament_id == event.id, this)
            .values(points=_json(points), played=is_played, ended_at=at)
        )
        players = msgspec.json.decode(row.players, type=list[int])
        theirs = and_(_entrants.tournament_id == event.id, _entrants.seed.in_([players[place] for place in silent]))
        connection.execute(update(schema.entrants).where(theirs, _entrants.state == "in").values(state="paused"))
    if settled:
        is_over = settled == len(rows) and event.terms.format != "arena"
        _count(connection, event.id, **({"due_at": at + BREAK} if is_over else {}))
    return settled > 0


def _outcome(connection: Connection, table: str, teams: placings.Teams) -> tuple[tuple[float, ...], bool, list[int]] | None:
    """The points at a table by seat, whether two or more have played, and the seats whose players never said anything; None
    while it goes on."""
    seats = connection.execute(select(_seats.role, _seats.place).where(_seats.table_id == table))
    order = {row.role: row.place for row in seats}
    wanted = select(_results.seq, _answers.result).join(
        schema.answers, and_(_answers.table_id == _results.table_id, _answers.seq == _results.seq)
    )
    ended = connection.execute(wanted.where(_results.table_id == table, _results.round == 1).limit(1)).one_or_none()
    if ended is None:
        broken = connection.scalar(select(_tables.fault).where(_tables.id == table))
        return None if broken is None else (tuple([VOID] * len(order)), False, [])
    with row_decoder.decoding(table):
        ranks = ranked(ended.result)
    if set(ranks) != set(order):  # all left, or agreed to end it without a result
        return tuple([0.0] * len(order)), False, []
    roles = sorted(order, key=lambda each: order[each])
    points = placings.points([ranks[role] for role in roles], teams)
    said = speakers(connection, table, 1, ended.seq)
    silent = [seat for seat, role in enumerate(roles) if role not in said and points[seat] < max(points)]
    earned = tuple([0.0 if seat in silent else each for seat, each in enumerate(points)])
    return earned, len(roles) - len(silent) > 1, silent


def store(connection: Connection, event: Competition, step: Step, tables: Sequence[TableEntry | None], at: int) -> bool:
    """Store a step and the tables of its games; does nothing and returns False where the tournament has changed since."""
    goes_on = any(game.points is None for game in step.games)
    due_at = step.due_at if event.terms.format == "arena" or step.seeds else NEVER if goes_on else at + BREAK
    over = step.state in ("ended", "cancelled")
    changed = connection.execute(
        update(schema.tournaments)
        .where(_events.id == event.id, _events.revision == event.revision)
        .values(
            state=step.state,
            reason=step.reason,
            round=step.round,
            rounds=step.rounds,
            due_at=due_at,
            ended_at=at if over else None,
            revision=event.revision + 1,
        )
    )
    if changed.rowcount != 1:
        return False
    for number, seed in step.seeds.items():
        connection.execute(
            update(schema.entrants).where(_entrants.tournament_id == event.id, _entrants.number == number).values(seed=seed)
        )
    if event.state == "open" and step.state == "running":
        for member in event.members:
            if member.state == "in":
                outbox.post(connection, "tournament", member.principal, event.id, 0, at)
    for lineup, table in zip(step.games, tables, strict=True):
        if table is not None:
            table_repository.add(connection, table, at)
        connection.execute(insert(schema.tournament_games).values(**_row(event.id, lineup, table, at)))
        if table is not None and lineup.round > 1 and event.terms.format != "arena":  # there the next game follows at once
            for seat in table.seats:
                outbox.post(connection, "round", seat.holder, table.id, lineup.round, at)
    return True


def _row(id_: str, lineup: Lineup, table: TableEntry | None, at: int) -> dict[str, Any]:
    return {
        "tournament_id": id_,
        "round": lineup.round,
        "board": lineup.board,
        "game": lineup.game,
        "table_id": "" if table is None else table.id,
        "players": _json(lineup.players),
        "points": None if lineup.points is None else _json(lineup.points),
        "played": lineup.points is None,
        "opened_at": at,
        "ended_at": None if lineup.points is None else at,
    }


def join(connection: Connection, id_: str, who: str, name: str, rating: float, most: int, at: int) -> Competition | None:
    """Let an account take part, or take part again; None where there is no such tournament. Raises `Full`.

    Who joins a running tournament has the last pairing number.
    """
    _lock(connection, id_)
    event = find(connection, id_)
    if event is None:
        return None
    mine = next((each for each in event.members if each.principal == who), None)
    if mine is not None:
        here = and_(_entrants.tournament_id == id_, _entrants.number == mine.number)
        connection.execute(update(schema.entrants).where(here).values(state="in"))
    else:
        if sum(each.state in ("in", "paused") for each in event.members) >= most:
            raise Full
        values = {
            "tournament_id": id_,
            "number": len(event.members) + 1,
            "principal": who,
            "name": name,
            "state": "in",
            "seed": 0 if event.state == "open" else len(event.by_seed) + 1,
            "rating": rating,
            "joined_at": at,
        }
        connection.execute(insert(schema.entrants).values(values))
    _count(connection, id_)
    return event


def change(connection: Connection, id_: str, number: int, state: EntrantState) -> None:
    """Change the state of an entrant."""
    here = and_(_entrants.tournament_id == id_, _entrants.number == number, _entrants.state != "removed")
    connection.execute(update(schema.entrants).where(here).values(state=state))
    _count(connection, id_)


def withdraw(connection: Connection, principal: str) -> None:
    """Let a principal leave all tournaments that are not over."""
    live = select(_events.id).where(_LIVE)
    mine = and_(_entrants.principal == principal, _entrants.state.in_(("in", "paused")), _entrants.tournament_id.in_(live))
    found = connection.execute(select(_entrants.tournament_id, _entrants.number).where(mine)).all()
    for id_, number in found:
        change(connection, id_, number, "withdrawn")


def begin(connection: Connection, id_: str, at: int) -> None:
    """Let an open tournament begin now."""
    _count(connection, id_, _events.state == "open", starts_at=at, due_at=at)


def cancel(connection: Connection, id_: str, reason: TournamentEnd, at: int) -> bool:
    """Cancel a tournament that is not over; returns whether it was. Games that go on are played to their end, and count
    nothing."""
    return _count(connection, id_, _LIVE, state="cancelled", reason=reason, ended_at=at)


def _lock(connection: Connection, id_: str) -> None:
    """Have other transactions wait until this one has changed the tournament."""
    connection.execute(select(_events.id).where(_events.id == id_).with_for_update())


def _count(connection: Connection, id_: str, *where: Any, **values: Any) -> bool:
    """Count a change of a tournament, with these new values."""
    done = connection.execute(
        update(schema.tournaments).where(_events.id == id_, *where).values(**values, revision=_events.revision + 1)
    )
    return done.rowcount == 1


def _json(values: Sequence[float]) -> str:
    return msgspec.json.encode(tuple(values)).decode()
