"""The Python side of the page's workers."""

import asyncio
import json
import random
import subprocess
import sys

from rondel.search.tree.unfolding import Unfolding
from rondel.server.local.worker import PageArena, Thinker, wake_up, warm_up
from rondel.shelf import CATALOGUE

BLOCKED = (
    *("sqlalchemy", "sqlite3", "alembic", "litestar", "uvicorn", "websockets", "argon2"),
    *("multiprocessing", "rich", "typer"),
)


def test_the_table_does_not_need_what_a_browser_does_not_have() -> None:
    code = f"""
import importlib.abc, sys
class Blocked(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {BLOCKED!r}:
            raise ModuleNotFoundError(f"a browser has no {{name}}")
sys.meta_path.insert(0, Blocked())
import rondel.server.local.worker
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_page_speaks_with_it_in_texts_alone() -> None:
    async def work() -> None:
        kept: dict[str, str] = {}

        async def keep(table: str, text: str | None) -> None:
            assert text is not None
            kept[table] = text

        async def ask(text: str) -> str:
            return Thinker(lambda: Unfolding).answer(text)

        seats = [{"role": "x", "kind": "me"}, {"role": "o", "kind": "bot", "bot": "random"}]
        body = json.dumps({"game": "tic_tac_toe", "seats": seats})
        arena = PageArena(keep, ask)
        answer = json.loads(await arena.request(json.dumps({"method": "POST", "path": "/api/tables", "body": body})))
        created = json.loads(answer["body"])
        assert answer["status"] == 200
        again = PageArena(keep, ask)
        again.bring(created["table"], kept[created["table"]])
        frames: list[str] = []
        connection = again.connect(frames.append)
        hello = {"type": "hello", "version": 1, "table": created["table"], "tokens": list(created["tokens"].values())}
        await connection.receive(json.dumps(hello))
        assert json.loads(frames[0])["roles"] == ["x"]
        connection.close()

    asyncio.run(work())


def test_python_goes_on_from_a_kept_memory_with_new_chance() -> None:
    warm_up()
    assert all(f"rondel.shelf.{name}" in sys.modules for name in CATALOGUE), "what is kept has all games"
    before = random.getstate()
    try:
        random.seed(1)
        kept = random.getstate()
        wake_up()
        assert random.getstate() != kept
    finally:
        random.setstate(before)
