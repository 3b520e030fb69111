"""The pool of bots with real processes: sound ones, and ones that hang, die, lie and flood."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

import rondel
from rondel import EVERYONE, ActivePlayer, Automatic, Game, GameEnd, Hand, Pile, Prop, Row, To, Token, TokenKind, _, on
from rondel.server.live.bots.bot_pool import BotDeclined, BotFailed, BotPool
from rondel.server.live.bots.question import Question
from rondel.server.rule_host.sandbox.confine import NICE, end
from rondel.server.table.bot_turn import knowledge, zombie
from tests.conftest import sampled
from tests.server.harness import Running, bot, joined, me
from tests.server.rule_host.sandbox.test_confine import alive

pytestmark = pytest.mark.anyio

MEMORY = 512 << 20
"""Bytes for workers that want more."""
EATS = "eaten = [bytearray(64 << 20) for _each in iter(int, 1)]"


@asynccontextmanager
async def pool(command: Sequence[str] = (), **settings: float) -> AsyncIterator[BotPool]:
    more = {"command": command} if command else {}
    made = BotPool(**{"seconds": 0.1, "pace": 0.0, **settings, **more})  # type: ignore[arg-type]
    try:
        yield made
    finally:
        await made.close()


HIDING = [each for each in rondel.games() if (facts := rondel.find(each).facts) and facts.hidden]
"""The games that hide something."""


def worker(code: str) -> list[str]:
    """A worker program: ``code`` sees each request as ``asked``, but for the greeting."""
    greeted = " if not asked['id']: print('{}', flush=True); continue"
    loop = f"import sys, json, time, os\nfor line in sys.stdin:\n asked = json.loads(line)\n{greeted}\n {code}\n"
    return [sys.executable, "-c", loop]


def asked(pool: BotPool, game: rondel.Game, kind: str = "greedy") -> Question:
    question = pool.question(game.active[0], kind, knowledge(game, game.active[0], kind))
    assert question is not None
    return question


async def test_a_worker_plays_by_the_policy_that_comes_with_the_game() -> None:
    """A level of Leduc poker knows only what its role knows: that is all a policy needs."""
    game = rondel.new("leduc_poker", seed=4)
    async with pool() as bots:
        while not game.is_over:
            move = await bots.think(asked(bots, game, "policy"))
            assert move in [str(each) for each in game.moves()]
            game.push(move)


@pytest.mark.parametrize("kind", ["greedy", "mcts", "level:2", "level:5"])
async def test_a_worker_answers_with_a_legal_move(kind: str) -> None:
    game = rondel.new("reversi")
    async with pool() as bots:
        for _ in range(3):
            move = await bots.think(asked(bots, game, kind))
            assert move in [str(each) for each in game.moves()]
            game.push(move)


async def test_a_pool_apart_evaluates_a_position() -> None:
    game = rondel.new("reversi")
    async with pool() as bots:
        apart = bots.apart(0.1)
        try:
            found = await apart.evaluate("black", game.snapshot())
        finally:
            await apart.close()
        assert found.move in [str(each) for each in game.moves()]
        assert found.values["black"] == -found.values["white"]
        assert bots.thinking == 0


async def test_a_worker_that_gives_a_move_for_an_evaluation_has_failed() -> None:
    code = "print(json.dumps({'id': asked['id'], 'move': 'play_disc(d3)'}), flush=True)"
    async with pool(worker(code)) as bots:
        with pytest.raises(BotFailed, match="no evaluation"):
            await bots.evaluate("black", rondel.new("reversi").snapshot())


async def test_thinking_never_stops_the_event_loop() -> None:
    game = rondel.new("reversi")
    async with pool(seconds=1.0) as bots:
        thinking = asyncio.create_task(bots.think(asked(bots, game, "mcts")))
        turns = 0
        while not thinking.done():
            await asyncio.sleep(0.01)
            turns += 1
        assert turns > 10, "a loop that waits for a search of a second would have turned once"


async def test_no_worker_is_asked_where_any_answer_is_as_good() -> None:
    forced = rondel.new("tic_tac_toe")
    for cell in ("a1", "b1", "c1", "a2", "c2", "b2", "a3", "c3"):
        forced.push(f"mark({cell})")
    async with pool(["/nowhere"]) as bots:
        assert knowledge(forced, "x", "mcts") is None
        assert knowledge(rondel.new("tic_tac_toe"), "x", "random") is None
        assert bots.question("x", "random", None) is None
        assert await bots.think(None) is None
        assert zombie(forced, "x", "mcts", b"a") == zombie(forced, "x", "random", b"b") == "mark(b3)"


async def test_a_worker_that_cannot_imagine_the_game_says_so_and_is_asked_again() -> None:
    """It declines and lives on; the seat's zombie answers meanwhile."""
    code = "print(json.dumps({'id': asked['id'], 'error': {'code': 'hidden', 'message': str(os.getpid())}}), flush=True)"
    async with pool(worker(code)) as bots:
        question = asked(bots, rondel.new("reversi"))
        said = []
        for _each in range(2):
            with pytest.raises(BotDeclined) as declined:
                await bots._ask(question)
            said.append(str(declined.value))
            assert await bots.think(question) is None
        assert said[0] == said[1], "the same process"


