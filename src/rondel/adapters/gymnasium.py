"""Rondel games as Gymnasium environments: one role learns, bots play the others.

    >>> from rondel.adapters import gymnasium
    >>> env = gymnasium.env("tic_tac_toe", against="random")
    >>> observation, info = env.reset(seed=1)
    >>> over = False
    >>> while not over:
    ...     action = int(observation["action_mask"].argmax())  # the first legal one
    ...     observation, reward, terminated, truncated, info = env.step(action)
    ...     over = terminated or truncated
    >>> float(reward) in (-1.0, 0.0, 1.0)
    True

docs/learning.md describes observations and actions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rondel.extras import need

need("rl", "gymnasium", "numpy")

import gymnasium  # noqa: E402

from rondel.adapters.desk import MODES, AtDesk, Desk, Observation  # noqa: E402
from rondel.engine.game import Game  # noqa: E402
from rondel.errors import BadOption, GameOver, UnknownRole  # noqa: E402
from rondel.learning.action_space import MOST  # noqa: E402
from rondel.players.bots.registry import bot  # noqa: E402
from rondel.players.match import Match  # noqa: E402
from rondel.players.player import Player, Question  # noqa: E402


def env(
    game: str | type[Game],
    *,
    role: str | None = None,
    against: str | Mapping[str, str] = "random",
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    actions: str = "auto",
    most: int = MOST,
    illegal: str = "error",
    max_steps: int | None = None,
    render_mode: str | None = None,
    **more: int | str | bool,
) -> Solo:
    """A game in which one ``role`` learns, the first by default, and bots play the others.

    ``against`` names the bot (``"random"``, ``"greedy"``, ``"mcts:500"``), or one for each other role. The game is truncated
    after ``max_steps`` own actions. Other options as in `rondel.adapters.pettingzoo.env`.

    Raises `UnknownGame`, `UnknownRole`, `BadOption`, `UnknownBot`, and `DefinitionError` for rules that cannot work.

    >>> from rondel.adapters import gymnasium
    >>> made = gymnasium.env("tic_tac_toe", role="x", against="random")
    >>> observation, info = made.reset(seed=1)
    >>> int(observation["action_mask"].sum())
    9
    """
    desk = Desk(game, seats=seats, options={**(options or {}), **more}, actions=actions, most=most, illegal=illegal)
    return Solo(desk, role, against, max_steps, render_mode)


class _Learner(Player):
    """A player whose answers are set from outside."""

    listens = False
    said = ""

    def answer(self, question: Question) -> str:
        return self.said


class Solo(AtDesk, gymnasium.Env[Any, Any]):
    """One role's side of a game; made by `env`."""

    metadata = {"render_modes": list(MODES)}

    def __init__(
        self, desk: Desk, role: str | None, against: str | Mapping[str, str], max_steps: int | None, render_mode: str | None
    ) -> None:
        super().__init__(desk, "max_steps", max_steps, render_mode)
        self.role = desk.roles[0] if role is None else role
        """The learning role."""
        if self.role not in desk.roles:
            raise UnknownRole(f"unknown role {role!r}: this game has {', '.join(map(repr, desk.roles))}")
        others = [each for each in desk.roles if each != self.role]
        self.against = dict.fromkeys(others, against) if isinstance(against, str) else dict(against)
        """The spec of the bot of each other role."""
        if sorted(self.against) != sorted(others):
            raise BadOption(f"against names bots for {', '.join(self.against) or 'no role'}; name one for {', '.join(others)}")
        for name in self.against.values():
            bot(name)
        self.max_steps = max_steps
        self.observation_space = desk.observation_space()
        self.action_space = desk.action_space()
        self._learner = _Learner()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begins a new game; the bots play until the role is active. ``options`` may hold a ``"position"``.

        The same ``seed`` gives the same game and the same bots; the seeds of further games are derived from it.
        """
        super().reset(seed=seed)
        self.game = self.desk.new(self._seeds.next(seed), (options or {}).get("position"))
        players: dict[str, Player] = {self.role: self._learner}
        for role, name in self.against.items():
            players[role] = bot(name, seed=int(self.np_random.integers(2**31)))
        self._match = Match(self.game, players)
        self._steps = 0
        self._lost = False
        self._wait()
        return self._observed(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action; then the bots play until the role is active again, or the game is over.

        Raises `IllegalMove` for an illegal action, unless ``illegal`` is set, and changes nothing; `GameOver` after the end of
        the game.
        """
        game, role = self.game, self.role
        if self._lost or role not in game.active:
            raise GameOver("this game is over for the learning role; call reset() to begin another")
        move = self.desk.move(game.moves(role), action, role)
        if move is None:
            self._lost = True
            return self._observed(), -1.0, True, False, {}
        self._learner.said = move.text
        self._match.step()
        self._wait()
        self._steps += 1
        over = game.is_over
        cut = not over and self.max_steps is not None and self._steps >= self.max_steps
        return self._observed(), float(game.returns[role]), over, cut, {}

    def _wait(self) -> None:
        """Lets the bots play until the role is the first active one."""
        while self._match.going_on and self.game.active[0] != self.role:
            self._match.step()

    def _observed(self) -> Observation:
        game, role = self.game, self.role
        asked = role in game.active and not self._lost
        return self.desk.observe(game, role, self.desk.legal(game, role) if asked else None)
