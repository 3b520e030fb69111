"""Learn Connect Four from nothing, by self-play: a small AlphaZero in NumPy whose planner is Rondel's tree search.

    python examples/learn_connect_four.py             a run of a few seconds, to show itself
    python examples/learn_connect_four.py FOLDER      the whole run; Ctrl-C stops it, and the same command goes on
    rondel play connect_four --against policy:FOLDER/policy.npz
    rondel tournament connect_four --players policy:FOLDER/policy.npz,mcts:400 --games 200

connect_four.npz beside this file is the policy of such a run, connect_four.jsonl its log; docs/learning.md has its strength.

Each iteration plays games of the network against itself, many side by side. Before a move, a search of 64 simulations takes the
value of a new position and the priors of its moves from the network (PUCT) instead of a playout. Then the network learns, from
the most recent positions, the share of visits that each move had in the search, and the value: the mean of the search's own and
of the end of the game.

Shapes: a position is 6 rows x 7 columns x 4 channels of 0 and 1: discs of the role that moves; discs of the other role; the
board; whether the role plays first. The network has 32 features of each 5x5 square of cells, 32 of each 3x3 square of those, 64
dense features, and as outputs a logit for each column and the value, from -1 (lost) to 1 (won). A position is learned as it is
or mirrored, by chance.

Sources: D. Silver et al., "A general reinforcement learning algorithm that masters chess, shogi, and Go through self-play",
Science 362 (2018), 1140-1144. PUCT: D. Silver et al., "Mastering the Game of Go without Human Knowledge", Nature 550 (2017),
354-359. D. Kingma, J. Ba, "Adam: A Method for Stochastic Optimization", ICLR 2015.
"""

from __future__ import annotations

import json
import math
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from rondel.players.networks.threads import one_thread

one_thread()  # before NumPy is imported
# ruff: noqa: E402

import numpy as np
from numpy.typing import NDArray

import rondel
from rondel.learning.encoding import Encoding
from rondel.players import bot, play
from rondel.players.networks.layers import Layer
from rondel.players.networks.network_bot import NetworkBot
from rondel.players.networks.network_evaluator import NetworkEvaluator
from rondel.players.networks.network_policy import NetworkPolicy
from rondel.search import Budget, EvaluatedSearcher, Leaf, Noise, search_together

Array = NDArray[np.float32]
ROWS, COLUMNS, CHANNELS = 6, 7, 4


@dataclass(frozen=True)
class Settings:
    """The size of a run."""

    seed: int = 1
    iterations: int = 36
    games: int = 128
    """Games of self-play in an iteration."""
    side_by_side: int = 64
    simulations: int = 64
    """Simulations of the search before each move."""
    played: int = 400
    """Simulations with which the policy plays; half as many in a measurement."""
    drawn: int = 10
    """Moves of a game that are drawn by their shares of visits; later ones are the best."""
    features: tuple[int, int] = (32, 64)
    """Features of a convolution, and of the dense layer."""
    rate: float = 2e-3
    """The first learning rate; it falls, as a cosine, to a twentieth after ``horizon`` iterations."""
    horizon: int = 80
    polish: int = 1_200
    """Steps after the last iteration, in which the rate falls to 0: they average out the noise of the steps before."""
    decay: float = 1e-4
    batch: int = 256
    passes: float = 6.0
    """Times that a position is learned, on average."""
    window: int = 80_000
    """The number of recent positions that are learned."""
    measured: int = 8
    """Iterations between two measurements."""
    matches: int = 40
    """Games of a measurement, against ``opponent``."""
    opponent: str = "mcts:400"


TINY = Settings(
    iterations=2,
    polish=5,
    games=4,
    side_by_side=4,
    simulations=8,
    features=(4, 8),
    batch=16,
    measured=2,
    matches=1,
    opponent="random",
)


