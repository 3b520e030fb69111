"""A table: one game being hosted, as a pure step function.

`Table.step` takes one message with its context and returns the row to be stored. It waits for nothing, reads no clock, draws no
chance and knows no socket. `rondel.server.table.views` makes the frames for viewers from the table, beside the step. The caller
stores the row before it sends any frame. It discards the table, and opens it again from the log, when the row could not be
stored or the rules broke down.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import msgspec

from rondel.engine import OBSERVER, Game
from rondel.engine.play.extra_time import given
from rondel.engine.play.scoring import parties
from rondel.server import protocol
from rondel.server.protocol.refused import Refusal
from rondel.server.table import bot_turn
from rondel.server.table.agreements import PLAIN, Negotiation, Overdue, Settling, Standstill, TableState, plain
from rondel.server.table.changed_answer import ChangedAnswers
from rondel.server.table.commands import (
    BotMove,
    ConditionalMove,
    Faulted,
    Message,
    Moment,
    Outdated,
    Outlook,
    Setting,
    Step,
    Tick,
    Vacation,
    as_sent,
    raise_meaning,
)
from rondel.server.table.entries import SeatEntry, TableEntry, pace, rotated
from rondel.server.table.log.entries import Answer, Kind, Log, RowData, Snapshot, waiting_for
from rondel.server.table.log.events import EventLog
from rondel.server.table.log.snapshots import SnapshotData, digest, opened
from rondel.server.table.rules import Rules
from rondel.server.table.seats import not_held, roles_of, seat_to_move, seats_shown
from rondel.server.table.takeback import allowed, check_offered, consents, take_back

AGREED: Final = "agreed"
"""The stored move of an undo to which everybody else at the table has agreed."""

SNAPSHOT_EVERY: int = 64
"""Answers of a round from one snapshot to the next. Not final: tests set a smaller value, and the compiler would inline a
constant."""

_STANDING: Final = PLAIN.shown(0, ())

_NOTHING: Final = RowData()


class Table:
    """The game of a table's latest round, its seats, and the number of its last answer."""

    def __init__(self, rules: Rules, entry: TableEntry, log: Log | None = None) -> None:
        """Open a table from its log: from a snapshot, or from the round's first position, with every answer since replayed.

        Raises `Faulted` when the log does not fit the rules, and `Outdated` when it was written by newer ones.
        """
        self.id = entry.id
        self.rules = rules
        self.name = entry.game
        """The name of the game."""
        self.seats: list[SeatEntry] = list(entry.seats)
        self._has_bots = any(seat.kind == "bot" for seat in entry.seats)
        self.terms = entry.terms
        self.host = entry.host
        self.round = 1
        self.seq = 0
        """The number of the last answer; answers are numbered over all rounds."""
        self.began = 0
        """The number of the answer that began the round; 0 in the first."""
        self._options = entry.options
        self._at = 0
        """The time of the last answer."""
        self._stands = 0
        """The number of the answer that led to the position: an answer given to any later number is given to this position."""
        self.state = plain(TableState.first(entry.terms))
        """Clocks, offers, departures and outcome."""
        self._since_snapshot = 0
        self._changed = ChangedAnswers()
        self.opened_at = 0
        """The number of the snapshot the game was opened from; 0 for the start of its round."""
        installed = rules.game.version
        if installed != entry.version:
            said = f"table {self.id} is played by version {entry.version} of {self.name}, and version {installed} is installed"
            raise Outdated(said) if installed < entry.version else Faulted(said)
        if log is not None and log.snapshots:
            self._restore(log.snapshots)
        else:
            self.game = self._new(entry.seed)
            self._kept = 0
            """Answers of the round that are in snapshots."""
            self.events = EventLog(self.game)
            self._heard: dict[str, int] = {}
            """How many events each role had been told when its player answered last."""
        if unknown := [seat.role for seat in entry.seats if seat.role not in self.game.roles]:
            raise Faulted(f"table {self.id} has a seat for {unknown[0]!r}, and no such role is in {self.name}")
        self.catch_up(log.answers if log is not None else ())
        self.events.begin_answer()

    # -- steps ---------------------------------------------------------------------------------------------------------

    def step(self, message: Message, held: Sequence[str], setting: Setting) -> Step:
        """Carry out a message of a client who holds these roles, and return the row to be stored.

        Raises `Refusal`, and then nothing has changed; `Overdue` when a `Tick` is to be stepped first, so that every node
        orders a flag and an answer alike; `Broken` when the rules broke down; and `Unreachable`.
        """
        try:
            return self._stepped(message, held, setting)
        except Exception as error:
            raise_meaning(error, "step", self.name, self.id)
            raise

    def _stepped(self, message: Message, held: Sequence[str], setting: Setting) -> Step:
        flagged = self.state.overdue(self._elapsed(setting)) if self.state is not PLAIN else ""
        if flagged and not isinstance(message, Tick):
            raise Overdue(flagged)
        match message:
            case protocol.Play():
                self._check(message.role, held, message.seq)
                self.state.check_playing(message.role)
                self._changed.push(self.game, message.role, message.move, self.seq, setting.at)
                return self._done("play", message.role, message.move, message.id, setting, to=message.seq)
            case protocol.Undo():
                self._check(message.role, held, message.seq)
                self.state.check_playing(message.role)
                agreed = consents(self.seats, message.role, held)
                take_back(self.game, self.terms, message.role, agreed, self.opened_at)
                move = AGREED if agreed else ""
                return self._done("undo", message.role, move, message.id, setting, to=message.seq, undone=message.role)
            case protocol.Again():
                return self._again(message, held, setting)
            case BotMove():
                self._check(message.role, (message.role,), message.seq)
                self.state.check_playing("")
                bot = next((seat.bot for seat in self.seats if seat.role == message.role), "")
                move = bot_turn.answer(self.game, message.role, bot, message.move, setting.chance)
                return self._done("play", message.role, move, None, setting)
            case ConditionalMove():
                self._check(message.role, held, message.seq)
                self.state.check_playing(message.role)
                self.game.push(message.move, message.role)
                return self._done("play", message.role, message.move, None, setting)
            case Vacation():
                return self._wait_for(message, setting)
            case Tick():
                return self._tick(flagged, setting)
            case _:
                return self._settle(message, held, setting)

    @contextmanager
    def translating_errors(self, doing: str) -> Iterator[None]:
        """Translate what the rules raise inside, see `raise_meaning`; ``doing`` completes "the rules failed to ..."."""
        try:
            yield
        except Exception as error:
            raise_meaning(error, doing, self.name, self.id)
            raise

    def catch_up(self, answers: Sequence[Answer]) -> None:
        """Replay stored answers that follow the last one. Raises `Faulted` when one does not fit: the table is to be opened
        anew then."""
        last = {answer.role: answer.seq for answer in answers if answer.client_id is not None}
        for answer in answers:
            self.repeat(answer)
            if last.get(answer.role) == answer.seq:
                self._note_heard(answer.role)

    def repeat(self, answer: Answer) -> None:
        """Replay a stored answer. Raises `Faulted` when it does not fit."""
        if answer.seq != self.seq + 1 and self.seq:
            raise Faulted(f"the log of table {self.id} has a gap: {answer.seq} follows {self.seq}")
        data = answer.row_data()
        self.events.begin_answer()
        try:
            match answer.kind:
                case "play":
                    self.game.push(answer.move, answer.role)
                case "undo":
                    self.game.undo(answer.role, agreed=answer.move == AGREED)
                case "again":
                    self._begin(answer.seed or b"")
                    self.began = answer.seq
                case _ if data.undone:
                    self.game.undo(data.undone, agreed=True)
        except Exception as error:
            raise Faulted(
                f"answer {answer.seq} of table {self.id}, {answer.move!r} by {answer.role}, fails: {error}"
            ) from error
        self.events.end_answer(is_move=answer.kind == "play")
        if answer.digest is not None and answer.digest != digest(self.game):
            raise Faulted(f"answer {answer.seq} of table {self.id} leads to another position than it did")
        self.round, self.seq, self._at = answer.round, answer.seq, max(self._at, answer.at)
        self.state = plain(data.state)
        if answer.kind in ("play", "undo", "again") or data.undone:
            self._stands = answer.seq
        # A digest before the end of a round goes with a snapshot.
        self._since_snapshot = self._since_snapshot + 1 if answer.digest is None else 0

    # -- what may be asked ---------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the round is over, by its rules or by agreement."""
        return self.state.outcome is not None or self.game.is_over

    @property
    def active(self) -> tuple[str, ...]:
        """The roles the table waits for; none when the round is over."""
        return () if self.state.outcome is not None else self.game.active

    def undoable(self, held: Sequence[str]) -> tuple[str, ...]:
        """The roles of one client whose last answer it can take back now without consent."""
        game, terms, state = self.game, self.terms, self.state
        return tuple([role for role in held if allowed(game, terms, state, role, consents(self.seats, role, held))])

    def outlook(self) -> Outlook:
        """What the table waits for besides messages."""
        state = self.state
        due = state.clocks.due() if state.clocks is not None else None
        begins = not state.begun and self.terms.start != "host" and all(seat.kind != "open" for seat in self.seats)
        active = self.active if state.begun else ()
        awaited = [role for role in self._persons() if role in active and role not in state.departed]
        vote = state.vote(self.terms)
        voting = () if vote is None else vote.asked
        return Outlook(
            *(self._at, None if due is None else due[0], begins, active, tuple(state.departed), tuple(awaited), voting),
            state.standing(),
        )

    def heard_by(self, roles: Sequence[str]) -> dict[str, int]:
        """How many events each role had been told when its player answered last in this round."""
        return {role: self._heard.get(role, 0) for role in roles}

    def view(self, role: str) -> protocol.Json:
        """The game's view for a role or the observer, with the outcome where the rules alone do not give it."""
        seen = self.game.view(role)
        return seen if self.state is PLAIN else self.state.over(role, seen)

    def standing(self, moment: Moment | None = None) -> protocol.Standing:
        """The table's public state besides the position, at that moment."""
        if self.state is PLAIN and (moment is None or not moment.away):
            return _STANDING
        moment = moment or Moment()
        away = moment.away.intersection(self.active) if moment.away else moment.away
        return self.state.shown(max(0, moment.at - self._at - moment.down), away)

    # -- seats ---------------------------------------------------------------------------------------------------------

    def sit(self, seat: SeatEntry) -> None:
        """Replace a seat by the one that was stored."""
        self.seats = [seat if each.role == seat.role else each for each in self.seats]
        self._has_bots = any(each.kind == "bot" for each in self.seats)

    def roles_of(self, hashes: Iterable[bytes], holder: str = "") -> tuple[str, ...]:
        """The roles of the seats that a client holds by tokens with these hashes or by its principal, in seat order. Refused as
        ``unknown_seat`` when a token fits no seat."""
        return roles_of(self.seats, hashes, holder)

    def seats_shown(self, present: Iterable[str]) -> tuple[protocol.Seat, ...]:
        """The public data of the seats, see `seats_shown`."""
        return seats_shown(self.seats, present, self.rules.bot_label)

    def bot_to_move(self, covered: Collection[str] = ()) -> SeatEntry | None:
        """The first seat the game waits for that no person answers for: a bot's, that of a role that has left, or one of the
        ``covered``, whose holders are away. Where it names no bot, the rules' zombie move is played."""
        if not self._has_bots and not covered and not self.state.departed:
            return None  # most tables, at every answer
        return seat_to_move(self.seats, self.outlook(), covered, self.terms.absence.bot)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _elapsed(self, setting: Setting) -> int:
        return max(0, setting.at - self._at - setting.down)

    def _persons(self) -> list[str]:
        return [seat.role for seat in self.seats if seat.kind == "person"]

    def _new(self, seed: bytes) -> Game:
        return self.rules.game(len(self.seats), seed, self._options)

    def _check(self, role: str, held: Sequence[str], seq: int) -> None:
        """Refuse an answer for a role the client does not hold, or to a position that is no longer the table's."""
        if role not in held:
            raise not_held(role, self.game.roles)
        if not self._stands <= seq <= self.seq:
            raise Refusal("stale", f"the answer was given to another position; the table is at {self.seq}")

    def _check_round(self, role: str, seq: int) -> None:
        """Refuse what was said in another round, or by a role that does not play in this one."""
        if not self.began <= seq <= self.seq:
            raise Refusal("stale", f"this was said in another round; the table is at {self.seq}")
        self.state.check_playing(role)
        if self.game.is_over:
            raise Refusal("game_over", "the game is over")

    def _again(self, message: protocol.Again, held: Sequence[str], setting: Setting) -> Step:
        if not held:
            raise Refusal("not_seated", "only somebody who plays at this table can start its next game")
        if not self.over:
            raise Refusal("not_over", "the next game starts when this one is over")
        present = None if pace(self.terms) == "days" else setting.present
        asking = self._negotiation(setting).again(held, present)
        if asking is not None:
            offer = asking.offers.rematch()
            if offer is None or offer.number > self.seq:
                return self._done("offer", "", "rematch", message.id, setting, state=asking)
            return self._done("agree", "", str(offer.number), message.id, setting, state=asking)
        if self.terms.rotate:
            self.seats = list(rotated(self.seats))
        self._begin(setting.chance)
        self.round += 1
        self.began = self.seq + 1
        state = self.state.begin(self.terms, self._persons(), self.game.active, self._extra())
        return self._done("again", "", "", message.id, setting, seed=setting.chance, state=state)

    def _settle(self, message: Settling, held: Sequence[str], setting: Setting) -> Step:
        """Carry out a message that changes the state besides the position."""
        if message.role not in held:
            raise not_held(message.role, self.game.roles)
        if isinstance(message, protocol.Resign | protocol.Claim | protocol.Offer):
            self._check_round(message.role, message.seq)
        if isinstance(message, protocol.Offer) and message.what == "undo":
            self._check(message.role, held, message.seq)
            check_offered(self.game, self.terms, self.state, message.role, self.opened_at)
        settled = self._negotiation(setting).said(message, held)
        if settled.undone:
            take_back(self.game, self.terms, settled.undone, True, self.opened_at)
        sent = as_sent(self.id, message)
        to = sent.seq - 1 if sent.seq else None
        return self._done(
            sent.kind,
            sent.role,
            sent.move,
            message.id,
            setting,
            to=to,
            state=settled.state,
            undone=settled.undone,
            still=None if settled.pause is None else Standstill(settled.pause),
        )

    def _wait_for(self, message: Vacation, setting: Setting) -> Step:
        """Have the clock of a role stand while its holder is on vacation, or run again."""
        clocks = self.state.clocks
        may_wait = self.terms.pauses and pace(self.terms) == "days" and not self.over
        if not may_wait or clocks is None or message.role not in clocks.left:
            raise Refusal("no_vacation", "no clock of that player waits here for the end of a vacation")
        still = Standstill(max(0, message.until - setting.at), message.role, message.until)
        return self._done("vacation", "", f"{message.role} {message.until}", None, setting, still=still)

    def _tick(self, flagged: str, setting: Setting) -> Step:
        """Carry out what is due because time has passed."""
        negotiation = self._negotiation(setting)
        if flagged:
            return self._done("flag", flagged, "", None, setting, state=negotiation.left_by(flagged, "time"))
        vote = negotiation.outvoted()
        if vote is not None:
            return self._done("agree", "", str(vote.number), None, setting, state=negotiation.taking_effect(vote).state)
        if not self.outlook().begins:
            raise Refusal("begun", "nothing is due at this table")
        return self._done("start", "", "", None, setting, state=negotiation.begun())

    def _negotiation(self, setting: Setting) -> Negotiation:
        elapsed, sides = self._elapsed(setting), parties(self.game)
        away = setting.away.difference([role for role, ms in self.state.standing().items() if ms > elapsed])
        return Negotiation(
            *(self.state, self.terms, self.seats, self.host, sides, self.game.active, self._extra()),
            *(self.seq, elapsed, away),
        )

    def _extra(self) -> dict[str, int]:
        """The milliseconds that the rules have just given to each role."""
        return {role: round(1_000 * seconds) for role, seconds in given(self.game).items()}

    def _begin(self, seed: bytes) -> None:
        self.game = self._new(seed)
        self.events = EventLog(self.game)
        self._heard = {}
        self._kept = 0
        self.opened_at = 0
        self._since_snapshot = -1  # the answer that begins the round does not count

    def _done(
        self,
        kind: Kind,
        role: str,
        move: str,
        client_id: str | None,
        setting: Setting,
        *,
        to: int | None = None,
        seed: bytes | None = None,
        state: TableState | None = None,
        undone: str = "",
        still: Standstill | None = None,
    ) -> Step:
        """The step of an answer that the game has carried out. ``state`` is the state after it, apart from clocks and offers
        that lapse; ``undone`` is the role whose answers it has taken back; ``still`` has clocks stand."""
        state = self.state if state is None else state
        if state is not PLAIN:
            state = self._carried_on(kind, role, state, undone, setting)
            state = state if still is None else state.standing_still(still)
        self.state = state
        data = None
        if state is not PLAIN or (to is not None and to != self.seq) or (undone and kind != "undo"):
            said = RowData(state, None if to == self.seq else to, "" if kind == "undo" else undone)
            data = None if said == _NOTHING else msgspec.json.encode(said).decode()
        self.seq += 1
        if kind in ("play", "undo", "again") or undone:
            self._stands = self.seq
        self._at = max(self._at, setting.at)
        self._since_snapshot += 1
        self.events.end_answer(is_move=kind == "play")
        self.events.begin_answer()
        if client_id is not None:
            self._note_heard(role)
        snapshot = self._snapshot() if self._since_snapshot >= SNAPSHOT_EVERY else None
        taken = digest(self.game) if snapshot is not None or self.over else None
        active = waiting_for(self.active)
        result = None if active else self._result()
        answer = Answer(self.id, self.seq, self.round, kind, role, move, client_id, seed, self._at, taken, data, active, result)
        return Step(answer, snapshot)

    def _carried_on(self, kind: Kind, role: str, state: TableState, undone: str, setting: Setting) -> TableState:
        """The state after an answer, with the offers that lapse by it, the clocks, and the places of the roles that left."""
        state = state.lapsed(role if kind == "play" else "", undone=bool(undone))
        if self.game.is_over and (state.departed or state.offers.open):
            state = state.decided(self.game.roles, self.game.ranks)
        if kind not in ("start", "again"):
            active = () if state.outcome is not None else self.game.active
            by = role if kind == "play" else ""
            extra = self._extra() if state.clocks is not None and (kind == "play" or undone) else None
            state = state.timed(self.terms, self._elapsed(setting), by, active, undone=bool(undone), extra=extra)
        return plain(state)

    def _result(self) -> str:
        """The public result of the round."""
        seen = self.view(OBSERVER)
        return msgspec.json.encode({name: seen[name] for name in ("ranks", "scores", "stats")}).decode()

    def _note_heard(self, role: str) -> None:
        """Note that the role's player has answered, and so has seen the events before."""
        if role:
            self._heard[role] = self.events.total(role)

    def _snapshot(self) -> Snapshot:
        self._since_snapshot = 0
        taken = self.game.snapshot()
        answers, taken["answers"] = taken["answers"], []
        data = SnapshotData(
            *(taken, self.began, self._kept, answers[self._kept :], self.events.part(), self._heard),
            *(self._at, self._stands, self.state, self.events.moves),
        )
        self._kept = data.kept
        return Snapshot(self.id, self.seq, self.round, self.game.version, data.pack())

    def _restore(self, snapshots: Sequence[Snapshot]) -> None:
        self.game, self.events, data = opened(self.rules.game, snapshots)
        last = snapshots[-1]
        self.round, self.seq, self.began, self.opened_at = last.round, last.seq, data.began, last.seq
        self._at, self._stands = data.at, last.seq if data.stands is None else data.stands
        self._kept, self._heard = data.kept, data.heard
        self.state = plain(data.state)
