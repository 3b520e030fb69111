"""Bot accounts: a program comes in with a token, plays what it may, is seen to be one, and is sent away when it is revoked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx
import pytest

from rondel.server.accounts import bot_accounts, principal_repository
from rondel.server.accounts.authenticator import Authenticator
from rondel.server.accounts.bot_accounts import BotAccounts
from rondel.server.accounts.principal import Principal
from rondel.server.accounts.principal_repository import Entry
from rondel.server.protocol import NewBot, NewToken
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.store import Store
from rondel.server.transport.app import REVALIDATED_SECONDS
from rondel.server.transport.routes.socket import SESSION_OVER
from tests.server.accounts.visitors import Browser, bearer, code
from tests.server.harness import Json, Running, bot, free, joined, me, opened

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def ada(server: Running) -> Iterator[Browser]:
    """Somebody with an account."""
    with Browser(server) as browser:
        assert browser.register("Ada").status_code == 201
        yield browser


def made(ada: Browser, name: str, **wanted: object) -> tuple[str, Json]:
    """A new bot's token, and what its owner knows of it."""
    bot = ada.post("/api/me/bots", json={"name": name})
    assert bot.status_code == 201, bot.text
    token = ada.post(f"/api/me/bots/{bot.json()['id']}/tokens", json=wanted)
    assert token.status_code == 201, token.text
    return token.json()["token"], dict(token.json()["info"])


def over(server: Running, token: str, path: str, body: Json) -> httpx.Response:
    return server.post(path, body, headers=bearer(token))


async def test_a_program_plays_a_game_with_its_token_and_everybody_sees_what_it_is(server: Running, ada: Browser) -> None:
    token, _ = made(ada, "Engine")
    told = server.get("/api/me", headers=bearer(token)).json()
    assert (told["kind"], told["name"], told["scopes"]) == ("bot", "Engine", ["play", "read"])
    created = over(server, token, "/api/tables", {"game": "tic_tac_toe", "seats": [me("x", "Ada"), bot("o")]})
    assert "set-cookie" not in created.headers
    table = created.json()["table"]
    async with opened(server, additional_headers=bearer(token)) as program:
        welcome = await program.hello(table)
        assert welcome["roles"] == ["x"]
        seat = welcome["table"]["seats"][0]
        assert (seat["kind"], seat["name"], seat["badge"]) == ("person", "Engine", "bot"), "not under the name it gave"
        while not welcome["views"]["x"]["over"]:
            if moves := welcome["views"]["x"]["moves"]:
                welcome = await program.play("x", moves[0]["text"])
            else:
                welcome = await program.hear("update")


async def test_a_program_takes_a_seat_under_its_own_name(server: Running, ada: Browser) -> None:
    token, _ = made(ada, "Sitter")
    created = ada.table(me("x"), free("o"))
    answer = over(server, token, f"/api/tables/{created['table']}/seat", {"invite": created["invite"], "name": "Grandmaster"})
    assert answer.status_code == 201
    seats = server.get(f"/api/tables/{created['table']}").json()["seats"]
    assert [(seat["name"], seat["badge"]) for seat in seats] == [("Ada", "account"), ("Sitter", "bot")]


async def test_a_token_that_only_reads_watches_and_does_nothing(server: Running, ada: Browser) -> None:
    token, info = made(ada, "Reader", scopes=["read"], days=1, label=" at\u202e home ")
    assert (info["scopes"], info["label"]) == (["read"], "at home")
    assert server.get("/api/me/export", headers=bearer(token)).json()["me"]["scopes"] == ["read"]
    body = {"game": "tic_tac_toe", "seats": [me("x"), me("o")]}
    assert code(over(server, token, "/api/tables", body)) == (403, "not_allowed")
    created = ada.table(me("x"), free("o"))
    sit = over(server, token, f"/api/tables/{created['table']}/seat", {"invite": created["invite"]})
    assert code(sit) == (403, "not_allowed")
    async with opened(server, additional_headers=bearer(token)) as program:
        assert (await program.hello(created["table"], created["tokens"].values()))["code"] == "not_allowed"
        assert (await program.hello(created["table"]))["roles"] == []
        assert (await program.ask(program.message("play", role="x", move="mark(a1)")))["code"] == "not_seated"


async def test_a_revoked_token_is_good_for_nothing_at_once(server: Running, ada: Browser) -> None:
    token, info = made(ada, "Revoked")
    created = over(server, token, "/api/tables", {"game": "tic_tac_toe", "seats": [me("x"), me("o")]}).json()
    with Browser(server) as eve:
        eve.register("Eve")
        assert code(eve.post(f"/api/me/tokens/{info['id']}/revoke", json={})) == (404, "unknown_token")
    async with joined(server, created["table"], more={"additional_headers": bearer(token)}) as program:
        assert program.welcome["roles"] == ["x", "o"]
        assert ada.post(f"/api/me/tokens/{info['id']}/revoke", json={}).status_code == 200
        await asyncio.wait_for(program.socket.wait_closed(), REVALIDATED_SECONDS / 2)
        assert program.socket.close_code == SESSION_OVER
    assert code(server.get("/api/me", headers=bearer(token))) == (401, "wrong_token")
    assert code(server.get("/api/games", headers=bearer(token))) == (401, "wrong_token"), "where nobody need be anybody, too"
    async with opened(server, additional_headers=bearer(token)) as program:
        assert (await program.hear("refused"))["code"] == "wrong_token"
        await asyncio.wait_for(program.socket.wait_closed(), REVALIDATED_SECONDS / 2)
        assert program.socket.close_code == SESSION_OVER
    listed = next(each for each in ada.get("/api/me/bots").json() if each["name"] == "Revoked")
    assert listed["tokens"] == []