@dataclass
class Run:
    """All that the next iteration depends on, beside the settings."""

    policy: NetworkPolicy
    moments: list[Array]
    """Adam's two moments of each parameter."""
    positions: NDArray[np.uint8]
    """(positions, rows, columns, channels)"""
    targets: Array
    """(positions, columns + 1): the shares of visits, then the value."""
    steps: int = 0
    log: list[dict[str, Any]] = field(default_factory=list)
    """A line for each iteration."""


def new_run(settings: Settings) -> Run:
    """A run that has learned nothing: a network with random weights (He initialisation)."""
    rng, game = np.random.default_rng(settings.seed), rondel.new("connect_four")

    def layer(rows: int, outputs: int, window: int = 0, gain: float = 2.0) -> Layer:
        weights = (rng.standard_normal((rows, outputs)) * math.sqrt(gain / rows)).astype(np.float32)
        return Layer(weights, np.zeros(outputs, np.float32), (ROWS, COLUMNS) if window else None, window or 1)

    wide, dense = settings.features
    layers = [
        layer(25 * CHANNELS, wide, window=5),
        layer(9 * wide, wide, window=3),
        layer(ROWS * COLUMNS * wide, dense),
        layer(dense, COLUMNS + 1, gain=0.02),
    ]
    # An observation has a plane of discs for each role, and 1 at the observing role.
    start = {feature.name: feature.start for feature in Encoding(game).features}
    discs, you = start["board"] + np.arange(2 * ROWS * COLUMNS).reshape(2, -1), start["you"]
    inputs = [np.stack(np.broadcast_arrays(discs[seat], discs[1 - seat], you + seat, you), 1).ravel() for seat in (0, 1)]
    options = game.record()["options"]
    policy = NetworkPolicy(game.name, game.version, options, layers, np.array(inputs), settings.played)
    moments = [np.zeros_like(each) for each in parameters(policy) for _moment in range(2)]
    return Run(policy, moments, np.zeros((0, ROWS, COLUMNS, CHANNELS), np.uint8), np.zeros((0, COLUMNS + 1), np.float32))


def parameters(policy: NetworkPolicy) -> list[Array]:
    """The weights and the bias of each layer, which learning changes in place."""
    return [each for layer in policy.layers for each in (layer.weights, layer.bias)]


# -- self-play ---------------------------------------------------------------------------------------------------------


class Played:
    """A game of self-play, with what its searches found."""

    def __init__(self, evaluator: NetworkEvaluator, seed: str) -> None:
        self.game = rondel.new("connect_four")
        self.rng = Random(seed)
        self.searcher = EvaluatedSearcher(self.rng, evaluator, noise=Noise())
        self.inputs: list[Array] = []
        self.targets: list[list[float]] = []
        self.seats: list[int] = []


def self_play(policy: NetworkPolicy, settings: Settings, iteration: int) -> tuple[NDArray[np.uint8], Array]:
    """The positions of the games of an iteration, and their targets."""
    evaluator = NetworkEvaluator(policy, rondel.new("connect_four"))
    texts = evaluator.numbering.texts
    waiting = [Played(evaluator, f"{settings.seed}/{iteration}/{number}") for number in reversed(range(settings.games))]
    going: list[Played] = []
    ended: list[Played] = []
    while going or waiting:
        while waiting and len(going) < settings.side_by_side:
            going.append(waiting.pop())
        games = [played.game for played in going]
        rankings = search_together([played.searcher for played in going], games, Budget(simulations=settings.simulations))
        inputs = evaluator.inputs([Leaf(game, game.player, game.moves()) for game in games])
        for played, ranking, seen in zip(list(going), rankings, inputs, strict=True):
            game, best, value = played.game, ranking.best, ranking.values[ranking.best]
            visits = {best: 1} if ranking.solved else ranking.visits
            shares = [visits.get(text, 0) / sum(visits.values()) for text in texts]
            seat = game.roles.index(game.player)
            played.inputs.append(seen)
            played.targets.append([*shares, value])
            played.seats.append(seat)
            game.push(played.rng.choices(texts, shares)[0] if len(played.seats) <= settings.drawn else best)
            if ranking.solved or game.is_over:
                end = value if ranking.solved else game.utility(game.roles[seat])
                for target, each in zip(played.targets, played.seats, strict=True):
                    target[-1] = (target[-1] + (end if each == seat else -end)) / 2
                going.remove(played)
                ended.append(played)
    positions = np.array([each for played in ended for each in played.inputs]).astype(np.uint8)
    targets = np.array([each for played in ended for each in played.targets], np.float32)
    return positions.reshape(-1, ROWS, COLUMNS, CHANNELS), targets


