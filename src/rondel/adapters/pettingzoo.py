"""Our games as PettingZoo environments: one agent after the other, or all at once where a game asks several at a time.

    >>> from rondel.adapters import pettingzoo
    >>> env = pettingzoo.env("tic_tac_toe")
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     done = termination or truncation
    ...     env.step(None if done else int(observation["action_mask"].argmax()))  # the first legal action
    >>> env.game.winners
    ('x',)

docs/learning.md tells what observations and actions are.
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
    """A game in which one agent acts after the other. Agents are called by role and seat: ``"black_0"``.

    ``options`` of the game may also be given by their names: ``env("reversi", size=6)``. ``actions`` says how moves are
    numbered: ``"fixed"``, ``"list"``, or ``"auto"`` for the first where it can be; a list has room for ``most`` moves.
    ``illegal`` says what an illegal action does: ``"error"``, ``"lose"``, or ``"next"`` for the next legal one instead. Where
    several agents are asked at a time they act in turn. The game is cut short before an agent acts more than ``max_cycles``
    times. With ``render_mode="ansi"`` ``render()`` draws the table.

    Raises `UnknownGame`, `BadOption`, and `DefinitionError` for rules that cannot work.
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
    """A game in which all agents act at once, those that are asked; for games that ask several at a time.

    Who is not asked has a mask without any legal action, and what it says is not looked at. ``max_cycles`` counts steps; the
    rest is as in `env`. Raises what `env` raises, and `BadOption` for a game in which never more than one is asked.
    """
    desk = Desk(game, seats=seats, options={**(options or {}), **more}, actions=actions, most=most, illegal=illegal)
    facts = desk.kind.facts
    if facts is not None and facts.simultaneous is False:
        raise BadOption(f"in {desk.kind.name} one acts after the other, so there is nothing to do at once; use env(...)")
    return Rounds(desk, max_cycles, render_mode)


class _Agents(AtDesk):
    """What both kinds of environment have: a desk, and agents with names and spaces."""

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
        """The role that an agent plays."""
        return self._role_of[agent]

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """What an agent is shown: a dict of ``"observation"`` and ``"action_mask"``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """What an agent may do, legal or not."""
        return self.action_spaces[agent]

    def close(self) -> None:
        """Nothing needs to be closed."""


class Turns(_Agents, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One agent after the other; made by `env`."""

    agent_selection: str = Begun()  # type: ignore[assignment]

    def __init__(self, desk: Desk, max_cycles: int | None, render_mode: str | None) -> None:
        super().__init__(desk, max_cycles, render_mode)
        self._agent_of = dict(zip(desk.roles, self.possible_agents, strict=True))
        self._nothing = dict.fromkeys(self.possible_agents, 0.0)
        self._going_on = dict.fromkeys(self.possible_agents, False)
        self._acted = dict.fromkeys(desk.roles, 0)
        self._role = desk.roles[0]
        self._legal: Legal | None = None
        """What the agent may do whose turn it is; None where no game is going on."""
        self._observe, self._list = desk.observe, desk.legal

    # -- playing -----------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. ``options`` may hold a ``"position"`` to begin from; other keys mean nothing here.

        The same ``seed`` gives the same game; after it every further game follows from it.
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
        self._role = self.desk.roles[-1]  # the first seat is next
        self.agent_selection = self.agents[0]
        self._select()

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent whose turn it is; None from one for whom the game has ended.

        Raises `IllegalMove` for an illegal one, unless ``illegal`` says otherwise, and then nothing has changed; `GameOver`
        where no game is going on.
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
        else:  # what `_select` does, without the call
            active = game.active
            if active:
                role = self._role = active[0] if len(active) == 1 else self._next(active)
                self.agent_selection = self._agent_of[role]
                self._legal = self._list(game, role)
                return
        self._select()

    def _leave(self, action: int | None) -> None:
        """An agent for whom the game has ended is gone, and the next one is told."""
        if not self.agents:
            raise GameOver(NO_GAME)
        agent = self.agent_selection
        if action is not None:
            raise GameOver(f"this game is over for {agent}; the only thing left to do is step(None), or reset()")
        seat = self.agents.index(agent)
        del self.agents[seat]
        del self.terminations[agent], self.truncations[agent], self._cumulative_rewards[agent], self.infos[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[seat % len(self.agents)]

    def _select(self) -> None:
        """Find whose turn it is now, or that there is nobody."""
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
        """The role that acts next: of those that are asked, the first one after the last that acted, in the order of seats."""
        seats = self.desk.roles
        first = seats.index(self._role) + 1
        return next(role for role in (*seats[first:], *seats[:first]) if role in active)

    def _end(self, rewards: dict[str, float], ended: dict[str, bool]) -> None:
        for agent in self.agents:
            ended[agent] = True
        self.rewards = rewards
        self._cumulative_rewards = rewards.copy()
        self._legal = None
        seat = self.agents.index(self.agent_selection)  # who comes next is told first, as in PettingZoo's own games
        self.agent_selection = self.agents[(seat + 1) % len(self.agents)]

    # -- looking -----------------------------------------------------------------------------------------------------------

    def observe(self, agent: str) -> Observation:
        """What an agent sees now; who is not asked has no legal action."""
        return self._observe(self.game, self._role_of[agent], self._legal if agent == self.agent_selection else None)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the agent whose turn it is sees, the reward since it was last asked, and whether the game has ended for it."""
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
        """The agents whose turn it is, one after the other, until all have left or ``max_iter`` were named."""
        named = 0  # counted upwards: the number that PettingZoo gives by default is long, and slow to reckon with
        while self.agents and named < max_iter:
            yield self.agent_selection
            named += 1

    def state(self) -> NDArray[np.float32]:
        """All that all agents see, one after the other: for those who train together and play alone."""
        whole = [np.frombuffer(self.desk.encoding.of_game(self.game, role), np.float32) for role in self.desk.roles]
        return np.concatenate(whole)


class Rounds(_Agents, ParallelEnv):  # type: ignore[misc]
    """All agents at once; made by `parallel_env`."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a new game: see `Turns.reset`."""
        self.game = self.desk.new(self._seeds.next(seed), (options or {}).get("position"))
        self.agents = self.possible_agents[:]
        self._steps = 0
        return self._observed(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int | None]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Carry out what the agents say that are asked, in the order of their seats.

        Who is asked otherwise, or no longer, because of what another has done in the same step, is asked again in the next.
        Raises `IllegalMove` for an illegal action, unless ``illegal`` says otherwise, and then nothing has changed; `GameOver`
        where no game is going on.
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
