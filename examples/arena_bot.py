"""A bot that plays in an arena, over the network: random moves, at a table of its own against one of the arena's bots.

python examples/arena_bot.py                            starts an arena of its own, to show itself
python examples/arena_bot.py http://127.0.0.1:8000      at an arena, as nobody in particular
python examples/arena_bot.py http://127.0.0.1:8000 TOKEN    as a bot account, whose badge everybody sees
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from random import Random

from rondel.client import Arena, Refused, Unreachable
from rondel.server.protocol import NewSeat, NewTable


async def play(arena: Arena, games: int = 3) -> None:
    """Play some games, one after another at one table, and say how they end. The two players change seats with each."""
    dice = Random(7)
    seats = (NewSeat("x", "me", name="Random example"), NewSeat("o", "bot", bot="greedy"))
    created = await arena.create(NewTable("tic_tac_toe", seats))
    async with arena.at(created.table, created.tokens.values()) as table:
        print("at a table with", " and ".join(seat.name for seat in table.seats))
        async for position in table:
            if position.over:
                winners = position.views[position.role]["winners"]
                result = "drawn" if len(winners) > 1 else "won" if position.role in winners else "lost"
                print(f"game {position.round}, as {position.role}: {result}")
                if position.round == games:
                    return
                await table.again()
            elif moves := position.to_answer():
                await table.play(position.role, dice.choice(moves), position.seq)


def main() -> None:
    """Play at the arena that was named, or at one that is started for it."""
    if len(sys.argv) > 1:
        try:
            asyncio.run(play(Arena(*sys.argv[1:3])))
        except (Refused, Unreachable, ValueError) as error:  # a token that is none, nobody there, an address that is none
            sys.exit(str(error))
        return
    with tempfile.TemporaryDirectory() as folder:
        argv = [sys.executable, "-m", "rondel", "serve", "--port", "0", "--data", folder]
        with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().removeprefix("Rondel is at ").strip()
            try:
                asyncio.run(play(Arena(address)))
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
