"""R17: the server is killed again and again while players who are away are told of their turns by mail and in browsers.

Each turn is told once; nothing is told to who is at the table, nor after an unsubscription. Mail server and push service are
real ones; every other account has an address, and every other one a browser. The answers are stored by another process, so that
no kill loses one: what a node had noted in memory is lost with each kill.
"""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import httpx
from sqlalchemy import insert
from websockets.exceptions import WebSocketException

from rondel.server.features.notifications.browsers import browser_id
from rondel.server.storage import schema
from rondel.server.table.entries import hashed
from tests.chaos.report import Figure
from tests.chaos.threaded_loop import ThreadedLoop
from tests.server.accounts.mail.post_office import URL, PostOffice, links
from tests.server.accounts.visitors import Browser
from tests.server.features.notifications.push_service import PushService, Subscribed
from tests.server.harness import Json, Program, joined, me, prepare

FASTER = """
import ssl
from rondel.server.accounts.mail.mail_server import MailServer
from rondel.server.features.notifications import notification_worker, outbox, schedule
from rondel.server.features.notifications.outgoing import guarded_client
schedule.SETTLING, schedule.PAUSE, schedule.SHORT_PAUSE, outbox.LEASE = 6_000, 0, 0, 3_000
notification_worker.EVERY, notification_worker.ALL_EVERY = 0.2, 0
class Here(guarded_client.GuardedClient):
    def __init__(self):
        super().__init__(context=ssl.create_default_context(cafile={certificate!r}), loopback=True)
guarded_client.GuardedClient = Here
"""
"""Shorter times in the server: it looks at once for what a dead one had noted, and sends again what it had claimed. Its push
service is at this machine."""

SETTINGS = '{"delay": 0}'
"""Of accounts that are told of their turns at once."""

TABLES = 5
"""Tables of one account."""

PATIENCE = 900.0

_TABLE = re.compile(r"/table/(\w+)$")