# -- what reaches a worker ---------------------------------------------------------------------------------------------

CANARY = re.compile(r"canary\d\d")
Card = TokenKind("card")


class Vault(Game):
    """Cards that are nothing but marks: two hands, a safe that nobody sees, and a code that is never told."""

    name = "vault"
    seats = ("ann", "bob")
    kinds = (Card,)

    def setup(self) -> To[Deal]:
        self.deck = self.add(Pile("deck"))
        self.safe = self.add(Row("safe"))
        self.code = self.add(Prop("code", ""))
        self.table = self.add(Row("table", visible_to=EVERYONE))
        self.hands = {role: self.add(Hand(f"hand_{role}", visible_to=(role,))) for role in self.roles}
        for number in range(12):
            self.deck.add(Card(face=f"canary{number:02}"))
        return Deal


class Deal(Automatic[Vault]):
    """Four cards to each, two into the safe, two left in the deck."""

    def enter(self, game: Vault) -> To[Turn]:
        for container in [*game.hands.values()] * 4 + [game.safe] * 2:
            game.draw(game.deck).move_to(container)
        game.code.value = "-".join([card.face or "" for card in game.safe])
        return Turn


class Turn(ActivePlayer[Vault]):
    """A card is shown, and the next one's turn."""

    description = _("{actplayer} must show a card")
    my_turn = _("{you} must show a card")


@on(Turn, _("{actplayer} shows {card}"))
def show(game: Vault, card: Token) -> To[Turn] | To[GameEnd]:
    """It goes to the table."""
    card.move_to(game.table)
    game.next_player()
    return Turn if any(game.hands.values()) else GameEnd


@show.options
def cards(game: Vault) -> Iterable[Token]:
    """Those in hand."""
    return game.hands[game.actor]


class Overheard:
    """A pool whose worker writes down every byte that reaches it."""

    def __init__(self, bots: BotPool, notes: Path) -> None:
        self.bots = bots
        self._notes = notes

    async def hears(self, game: Game, role: str) -> str:
        """What a worker gets that is asked for a move of ``role``, but for the number and the luck it is given."""
        question = self.bots.question(role, "mcts", knowledge(game, role, "mcts"))
        assert question is not None
        await self.bots.think(question)
        said = self._notes.read_bytes().splitlines()[-1].decode()
        return said.replace(f'"id":{question.id},', "", 1).replace(f'"seed":{question.seed}', "", 1)


@asynccontextmanager
async def overheard(tmp_path: Path) -> AsyncIterator[Overheard]:
    notes = tmp_path / "bytes"
    code = f"open({str(notes)!r}, 'a').write(line); print(json.dumps({{'id': asked['id'], 'move': ''}}), flush=True)"
    async with pool(worker(code)) as bots:
        yield Overheard(bots, notes)


