"""A table: one game being hosted, as a pure step function.

`Table.step` takes one message and what is the case at that moment, and gives back what is to be stored and what is to be sent.
It waits for nothing, reads no clock, draws no chance and knows no socket. Whoever calls it stores the step's `Answer` before
anybody is sent anything, and throws the table away, to open it again from its log, when the answer could not be stored or the
rules broke down.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import msgspec

import rondel
from rondel.errors import AnswerError, NothingToUndo, RondelError, RulesError, quoted
from rondel.server import protocol, views
from rondel.server.bots import zombie
from rondel.server.catalogue import SeatEntry, TableEntry
from rondel.server.chronicle import Chronicle
from rondel.server.offers import bot_label
from rondel.server.refusal import Refusal
from rondel.server.store import Answer, Kind, Log, Snapshot, pack, unpack, waiting_for

AGREED: Final = "agreed"
"""What is stored as the move of an undo to which everybody else at the table agreed."""

SNAPSHOT_EVERY: Final = 64
"""Answers of a round from one snapshot to the next."""

_ordered = msgspec.json.Encoder(order="deterministic")


class BotMove(msgspec.Struct, frozen=True, tag="bot_move"):
    """A bot's answer to a position; without a move, or with one that is not legal, its zombie answers."""

    role: str
    seq: int
    move: str | None = None


Message = protocol.Play | protocol.Undo | protocol.Again | BotMove
"""What a table may be asked to do."""


class Setting(msgspec.Struct, frozen=True):
    """The moment of a step: all that a table may know of the world."""

    at: int
    """The time, in milliseconds since 1970."""
    chance: bytes
    """32 bytes nobody can guess, where a round is to begin or a bot to answer; else none."""
    audience: frozenset[views.Roles] = frozenset()
    """The kinds of receivers who are there, by the roles they play."""
    present: frozenset[str] = frozenset()
    """The roles whose holders are there."""
    told: Mapping[str, int] = {}
    """How many events of each role everybody who follows that role has been told."""


class Step(msgspec.Struct, frozen=True):
    """What a message comes to: first to be stored, then to be told."""

    answer: Answer
    snapshot: Snapshot | None
    batch: views.Batch
    """What everybody is to be sent."""


class Broken(Exception):
    """The rules broke down; the table is to be thrown away."""


class Exceeded(Broken):
    """The rules took more than they may have, or ended the process they ran in: nobody is to try that again unasked."""


class Lost(Broken):
    """The process of the rules has gone because of another table; this one need only be opened again."""


class Faulted(Exception):
    """The table's log does not replay under the rules there are now; nothing of it is lost."""


class Unreachable(Exception):
    """What the message needs lies before the snapshot this table was opened from: open it from further back."""


