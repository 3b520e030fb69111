"""People in a browser: an account made from a guest, and used elsewhere; who is how strong."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Player
from tests.browser.pictures import take
from tests.browser.test_accessible import in_both_themes
from tests.server.accounts.visitors import PASSWORD
from tests.server.harness import Program

pytestmark = pytest.mark.browser


def come_in(page: Page, form: str, name: str, password: str = PASSWORD) -> None:
    """Fill in one of the two forms of `/account` and send it."""
    entrance = page.get_by_role("form", name=form)
    entrance.get_by_label("Name").fill(name)
    entrance.get_by_label("Password").fill(password)
    entrance.get_by_role("button").click()


def refused(*people: Player) -> None:
    """The browser complains of what the arena refuses; these have been refused what they should be."""
    for each in people:
        each.complaints = [said for said in each.complaints if "status of 4" not in said]


def test_a_guest_makes_an_account_and_goes_on_elsewhere(server: Program, seat: Any) -> None:
    ann, away = seat("Ann"), seat("Ann elsewhere", viewport={"width": 390, "height": 844})
    address = ann.open_table(server.address, ("O", "A friend, by invitation"), game="Tic-tac-toe")
    ann.page.get_by_role("link", name="Log in").click()
    come_in(ann.page, "Make an account", "Ann Harper", "password1")
    wrong = ann.page.get_by_role("form", name="Make an account").get_by_label("Password")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(wrong).to_have_accessible_description("This password is among the first that would be tried; choose another.")
    assert in_both_themes(ann) == []
    come_in(ann.page, "Make an account", "Ann Harper")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Ann Harper")

    away.page.goto(f"{server.address}/account#next=/table/none")  # where somebody was when they were asked to log in
    come_in(away.page, "Log in", "ann harper", "not the password")
    expect(away.page.get_by_text("There is no account of this name with this password.")).to_be_visible()
    come_in(away.page, "Log in", "ann harper")
    expect(away.page.get_by_role("heading", level=1)).to_have_text("There is no such table")
    away.page.goto(server.address)
    away.page.locator(".own .name").first.click()
    away.page.wait_for_url(address)
    away.page.get_by_role("link", name="Account of Ann Harper").click()
    away.page.get_by_label("Name of a new bot").fill("Harper Engine")
    away.page.get_by_role("button", name="Make the bot").click()
    away.page.get_by_role("button", name="New token for Harper Engine").click()
    token = away.page.locator(".secret code").inner_text()
    assert server.get("/api/me", headers={"authorization": f"Bearer {token}"}).json()["name"] == "Harper Engine"
    assert in_both_themes(away) == []
    take(away.page, "account-phone.jpg", full_page=True)
    away.page.get_by_role("button", name="Revoke").click()
    expect(away.page.locator(".secret")).to_have_count(0)
    assert server.get("/api/me", headers={"authorization": f"Bearer {token}"}).status_code == 401

    away.page.get_by_role("button", name="Log out there").click()
    expect(away.page.get_by_role("button", name="Log out there")).to_have_count(0)
    ann.page.reload()
    expect(ann.page.get_by_role("form", name="Log in")).to_be_visible()
    away.page.get_by_role("button", name="Log out", exact=True).click()
    expect(away.page.get_by_role("form", name="Log in")).to_be_visible()
    away.page.goto(server.address)
    expect(away.page.locator(".game").first).to_be_visible()
    expect(away.page.locator(".own")).to_have_count(0)
    refused(ann, away)


def test_a_rated_game_is_found_in_the_leaderboard_and_in_the_profile(server: Program, seat: Any) -> None:
    ann, bob = seat("Ann"), seat("Bob", viewport={"width": 390, "height": 844})
    rated = ("White", "Anybody, from the lobby")
    ann.page.goto(server.address)
    ann.open_form("Reversi")
    ann.page.get_by_label(rated[0]).select_option(label=rated[1])
    ann.page.get_by_role("checkbox", name="Rated").check()
    expect(ann.page.get_by_role("checkbox", name="Rated")).to_have_accessible_description(
        re.compile("log in or make one first")
    )
    for player in (ann, bob):
        body = {"name": f"{player.name} Rated", "password": PASSWORD}
        assert player.context.request.post(
            f"{server.address}/api/me/register", data=body, headers={"origin": server.address}
        ).ok
    ann.page.reload()
    ann.open_form("Reversi")
    ann.page.get_by_label(rated[0]).select_option(label=rated[1])
    ann.page.get_by_role("checkbox", name="Rated").check()
    ann.sit_down()
    ann.sees_a_board()
    bob.page.goto(f"{ann.page.url}#invite=")
    expect(bob.page.locator("dl.terms").first).to_contain_text("The result counts for the ratings")
    bob.page.get_by_role("button", name="Sit down as white").click()
    bob.sees_a_board()
    bob.page.get_by_role("button", name="Resign", exact=True).click()
    bob.page.get_by_role("button", name="Yes, resign").click()
    expect(ann.page.locator(".result")).to_contain_text("You win")
    counted = server.get("/api/games/reversi/leaderboard").json()["people"]
    assert [each["name"] for each in counted] == ["Ann Rated", "Bob Rated"], "the round counts as soon as it has ended"
    expect(ann.page.locator(".places .rating .more")).to_have_text(re.compile(r"\+\d+"))

    ann.page.get_by_role("button", name="Follow Bob Rated").click()
    expect(ann.page.get_by_role("button", name="You follow Bob Rated")).to_be_visible()
    bob.page.goto(f"{server.address}/games/reversi/leaderboard")
    played_at = ann.page.url
    ann.page.get_by_role("button", name="Invite again").click()
    ann.page.wait_for_url(lambda address: address != played_at)
    ann.sees_a_board()
    bob.page.reload()
    bar = bob.page.get_by_role("status", name="Invitation")
    expect(bar).to_contain_text("Ann Rated invites you")
    assert in_both_themes(bob) == []
    bar.get_by_role("button", name="Decline").click()
    expect(bar).to_have_count(0)
    expect(bob.page.locator("tbody tr")).to_have_text([re.compile("^1Ann Rated"), re.compile(r"^2Bob Rated \(you\)")])
    assert in_both_themes(bob) == []
    bob.page.goto(f"{server.address}/games/reversi/seasons")
    expect(bob.page.get_by_role("heading", level=1)).to_have_text("Season of Reversi")
    expect(bob.page.locator("tbody tr")).to_have_text([re.compile("^1Ann Rated"), re.compile(r"^2Bob Rated \(you\)")])
    assert in_both_themes(bob) == []
    take(bob.page, "season-phone.jpg", full_page=True)
    bob.page.get_by_label("Period").select_option(label="All time")
    bob.page.wait_for_url("**/leaderboard")
    bob.page.get_by_role("link", name="Ann Rated").click()
    expect(bob.page.get_by_role("heading", level=1)).to_have_text("Ann Rated")
    expect(bob.page.get_by_role("img", name=re.compile("^Rating at Reversi: 1 round"))).to_be_visible()
    bob.page.get_by_text("As a table").click()
    expect(bob.page.locator("details tbody tr")).to_have_count(1)
    expect(bob.page.locator(".tables li")).to_contain_text("Reversi · won")
    seasons = bob.page.get_by_role("region", name="Seasons")
    expect(seasons.locator("tbody tr")).to_have_text(re.compile("^Reversi.*, running1 of 2.*1$"))
    take(bob.page, "profile-phone.jpg", full_page=True)
    assert in_both_themes(bob) == []
    take(bob.page, "profile-phone.jpg", full_page=True)
    bob.page.get_by_role("button", name="Follow Ann Rated").click()
    expect(bob.page.get_by_text("You follow each other")).to_be_visible()
    bob.page.get_by_role("link", name="Write to Ann Rated").click()
    bob.page.get_by_label("Write to Ann Rated").fill("well played")
    bob.page.get_by_role("button", name="Send").click()
    expect(bob.page.locator(".messages .mine")).to_contain_text("well played")
    expect(bob.page.get_by_label("Write to Ann Rated")).to_have_value("")
    assert in_both_themes(bob) == []
    ann.page.reload()
    expect(ann.page.get_by_role("link", name="People, 1 waits")).to_be_visible()
    bob.page.get_by_role("link", name="People", exact=True).click()
    expect(bob.page.get_by_role("region", name="You follow")).to_contain_text("follows you")
    expect(bob.page.get_by_role("region", name="Played with lately")).to_contain_text("Ann Rated")
    assert in_both_themes(bob) == []
    take(bob.page, "people-phone.jpg", full_page=True)
    bob.page.get_by_role("region", name="You follow").get_by_role("link", name="Ann Rated", exact=True).click()
    bob.page.get_by_role("button", name="Block Ann Rated").click()
    expect(bob.page.get_by_role("button", name="Unblock Ann Rated")).to_be_visible()
    expect(bob.page.get_by_role("button", name="Follow Ann Rated")).to_have_count(0)
    bob.page.get_by_role("link", name="Replay of Reversi").click()
    bob.page.wait_for_url("**/replay/*")
    bob.page.goto(f"{server.address}/people/Nobody%20Here")
    expect(bob.page.get_by_role("heading", level=1)).to_have_text("There is nobody of this name")
    refused(ann, bob)


def test_a_tournament_is_announced_joined_and_begun(server: Program, seat: Any) -> None:
    ann, bob = seat("Ann"), seat("Bob", viewport={"width": 390, "height": 844})
    ann.page.goto(f"{server.address}/tournaments")
    expect(ann.page.get_by_role("link", name="Log in to take part")).to_be_visible()
    for player in (ann, bob):
        body = {"name": f"{player.name} of the cup", "password": PASSWORD}
        assert player.context.request.post(
            f"{server.address}/api/me/register", data=body, headers={"origin": server.address}
        ).ok
    ann.page.reload()
    ann.page.get_by_role("button", name="Announce a tournament").click()
    ann.page.get_by_role("radio", name="Knock-out").check(force=True)
    expect(ann.page.get_by_text("Who loses is out.")).to_be_visible()
    ann.page.get_by_role("radio", name="Swiss").check(force=True)
    ann.page.get_by_label("Game").select_option(label="Reversi")
    ann.page.get_by_label("Title").fill("Friday cup")
    assert in_both_themes(ann) == []
    ann.page.get_by_role("button", name="Announce", exact=True).click()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Friday cup")
    expect(ann.page.get_by_role("timer")).to_contain_text("Begins in")
    ann.page.get_by_role("button", name="Take part").click()
    expect(ann.page.locator(".standings tbody tr.mine")).to_contain_text("Ann of the cup")

    bob.page.goto(server.address)
    bob.page.get_by_role("link", name=re.compile("^Friday cup")).click()
    bob.page.get_by_role("button", name="Take part").click()
    expect(bob.page.locator(".standings tbody tr")).to_have_count(2)
    ann.page.get_by_role("button", name="Begin now").click()
    expect(ann.page.get_by_role("link", name="To my game")).to_be_visible()
    expect(bob.page.get_by_role("link", name="To my game")).to_be_visible()
    names, result = bob.page.locator(".pairings li .contestant"), bob.page.locator(".pairings li .versus")
    tops = [round((each.bounding_box() or {"y": -1, "height": 0})["y"]) for each in names.all()]
    assert len(tops) == 2
    assert abs(tops[0] - tops[1]) <= 1, "both names are in one line"
    expect(result).to_contain_text("live")
    assert in_both_themes(bob) == []
    take(bob.page, "tournament-phone.jpg", full_page=True)
    bob.page.get_by_role("link", name="To my game").click()
    bob.sees_a_board()
    bob.page.get_by_role("button", name="Resign", exact=True).click()
    bob.page.get_by_role("button", name="Yes, resign").click()
    expect(ann.page.get_by_role("timer")).to_contain_text("Ends in")
    expect(ann.page.locator(".standings tbody tr.mine .figure")).to_have_text("1")
    ann.page.get_by_role("button", name="Cancel the tournament").click()
    expect(ann.page.get_by_text("count nothing")).to_be_visible()
    ann.page.get_by_role("button", name="Cancel the tournament").click()
    expect(ann.page.get_by_text("Cancelled by its host.")).to_be_visible()
    refused(ann, bob)


def test_somebody_is_invited_to_an_open_seat_from_a_list(server: Program, seat: Any) -> None:
    ann, bob = seat("Ann", viewport={"width": 390, "height": 844}), seat("Bob")

    def post(player: Player, path: str, **body: Any) -> Any:
        sent = player.page.request.post(f"{server.address}{path}", data=body, headers={"origin": server.address})
        assert sent.ok, sent.text()
        return sent.json()

    post(ann, "/api/me/register", name="Ann Inviting", password=PASSWORD)
    post(bob, "/api/me/register", name="Bob Invited", password=PASSWORD)
    post(ann, "/api/me/people/Bob%20Invited/follow")
    post(bob, "/api/me/people/Ann%20Inviting/follow")
    seats = [{"role": "x", "kind": "me", "name": ""}, {"role": "o", "kind": "open"}]
    made = post(ann, "/api/tables", game="tic_tac_toe", seats=seats)
    ann.page.goto(f"{server.address}/table/{made['table']}")
    ann.page.get_by_text("Invite somebody").click()
    name = ann.page.get_by_role("link", name="Bob Invited")
    expect(name).to_be_visible()
    assert (name.bounding_box() or {})["height"] >= 44
    assert in_both_themes(ann) == []
    ann.page.get_by_role("button", name="Invite Bob Invited").click()
    expect(ann.page.get_by_role("button", name="Take back the invitation of Bob Invited")).to_be_visible()
    take(ann.page, "invite-phone.jpg", full_page=True)
    bob.page.goto(server.address)
    bob.page.get_by_role("status", name="Invitation").get_by_role("button", name="Accept").click()
    bob.sees_a_board()
    expect(ann.page.get_by_text("Invite somebody")).to_have_count(0)
    refused(ann, bob)


def test_a_vacation_is_switched_on_and_off_and_the_others_see_it(server: Program, seat: Any) -> None:
    ann, bob = seat("Ann"), seat("Bob", viewport={"width": 390, "height": 844})

    def post(player: Player, path: str, **body: Any) -> Any:
        sent = player.page.request.post(f"{server.address}{path}", data=body, headers={"origin": server.address})
        assert sent.ok, sent.text()
        return sent.json()

    post(ann, "/api/me/register", name="Ann Resting", password=PASSWORD)
    post(bob, "/api/me/register", name="Bob Waiting", password=PASSWORD)
    seats = [{"role": "x", "kind": "me", "name": ""}, {"role": "o", "kind": "open"}]
    terms = {"clock": {"kind": "per_move", "seconds": 3 * 86_400}}
    made = post(ann, "/api/tables", game="tic_tac_toe", seats=seats, terms=terms)
    post(bob, f"/api/tables/{made['table']}/seat", invite=made["invite"], role="o")
    bob.page.goto(f"{server.address}/table/{made['table']}")
    bob.sees_a_board()
    expect(bob.page.locator(".clock.runs:visible").first).to_be_visible()
    ann.page.goto(f"{server.address}/account")
    vacation = ann.page.get_by_role("region", name="Vacation")
    expect(vacation.get_by_role("status")).to_have_text("14 days of vacation are left")
    vacation.get_by_role("button", name="Go on vacation").click()
    expect(vacation.get_by_role("status")).to_contain_text("You are on vacation, until")
    assert in_both_themes(ann) == []
    expect(bob.page.locator(".players")).to_contain_text("on vacation, until")
    expect(bob.page.locator(".clock.runs")).to_have_count(0)
    bob.page.goto(f"{server.address}/people/Ann%20Resting")
    expect(bob.page.get_by_text("On vacation, until")).to_be_visible()
    vacation.get_by_role("button", name="I am back").click()
    expect(vacation.get_by_role("status")).to_have_text("13 days of vacation are left")
    bob.page.goto(f"{server.address}/table/{made['table']}")
    expect(bob.page.locator(".clock.runs:visible").first).to_be_visible()
