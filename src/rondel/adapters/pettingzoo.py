"""Rondel games as PettingZoo environments: agents in turn (AEC), or in parallel for simultaneous moves.

    >>> from rondel.adapters import pettingzoo
    >>> env = pettingzoo.env("tic_tac_toe")
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     done = termination or truncation
    ...     env.step(None if done else int(observation["action_mask"].argmax()))  # the first legal action
    >>> env.game.winners
    ('x',)

docs/learning.md describes observations and actions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rondel.extras import need

need("rl", "pettingzoo", "gymnasium", "numpy")

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from pettingzoo.utils.env import AECEnv, ParallelEnv  # noqa: E402

from rondel.adapters.desk import MODES, NO_GAME, AtDesk, Begun, Desk, Observation  # noqa: E402
from rondel.engine.components.move import Move  # noqa: E402
from rondel.engine.game import Game  # noqa: E402
from rondel.errors import BadOption, GameOver  # noqa: E402
from rondel.learning.action_space import MOST, Legal  # noqa: E402


def env(
    game: str | type[Game],
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    actions: str = "auto",
    most: int = MOST,
    illegal: str = "error",
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **more: int | str | bool,
) -> Turns:
    """A game in which agents act in turn. Agents are named by role and seat: ``"black_0"``.

    Game ``options`` may also be given by name: ``env("reversi", size=6)``. ``actions`` sets the numbering of moves:
    ``"fixed"``, ``"list"``, or ``"auto"`` for fixed where possible; a list has room for ``most`` moves.
    ``illegal`` sets the effect of an illegal action: ``"error"``, ``"lose"``, or ``"next"`` for the next legal one. Several
    active agents act in turn. The game is truncated before an agent acts more than ``max_cycles``
    times. With ``render_mode="ansi"`` ``render()`` draws the table.

    Raises `UnknownGame`, `BadOption`, and `DefinitionError` for rules that cannot work.

    >>> from rondel.adapters import pettingzoo
    >>> made = pettingzoo.env("tic_tac_toe")
    >>> made.reset(seed=1)
    >>> made.agents
    ['x_0', 'o_1']
    """
    desk = Desk(game, seats=seats, options={**(options or {}), **more}, actions=actions, most=most, illegal=illegal)
    return Turns(desk, max_cycles, render_mode)


def parallel_env(
    game: str | type[Game],
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    actions: str = "auto",
    most: int = MOST,
    illegal: str = "error",
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **more: int | str | bool,
) -> Rounds:
    """A game in which all active agents act at once; for games with simultaneous moves.

    The action mask of an inactive agent is empty, and its action is ignored. ``max_cycles`` counts steps; other options as
    in `env`. Raises the errors of `env`, and `BadOption` for a game without simultaneous moves.

    >>> from rondel.adapters import pettingzoo
    >>> made = pettingzoo.parallel_env("battleship")
    >>> observations, infos = made.reset(seed=1)
    >>> len(observations)
    2
    """
    desk = Desk(game, seats=seats, options={**(options or {}), **more}, actions=actions, most=most, illegal=illegal)
    facts = desk.kind.facts
    if facts is not None and facts.simultaneous is False:
        raise BadOption(f"{desk.kind.name} has no simultaneous moves; use env(...)")
    return Rounds(desk, max_cycles, render_mode)


class _Agents(AtDesk):
    """The common parts of both environments: a desk, and agents with names and spaces."""

    def __init__(self, desk: Desk, max_cycles: int | None, render_mode: str | None) -> None:
        super().__init__(desk, "max_cycles", max_cycles, render_mode)
        self.metadata = {"name": desk.kind.name, "render_modes": list(MODES), "is_parallelizable": False}
        self.max_cycles = max_cycles
        self.possible_agents = [f"{role}_{number}" for number, role in enumerate(desk.roles)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: desk.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: desk.action_space() for agent in self.possible_agents}
        self._role_of = dict(zip(self.possible_agents, desk.roles, strict=True))

    def role(self, agent: str) -> str:
        """The role of an agent."""
        return self._role_of[agent]

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """An agent's observation space: a dict of ``"observation"`` and ``"action_mask"``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """An agent's action space, legal or not."""
        return self.action_spaces[agent]

    def close(self) -> None:
        """Does nothing: there is nothing to release."""


class Turns(_Agents, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Agents in turn (AEC); made by `env`."""

    agent_selection: str = Begun()  # type: ignore[assignment]

    def __init__(self, desk: Desk, max_cycles: int | None, render_mode: str | None) -> None:
        super().__init__(desk, max_cycles, render_mode)
        self._agent_of = dict(zip(desk.roles, self.possible_agents, strict=True))
        self._nothing = dict.fromkeys(self.possible_agents, 0.0)
        self._going_on = dict.fromkeys(self.possible_agents, False)
        self._acted = dict.fromkeys(desk.roles, 0)
        self._role = desk.roles[0]
        self._legal: Legal | None = None
        """The legal moves of the selected agent; None without a game in progress."""
        self._observe, self._list = desk.observe, desk.legal

    # -- playing -----------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game. ``options`` may hold a ``"position"`` to begin from; other keys are ignored.

        The same ``seed`` gives the same game; the seeds of further games are derived from it.
        """
        self.game = self.desk.new(self._seeds.next(seed), options.get("position") if options else None)
        self.agents = self.possible_agents[:]
        self.rewards = self._nothing.copy()
        self._cumulative_rewards = self._nothing.copy()
        self.terminations = self._going_on.copy()
        self.truncations = self._going_on.copy()
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.possible_agents}
        self._acted = dict.fromkeys(self.desk.roles, 0)
        self._legal = None
        self._role = self.desk.roles[-1]  # so that the first seat is next
        self.agent_selection = self.agents[0]
        self._select()

    def step(self, action: int | None) -> None:
        """Plays an action of the selected agent; None from an agent whose game has ended.

        Raises `IllegalMove` for an illegal action, unless ``illegal`` is set, and changes nothing; `GameOver` without a game in
        progress.
        """
        game, legal = self.game, self._legal
        if legal is None:
            self._leave(action)
            return
        move = legal.by_number.get(action) if type(action) is int else None
        if move is None:
            move = self.desk.move(legal.moves, action, self._role)
            if move is None:
                agent = self.agent_selection
                self._end({each: -1.0 if each == agent else 0.0 for each in self.agents}, self.terminations)
                return
        game.push(move)
        if self.max_cycles is not None:
            self._acted[self._role] += 1
        else:  # `_select`, inlined
            active = game.active
            if active:
                role = self._role = active[0] if len(active) == 1 else self._next(active)
                self.agent_selection = self._agent_of[role]
                self._legal = self._list(game, role)
                return
        self._select()

    def _leave(self, action: int | None) -> None:
        """Removes an agent whose game has ended, and selects the next one."""
        if not self.agents:
            raise GameOver(NO_GAME)
        agent = self.agent_selection
        if action is not None:
            raise GameOver(f"this game is over for {agent}; call step(None) or reset()")
        seat = self.agents.index(agent)
        del self.agents[seat]
        del self.terminations[agent], self.truncations[agent], self._cumulative_rewards[agent], self.infos[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[seat % len(self.agents)]

    def _select(self) -> None:
        """Selects the next agent, or ends the game."""
        game = self.game
        active = game.active
        if not active:
            returns = game.returns
            self._end({agent: returns[role] for agent, role in self._role_of.items()}, self.terminations)
            return
        role = self._next(active)
        if self.max_cycles is not None and self._acted[role] >= self.max_cycles:
            self._end(dict.fromkeys(self.agents, 0.0), self.truncations)
            return
        self._role = role
        self.agent_selection = self._agent_of[role]
        self._legal = self._list(game, role)

    def _next(self, active: Sequence[str]) -> str:
        """The active role that acts next: in seat order, the first after the role that acted last."""
        seats = self.desk.roles
        first = seats.index(self._role) + 1
        return next(role for role in (*seats[first:], *seats[:first]) if role in active)

    def _end(self, rewards: dict[str, float], ended: dict[str, bool]) -> None:
        for agent in self.agents:
            ended[agent] = True
        self.rewards = rewards
        self._cumulative_rewards = rewards.copy()
        self._legal = None
        seat = self.agents.index(self.agent_selection)  # the next seat gets the result first, as in PettingZoo's own games
        self.agent_selection = self.agents[(seat + 1) % len(self.agents)]

    # -- looking -----------------------------------------------------------------------------------------------------------

    def observe(self, agent: str) -> Observation:
        """An agent's current observation; the mask of an inactive agent is empty."""
        return self._observe(self.game, self._role_of[agent], self._legal if agent == self.agent_selection else None)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The selected agent's observation, its reward since its last turn, and whether its game has ended."""
        legal = self._legal
        if legal is not None:
            seen = self._observe(self.game, self._role, legal) if observe else None
            agent = self.agent_selection
            return seen, self._cumulative_rewards[agent], False, False, self.infos[agent]
        if not self.agents:
            raise GameOver(NO_GAME)
        agent = self.agent_selection
        seen = self._observe(self.game, self._role_of[agent], None) if observe else None
        return seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The selected agents, one after the other, until all have left or ``max_iter`` were yielded."""
        named = 0  # counted upwards: PettingZoo's default is a long integer, slow to count down
        while self.agents and named < max_iter:
            yield self.agent_selection
            named += 1

    def state(self) -> NDArray[np.float32]:
        """All agents' observations, concatenated: for centralised training with decentralised execution."""
        whole = [np.frombuffer(self.desk.encoding.of_game(self.game, role), np.float32) for role in self.desk.roles]
        return np.concatenate(whole)