class Table:
    """The game of a table's latest round, its seats, and the number of its last answer."""

    def __init__(self, entry: TableEntry, log: Log | None = None) -> None:
        """The table as its log left it: from a snapshot or the round's first position, every answer since pushed again.

        Raises `Faulted` when the log does not fit the rules.
        """
        self.id = entry.id
        self.seats: list[SeatEntry] = list(entry.seats)
        self.terms = entry.terms
        self.host = entry.host
        self.round = 1
        self.seq = 0
        """Answers so far, over all rounds: the number of the last one."""
        self.began = 0
        """The number of the answer that began the round; 0 in the first."""
        self._name = entry.game
        self._options = entry.options
        self._at = 0
        self._since_snapshot = 0
        self.opened_at = 0
        """The number of the snapshot the game was opened from; 0 when it is here from the start of its round."""
        if log is not None and log.snapshots:
            self._restore(log.snapshots)
        else:
            self.game = self._new(entry.seed)
            self._kept = 0
            self.chronicle = Chronicle(self.game)
            self._heard: dict[str, int] = {}
        if self.game.version != entry.version:
            installed = f"version {self.game.version} is installed"
            raise Faulted(f"table {self.id} is played by version {entry.version} of {self._name}, and {installed}")
        answers = log.answers if log is not None else ()
        last = {answer.role: answer.seq for answer in answers if answer.client_id is not None}
        for answer in answers:
            self.repeat(answer)
            if last.get(answer.role) == answer.seq:
                self._note_heard(answer.role)

    # -- steps ---------------------------------------------------------------------------------------------------------

    def step(self, message: Message, held: Sequence[str], setting: Setting) -> Step:
        """Carry out a message of somebody who holds these roles.

        Raises `Refusal`, and then nothing has changed; `Broken` when the rules broke down, and `Unreachable`.
        """
        with self.minding("step"):
            match message:
                case protocol.Play():
                    self._check(message.role, held, message.seq)
                    self.game.push(message.move, message.role)
                    return self._done("play", message.role, message.move, message.id, setting)
                case protocol.Undo():
                    self._check(message.role, held, message.seq)
                    agreed = self.consents(message.role, held)
                    self._undo(message.role, agreed)
                    return self._done("undo", message.role, AGREED if agreed else "", message.id, setting)
                case protocol.Again():
                    return self._again(message, held, setting)
                case BotMove():
                    self._check(message.role, (message.role,), message.seq)
                    return self._done("play", message.role, self._bot_plays(message, setting.chance), None, setting)

    @contextmanager
    def minding(self, doing: str) -> Iterator[None]:
        """Around whatever has the rules do something: what they raise becomes a `Refusal`, where the engine says that all is as
        it was, or `Broken`."""
        try:
            yield
        except (Refusal, Unreachable):
            raise
        except RondelError as error:
            if isinstance(error, RulesError):
                raise Broken(f"the rules of {self._name} failed to {doing} at table {self.id}") from error
            raise Refusal(error.code, str(error)) from error
        except Exception as error:
            raise Broken(f"the rules of {self._name} failed to {doing} at table {self.id}") from error

    def consents(self, role: str, held: Sequence[str]) -> bool:
        """Whether everybody but ``role`` agrees to an undo unasked: bots do, empty seats do, and so do the seats the same
        client holds."""
        return all(seat.kind != "person" or seat.role == role or seat.role in held for seat in self.seats)

    def undoable(self, held: Sequence[str]) -> tuple[str, ...]:
        """Those of the roles one client holds whose last answer it can take back now without asking anybody."""
        return tuple([role for role in held if self._may_undo(role, self.consents(role, held))])

    def heard_by(self, roles: Sequence[str]) -> dict[str, int]:
        """How many events each role had been told when its player answered last in this round."""
        return {role: self._heard.get(role, 0) for role in roles}

    # -- seats ---------------------------------------------------------------------------------------------------------

    def sit(self, seat: SeatEntry) -> None:
        """Put the person who was stored as taking the seat onto it."""
        self.seats = [seat if each.role == seat.role else each for each in self.seats]

    def roles_of(self, hashes: Iterable[bytes], holder: str = "") -> tuple[str, ...]:
        """The roles whose tokens hash to these, and those whose seats are that principal's, in seat order; raises
        ``unknown_seat`` when a token fits no seat."""
        return roles_of(self.seats, hashes, holder)

    def bot_to_move(self) -> SeatEntry | None:
        """The first bot the game waits for."""
        active = self.game.active
        return next((seat for seat in self.seats if seat.kind == "bot" and seat.role in active), None)

    def repeat(self, answer: Answer) -> None:
        """Do again what a stored answer did. Raises `Faulted` when it does not fit."""
        if answer.seq != self.seq + 1 and self.seq:
            raise Faulted(f"the log of table {self.id} has a gap: {answer.seq} follows {self.seq}")
        try:
            match answer.kind:
                case "play":
                    self.game.push(answer.move, answer.role)
                case "undo":
                    self.game.undo(answer.role, agreed=answer.move == AGREED)
                case "again":
                    self._begin(answer.seed or b"")
                    self.began = answer.seq
        except Exception as error:
            raise Faulted(
                f"answer {answer.seq} of table {self.id}, {answer.move!r} by {answer.role}, fails: {error}"
            ) from error
        if answer.digest is not None and answer.digest != digest(self.game):
            raise Faulted(f"answer {answer.seq} of table {self.id} leads to another position than it did")
        self.round, self.seq, self._at = answer.round, answer.seq, max(self._at, answer.at)
        # Where a position was sealed in mid-game a snapshot was taken.
        self._since_snapshot = self._since_snapshot + 1 if answer.digest is None else 0

    # -- what may be seen ----------------------------------------------------------------------------------------------

    def describe(self, present: Iterable[str]) -> protocol.Table:
        """What everybody may know, given the roles whose holders are here."""
        return protocol.Table(
            self.id, self._name, self.game.title, self.seats_shown(present), self.round, self.terms, self.host
        )

    def seats_shown(self, present: Iterable[str]) -> tuple[protocol.Seat, ...]:
        """The seats as everybody may see them, see `seats_shown`."""
        return seats_shown(self.seats, present)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _new(self, seed: bytes) -> rondel.Game:
        return rondel.new(self._name, seats=len(self.seats), seed=seed, options=self._options)

    def _check(self, role: str, held: Sequence[str], seq: int) -> None:
        if role not in held:
            if role not in self.game.roles:
                there = ", ".join(self.game.roles)
                raise Refusal("unknown_role", f"there is no role {quoted(role)} at this table; there is {there}")
            raise Refusal("not_seated", f"this connection does not hold the seat of {role!r}; say hello with its token")
        if seq != self.seq:
            raise Refusal("stale", f"the answer was given to another position; the table is at {self.seq}")

    def _may_undo(self, role: str, agreed: bool) -> bool:
        if self.terms.undo == "never" or (self.terms.undo == "asked" and not agreed):
            return False
        return bool(self.game.may_undo(role, agreed=agreed))

    def _undo(self, role: str, agreed: bool) -> None:
        if self.terms.undo == "never":
            raise Refusal("no_undo", "by the terms of this table nothing is taken back")
        if self.terms.undo == "asked" and not agreed:
            raise Refusal("undo_barrier", "by the terms of this table the others must agree before anything is taken back")
        try:
            self.game.undo(role, agreed=agreed)
        except NothingToUndo:
            if not self.opened_at:
                raise
            raise Unreachable("what is to be taken back lies before the snapshot") from None

    def _again(self, message: protocol.Again, held: Sequence[str], setting: Setting) -> Step:
        if not held:
            raise Refusal("not_seated", "only somebody who plays at this table can start its next game")
        if not self.game.is_over:
            raise Refusal("not_over", "the next game starts when this one is over")
        self._begin(setting.chance)
        self.round += 1
        self.began = self.seq + 1
        return self._done("again", "", "", message.id, setting, setting.chance)

    def _bot_plays(self, message: BotMove, chance: bytes) -> str:
        """Push the bot's move, or the zombie's when it has none or not a legal one; returns its text."""
        role = message.role
        if message.move is not None:
            try:
                self.game.push(message.move, role)
            except AnswerError:
                pass  # whoever asked the bot sees by the answer that it is another
            else:
                return message.move
        bot = next((seat.bot for seat in self.seats if seat.role == role), "")
        move = zombie(self.game, role, bot, chance)
        self.game.push(move, role)
        return move

    def _begin(self, seed: bytes) -> None:
        self.game = self._new(seed)
        self.chronicle = Chronicle(self.game)
        self._heard = {}
        self._kept = 0
        self.opened_at = 0
        self._since_snapshot = -1  # the answer that begins the round does not count

    def _done(
        self, kind: Kind, role: str, move: str, client_id: str | None, setting: Setting, seed: bytes | None = None
    ) -> Step:
        """The step that made this answer of the table."""
        self.seq += 1
        self._at = max(self._at, setting.at)
        self._since_snapshot += 1
        if kind == "again":
            batch = views.welcomes(self, setting.audience, setting.present)
        else:
            batch = views.updates(self, setting.audience, setting.told)
        if client_id is not None:
            self._note_heard(role)
        snapshot = self._snapshot() if self._since_snapshot >= SNAPSHOT_EVERY else None
        taken = digest(self.game) if snapshot is not None or self.game.is_over else None
        active = waiting_for(self.game.active)
        result = None if active else self._result()
        answer = Answer(self.id, self.seq, self.round, kind, role, move, client_id, seed, self._at, taken, None, active, result)
        return Step(answer, snapshot, batch)

    def _result(self) -> str:
        """How the round has ended, as everybody may know it."""
        seen = self.game.view(rondel.OBSERVER)
        return msgspec.json.encode({name: seen[name] for name in ("ranks", "scores", "stats")}).decode()

    def _note_heard(self, role: str) -> None:
        """Note that who plays the role has answered, and so knows what it has been told."""
        if role:
            self.chronicle.catch_up(role)
            self._heard[role] = self.chronicle.count(role)

    def _snapshot(self) -> Snapshot:
        self._since_snapshot = 0
        taken = self.game.snapshot()
        # The answers before are in the snapshots before, so that all together are as long as the game, and not as its square.
        answers, taken["answers"] = taken["answers"], []
        since, self._kept = self._kept, len(answers)
        piece = {"since": since, "answers": answers[since:], "told": self.chronicle.piece(), "heard": self._heard}
        packed = pack({"game": taken, "began": self.began, **piece})
        return Snapshot(self.id, self.seq, self.round, self.game.version, packed)

    def _restore(self, snapshots: Sequence[Snapshot]) -> None:
        last = snapshots[-1]
        try:
            pieces = [unpack(each.packed) for each in snapshots]
            answers: list[list[str]] = []
            for piece in pieces:
                if piece["since"] > len(answers):
                    raise Faulted(f"the answers from {len(answers)} to {piece['since']} are in no snapshot")
                answers[piece["since"] :] = piece["answers"]
            self.game = rondel.restore({**pieces[-1]["game"], "answers": answers})
            self.chronicle = Chronicle(self.game, [piece["told"] for piece in pieces])
        except Exception as error:
            raise Faulted(f"the snapshot of table {self.id} at {last.seq} does not fit the rules: {error}") from error
        self._kept = len(answers)
        self._heard = dict(pieces[-1].get("heard", {}))
        self.opened_at = last.seq
        self.round, self.seq, self.began = last.round, last.seq, pieces[-1]["began"]