# -- learning ----------------------------------------------------------------------------------------------------------


def gradients(policy: NetworkPolicy, inputs: Array, targets: Array) -> tuple[list[float], list[Array]]:
    """The losses of the moves (cross entropy) and of the value (squared error), and the gradient of their sum."""
    rows: list[Array] = []
    outputs = [inputs]
    for layer in policy.layers:
        rows.append(layer.spread(outputs[-1].reshape(len(inputs), -1)))
        outputs.append(rows[-1] @ layer.weights + layer.bias)
        if layer is not policy.layers[-1]:
            np.maximum(outputs[-1], 0, out=outputs[-1])
    logits, value = outputs[-1][:, :-1], np.tanh(outputs[-1][:, -1:])
    logs = logits - logits.max(axis=1, keepdims=True)
    logs -= np.log(np.exp(logs).sum(axis=1, keepdims=True))
    shares, error = targets[:, :-1], value - targets[:, -1:]
    slopes = np.concatenate([np.exp(logs) - shares, 2 * error * (1 - value**2)], axis=1) / len(inputs)
    gradient: Array = slopes.astype(np.float32, copy=False)
    found: list[Array] = []
    for number in reversed(range(len(rows))):
        if number < len(rows) - 1:
            gradient = gradient.reshape(outputs[number + 1].shape) * (outputs[number + 1] > 0)
        found[:0] = [rows[number].T @ gradient, gradient.sum(axis=0)]
        if number:
            gradient = policy.layers[number].gather(gradient @ policy.layers[number].weights.T)
    return [-float((shares * logs).sum(axis=1).mean()), float((error**2).mean())], found


def learn(run: Run, settings: Settings, rates: Sequence[float], rng: np.random.Generator) -> dict[str, float]:
    """Takes a step of Adam at each rate. Returns the mean losses."""
    losses: list[list[float]] = []
    for rate in rates:
        chosen = rng.integers(len(run.positions), size=settings.batch)
        inputs, targets = run.positions[chosen].astype(np.float32), run.targets[chosen]
        mirrored = rng.random(settings.batch) < 0.5
        inputs[mirrored] = inputs[mirrored, :, ::-1]
        targets[mirrored, :-1] = targets[mirrored, -2::-1]
        loss, found = gradients(run.policy, inputs.reshape(settings.batch, -1), targets)
        losses.append(loss)
        run.steps += 1
        unbiased = math.sqrt(1 - 0.999**run.steps) / (1 - 0.9**run.steps)
        moments = iter(run.moments)
        for parameter, gradient, first, second in zip(parameters(run.policy), found, moments, moments, strict=True):
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            parameter -= rate * (unbiased * first / (np.sqrt(second) + 1e-8) + settings.decay * parameter)
    moves, value = np.mean(losses, axis=0).tolist()
    return {"policy_loss": moves, "value_loss": value}