async def test_no_byte_of_what_is_hidden_reaches_a_worker(tmp_path: Path) -> None:
    """Every hidden card and the hidden code are marked; a worker gets the marks of its own hand and of the table alone."""
    seed = b"\xa7" * 32
    game = Vault(seed=seed)
    own = {role: {card.face for card in game.hands[role]} for role in game.roles}
    assert len(own["ann"] & own["bob"]) == 0
    shown: set[str | None] = set()
    async with overheard(tmp_path) as workers:
        while len(game.moves()) > 1:
            [role] = game.active
            heard = await workers.hears(game, role)
            assert set(CANARY.findall(heard)) == own[role] | shown
            for secret in (seed.hex(), str(int.from_bytes(seed, "big")), repr(seed), "draw(", "chance"):
                assert secret not in heard
            move = game.moves()[-1]
            shown.add(move.words[0])
            game.push(move)


@pytest.mark.parametrize("name", sampled(HIDING, HIDING[::3]))
async def test_a_worker_gets_the_same_bytes_whatever_is_hidden_from_its_role(name: str, tmp_path: Path) -> None:
    """The game, and one that is another but looks the same to the role, are the same to a worker."""
    luck = Random(1)
    game = rondel.new(name, seed=4)
    others = 0
    async with overheard(tmp_path) as workers:
        for ply in range(16):
            if game.is_over:
                break
            role = game.active[-1]
            moves = game.moves(role)
            if len(moves) > 1 and ply % 3 == 0:
                twins = [game.imagine(role, seed) for seed in range(3)]
                other = next((each for each in twins if each.consistent == "history" and each.key() != game.key()), None)
                if other is not None:
                    others += 1
                    assert await workers.hears(other, role) == await workers.hears(game, role)
            game.push(luck.choice(moves), role)
    assert others or len(game.roles) == 1, "another one was imagined"


async def test_where_nothing_is_hidden_a_worker_gets_a_game_without_the_luck_to_come(tmp_path: Path) -> None:
    """Two tables alike up to here, whose dice will fall otherwise."""
    game = rondel.new("cant_stop", seed=b"\xa7" * 32)
    other = rondel.replay(game.record(), seed="another")
    async with overheard(tmp_path) as workers:
        heard = [await workers.hears(each, each.active[0]) for each in (game, other)]
    assert heard[0] == heard[1]
    assert '"game":' in heard[0]
    assert "knows" not in heard[0]


# -- bots that misbehave -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "evil",
    {
        "hangs": "time.sleep(60)",
        "loops": "while True: pass",
        "dies": "os._exit(3)",
        "raises": "1 / 0",
        "says nothing that is JSON": "print('e4', flush=True)",
        "says nothing that is an answer": "print('[1]', flush=True)",
        "answers another question": "print(json.dumps({'id': asked['id'] + 1, 'move': 'play_disc(d3)'}), flush=True)",
        "answers with a number": "print(json.dumps({'id': asked['id'], 'move': 7}), flush=True)",
        "floods": "print('x' * 3_000_000, flush=True)",
        "stops reading": "os.close(0); time.sleep(60)",
    }.items(),
    ids=lambda item: item[0],
)
async def test_a_worker_that_misbehaves_is_killed_and_the_next_question_gets_a_new_one(
    evil: tuple[str, str], tmp_path: Path
) -> None:
    """Each worker writes down its process id; the first one misbehaves, those after it answer."""
    notes = tmp_path / "workers"
    code = (
        f"first = not os.path.exists({str(notes)!r})\n"
        f" with open({str(notes)!r}, 'a') as out: out.write(f'{{os.getpid()}}\\n')\n"
        f" if first:\n  {evil[1]}\n"
        " else: print(json.dumps({'id': asked['id'], 'move': 'play_disc(d3)'}), flush=True)"
    )
    game = rondel.new("reversi")
    async with pool(worker(code), seconds=0.1, grace=0.7) as bots:
        began = time.monotonic()
        assert await bots.think(asked(bots, game)) is None
        assert time.monotonic() - began < 20, "the first one would have hung for a minute"
        first = int(notes.read_text().split()[0])
        with pytest.raises(ProcessLookupError):
            os.kill(first, 0)
        assert await bots.think(asked(bots, game)) == "play_disc(d3)"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds a process to so much memory from outside")
