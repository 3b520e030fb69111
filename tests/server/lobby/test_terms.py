"""Terms: what may be chosen for a table, what is refused, and that the choice is stored and public."""

from __future__ import annotations

import pytest

from rondel.server.accounts.principal import NOBODY, Principal
from rondel.server.lobby.terms import DAY, checked
from rondel.server.protocol import Absence, Fischer, NewSeat, PerMove, Terms
from rondel.server.protocol.refused import Refusal
from tests.server.accounts.visitors import Browser, code
from tests.server.harness import Running, free, joined, me

TWO = (NewSeat("x", "me"), NewSeat("o", "open"))
ADA = Principal("ada", "account", "Ada")
THREE = (*TWO, NewSeat("z", "open"))


@pytest.mark.parametrize(
    "terms",
    [
        Terms(absence=Absence("wait"), rotate=False),
        Terms(clock=Fischer(180, 2), absence=Absence("vote"), public=True, rated=True, watchable=False, rotate=True),
        Terms(clock=Fischer(180, 2, 180), absence=Absence("claim", 10), rotate=True),
        Terms(clock=PerMove(3 * DAY), absence=Absence("bot", DAY, "level:2"), start="host", undo="never", rotate=True),
    ],
)
def test_what_can_be_kept_is_kept_as_it_is(terms: Terms) -> None:
    assert checked(terms, TWO, ADA) == terms


