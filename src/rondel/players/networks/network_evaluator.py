"""The network evaluator: evaluates the leaves of searches by a network, all in one forward pass."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rondel.players.networks.threads import one_thread

one_thread()

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from rondel.engine.game import Game  # noqa: E402
from rondel.engine.play.in_progress import all_open  # noqa: E402
from rondel.errors import BadOption  # noqa: E402
from rondel.learning.action_space import Numbering  # noqa: E402
from rondel.learning.encoding import Encoding  # noqa: E402
from rondel.players.bots.policy_bot import WrongPolicy  # noqa: E402
from rondel.players.networks.layers import forward  # noqa: E402
from rondel.players.networks.network_policy import NetworkPolicy  # noqa: E402
from rondel.search.monte_carlo.evaluator import Evaluation, Evaluator, Leaf  # noqa: E402


class NetworkEvaluator(Evaluator):
    """Values and priors by a network policy, in games like ``game``. Priors are the softmax of the legal moves' logits.

    Raises `rondel.players.bots.policy_bot.WrongPolicy` if the network does not fit the game's observations and actions.
    """

    def __init__(self, policy: NetworkPolicy, game: Game) -> None:
        if len(game.roles) != 2 or not all_open(game):
            raise WrongPolicy(f"a network plays games of two roles that hide nothing, and {game.name} is not one")
        try:
            self.numbering = Numbering(game, "fixed")
        except BadOption as error:
            raise WrongPolicy(f"a network cannot play {game.name}: {error}") from error
        self._encoding = Encoding(game, self.numbering)
        outputs = len(policy.layers[-1].bias)
        if outputs != self.numbering.count + 1 or policy.inputs.max() >= self._encoding.size:
            raise WrongPolicy(
                f"the network has {outputs} outputs and reads number {policy.inputs.max()} of an observation; {game.name} has "
                f"{self.numbering.count} actions, so {self.numbering.count + 1} outputs, and {self._encoding.size} numbers"
            )
        self.policy = policy
        self._seats = {role: seat for seat, role in enumerate(game.roles)}
        self._make_room(1)

    def evaluate(self, leaves: list[Leaf]) -> list[Evaluation]:
        outputs = forward(self.policy.layers, self.inputs(leaves))
        values = np.tanh(outputs[:, -1]).tolist()
        found: list[Evaluation] = []
        for leaf, logits, value in zip(leaves, outputs.tolist(), values, strict=True):
            chosen = [logits[number] for number in self.numbering.numbers(leaf.moves)]
            highest = max(chosen)
            weights = [math.exp(each - highest) for each in chosen]
            total = sum(weights)
            worth = [value, -value] if self._seats[leaf.role] == 0 else [-value, value]
            found.append((worth, [weight / total for weight in weights]))
        return found

    def inputs(self, leaves: Sequence[Leaf]) -> NDArray[np.float32]:
        """The network's inputs for each leaf: ``(leaves, inputs)``."""
        if len(leaves) > len(self._rows):
            self._make_room(len(leaves))
        look = self._encoding.look
        for cells, leaf in zip(self._rows, leaves, strict=False):
            look(cells, leaf.game, leaf.role)
        places = self.policy.inputs[[self._seats[leaf.role] for leaf in leaves]]
        return np.take_along_axis(self._cells[: len(leaves)], places, 1)

    def _make_room(self, count: int) -> None:
        """Makes room for the observations of that number of leaves."""
        self._cells = np.zeros((count, self._encoding.size), np.float32)
        self._rows = [row.data for row in self._cells]