def digest(game: rondel.Game) -> bytes:
    """Eight bytes that stand for a position, chance's place included: equal for equal positions, everywhere and always.

    >>> digest(rondel.new("reversi")).hex() == digest(rondel.new("reversi")).hex()
    True
    """
    taken: Mapping[str, Any] = game.snapshot()
    told = {key: taken.get(key) for key in ("game", "version", "options", "position", "draws", "rule", "held")}
    return hashlib.blake2b(_ordered.encode(told), digest_size=8).digest()


def roles_of(seats: Sequence[SeatEntry], hashes: Iterable[bytes], holder: str = "") -> tuple[str, ...]:
    """See `Table.roles_of`."""
    by_hash = {seat.token_hash: seat.role for seat in seats if seat.token_hash is not None}
    held = {seat.role for seat in seats if holder and seat.holder == holder}
    for each in hashes:
        if each not in by_hash:
            raise Refusal("unknown_seat", "a seat token does not belong to this table; send those that do, or none to watch")
        held.add(by_hash[each])
    return tuple(seat.role for seat in seats if seat.role in held)


def seats_shown(seats: Sequence[SeatEntry], present: Iterable[str]) -> tuple[protocol.Seat, ...]:
    """The seats as everybody may see them, given the roles whose holders are here: bots always are, nobody is on an open seat.

    >>> [(seat.role, seat.present) for seat in seats_shown((SeatEntry("x", "person"), SeatEntry("o", "bot", "mcts")), ())]
    [('x', False), ('o', True)]
    """
    here = set(present)
    numbers = _bots_numbered(seats)
    return tuple([_shown(seat, seat.role in here, numbers.get(seat.role, 0)) for seat in seats])


def _bots_numbered(seats: Iterable[SeatEntry]) -> dict[str, int]:
    """The numbers, by role, of bots without a name of their own where there are several of one kind."""
    nameless = [seat for seat in seats if seat.kind == "bot" and not seat.name]
    numbers = {}
    for seat in nameless:
        alike = [each.role for each in nameless if each.bot == seat.bot]
        numbers[seat.role] = 0 if len(alike) == 1 else alike.index(seat.role) + 1
    return numbers


def _shown(seat: SeatEntry, here: bool, number: int) -> protocol.Seat:
    if seat.kind == "bot":
        return protocol.Seat(seat.role, "bot", seat.name or bot_label(seat.bot), True, seat.bot, number)
    return protocol.Seat(seat.role, seat.kind, seat.name, here and seat.kind == "person", badge=seat.badge)
