"""A bot in a process of its own: ``python -m rondel.players.worker``.

One JSON object per line comes in, one goes out for each, in the same order:

    {"id": 1, "knows": <information state>, "role": "first", "bot": "mcts", "seconds": 1.0, "simulations": null, "seed": 7}
    {"id": 1, "move": "bet"}
    {"id": 1, "error": {"code": "unknown_bot", "message": "..."}}

A request with ``search`` in place of ``bot`` is answered with the ranking of a search
(`rondel.players.bots.search_processes`), and its tree is kept for the next one of the same seed:

    {"id": 2, "game": <snapshot>, "role": "white", "search": {"foresight": null}, "seconds": 1.0, "nodes": null, "seed": 7}
    {"id": 2, "ranking": {"role": "white", "simulations": 812, "solved": false, "moves": {"play_disc(d3)": [300, 0.1]}}}

A request with ``"evaluate": true`` is answered with the strongest bot's opinion of the position
(`rondel.players.bots.evaluation`):

    {"id": 3, "game": <snapshot>, "role": "white", "evaluate": true, "seconds": 0.5, "seed": 7}
    {"id": 3, "evaluation": {"move": "play_disc(d3)", "values": {"black": -0.2, "white": 0.2}, "exact": false}}

``knows`` is the information state of the role (`Game.information_state`): all it has seen and said, and nothing else. If
nothing is hidden from the role, ``game`` may replace it: the snapshot of a game whose chance is not the real one's, which is
far shorter. ``seconds``, ``simulations``, ``nodes`` and ``seed`` are optional. A line that cannot be answered gets an
error with its id, or null; only the end of the input ends the worker.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Mapping
from typing import IO, Any

import rondel
from rondel.engine.belief.determinize import last_view
from rondel.engine.belief.information_state import from_json
from rondel.engine.imagination import Imagination, StateImagination
from rondel.errors import RondelError
from rondel.players.bots.evaluation import Evaluation, evaluate
from rondel.players.bots.mcts_bot import MctsBot
from rondel.players.bots.registry import bot
from rondel.players.player import Budget, Question
from rondel.players.recall import Recall
from rondel.search.ranking import Ranking


class BadRequest(RondelError):
    """A line is not a request: not JSON, or a field is missing or of the wrong type."""

    code = "bad_request"


def main() -> None:
    """Answers every line of the standard input."""
    # Ctrl-C also stops the process that started the worker. The worker ends at once and silently: as an exception, an interrupt
    # just before a read would be noticed only with the next line.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        work(sys.stdin, sys.stdout)
    except BrokenPipeError:
        # The process that started the worker has ended; no reader is left.
        raise SystemExit(0) from None


def work(lines: IO[str], out: IO[str]) -> None:
    """Answers every line of ``lines`` with one on ``out``."""
    kept: dict[int | None, MctsBot] = {}
    recall = Recall()
    for line in lines:
        if line.strip():
            out.write(json.dumps(reply(line, kept, recall)) + "\n")
            out.flush()


def reply(line: str, kept: dict[int | None, MctsBot] | None = None, recall: Recall | None = None) -> dict[str, Any]:
    """The answer to one line. ``kept`` holds earlier searching bots by seed, and ``recall`` earlier information states.

    >>> reply("hello")
    {'id': None, 'error': {'code': 'bad_request', 'message': "not JSON: Expecting value at column 1 of 'hello'"}}
    """
    number: object = None
    try:
        request = parsed(line)
        number = request.get("id")
        if "search" in request:
            return {"id": number, "ranking": ranking(request, {} if kept is None else kept, recall).to_json()}
        if request.get("evaluate"):
            return {"id": number, "evaluation": evaluation(request)._asdict()}
        return {"id": number, "move": move(request, recall)}
    except RondelError as error:
        return refusal(number, error.code, str(error))
    except Exception as error:  # noqa: BLE001 - whatever the rules of a game raise is told to whoever asked, and is not the end
        return refusal(number, "internal", f"{type(error).__name__}: {error}")


def refusal(number: object, code: str, message: str) -> dict[str, Any]:
    """The answer where there is no move."""
    return {"id": number, "error": {"code": code, "message": message}}


def parsed(line: str) -> Mapping[str, Any]:
    """The request of a line. Raises `BadRequest` if it is none."""
    try:
        request = json.loads(line)
    except json.JSONDecodeError as error:
        raise BadRequest(f"not JSON: {error.msg} at column {error.colno} of {line.strip()[:40]!r}") from None
    if not isinstance(request, dict):
        raise BadRequest(f"a request is an object, not {line.strip()[:40]!r}")
    return request


def move(request: Mapping[str, Any], recall: Recall | None = None) -> str:
    """The bot's answer. Raises `BadRequest`, or the error of the game or the bot."""
    player = bot(_given(request, "bot", str), seed=_given(request, "seed", int, optional=True))
    return player.answer(_question(request, recall))


def ranking(request: Mapping[str, Any], kept: dict[int | None, MctsBot], recall: Recall | None = None) -> Ranking:
    """The ranking of a search. Raises `BadRequest`, or the error of the game."""
    foresight = _given(_given(request, "search", dict), "foresight", int, optional=True)
    seed = _given(request, "seed", int, optional=True)
    searching = kept.get(seed)
    if searching is None:
        searching = kept[seed] = MctsBot(foresight=foresight, seed=seed)
    return searching.search(_question(request, recall))


def evaluation(request: Mapping[str, Any]) -> Evaluation:
    """The evaluation of a position. Raises `BadRequest`, or the error of the game."""
    game = rondel.restore(_given(request, "game", dict))
    return evaluate(game, _question(request, None), seed=_given(request, "seed", int, optional=True))


def _question(request: Mapping[str, Any], recall: Recall | None) -> Question:
    role = _given(request, "role", str)
    view, imagination = _known(request, role, recall)
    budget = Budget(
        seconds=_given(request, "seconds", (int, float), optional=True),
        simulations=_given(request, "simulations", int, optional=True),
        nodes=_given(request, "nodes", int, optional=True),
    )
    if not view["moves"]:
        raise BadRequest(f"{role} has nothing to answer: the game waits for {', '.join(view['active']) or 'nobody'}")
    return Question(role, view, budget, imagination)


def _known(request: Mapping[str, Any], role: str, recall: Recall | None) -> tuple[Mapping[str, Any], Imagination]:
    """The role's current view, and its determinizations."""
    if "knows" not in request:
        game = rondel.restore(_given(request, "game", dict))
        return game.view(role), Imagination(game, role)
    known = from_json(_given(request, "knows", dict))
    if known.role != role:
        raise BadRequest(f"the question is for {role!r}, but 'knows' is the information of {known.role!r}")
    if recall is not None:
        recall.follow(known)
    return last_view(known), StateImagination(rondel.find(known.game), known)


def _given(request: Mapping[str, Any], name: str, kind: type | tuple[type, ...], *, optional: bool = False) -> Any:
    value = request.get(name)
    if value is None and optional:
        return None
    if not isinstance(value, kind) or isinstance(value, bool):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        raise BadRequest(f"{name!r} is {value!r}; it is of type {' or '.join(each.__name__ for each in kinds)}")
    return value


if __name__ == "__main__":
    main()