class Rounds(_Agents, ParallelEnv):  # type: ignore[misc]
    """All agents in parallel; made by `parallel_env`."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begins a new game: see `Turns.reset`."""
        self.game = self.desk.new(self._seeds.next(seed), (options or {}).get("position"))
        self.agents = self.possible_agents[:]
        self._steps = 0
        return self._observed(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int | None]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Plays the actions of the active agents, in the order of their seats.

        An agent whose question changes because of another's action in the same step is asked again in the next step.
        Raises `IllegalMove` for an illegal action, unless ``illegal`` is set, and changes nothing; `GameOver` without a game in
        progress.
        """
        game, agents = self.game, self.agents
        if not agents:
            raise GameOver(NO_GAME)
        asked = game.active
        rewards = dict.fromkeys(agents, 0.0)
        chosen: list[Move] = []
        lost = False
        for agent in agents:
            role = self._role_of[agent]
            if role in asked:
                move = self.desk.move(game.moves(role), actions.get(agent), role)
                if move is None:
                    rewards[agent] = -1.0
                    lost = True
                else:
                    chosen.append(move)
        if not lost:
            for move in chosen:
                if move.role in game.active and any(each.text == move.text for each in game.moves(move.role)):
                    game.push(move.text, move.role)
        self._steps += 1
        over = game.is_over or lost
        cut = not over and self.max_cycles is not None and self._steps >= self.max_cycles
        if game.is_over:
            returns = game.returns
            rewards = {agent: returns[self._role_of[agent]] for agent in agents}
        observed = self._observed()
        if over or cut:
            self.agents = []
        return observed, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), {agent: {} for agent in agents}

    def _observed(self) -> dict[str, Observation]:
        game = self.game
        active = game.active
        observed: dict[str, Observation] = {}
        for agent in self.agents:
            role = self._role_of[agent]
            observed[agent] = self.desk.observe(game, role, self.desk.legal(game, role) if role in active else None)
        return observed
