"""The judge of a simulated world: knows what is durable, and finds fault with what the players hear.

The judge plays every answer, at the moment it becomes durable, in a game of its own. So it knows what each role may be shown at
each number, and finds fault with whatever is heard that is not stored, not so, not in order, or heard twice.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

import rondel
from rondel.server.catalog.opening import open_table
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.entries import Answer, Log
from tests.server.simulation.judges.chat import ChatModel
from tests.server.simulation.judges.conditional_moves import ConditionalMovesModel
from tests.server.simulation.judges.umpire import GRACE, SLOWER, Umpire
from tests.server.simulation.people.player import Json, Player

if TYPE_CHECKING:
    from tests.server.simulation.world import World

EPOCH: Final = 4_102_444_800_000
"""The world's time at its start, far from ours: the year 2100."""

LATE: Final = 16.0
"""Seconds after which everybody has seen what another node has stored, if their own node had nothing to suffer: a lost hint is
noticed with the next message, and those are as rare here as they are often lost."""

WAKING: Final = 1.0
"""Seconds after which a process that was frozen has heard of what happened meanwhile."""

THERE_FOR: Final = 2.0
"""Seconds for which somebody must have had a socket so that nobody may count them as absent."""

UNSEEN: Final = 40.0
"""Seconds after which a process has seen that a flag has fallen, also where nobody is at the table. Outages of the process that
somebody was connected to are not charged, and one that has to look may fail to."""

HARMLESS = {
    "stale", "not_saved", "unavailable", "undo_barrier", "nothing_to_undo", "not_over", "game_over", "not_your_turn",
    "illegal_move", "malformed_move", "not_begun", "begun", "departed", "offered", "no_offer", "no_undo", "no_draw",
    "no_pause", "no_claim",
}  # fmt: skip
"""The codes of refusals that an honest client may meet; any other says that the server is wrong."""


