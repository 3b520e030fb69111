"""Who may do what: every message and every address, tried by everybody.

There is a row for each message of the protocol and each handler of the application, and a column for each kind of visitor. A
message or an address without a row fails here, so nothing new comes in without somebody having said who may use it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Final, get_args

import pytest

from rondel.server import protocol
from rondel.server.transport.app import handlers
from tests.server.accounts.visitors import PASSWORD, Browser, bearer
from tests.server.harness import Client, Json, Running, free, me, opened

pytestmark = pytest.mark.anyio

# -- over the socket -----------------------------------------------------------------------------------------------------

AT_THE_TABLE: Final = ("owner", "seat", "token", "bot", "spectator", "reader", "former", "anonymous")
"""Who has said hello to the table: the one who made it and plays x; the one who sits at o; a program with the token of x; a bot
account without a seat there; a guest without one; a bot that came with a token only to read; somebody whose session has ended;
and nobody at all."""

OUTSIDE: Final = ("owner outside", "anonymous outside")
"""Who has not said hello."""

_X, _O = ("owner", "token"), ("seat",)


def row(*, x: str, o: str, others: str, outside: str) -> dict[str, str]:
    """What becomes of a message about x: by those who hold x, the one who holds o, all others, and those who are not there."""
    by = dict.fromkeys(_X, x) | dict.fromkeys(_O, o)
    return {**{each: by.get(each, others) for each in AT_THE_TABLE}, **dict.fromkeys(OUTSIDE, outside)}


def everybody(outcome: str) -> dict[str, str]:
    """The same for all."""
    return dict.fromkeys((*AT_THE_TABLE, *OUTSIDE), outcome)


SAID: Final[dict[type, tuple[Json, dict[str, str]]]] = {
    protocol.Hello: ({"type": "hello", "version": protocol.VERSION, "table": "TABLE"}, everybody("welcome")),
    protocol.Ping: ({"type": "ping"}, everybody("pong")),
    protocol.Follow: ({"type": "follow"}, everybody("lobby")),
    protocol.Undo: (
        {"type": "undo", "id": "ID", "role": "x", "seq": 0},
        row(x="nothing_to_undo", o="not_seated", others="not_seated", outside="not_seated"),
    ),
    protocol.Again: (
        {"type": "again", "id": "ID"},
        row(x="not_over", o="not_over", others="not_seated", outside="not_seated"),
    ),
    protocol.Resign: (
        {"type": "resign", "id": "ID", "role": "x", "seq": 0},
        row(x="accepted", o="not_seated", others="not_seated", outside="not_seated"),
    ),
    protocol.Offer: (
        {"type": "offer", "id": "ID", "role": "x", "what": "draw", "seq": 0},
        row(x="accepted", o="not_seated", others="not_seated", outside="not_seated"),
    ),
    protocol.Agree: (
        {"type": "agree", "id": "ID", "role": "x", "offer": 1},
        row(x="no_offer", o="not_seated", others="not_seated", outside="not_seated"),
    ),
    protocol.Decline: (
        {"type": "decline", "id": "ID", "role": "x", "offer": 1},
        row(x="no_offer", o="not_seated", others="not_seated", outside="not_seated"),
    ),
    protocol.Withdraw: (
        {"type": "withdraw", "id": "ID", "role": "x", "offer": 1},
        row(x="no_offer", o="not_seated", others="not_seated", outside="not_seated"),
    ),
    protocol.Claim: (
        {"type": "claim", "id": "ID", "role": "x", "seq": 0},
        row(x="no_claim", o="not_seated", others="not_seated", outside="not_seated"),
    ),
    protocol.Start: (
        {"type": "start", "id": "ID", "role": "x"},
        row(x="begun", o="not_seated", others="not_seated", outside="not_seated"),
    ),
    protocol.Play: (
        {"type": "play", "id": "ID", "role": "x", "move": "mark(a1)", "seq": 0},
        row(x="accepted", o="not_seated", others="not_seated", outside="not_seated"),
    ),
}
"""Each message, and what becomes of it by who says it: the type of the answer, or the code of the refusal."""


def test_every_message_has_a_row() -> None:
    assert set(SAID) == set(get_args(protocol.ClientMessage)), "say in SAID who may say the new message"
    assert {role for _, outcomes in SAID.values() for role in outcomes} == {*AT_THE_TABLE, *OUTSIDE}


class Cast:
    """Everybody, at a server: a table, who sits at it, and how each opens a socket."""

    def __init__(self, server: Running, stack: ExitStack) -> None:
        self.server = server
        self.browsers = {
            name: stack.enter_context(Browser(server)) for name in ("owner", "seat", "spectator", "former", "account", "keeper")
        }
        former, account = self.browsers["former"], self.browsers["account"]
        account.register("Holder")
        self.browsers["keeper"].register("Keeper")
        self.play = self._token("Engine", ("play", "read"))
        self.read = self._token("Looker", ("read",))
        self.revoked = self._token("Gone", ("play", "read"), revoked=True)
        former.register("Former")
        former.table(me("x"), me("o"))
        self.ended = Browser(server, former.session)
        stack.enter_context(self.ended)
        former.post("/api/me/logout", json={})
        self.browsers["spectator"].table(me("x"), me("o"))

    def table(self) -> Json:
        """A new table, with the owner at x and the other at o."""
        created = self.browsers["owner"].table(me("x"), free("o"))
        path = f"/api/tables/{created['table']}/seat"
        assert self.browsers["seat"].post(path, json={"invite": created["invite"]}).status_code == 201
        return created

    def socket(self, role: str) -> dict[str, Any]:
        """How somebody opens a socket."""
        match role.removesuffix(" outside"):
            case "bot":
                return {"additional_headers": bearer(self.play)}
            case "reader":
                return {"additional_headers": bearer(self.read)}
            case "former":
                return self.ended.socket
            case "token" | "anonymous":
                return {}
            case name:
                return self.browsers[name].socket

    def _token(self, name: str, scopes: tuple[str, ...], *, revoked: bool = False) -> str:
        account = self.browsers["account"]
        bot = account.post("/api/me/bots", json={"name": name}).json()["id"]
        made = account.post(f"/api/me/bots/{bot}/tokens", json={"scopes": scopes}).json()
        if revoked:
            account.post(f"/api/me/tokens/{made['info']['id']}/revoke", json={})
        return str(made["token"])


@pytest.fixture(scope="module")
def cast(server: Running) -> Iterator[Cast]:
    """Everybody."""
    with ExitStack() as stack:
        yield Cast(server, stack)


@pytest.mark.parametrize("kind", SAID, ids=lambda each: each.__name__)
async def test_a_message_is_carried_out_for_those_who_may_say_it_and_for_nobody_else(cast: Cast, kind: type) -> None:
    message, outcomes = SAID[kind]
    for role, outcome in outcomes.items():
        created = cast.table()
        said = {
            **message,
            **({"id": role} if "id" in message else {}),
            **({"table": created["table"]} if "table" in message else {}),
        }
        before = answers(cast.server)
        async with opened(cast.server, **cast.socket(role)) as client:
            if role in AT_THE_TABLE:
                welcome = await client.hello(created["table"], [created["tokens"]["x"]] if role == "token" else [])
                holds = ["x"] if role in _X else ["o"] if role in _O else []
                assert welcome["roles"] == holds, role
            assert await becomes_of(client, said) == outcome, role
        assert answers(cast.server) == before + (outcome == "accepted"), role


async def becomes_of(client: Client, message: Json) -> str:
    """What a message is answered by: the type, or the code it is refused with."""
    await client.say(message)
    answer = await client.hear("accepted", "refused", "pong", "welcome", "lobby")
    return str(answer["code"] if answer["type"] == "refused" else answer["type"])


def answers(server: Running) -> int:
    """How many answers are stored."""
    connection = sqlite3.connect(server.database)
    try:
        return int(connection.execute("SELECT COUNT(*) FROM answers").fetchone()[0])
    finally:
        connection.close()


# -- over HTTP -----------------------------------------------------------------------------------------------------------

ASKING: Final = ("anonymous", "guest", "account", "bot", "reader", "revoked", "ended", "foreign")
"""Who asks: nobody, a guest, an account, programs with a token to play, only to read, and revoked, a browser whose session has
ended, and a page of somebody else."""

OK: Final = "ok"


def asked(everybody_else: str = OK, **others: str) -> dict[str, str]:
    """What becomes of a request, by who makes it."""
    return {each: others.get(each, everybody_else) for each in ASKING}


def looks() -> dict[str, str]:
    """A request that anybody may make; only a token that is good for nothing is told so, wherever it is sent."""
    return asked(revoked="wrong_token")


def of_holders(outcome: str = OK) -> dict[str, str]:
    """A request for those with an account, in person."""
    return asked("not_allowed", account=outcome, revoked="wrong_token")


def changes(rights: dict[str, str]) -> dict[str, str]:
    """A request that changes something: from a page of somebody else it is not even looked at."""
    return {**rights, "foreign": "foreign_origin"}


NEW_TABLE: Final = {"game": "tic_tac_toe", "seats": [me("x"), me("o")]}
NEW_TOURNAMENT: Final = {
    "title": "Cup",
    "game": "tic_tac_toe",
    "terms": {"format": "arena", "clock": {"kind": "fischer", "initial": 60}},
    "starts_in": 0,
}
ASKED: Final[dict[tuple[str, str], tuple[Json | None, dict[str, str]]]] = {
    ("GET", "/api/games"): (None, looks()),
    ("GET", "/api/games/{game:str}/rules"): (None, looks()),
    ("GET", "/api/bots"): (None, looks()),
    ("GET", "/api/languages"): (None, looks()),
    ("GET", "/api/texts/{lang:str}"): (None, looks()),
    ("GET", "/api/asyncapi.json"): (None, looks()),
    ("GET", "/api/lobby"): (None, looks()),
    ("GET", "/api/lobby/boards"): (None, looks()),
    ("POST", "/api/tables"): (NEW_TABLE, changes(asked(reader="not_allowed", revoked="wrong_token"))),
    ("GET", "/api/tables/{table_id:str}"): (None, looks()),
    ("POST", "/api/tables/{table_id:str}/seat"): (
        {"invite": "a wrong one"},
        changes(asked("wrong_invitation", reader="not_allowed", revoked="wrong_token")),
    ),
    ("POST", "/api/tables/{table_id:str}/invitation"): (
        {"invite": "a wrong one"},
        changes(asked("wrong_invitation", reader="wrong_invitation", revoked="wrong_token")),
    ),
    ("POST", "/api/tables/{table_id:str}/leave"): (
        {},
        changes(asked("not_seated", anonymous="not_allowed", reader="not_allowed", revoked="wrong_token", ended="not_allowed")),
    ),
    ("POST", "/api/tables/{table_id:str}/seats"): (
        {"role": "o", "kind": "open"},
        changes(asked("not_host", anonymous="not_allowed", reader="not_allowed", revoked="wrong_token", ended="not_allowed")),
    ),
    ("GET", "/api/tables/{table_id:str}/chat"): (None, looks()),
    ("POST", "/api/tables/{table_id:str}/chat"): (
        {"id": "c1", "text": "hello"},
        changes(asked(reader="not_allowed", revoked="wrong_token")),
    ),
    ("POST", "/api/tables/{table_id:str}/mutes"): (
        {"number": 1},
        changes(asked("not_host", anonymous="not_allowed", reader="not_allowed", revoked="wrong_token", ended="not_allowed")),
    ),
    ("GET", "/api/tables/{table_id:str}/conditional-moves"): (None, looks()),
    ("POST", "/api/tables/{table_id:str}/conditional-moves"): (
        {"role": "o", "seq": 0, "lines": []},
        changes(asked("not_seated", anonymous="not_allowed", reader="not_allowed", revoked="wrong_token", ended="not_allowed")),
    ),
    ("POST", "/api/tables/{table_id:str}/reports"): (
        {"id": "r1", "reason": "name", "role": "o"},
        changes(asked(anonymous="not_allowed", reader="not_allowed", revoked="wrong_token", ended="not_allowed")),
    ),
    ("GET", "/api/tables/{table_id:str}/rounds"): (None, looks()),
    ("GET", "/api/tables/{table_id:str}/rounds/{number:int}"): (None, asked("unknown_round", revoked="wrong_token")),
    ("GET", "/api/tables/{table_id:str}/rounds/{number:int}/actions"): (None, looks()),
    ("POST", "/api/tables/{table_id:str}/rounds/{number:int}/branch"): (
        {"seq": 0},
        changes(asked(revoked="wrong_token")),
    ),
    ("GET", "/api/tables/{table_id:str}/rounds/{number:int}/analysis"): (None, asked("malformed", revoked="wrong_token")),
    ("GET", "/api/tables/{table_id:str}/rounds/{number:int}/{kind:str}"): (
        None,
        asked("unknown_round", revoked="wrong_token"),
    ),
    ("GET", "/api/games/{game:str}/leaderboard"): (None, looks()),
    ("GET", "/api/games/{game:str}/seasons"): (None, looks()),
    ("GET", "/api/games/{game:str}/seasons/{season:str}"): (None, asked("unknown_season", revoked="wrong_token")),
    ("GET", "/api/people/{name:str}"): (None, asked("unknown_person", revoked="wrong_token")),
    ("GET", "/api/people/{name:str}/ratings/{game:str}"): (None, asked("unknown_person", revoked="wrong_token")),
    ("GET", "/api/people/{name:str}/finished"): (None, asked("unknown_person", revoked="wrong_token")),
    ("GET", "/api/me/people"): (None, of_holders()),
    ("GET", "/api/me/people/{name:str}"): (None, of_holders("unknown_person")),
    ("POST", "/api/me/people/{name:str}/follow"): ({}, changes(of_holders("unknown_person"))),
    ("POST", "/api/me/people/{name:str}/block"): ({}, changes(of_holders("unknown_person"))),
    ("GET", "/api/me/news"): (None, of_holders()),
    ("GET", "/api/me/opponents"): (None, of_holders()),
    ("GET", "/api/me/conversations"): (None, of_holders()),
    ("GET", "/api/me/conversations/{name:str}"): (None, of_holders("unknown_person")),
    ("POST", "/api/me/conversations/{name:str}"): ({"id": "m1", "text": "hi"}, changes(of_holders("unknown_person"))),
    ("POST", "/api/me/conversations/{name:str}/read"): ({"number": 1}, changes(of_holders("unknown_person"))),
    ("POST", "/api/me/people/{name:str}/reports"): (
        {"id": "r1", "reason": "name"},
        changes(of_holders("unknown_person")),
    ),
    ("GET", "/api/me/invitations"): (None, of_holders()),
    ("POST", "/api/me/invitations"): ({"table": "none"}, changes(of_holders("unknown_table"))),
    ("POST", "/api/tables/{table_id:str}/invitations"): ({"name": "Nobody"}, changes(of_holders("not_seated"))),
    ("POST", "/api/me/invitations/{invitation_id:str}/accept"): ({}, changes(of_holders("unknown_invitation"))),
    ("POST", "/api/me/invitations/{invitation_id:str}/decline"): ({}, changes(of_holders("unknown_invitation"))),
    ("POST", "/api/me/invitations/{invitation_id:str}/withdraw"): ({}, changes(of_holders("unknown_invitation"))),
    ("GET", "/api/me"): (None, looks()),
    ("GET", "/api/me/tables"): (None, looks()),
    ("GET", "/api/me/boards"): (None, looks()),
    ("GET", "/api/me/finished"): (None, looks()),
    ("GET", "/api/me/seek"): (None, looks()),
    ("POST", "/api/me/seek"): (
        {"game": "tic_tac_toe"},
        changes(asked(bot="terms", reader="not_allowed", revoked="wrong_token")),
    ),
    ("POST", "/api/me/seek/cancel"): (
        {},
        changes(asked(anonymous="not_allowed", reader="not_allowed", revoked="wrong_token", ended="not_allowed")),
    ),
    ("GET", "/api/tournaments"): (None, looks()),
    ("POST", "/api/tournaments"): (
        NEW_TOURNAMENT,
        changes(asked("not_allowed", account="terms", revoked="wrong_token")),
    ),
    ("GET", "/api/tournaments/{tournament_id:str}"): (None, asked("unknown_tournament", revoked="wrong_token")),
    ("GET", "/api/tournaments/{tournament_id:str}/trf"): (None, asked("unknown_tournament", revoked="wrong_token")),
    ("POST", "/api/tournaments/{tournament_id:str}"): (
        {"deed": "join"},
        changes(asked("not_allowed", account="unknown_tournament", revoked="wrong_token")),
    ),
    ("GET", "/api/me/export"): (
        None,
        asked(anonymous="not_allowed", ended="not_allowed", foreign="not_allowed", revoked="wrong_token"),
    ),
    ("POST", "/api/me/register"): (
        {"name": "admin", "password": PASSWORD},
        changes(asked("bad_name", account="not_allowed", bot="not_allowed", reader="not_allowed", revoked="wrong_token")),
    ),
    ("POST", "/api/me/login"): (
        {"name": "Nobody", "password": PASSWORD},
        changes(asked("wrong_password", bot="not_allowed", reader="not_allowed", revoked="wrong_token")),
    ),
    ("POST", "/api/me/logout"): (
        {"everywhere": False},
        changes(asked(bot="not_allowed", reader="not_allowed", revoked="wrong_token")),
    ),
    ("POST", "/api/me/password"): ({"old": "wrong horse", "new": PASSWORD}, changes(of_holders("wrong_password"))),
    ("POST", "/api/me/delete"): ({"password": "wrong horse"}, changes(of_holders("wrong_password"))),
    ("GET", "/api/me/sessions"): (None, of_holders()),
    ("GET", "/api/me/vacation"): (None, of_holders()),
    ("POST", "/api/me/vacation"): ({"on": False}, changes(of_holders())),
    ("GET", "/api/me/notifications"): (None, of_holders()),
    ("POST", "/api/me/notifications"): ({}, changes(of_holders())),
    ("POST", "/api/me/address"): ({"address": "", "password": "wrong horse"}, changes(of_holders("wrong_password"))),
    ("POST", "/api/me/push"): ({"endpoint": "", "public": "", "secret": ""}, changes(of_holders("no_push"))),
    ("POST", "/api/me/webhook"): ({"url": ""}, changes(of_holders("no_webhooks"))),
    ("POST", "/api/me/webhook/test"): ({}, changes(of_holders("no_webhooks"))),
    ("POST", "/api/me/push/end"): ({}, changes(of_holders())),
    ("POST", "/api/mail/confirm"): ({"token": "t"}, changes(asked("old_link", revoked="wrong_token"))),
    ("POST", "/api/mail/forgotten"): ({"name": "Nobody"}, changes(asked("no_mail", revoked="wrong_token"))),
    ("POST", "/api/mail/reset"): ({"token": "t", "password": PASSWORD}, changes(asked("old_link", revoked="wrong_token"))),
    ("POST", "/api/mail/unsubscribe/{token:str}"): ({}, changes(looks())),
    ("POST", "/api/me/sessions/{session_id:str}/revoke"): ({}, changes(of_holders("unknown_session"))),
    ("GET", "/api/me/bots"): (None, of_holders()),
    ("POST", "/api/me/bots"): ({"name": "x"}, changes(of_holders("bad_name"))),
    ("POST", "/api/me/bots/{bot_id:str}/tokens"): ({}, changes(of_holders("unknown_bot"))),
    ("POST", "/api/me/tokens/{token_id:str}/revoke"): ({}, changes(of_holders("unknown_token"))),
}
"""Each address, a body for it, and what becomes of that by who asks: ``ok``, or the code of the refusal."""

ROUTES: Final = sorted(
    (method, path) for each in handlers() for path in each.paths for method in each.http_methods - {"OPTIONS", "HEAD"}
)


def test_every_address_has_a_row() -> None:
    assert sorted(ASKED) == ROUTES, "say in ASKED who may use the new address"


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_a_request_is_carried_out_for_those_who_may_make_it_and_for_nobody_else(cast: Cast, method: str, path: str) -> None:
    body, outcomes = ASKED[(method, path)]
    created = cast.table()
    places = {"table_id:str": created["table"], "number:int": "1", "kind:str": "log", "lang:str": "de", "bot_id:str": "b"}
    places |= {"game:str": "chess", "name:str": "Nobody"}
    filled = (
        path.replace("{token_id:str}", "t")
        .replace("{token:str}", "t")
        .replace("{session_id:str}", "s")
        .replace("{invitation_id:str}", "i")
    )
    for name, value in places.items():
        filled = filled.replace("{" + name + "}", value)
    with Browser(cast.server) as guest:
        guest.table(me("x"), me("o"))
        headers: dict[str, dict[str, str]] = {
            "anonymous": {},
            "guest": guest.socket["additional_headers"],
            "account": cast.browsers["keeper"].socket["additional_headers"],
            "bot": bearer(cast.play),
            "reader": bearer(cast.read),
            "revoked": bearer(cast.revoked),
            "ended": cast.ended.socket["additional_headers"],
            "foreign": {"origin": "http://evil.example", "sec-fetch-site": "cross-site"},
        }
        for role, outcome in outcomes.items():
            if role == "account" and path == "/api/me/logout":
                continue  # it would be gone for the tests after this one; test_accounts has it
            answer = cast.server.request(method, filled, headers=headers[role], **({} if body is None else {"json": body}))
            told = OK if answer.is_success else answer.json()["code"]
            assert told == outcome, f"{role}: {answer.status_code} {answer.text}"