async def test_a_worker_that_eats_memory_is_stopped_long_before_its_time_is_up() -> None:
    async with pool(worker(EATS), grace=60.0, memory=MEMORY) as bots:
        began = time.monotonic()
        assert await bots.think(asked(bots, rondel.new("reversi"))) is None
        assert time.monotonic() - began < 30


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of other processes in files")
async def test_a_worker_that_forks_and_forks_is_ended_with_all_it_has_begun(tmp_path: Path) -> None:
    notes = tmp_path / "family"
    code = f"[os.fork() for _each in range(5)]; open({str(notes)!r}, 'a').write('%d\\n' % os.getpid()); time.sleep(60)"
    async with pool(worker(code), grace=2.0) as bots:
        assert await bots.think(asked(bots, rondel.new("reversi"))) is None
        assert bots.killed == 1
    family = [int(each) for each in notes.read_text().split()]
    assert len(family) == 32
    deadline = time.monotonic() + 60
    while any(alive(each) for each in family):
        assert time.monotonic() < deadline, "something outlived its worker"
        await asyncio.sleep(0.01)


async def test_the_time_a_worker_takes_to_start_is_not_its_time_to_answer() -> None:
    answer = "print(json.dumps({'id': asked['id'], 'move': 'play_disc(d3)'}), flush=True)"
    slow = [*worker(answer)[:2], "import time; time.sleep(0.9)\n" + worker(answer)[2]]
    async with pool(slow, seconds=0.0, grace=60.0, running_grace=0.8) as bots:
        assert await bots.think(asked(bots, rondel.new("reversi"))) == "play_disc(d3)"
    async with pool(worker("time.sleep(60)"), seconds=0.0, grace=60.0, running_grace=0.2) as bots:
        began = time.monotonic()
        assert await bots.think(asked(bots, rondel.new("reversi"))) is None
        assert time.monotonic() - began < 30


async def test_a_worker_that_never_starts_is_given_up() -> None:
    async with pool([sys.executable, "-c", "import time; time.sleep(60)"], grace=0.3) as bots:
        assert await bots.think(asked(bots, rondel.new("reversi"))) is None
        assert bots.killed == 1


async def test_a_worker_that_cannot_be_started_is_no_disaster() -> None:
    async with pool(["/no/such/program"]) as bots:
        assert await bots.think(asked(bots, rondel.new("reversi"))) is None


async def test_closing_leaves_no_worker_behind(tmp_path: Path) -> None:
    notes = tmp_path / "worker"
    code = f"open({str(notes)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    async with pool(worker(code), grace=30.0) as bots:
        thinking = asyncio.create_task(bots.think(asked(bots, rondel.new("reversi"))))
        while not notes.exists() or not notes.read_text():
            await asyncio.sleep(0.01)
    with pytest.raises(ProcessLookupError):
        os.kill(int(notes.read_text()), 0)
    assert await thinking is None


async def test_a_worker_gets_nothing_of_the_servers_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_OF_THE_HOST", "x")
    code = "print(json.dumps({'id': asked['id'], 'move': ','.join(sorted(os.environ))}), flush=True)"
    async with pool(worker(code)) as bots:
        names = await bots.think(asked(bots, rondel.new("reversi")))
    assert set((names or "").split(",")) <= {"PATH", "PYTHONPATH", "LANG", "LC_CTYPE", "XDG_CACHE_HOME"}