def measure(policy: NetworkPolicy, settings: Settings, iteration: int) -> list[float]:
    """The results of games against the opponent: 1 won, 0.5 drawn, 0 lost. The network plays first in every other game."""
    results: list[float] = []
    policy = replace(policy, simulations=policy.simulations // 2)
    for seed in range(1_000 * iteration, 1_000 * iteration + settings.matches):
        game = rondel.new("connect_four")
        mine, other = game.roles if seed % 2 == 0 else game.roles[::-1]
        play(game, {mine: NetworkBot(policy, seed=seed), other: bot(settings.opponent, seed=seed)})
        results.append((1 + game.utility(mine)) / 2)
    return results


# -- runs --------------------------------------------------------------------------------------------------------------


def rate(settings: Settings, iteration: int) -> float:
    """The learning rate in an iteration."""
    return settings.rate * (0.525 + 0.475 * math.cos(math.pi * iteration / settings.horizon))


def iterate(run: Run, settings: Settings) -> None:
    """One iteration. Its seeds follow from its number, so it is the same in a run that was stopped and taken up again."""
    began, number = time.process_time(), len(run.log)
    positions, targets = self_play(run.policy, settings, number)
    run.positions = np.concatenate([run.positions, positions])[-settings.window :]
    run.targets = np.concatenate([run.targets, targets])[-settings.window :]
    steps = max(1, round(len(positions) * settings.passes / settings.batch))
    losses = learn(run, settings, [rate(settings, number)] * steps, np.random.default_rng([settings.seed, number]))
    line: dict[str, Any] = {"iteration": number + 1, "positions": len(positions), **losses, "cpu": time.process_time() - began}
    if number == 0 or (number + 1) % settings.measured == 0:
        line["results"] = measure(run.policy, settings, number)
    run.log.append(line)


def polish(run: Run, settings: Settings) -> None:
    """The end of a run."""
    began, number = time.process_time(), len(run.log)
    rates = np.linspace(rate(settings, number), 0, settings.polish).tolist()
    losses = learn(run, settings, rates, np.random.default_rng([settings.seed, number]))
    line = {"polished": settings.polish, **losses, "cpu": time.process_time() - began}
    run.log.append({**line, "results": measure(run.policy, settings, number)})


def save(run: Run, settings: Settings, folder: Path) -> None:
    """Writes the policy and the checkpoint, which replaces the one before at once."""
    arrays: dict[str, Any] = {f"parameter_{number}": each for number, each in enumerate(parameters(run.policy))}
    arrays |= {f"moment_{number}": each for number, each in enumerate(run.moments)}
    state = json.dumps({"settings": asdict(settings), "steps": run.steps, "log": run.log})
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "checkpoint.new").open("wb") as file:
        np.savez(file, state=np.array(state), positions=run.positions, targets=run.targets, **arrays)
    run.policy.save(folder / "policy.npz")
    os.replace(folder / "checkpoint.new", folder / "checkpoint.npz")


def resume(folder: Path, settings: Settings) -> Run:
    """The run at the checkpoint of a folder, or a new one."""
    run = new_run(settings)
    if (folder / "checkpoint.npz").exists():
        with np.load(folder / "checkpoint.npz") as saved:
            state = json.loads(str(saved["state"]))
            if state["settings"] != json.loads(json.dumps(asdict(settings))):
                raise SystemExit(f"{folder} has a run with other settings; choose another folder")
            for kind, arrays in (("parameter", parameters(run.policy)), ("moment", run.moments)):
                for number, each in enumerate(arrays):
                    each[:] = saved[f"{kind}_{number}"]
            run.positions, run.targets, run.steps, run.log = saved["positions"], saved["targets"], state["steps"], state["log"]
    return run


def train(folder: Path, settings: Settings) -> Run:
    """Iterates to the end of the settings, and polishes. Each step of these ends with a checkpoint and a line of the log."""
    run = resume(folder, settings)
    while len(run.log) <= settings.iterations:
        (iterate if len(run.log) < settings.iterations else polish)(run, settings)
        save(run, settings, folder)
        print(json.dumps(run.log[-1]), flush=True)
    (folder / "log.jsonl").write_text("".join([json.dumps(line) + "\n" for line in run.log]), encoding="utf-8")
    return run


def main(arguments: Sequence[str]) -> None:
    """Trains in the folder that is named, or a tiny network in one that is deleted at the end. An option prints the usage."""
    if arguments and arguments[0].startswith("-"):
        print("\n".join((__doc__ or "").splitlines()[:6]))
        return
    try:
        if arguments:
            train(Path(arguments[0]), Settings())
        else:
            with tempfile.TemporaryDirectory() as folder:
                train(Path(folder), TINY)
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on after the last iteration above")


if __name__ == "__main__":
    main(sys.argv[1:])