@pytest.mark.parametrize(
    ("terms", "seats", "usual"),
    [
        (Terms(clock=Fischer(180, 2)), TWO, Absence("claim", 120)),
        (Terms(clock=Fischer(180, 2)), THREE, Absence("skip", 120)),
        (Terms(clock=PerMove(DAY), public=True), TWO, Absence("wait")),
        (Terms(public=True), THREE, Absence("vote", 600)),
        (Terms(), TWO, Absence("wait")),
        (Terms(clock=Fischer(180, 2)), (TWO[0], NewSeat("o", "bot", "random")), Absence("wait")),
    ],
)
def test_what_happens_by_default_when_somebody_is_away_depends_on_the_pace(
    terms: Terms, seats: tuple[NewSeat, ...], usual: Absence
) -> None:
    found = checked(terms, seats)
    assert found.absence == usual
    assert found.rotate == (len(seats) == 2), "two change seats in a rematch"


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        (Terms(clock=Fischer(0)), "a live clock begins with 1 to 86400 seconds, not 0"),
        (Terms(clock=Fischer(10**30)), "a live clock begins with 1 to 86400 seconds, not 1000"),
        (Terms(clock=Fischer(60, -1)), "an increment is 0 to 3600 seconds, not -1"),
        (Terms(clock=Fischer(60, 1, 59)), "increments bring a clock to at most 60 to 86400 seconds, not 59"),
        (Terms(clock=PerMove(0)), "each answer has 1 to 7776000 seconds, not 0"),
        (Terms(absence=Absence("skip", 1)), "somebody is away after 10 to 7776000 seconds, not 1"),
        (Terms(absence=Absence("skip", 60, "mcts")), "goes with the policy 'bot', not with 'skip'"),
        (Terms(absence=Absence("bot")), "there is no bot ''"),
    ],
)
def test_what_says_nothing_sensible_is_refused_with_what_would(terms: Terms, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        checked(terms, TWO)
    assert said in refused.value.message


def test_what_does_not_go_with_the_seats_is_refused() -> None:
    with pytest.raises(Refusal, match="can be claimed only where two play"):
        checked(Terms(absence=Absence("claim")), THREE)
    with pytest.raises(Refusal, match="a host who starts the game has a seat"):
        checked(Terms(start="host"), (NewSeat("x", "open"), NewSeat("o", "bot", "random")))


@pytest.mark.parametrize(
    ("seats", "who", "said"),
    [
        (TWO, NOBODY, "between people with accounts: register or log in first"),
        (TWO, Principal("p", "guest"), "between people with accounts: register or log in first"),
        (TWO, Principal("b", "bot", "Engine"), "ratings are of people, and this is a bot account"),
        ((TWO[0], NewSeat("o", "bot", "mcts")), ADA, "leave seats open where bots would sit"),
        ((TWO[0], NewSeat("o", "me")), ADA, "keep one seat at most"),
        (TWO[:1], ADA, "between different people"),
    ],
)
def test_what_cannot_be_rated_is_not_called_so(seats: tuple[NewSeat, ...], who: Principal, said: str) -> None:
    with pytest.raises(Refusal, match=r"^terms: ") as refused:
        checked(Terms(rated=True), seats, who)
    assert said in refused.value.message


def test_no_bot_plays_for_anybody_in_a_game_that_is_rated() -> None:
    with pytest.raises(Refusal, match="no bot plays for who is away"):
        checked(Terms(rated=True, absence=Absence("bot", DAY, "level:2")), TWO, ADA)


def test_at_a_rated_table_each_seat_is_that_of_another_account(server: Running) -> None:
    with Browser(server) as ada, Browser(server) as bob:
        body = {"game": "tic_tac_toe", "seats": [me("x"), free("o")], "terms": {"rated": True}}
        assert code(ada.post("/api/tables", json=body)) == (422, "terms")
        assert ada.me()["kind"] == "nobody", "what is refused makes nobody a guest"
        ada.register("Ada Rated")
        made = ada.post("/api/tables", json=body).json()
        at, invite = f"/api/tables/{made['table']}/seat", {"invite": made["invite"]}
        assert code(bob.post(at, json=invite)) == (422, "terms")
        assert code(ada.post(at, json=invite)) == (422, "terms")
        bob.register("Bob Rated")
        assert bob.post(at, json=invite).json()["role"] == "o"


def test_terms_are_shown_before_anybody_sits_down(server: Running) -> None:
    terms = {"clock": {"kind": "fischer", "initial": 180, "increment": 2}, "public": True, "undo": "never"}
    created = server.create("tic_tac_toe", free("x"), me("o", "Ada"), terms=terms)
    shown = server.get(f"/api/tables/{created['table']}").json()
    assert shown["terms"] == {
        "clock": {"kind": "fischer", "initial": 180, "increment": 2, "cap": None},
        "absence": {"policy": "claim", "after": 120, "bot": ""},
        "public": True,
        "watchable": True,
        "rated": False,
        "rotate": True,
        "start": "at_once",
        "undo": "never",
        "pauses": True,
        "reliability": 0,
        "chat": "apart",
    }
    assert shown["host"] == "o"


def test_terms_that_nobody_knows_are_refused(server: Running) -> None:
    body = {"game": "tic_tac_toe", "seats": [me("x"), me("o")]}
    for terms, said in (
        ({"clock": {"kind": "hourglass"}}, "'terms.clock.kind' cannot be 'hourglass'"),
        ({"colour": "red"}, "'terms' has the unknown field 'colour'"),
        ({"clock": {"kind": "fischer", "initial": -5}}, "a live clock begins with"),
    ):
        answer = server.post("/api/tables", {**body, "terms": terms})
        assert answer.status_code == 422 if said.startswith("a live") else 400
        assert said in answer.json()["message"]


@pytest.mark.anyio
async def test_where_nothing_is_taken_back_it_is_not_offered_and_refused(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"), terms={"undo": "never"})
    async with joined(server, created["table"], created["tokens"].values()) as both:
        update = await both.play("x", "mark(b2)")
        assert update["undoable"] == []
        assert (await both.ask(both.message("undo", role="x")))["code"] == "no_undo"


@pytest.mark.anyio
async def test_where_the_others_are_always_asked_nothing_goes_without_them(server: Running) -> None:
    """In Battleship both place their ships at once, and one's own placing goes back unasked, unless the terms say otherwise."""
    for undo, may in (("free", ["red"]), ("asked", [])):
        created = server.create("battleship", me("red"), me("blue"), terms={"undo": undo})
        async with joined(server, created["table"], [created["tokens"]["red"]]) as red:
            update = await red.play("red", red.welcome["views"]["red"]["moves"][0]["text"])
            assert update["undoable"] == may
            answer = await red.ask(red.message("undo", role="red"))
            assert answer.get("code", "done") == ("done" if may else "undo_barrier")
