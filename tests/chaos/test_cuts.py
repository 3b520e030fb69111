"""R3 in short."""

from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.chaos import cuts
from tests.chaos.players import Journal, Json, Seat


def test_connections_that_are_cut_anywhere_are_resumed_exactly(tmp_path: Path) -> None:
    figure = cuts.run(tmp_path, short=True)
    assert figure.met, str(figure)


class Fed:
    """A socket that says what it was given to say."""

    def __init__(self, *messages: Json) -> None:
        self._messages = list(messages)

    async def recv(self) -> str:
        return json.dumps(self._messages.pop(0))


def update(kind: str, seq: int, *events: int) -> Json:
    return {
        "type": kind,
        "seq": seq,
        "views": {"x": {}},
        "events": {"x": [{"number": each, "changes": [1]} for each in events]},
    }


@pytest.mark.parametrize(
    ("second", "found"),
    [
        (update("update", 4, 2), ""),
        (update("resumed", 9, 2, 3, 4), ""),
        (update("update", 5, 2), "an update to 5 after 3"),
        (update("update", 4, 1), "event 1 where 2 is next"),
        (update("update", 4, 3), "event 3 where 2 is next"),
        (update("resumed", 4, 1, 2), "event 1 where 2 is next"),
    ],
)
def test_a_player_notices_what_is_left_out_or_told_twice(second: Json, found: str) -> None:
    file = io.StringIO()
    fed: Any = Fed(update("welcome", 3, 0, 1), second)
    seat = Seat("t", "x", "token", Journal(file), fed)

    async def listen() -> None:
        await seat.hear()
        await seat.hear()

    asyncio.run(listen())
    assert (found in file.getvalue()) if found else not file.getvalue()