def test_what_is_no_token_is_refused(server: Running) -> None:
    for wrong in ("Bearer", "Bearer none", "Basic YWRhOmFkYQ==", "Bearer " + "x" * 5000, "none"):
        answer = server.get("/api/me", headers={"authorization": wrong})
        assert code(answer) == (401, "wrong_token")
    body = {"game": "tic_tac_toe", "seats": [me("x"), me("o")]}
    assert code(over(server, "none", "/api/tables", body)) == (401, "wrong_token"), "nobody is taken for a guest"


def test_bots_are_their_owners_and_no_bot_has_any(server: Running, ada: Browser) -> None:
    token, info = made(ada, "Servant")
    own = next(each for each in ada.get("/api/me/bots").json() if each["name"] == "Servant")
    assert own["tokens"] == [info]
    with Browser(server) as bob:
        assert code(bob.get("/api/me/bots")) == (403, "not_allowed")
        bob.table(me("x"), free("o"))
        assert code(bob.post("/api/me/bots", json={"name": "A guests bot"})) == (403, "not_allowed")
        bob.register("Bob")
        assert bob.get("/api/me/bots").json() == []
        assert code(bob.post(f"/api/me/bots/{own['id']}/tokens", json={})) == (422, "unknown_bot")
        assert code(bob.log_in("Servant", "")) == (403, "wrong_password"), "a bot has no password"
    for path, body in (
        ("/api/me/bots", {"name": "A bots bot"}),
        (f"/api/me/bots/{own['id']}/tokens", {}),
        (f"/api/me/tokens/{info['id']}/revoke", {}),
        ("/api/me/logout", {}),
        ("/api/me/register", {"name": "No longer a bot", "password": "correct horse"}),
        ("/api/me/password", {"old": "", "new": "correct horse"}),
        ("/api/me/delete", {"password": ""}),
    ):
        assert code(over(server, token, path, body)) == (403, "not_allowed"), path


@pytest.mark.parametrize(
    ("wanted", "refused"),
    [
        ({"scopes": ["admin"]}, (400, "malformed")),
        ({"scopes": ["play", "admin"]}, (400, "malformed")),
        ({"scopes": []}, (422, "bad_option")),
        ({"days": 0}, (422, "bad_option")),
        ({"days": 10**9}, (422, "bad_option")),
        ({"owner": "me"}, (400, "malformed")),
    ],
)
def test_a_token_that_nobody_may_have_is_not_made(ada: Browser, wanted: Json, refused: tuple[int, str]) -> None:
    bots = ada.get("/api/me/bots").json()
    id_ = bots[0]["id"] if bots else ada.post("/api/me/bots", json={"name": "Wanting"}).json()["id"]
    assert code(ada.post(f"/api/me/bots/{id_}/tokens", json=wanted)) == refused


def test_there_is_an_end_to_bots_and_tokens(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rondel.server.accounts.bot_accounts.MOST_BOTS", 1)
    monkeypatch.setattr("rondel.server.accounts.bot_accounts.MOST_TOKENS", 1)
    with Browser(server) as greedy:
        greedy.register("Greedy")
        id_ = greedy.post("/api/me/bots", json={"name": "Greedys First"}).json()["id"]
        assert code(greedy.post("/api/me/bots", json={"name": "Greedys Second"})) == (409, "too_many")
        assert greedy.post(f"/api/me/bots/{id_}/tokens", json={}).status_code == 201
        assert code(greedy.post(f"/api/me/bots/{id_}/tokens", json={})) == (409, "too_many")


async def test_of_many_bots_and_tokens_made_at_once_no_more_than_allowed_are_made(
    kept: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_accounts, "MOST_BOTS", 3)
    monkeypatch.setattr(bot_accounts, "MOST_TOKENS", 3)
    people = Authenticator(kept)
    bots, owner = BotAccounts(people), Entry("p1", "account", "Ada", 1, "ada", "hash")
    await people.write(lambda connection: principal_repository.add(connection, owner))
    names = [f"Engine {letter}" for letter in "ABCDEFGH"]
    made = await asyncio.gather(*(bots.make(owner.principal, NewBot(name)) for name in names), return_exceptions=True)
    assert sorted([each.code if isinstance(each, Refusal) else "" for each in made]) == [*[""] * 3, *["too_many"] * 5]
    first, *_ = await bots.all(owner.principal)
    tokens = await asyncio.gather(
        *(bots.make_token(owner.principal, first.id, NewToken()) for _ in range(8)), return_exceptions=True
    )
    assert sorted([each.code if isinstance(each, Refusal) else "" for each in tokens]) == [*[""] * 3, *["too_many"] * 5]


async def test_no_bot_is_made_for_an_account_that_has_been_deleted(kept: Store) -> None:
    people = Authenticator(kept)
    with pytest.raises(Refusal, match="not_allowed"):
        await BotAccounts(people).make(Principal("gone", "account", "Ada"), NewBot("Engine"))
    assert await people.read(lambda connection: principal_repository.bots_of(connection, "gone")) == []