async def test_a_worker_that_was_ended_while_it_had_nothing_to_do_costs_no_answer() -> None:
    """As the system ends whom it likes where memory is short."""
    async with pool(worker("print(json.dumps({'id': asked['id'], 'move': str(os.getpid())}), flush=True)")) as bots:
        game = rondel.new("reversi")
        first = int(await bots.think(asked(bots, game)) or 0)
        end(first)
        async with asyncio.timeout(60):
            while not bots._idle[0].has_died:
                await asyncio.sleep(0.01)
        assert await bots.think(asked(bots, game)) not in (None, str(first))
        assert bots.killed == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such order")
async def test_a_worker_stands_behind_the_server_where_both_want_the_machine() -> None:
    async with pool(worker("print(json.dumps({'id': asked['id'], 'move': str(os.nice(0))}), flush=True)")) as bots:
        niceness = await bots.think(asked(bots, rondel.new("reversi")))
    assert niceness == str(min(os.nice(0) + NICE, 19))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such order")
async def test_a_worker_thinks_all_the_same_where_the_system_lets_nobody_be_put_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a host may have forbidden it: ``SystemCallFilter=~@resources``."""

    def forbidden(which: int, who: int, priority: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "setpriority", forbidden)
    game = rondel.new("reversi")
    async with pool() as bots:
        assert await bots.think(asked(bots, game)) in [str(each) for each in game.moves()]


@pytest.mark.parametrize(
    ("evil", "grace"),
    [
        ("while True: pass", 0.4),
        (EATS, 20.0),
        ("print('rubbish' * 9, flush=True)", 20.0),
        ("os._exit(3)", 20.0),
        ("print(json.dumps({'id': asked['id'], 'move': 'nonsense'}), flush=True)", 20.0),
        ("print(json.dumps({'id': asked['id'], 'move': 'mark(a1)'}), flush=True)", 20.0),
    ],
    ids=["loops", "eats memory", "writes rubbish", "dies", "plays nonsense", "plays what is taken"],
)
async def test_a_table_is_played_to_its_end_although_its_bots_are_evil(tmp_path: Path, evil: str, grace: float) -> None:
    with Running(tmp_path, command=worker(evil), grace=grace, memory=MEMORY) as server:
        created = server.create("tic_tac_toe", bot("x", "mcts"), bot("o", "random"))
        async with joined(server, created["table"]) as watcher:
            while not (await watcher.hear("update"))["views"]["observer"]["over"]:
                pass


async def test_everybody_else_is_answered_while_a_bot_loops_for_ever(tmp_path: Path) -> None:
    """Its worker is killed when its time is up; not a second of that is anybody else's."""
    with Running(tmp_path, command=worker("while True: pass"), grace=3.0) as server:
        created = server.create("tic_tac_toe", me("x"), bot("o", "mcts"))
        async with joined(server, created["table"], created["tokens"].values()) as client:
            await client.play("x", "mark(b2)")
            assert (await client.ask({"type": "ping"}))["type"] == "pong"
            other = server.create("tic_tac_toe", me("x"), bot("o", "random"))
            async with joined(server, other["table"], other["tokens"].values()) as neighbour:
                await neighbour.play("x", "mark(b2)")
                await neighbour.until(2)
            assert client.seq == 1, "the bot has not answered yet"
            assert (await client.until(2))["views"]["x"]["active"] == ["x"], "its zombie has"


async def test_undoing_while_the_bot_thinks_makes_its_answer_void(tmp_path: Path) -> None:
    with Running(tmp_path, seconds=1.0) as server:
        created = server.create("reversi", me("black"), bot("white", "mcts"))
        async with joined(server, created["table"], created["tokens"].values()) as client:
            await client.play("black", "play_disc(d3)")
            answer = await client.ask(client.message("undo", role="black"))
            assert (answer["type"], answer["seq"]) == ("accepted", 2)
            await client.until(2)
            await client.play("black", "play_disc(c4)")
            update = await client.until(4)
            tokens = {token["at"] for token in update["views"]["black"]["containers"]["board"]["tokens"]}
            assert "c4" in tokens
            assert "d3" not in tokens or len(tokens) == 6