class Judge:
    """The judge of one table."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.heard: Counter[str] = Counter()
        self.game: rondel.Game | None = None
        self.umpire = Umpire()
        self.conditional_moves = ConditionalMovesModel()
        self.chat = ChatModel(world)
        self.players: list[Player] = []
        self.stored_at = 0.0
        """When the last answer became durable."""
        self._shown: list[dict[str, Json]] = []
        """What each role may see, by the table's number."""
        self._durable: list[float] = []
        """Since when each number is durable."""
        self._rounds: list[int] = []
        """Which round it is, by the table's number."""

    def begin(self, entry: TableEntry, holders: Sequence[Sequence[str]]) -> None:
        """A table is made; ``holders`` are the roles of each player."""
        self.umpire = Umpire(
            self._world.terms,
            [seat.role for seat in entry.seats if seat.kind == "person"],
            SLOWER if self._world.several else GRACE,
        )
        self.umpire.together = holders
        self.umpire.roles = [seat.role for seat in entry.seats]
        self.game = rondel.new(entry.game, seats=len(entry.seats), seed=entry.seed)
        self._shown.append(self._seen())
        self._durable.append(self._world.loop.time())
        self._rounds.append(1)

    @property
    def is_over(self) -> bool:
        """Whether the round is over."""
        return self.game is not None and (self.game.is_over or self.umpire.state.outcome is not None)

    # -- what is heard -------------------------------------------------------------------------------------------------

    def says(self, message: Json) -> None:
        """What a process refuses must not be stored by then. Another copy of it may be carried out before the word is heard."""
        if message["type"] == "refused" and message["id"] is not None and message["code"] not in ("not_saved", "unavailable"):
            done = any(each.client_id == message["id"] for each in self._world.stored())
            self._demand(not done, f"somebody is refused what was done: {message}")

    def hears(self, player: Player, message: Json) -> None:
        """What a player hears must be stored by now, and be what its roles may see."""
        kind, seq = message["type"], message.get("seq")
        self.heard[kind] += 1
        if kind == "refused":
            rotates = self._world.terms.rotate
            moved_on = bool(rotates) and message["code"] == "not_seated"  # it was said when they had another role
            self._demand(message["code"] in HARMLESS or moved_on, f"{player.name} is refused: {message}")
            return
        if kind == "chat":
            self.chat.heard(player, message)
        if seq is None:
            return
        self._demand(seq < len(self._shown), f"{player.name} hears of {seq}, and {len(self._shown) - 1} are stored: {kind}")
        if kind == "accepted":
            return
        if kind in ("welcome", "resumed") and seq + 1 < len(self._durable):
            now, woken = self._world.loop.time(), player.process_woken_at
            old = now - self._durable[seq + 1]
            self._demand(old < LATE, f"{player.name} comes and is shown {seq}, and the next is stored for {old:.1f} s")
            fresh = now - woken > WAKING or self._durable[seq + 1] > woken - WAKING
            self._demand(fresh, f"{player.name} comes to a process that was frozen, and is shown {seq}")
        roles = self._held(player, self._rounds[seq])
        self._demand(
            set(player.roles) == set(roles), f"{player.name} is {player.roles} at {seq}, and should be {roles}: {kind}"
        )
        wanted = {role: self._shown[seq][role] for role in (roles or (rondel.OBSERVER,))}
        self._demand(message["views"] == wanted, f"{player.name} is shown at {seq} what is not so, or not for it: {kind}")

    def look(self) -> None:
        """Everybody who is there has seen what has been stored for long enough, and heard what was said."""
        now = self._world.loop.time()
        for player in self.players if self._world.several else ():
            since = min(player.here_for, now - self._world.disk.refused_at)
            if since > LATE and player.seq + 1 < len(self._durable):
                waits = now - self._durable[player.seq + 1]
                self._demand(waits < LATE, f"{player.name} has not seen {player.seq + 1}, which is stored for {waits:.1f} s")
            if since > LATE and player.tokens:
                self.chat.check(player, now - LATE)
        late = min(self.umpire.overdue(self._world.lived), now - self._world.well_since)
        self._demand(self.is_over or late < UNSEEN, f"nobody sees that a flag has fallen, for {late:.1f} s")
        if self._world.is_fair:
            often = {number: asked for number, asked in self._world.asked.items() if asked > 1}
            self._demand(not often, f"nothing failed, and bots were asked several times about the same position: {often}")

    # -- what is stored ------------------------------------------------------------------------------------------------

    def committed(self, answer: Answer, up: float) -> None:
        """An answer is durable, and processes have lived for so many seconds."""
        game, stored = self.game, self._world.stored()
        assert game is not None
        self._demand(answer.seq == len(self._shown), f"{answer} follows {len(self._shown) - 1}")
        ours = (EPOCH - 3_600_000, EPOCH + 3_600_000 + 10_000_000)
        self._demand(ours[0] <= answer.at <= ours[1], f"{answer} was not given at a time of this world")
        self.stored_at = self._world.loop.time()
        self._demand(len(stored) < 2 or stored[-2].at <= answer.at, f"{answer} was given before {stored[-2:-1]}")
        self._check_sender(answer)
        nobody = answer.kind == "play" and answer.client_id is None
        self.umpire.foreseen = nobody and self.conditional_moves.allows(answer, stored[:-1])
        departed = self.umpire.state.departed
        wrong = self.umpire.committed(answer, game, up)
        self._demand(not wrong, f"{answer}: {wrong}")
        self._check_absent(answer, departed)
        try:
            self._play(answer, game)
        except rondel.errors.RondelError as error:
            self._demand(False, f"{answer} does not follow from what is stored: {error}")
        self._shown.append(self._seen())
        self._durable.append(self._world.loop.time())
        self._rounds.append(answer.round)
        self.umpire.together = [self._held(player, answer.round) for player in self.players]

    def _play(self, answer: Answer, game: rondel.Game) -> None:
        match answer.kind:
            case "play":
                game.push(answer.move, answer.role)
            case "undo":
                game.undo(answer.role, agreed=answer.move == "agreed")
            case "again":
                self._demand(game.is_over or self.umpire.was_over, f"{answer} begins a game before the last is over")
                self.game = rondel.new(game.name, seats=len(game.roles), seed=answer.seed)
            case _ if answer.row_data().undone:
                game.undo(answer.row_data().undone, agreed=True)

    def _check_sender(self, answer: Answer) -> None:
        """What a player sent must be of a role that the player has now."""
        if answer.client_id is None or not answer.role:
            return
        for player in self.players:
            if answer.client_id.startswith(f"{player.name}-"):
                held = self._held(player, self._rounds[-1])
                self._demand(answer.role in held, f"{answer} is of {player.name}, who has {held} now")

    def _check_absent(self, answer: Answer, departed: Collection[str]) -> None:
        """Nobody is answered for, claimed or voted against who has had a socket for a while."""
        left = [role for role in self.umpire.state.departed if role not in departed]
        if answer.kind == "play" and answer.client_id is None and not self.umpire.foreseen and answer.role not in departed:
            left = [answer.role]
        elif answer.kind != "claim":
            left = list(self.umpire.outvoted)
        for player in self.players:
            roles = set(left) & set(self._held(player, self._rounds[-1]))
            here = player.known_for
            self._demand(not roles or here < THERE_FOR, f"{answer}: {player.name} was there as {roles} for {here:.1f} s")

    # -- at the end ----------------------------------------------------------------------------------------------------

    def check_log(self, table: str) -> None:
        """Nothing is lost, nothing is there twice, everybody knows the same, and the log replays."""
        stored, game = self._world.stored(), self.game
        assert game is not None
        self._demand([each.seq for each in stored] == list(range(1, len(stored) + 1)), "the log has gaps")
        ids = [(each.role, each.client_id) for each in stored if each.client_id is not None]
        self._demand(len(set(ids)) == len(ids), "a message had two effects")
        by_id = {(each.role, each.client_id): each for each in stored}
        for player in self.players:
            for key, (message, seq) in player.acknowledged.items():
                row = by_id.get(key)
                kinds = ("again", "offer", "agree") if message["type"] == "again" else (message["type"],)
                kept = row is not None and row.seq == seq and row.kind in kinds
                self._demand(kept, f"{message} was accepted as {seq}, and is lost")
                self._demand(row is not None and message.get("move", row.move) == row.move, f"{message} was stored as {row}")
                to = row.given_to() if row is not None else None
                self._demand("seq" not in message or to == message["seq"], f"{message} was stored as {row}")
            for role, told in player.events.items():
                there = [{**event, "changes": []} for event in json.loads(json.dumps(game.events(0, role)))]
                heard = [{**{name: event[name] for name in event if name != "move"}, "changes": []} for event in told]
                self._demand(heard == there, f"{player.name} was not told as {role} what happened")
        latest = tuple(each for each in stored if each.round == stored[-1].round)
        entry = self._world.disk.tables[table]
        open_table(entry, Log((), latest))  # every digest is checked on the way
        self._demand(entry.fault is None, f"the table was marked: {entry.fault}")

    # -- inside --------------------------------------------------------------------------------------------------------

    def _held(self, player: Player, number: int) -> list[str]:
        """The roles that a player has in the round of that number."""
        roles = self.umpire.roles
        by = number - 1 if self._world.terms.rotate else 0
        return [roles[(roles.index(role) + by) % len(roles)] for role in player.came_as]

    def _seen(self) -> dict[str, Json]:
        assert self.game is not None
        views = {role: json.loads(json.dumps(self.game.view(role))) for role in (*self.game.roles, rondel.OBSERVER)}
        return {role: self.umpire.seen(view, role) for role, view in views.items()}

    def _demand(self, met: bool, otherwise: str) -> None:
        self._world.demand(met, otherwise)