def run(folder: Path, short: bool = False) -> Figure:
    """10,000 turns and 30 kills; in short, 40 and 2."""
    events, kills, at_table, leavers = (40, 2, 1, 2) if short else (10_000, 30, 20, 100)
    accounts = [f"a{number}" for number in range(events // TABLES)]
    dice = random.Random(1)
    browsers = {account: Subscribed(f"/{account}") for account in accounts[1::2]}
    prepare(folder / "arena.sqlite3")
    with PostOffice() as office, PushService(folder) as pushes, ExitStack() as stack:
        fill(folder / "arena.sqlite3", accounts, [subscription(pushes, *each) for each in browsers.items()])
        Watched.first = FASTER.format(certificate=str(pushes.certificate))
        program = stack.enter_context(Watched(folder, mail=office.server, url=URL))
        present = stack.enter_context(playing(program, folder / "arena.sqlite3", at_table, pushes))
        turns = [(account, number) for account in accounts for number in range(TABLES)]
        dice.shuffle(turns)
        left: dict[str, int] = {}
        for step in range(kills):
            begin(folder / "arena.sqlite3", turns[len(turns) * step // kills : len(turns) * (step + 1) // kills])
            for account in accounts[leavers * step // kills : leavers * (step + 1) // kills]:
                if unsubscribed(program, account, pushes if account in browsers else None):
                    left[account] = len(office.to(address(account))) + len(pushes.at(f"/{account}"))
            time.sleep(dice.uniform(0.2, 0.8 if short else 3.0))
            program.kill()
            program.start()
        settled(folder / "arena.sqlite3")
        program.stop()
        told = by_mail(office) | by_push(pushes, browsers)
        return judged(office, pushes, told, folder / "arena.sqlite3", turns, present, left, kills)


class Watched(Program):
    """A server whose process begins with `FASTER`."""


def address(account: str) -> str:
    """The mail address of an account."""
    return f"{account}@example.org"


def subscription(pushes: PushService, account: str, browser: Subscribed) -> Json:
    """The row of a browser in which an account is logged in."""
    said = pushes.subscription(browser)
    return {
        "id": browser_id(said["endpoint"]),
        "principal": account,
        "session": hashed(account),
        "endpoint": said["endpoint"],
        "public": said["public"],
        "secret": said["secret"],
        "created_at": 1,
    }


def fill(database: Path, accounts: Sequence[str], browsers: Sequence[Json]) -> None:
    """Store accounts with a confirmed address or a browser, and tables at which each waits for somebody without an account."""
    subscribed = {each["principal"] for each in browsers}
    session = {"created_at": 1, "used_at": round(time.time() * 1_000)}
    ids = [(account, f"{account}t{number}") for account in accounts for number in range(TABLES)]
    engine = schema.engine(database)
    with engine.begin() as connection:
        connection.execute(
            insert(schema.principals),
            [{"id": each, "kind": "account", "name": each, "folded": each, "created_at": 1} for each in accounts],
        )
        connection.execute(insert(schema.contacts), [contact(each, mails=each not in subscribed) for each in accounts])
        connection.execute(insert(schema.push_subscriptions), list(browsers))
        sessions = [{**session, "hash": hashed(each), "principal": each} for each in subscribed]
        connection.execute(insert(schema.sessions), sessions)
        table = {"game": "tic_tac_toe", "options": "{}", "seed": b"", "created_at": 1, "active": "o"}
        connection.execute(insert(schema.tables), [{**table, "id": id_, "invite_hash": id_.encode()} for _, id_ in ids])
        seat = {"kind": "person", "bot": "", "name": ""}
        seats = [
            {**seat, "table_id": id_, "place": place, "role": role, "holder": account if role == "x" else ""}
            for account, id_ in ids
            for place, role in enumerate(("x", "o"))
        ]
        connection.execute(insert(schema.seats), seats)
    engine.dispose()


def contact(account: str, *, mails: bool = True) -> Json:
    """The row of an account that is told of its turns at once."""
    return {
        "principal": account,
        "address": address(account) if mails else "",
        "lang": "en",
        "settings": SETTINGS,
        "unsubscribe": f"end-{account}",
        "confirmed_at": 1 if mails else None,
    }


def begin(database: Path, turns: Sequence[tuple[str, int]]) -> None:
    """Store the answers that begin these turns."""
    engine = schema.engine(database)
    at = round(time.time() * 1_000)
    row = {"seq": 1, "round": 1, "kind": "play", "role": "o", "move": "mark(a1)", "at": at, "active": "x"}
    with engine.begin() as connection:
        connection.execute(insert(schema.answers), [{**row, "table_id": f"{who}t{number}"} for who, number in turns])
    engine.dispose()


@contextmanager
def playing(program: Program, database: Path, count: int, pushes: PushService) -> Iterator[list[str]]:
    """Accounts that stay at a table and play both sides there, and come back after each kill; yields them. Each has an address
    and a browser."""
    loop, ending = ThreadedLoop(), threading.Event()
    accounts = []
    loop.start()
    for number in range(count):
        with Browser(program) as browser:
            assert browser.register(f"Present {number}").status_code == 201
            subscribed = pushes.subscription(Subscribed(f"/{browser.me()['id']}"))
            assert browser.post("/api/me/push", json=subscribed).status_code == 200
            table, socket, id_ = browser.table(me("x"), me("o"))["table"], browser.socket, browser.me()["id"]
        with closing(sqlite3.connect(database, timeout=30)) as connection:
            row = contact(id_)
            names, places = ", ".join(row), ", ".join("?" for _ in row)
            connection.execute(f"REPLACE INTO contacts ({names}) VALUES ({places})", list(row.values()))  # noqa: S608
            connection.commit()
        accounts.append(id_)
        loop.start_soon(stay(program, table, socket, ending))
    yield accounts
    ending.set()
    loop.stop()


async def stay(program: Program, table: str, socket: Json, ending: threading.Event) -> None:
    """Be at a table again and again, and move there."""
    while not ending.is_set():
        with suppress(OSError, WebSocketException, TimeoutError, AssertionError):
            async with joined(program, table, more=socket) as both:
                for seq, cell in enumerate(("a1", "a2", "b1", "b2"), 1):
                    if both.seq < seq:
                        await both.play("xo"[(seq - 1) % 2], f"mark({cell})")
                await both.socket.wait_closed()
        await asyncio.sleep(0.05)


def unsubscribed(program: Program, account: str, pushes: PushService | None) -> bool:
    """Unsubscribe an account as its mail program does, or its browser; returns whether the server has said so."""
    if pushes is not None:
        with suppress(httpx.HTTPError), Browser(program, account) as browser:
            return browser.post("/api/me/push/end", json={"endpoint": pushes.url(f"/{account}")}).status_code == 200
        return False
    form = {"content": b"List-Unsubscribe=One-Click", "headers": {"content-type": "application/x-www-form-urlencoded"}}
    with suppress(httpx.HTTPError):
        return program.post(f"/api/mail/unsubscribe/end-{account}", **form).status_code == 200
    return False


def settled(database: Path) -> None:
    """Wait until no notification is open, and none is missing."""
    deadline = time.monotonic() + PATIENCE
    still = "SELECT count(*) FROM outbox WHERE state IN ('waiting', 'sending')"
    # The turns of those who unsubscribed before they began are in no row.
    missing = """SELECT count(*) FROM answers JOIN seats ON seats.table_id = answers.table_id
        JOIN contacts ON principal = holder
        WHERE settings = ? AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.table_id = answers.table_id)
        AND (confirmed_at NOT NULL OR EXISTS (SELECT 1 FROM push_subscriptions AS p WHERE p.principal = holder))"""
    with closing(sqlite3.connect(database, timeout=30)) as connection:
        while time.monotonic() < deadline:
            if not connection.execute(still).fetchone()[0] and not connection.execute(missing, (SETTINGS,)).fetchone()[0]:
                return
            time.sleep(0.5)


def by_mail(office: PostOffice) -> dict[str, Counter[str]]:
    """How often each account was told of a turn by mail, by table, and under which message's id at most once."""
    told: dict[str, dict[str, set[str]]] = {}
    for mail, (recipient,) in zip(office.mails, office.recipients, strict=True):
        for link in links(mail):
            if found := _TABLE.search(link):
                mine = told.setdefault(recipient.partition("@")[0], {})
                mine.setdefault(found[1], set()).add(str(mail["message-id"]))
    return {who: Counter({table: len(ids) for table, ids in its.items()}) for who, its in told.items()}


def by_push(pushes: PushService, browsers: Mapping[str, Subscribed]) -> dict[str, Counter[str]]:
    """The same by notifications of browsers. One about several tables does not name them: they are counted."""
    told: dict[str, Counter[str]] = {}
    for who, browser in browsers.items():
        messages = {each["id"]: each for each in pushes.read(browser)}  # one that came twice has the same id
        mine = told.setdefault(who, Counter())
        several = 0
        for each in messages.values():
            if found := _TABLE.search(each["path"]):
                mine[found[1]] += 1
            else:
                several += int(each["title"].split("at ")[1].split(" ")[0])
        for number in range(TABLES):  # those that no notification of their own names
            if several and not mine[f"{who}t{number}"]:
                mine[f"{who}t{number}"], several = 1, several - 1
        if several:
            mine["told twice"] += several + 1
    return told


def judged(
    office: PostOffice,
    pushes: PushService,
    told: Mapping[str, Counter[str]],
    database: Path,
    turns: Sequence[tuple[str, int]],
    present: Sequence[str],
    left: dict[str, int],
    kills: int,
) -> Figure:
    """What came of it."""
    due = {(who, f"{who}t{number}") for who, number in turns if who not in left}
    lost = [(who, table) for who, table in due if not told.get(who, Counter())[table]]
    doubled = [(who, table) for who, its in told.items() for table, count in its.items() if count > 1]
    mails = Counter(str(mail["message-id"]) for mail in office.mails)
    after = {who: len(office.to(address(who))) + len(pushes.at(f"/{who}")) - before for who, before in left.items()}
    failures = [f"the turn {each} was told nobody" for each in sorted(lost)]
    failures += [f"the turn {each} was told twice" for each in doubled]
    failures += [f"{who} was at the table and told" for who in present if office.to(address(who)) or pushes.at(f"/{who}")]
    failures += [f"{who} was told {count} times after the unsubscription" for who, count in after.items() if count]
    with closing(sqlite3.connect(database)) as connection:
        late = [at for (at,) in connection.execute("SELECT sent_at - due_at FROM outbox WHERE sent_at NOT NULL ORDER BY 1")]
        states = dict(connection.execute("SELECT state, count(*) FROM outbox GROUP BY state"))
    measured = {
        "kills -9": kills,
        "turns of players who were away": len(due),
        "mails": len(office.mails),
        "notifications of browsers": len(pushes.requests),
        "turns told nobody, or twice": len(lost) + len(doubled),
        "mails that came twice under one id, after a kill": sum(count - 1 for count in mails.values()),
        "notifications sent late and said to be": states.get("late", 0),
        f"accounts at their tables, told nothing ({states.get('dropped', 0)} notifications dropped)": len(present),
        "accounts that unsubscribed, told nothing after it": len(left),
        "s after the delay, at the 95th percentile": f"{late[len(late) * 95 // 100] / 1_000:.2f}" if late else "-",
    }
    return Figure(
        "R17 notifications",
        "each turn told once; nothing to who is there, nor after an unsubscription",
        measured,
        tuple(failures),
    )
