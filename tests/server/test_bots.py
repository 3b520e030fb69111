"""The pool of bots, with real processes: good ones, and ones that hang, die, lie and shout."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import rondel
from rondel.errors import HiddenInformation
from rondel.server.bots import BotPool, Question, zombie
from tests.server.harness import Running, bot, joined, me

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def pool(command: Sequence[str] = (), **settings: float) -> AsyncIterator[BotPool]:
    more = {"command": command} if command else {}
    made = BotPool(**{"seconds": 0.1, "pace": 0.0, **settings, **more})  # type: ignore[arg-type]
    try:
        yield made
    finally:
        await made.close()


def worker(code: str) -> list[str]:
    """A worker program: ``code`` sees each request as ``asked``."""
    loop = f"import sys, json, time, os\nfor line in sys.stdin:\n asked = json.loads(line)\n {code}\n"
    return [sys.executable, "-c", loop]


def asked(pool: BotPool, game: rondel.Game, kind: str = "greedy") -> Question:
    question = pool.question(game, game.active[0], kind)
    assert question is not None
    return question


@pytest.mark.parametrize("kind", ["greedy", "mcts"])
async def test_a_worker_answers_with_a_legal_move(kind: str) -> None:
    game = rondel.new("reversi")
    async with pool() as bots:
        for _ in range(3):
            move = await bots.think(asked(bots, game, kind))
            assert move in [str(each) for each in game.moves()]
            game.push(move)


async def test_thinking_never_stops_the_event_loop() -> None:
    game = rondel.new("reversi")
    async with pool(seconds=1.0) as bots:
        thinking = asyncio.create_task(bots.think(asked(bots, game, "mcts")))
        longest = 0.0
        while not thinking.done():
            before = time.perf_counter()
            await asyncio.sleep(0.01)
            longest = max(longest, time.perf_counter() - before)
        assert longest < 0.5, "a loop that waits for a search of a second would be silent for as long"


async def test_no_worker_is_asked_where_any_answer_is_as_good() -> None:
    forced = rondel.new("tic_tac_toe")
    for cell in ("a1", "b1", "c1", "a2", "c2", "b2", "a3", "c3"):
        forced.push(f"mark({cell})")
    async with pool(["/nowhere"]) as bots:
        assert bots.question(forced, "x", "mcts") is None
        assert bots.question(rondel.new("tic_tac_toe"), "x", "random") is None
        assert await bots.think(None) is None
        assert zombie(forced, "x", "mcts") == zombie(forced, "x", "random") == "mark(b3)"


def test_the_rules_say_what_an_absent_player_does_but_not_what_a_random_bot_does() -> None:
    game = rondel.new("shephy", seed=1)
    said = {zombie(game, "shepherd", "mcts") for _each in range(20)}
    assert said == {str(game.zombie_move("shepherd"))}
    assert len({zombie(game, "shepherd", "random") for _each in range(60)}) > 1


async def test_a_bot_is_asked_about_a_game_imagined_from_its_role_without_the_seed() -> None:
    seed = b"\xa7" * 32
    game = rondel.new("reversi", seed=seed)
    async with pool(["/nowhere"]) as bots:
        sent = repr(asked(bots, game))
    assert seed.hex() not in sent
    assert repr(seed) not in sent


async def test_where_nothing_can_be_imagined_the_zombie_answers() -> None:
    class Hidden:
        def moves(self, role: str) -> list[str]:
            return ["a", "b"]

        def imagine(self, role: str, seed: int) -> None:
            raise HiddenInformation("hidden")

    async with pool(["/nowhere"]) as bots:
        assert bots.question(Hidden(), "x", "mcts") is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "evil",
    {
        "hangs": "time.sleep(60)",
        "dies": "os._exit(3)",
        "raises": "1 / 0",
        "says nothing that is JSON": "print('e4', flush=True)",
        "says nothing that is an answer": "print('[1]', flush=True)",
        "answers another question": "print(json.dumps({'id': asked['id'] + 1, 'move': 'play_disc(d3)'}), flush=True)",
        "gives up": "print(json.dumps({'id': asked['id'], 'error': {'code': 'x', 'message': 'y'}}), flush=True)",
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
        assert time.monotonic() - began < 3
        first = int(notes.read_text().split()[0])
        with pytest.raises(ProcessLookupError):
            os.kill(first, 0)
        assert await bots.think(asked(bots, game)) == "play_disc(d3)"


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
    assert set((names or "").split(",")) <= {"PATH", "PYTHONPATH", "LANG", "LC_CTYPE"}


async def test_a_table_goes_on_although_its_bots_never_answer_or_lie(tmp_path: Path) -> None:
    liar = worker(
        "print(json.dumps({'id': asked['id'], 'move': 'mark(a1)' if asked['role'] == 'o' else 'nonsense'}), flush=True)"
    )
    with Running(tmp_path, command=liar) as server:
        created = server.create("tic_tac_toe", bot("x", "mcts"), bot("o", "mcts"))
        async with joined(server, created["table"]) as watcher:
            while not (await watcher.hear("update"))["views"]["observer"]["over"]:
                pass


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
