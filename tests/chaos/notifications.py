"""R17: the server is killed again and again while players who are away are told of their turns by mail.

Each turn is told once; nothing is told to who is at the table, nor after an unsubscription. The mail server is a real one. The
answers are stored by another process, so that no kill loses one: what a node had noted in memory is lost with each kill.
"""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import httpx
from sqlalchemy import insert
from websockets.exceptions import WebSocketException

from rondel.server.storage import schema
from tests.chaos.report import Figure
from tests.chaos.threaded_loop import ThreadedLoop
from tests.server.accounts.mail.post_office import PostOffice, links
from tests.server.accounts.visitors import Browser
from tests.server.harness import Json, Program, joined, me, prepare

FASTER = """
from rondel.server.accounts.mail.mail_server import MailServer
from rondel.server.features.notifications import notification_worker, outbox, schedule
schedule.SETTLING, schedule.PAUSE, outbox.LEASE = 6_000, 0, 3_000
notification_worker.EVERY, notification_worker.ALL_EVERY = 0.2, 0
"""
"""Shorter times in the server: it looks at once for what a dead one had noted, and sends again what it had claimed."""

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
    prepare(folder / "arena.sqlite3")
    fill(folder / "arena.sqlite3", accounts)
    with PostOffice() as office, ExitStack() as stack:
        Watched.first = FASTER
        program = stack.enter_context(Watched(folder, mail=office.server))
        present = stack.enter_context(playing(program, folder / "arena.sqlite3", at_table))
        turns = [(account, number) for account in accounts for number in range(TABLES)]
        dice.shuffle(turns)
        left: dict[str, int] = {}
        for step in range(kills):
            begin(folder / "arena.sqlite3", turns[len(turns) * step // kills : len(turns) * (step + 1) // kills])
            for account in accounts[leavers * step // kills : leavers * (step + 1) // kills]:
                if unsubscribed(program, account):
                    left[account] = len(office.to(address(account)))
            time.sleep(dice.uniform(0.2, 0.8 if short else 3.0))
            program.kill()
            program.start()
        settled(folder / "arena.sqlite3")
        program.stop()
        return judged(office, folder / "arena.sqlite3", turns, present, left, kills)


class Watched(Program):
    """A server whose process begins with `FASTER`."""


def address(account: str) -> str:
    """The mail address of an account."""
    return f"{account}@example.org"


def fill(database: Path, accounts: Sequence[str]) -> None:
    """Store accounts with confirmed addresses, and tables at which each waits for somebody without an account."""
    ids = [(account, f"{account}t{number}") for account in accounts for number in range(TABLES)]
    engine = schema.engine(database)
    with engine.begin() as connection:
        connection.execute(
            insert(schema.principals),
            [{"id": each, "kind": "account", "name": each, "folded": each, "created_at": 1} for each in accounts],
        )
        connection.execute(insert(schema.contacts), [contact(each) for each in accounts])
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


def contact(account: str) -> Json:
    """The row of an account that is told of its turns at once."""
    return {
        "principal": account,
        "address": address(account),
        "lang": "en",
        "settings": SETTINGS,
        "unsubscribe": f"end-{account}",
        "confirmed_at": 1,
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
def playing(program: Program, database: Path, count: int) -> Iterator[list[str]]:
    """Accounts that stay at a table and play both sides there, and come back after each kill; yields their addresses."""
    loop, ending = ThreadedLoop(), threading.Event()
    addresses = []
    loop.start()
    for number in range(count):
        with Browser(program) as browser:
            assert browser.register(f"Present {number}").status_code == 201
            table, socket, id_ = browser.table(me("x"), me("o"))["table"], browser.socket, browser.me()["id"]
        with closing(sqlite3.connect(database, timeout=30)) as connection:
            row = contact(id_)
            names, places = ", ".join(row), ", ".join("?" for _ in row)
            connection.execute(f"INSERT INTO contacts ({names}) VALUES ({places})", list(row.values()))  # noqa: S608
            connection.commit()
        addresses.append(address(id_))
        loop.start_soon(stay(program, table, socket, ending))
    yield addresses
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


def unsubscribed(program: Program, account: str) -> bool:
    """Unsubscribe an account as its mail program does; returns whether the server has said so."""
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
        WHERE settings = ? AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.table_id = answers.table_id)"""
    with closing(sqlite3.connect(database, timeout=30)) as connection:
        while time.monotonic() < deadline:
            if not connection.execute(still).fetchone()[0] and not connection.execute(missing, (SETTINGS,)).fetchone()[0]:
                return
            time.sleep(0.5)


def judged(
    office: PostOffice,
    database: Path,
    turns: Sequence[tuple[str, int]],
    present: Sequence[str],
    left: dict[str, int],
    kills: int,
) -> Figure:
    """What came of it."""
    told: dict[tuple[str, str], set[str]] = {}
    ids: Counter[str] = Counter()
    for mail, (recipient,) in zip(office.mails, office.recipients, strict=True):
        ids[str(mail["message-id"])] += 1
        for link in links(mail):
            if found := _TABLE.search(link):
                told.setdefault((recipient, found[1]), set()).add(str(mail["message-id"]))
    due = {(address(who), f"{who}t{number}") for who, number in turns if who not in left}
    lost, doubled = due - told.keys(), [each for each, under in told.items() if len(under) > 1]
    after = {who: len(office.to(address(who))) - before for who, before in left.items()}
    failures = [f"the turn {each} was told nobody" for each in sorted(lost)]
    failures += [f"the turn {each} was told twice" for each in doubled]
    failures += [f"{each} was at the table and got a mail" for each in present if office.to(each)]
    failures += [f"{who} got {count} mails after the unsubscription" for who, count in after.items() if count]
    with closing(sqlite3.connect(database)) as connection:
        late = [at for (at,) in connection.execute("SELECT sent_at - due_at FROM outbox WHERE sent_at NOT NULL ORDER BY 1")]
        states = dict(connection.execute("SELECT state, count(*) FROM outbox GROUP BY state"))
    measured = {
        "kills -9": kills,
        "turns of players who were away": len(due),
        "mails": len(office.mails),
        "turns told nobody, or twice": len(lost) + len(doubled),
        "mails that came twice under one id, after a kill": sum(count - 1 for count in ids.values()),
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
