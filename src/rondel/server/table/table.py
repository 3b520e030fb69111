"""A table: one game being hosted, as a pure step function.

`Table.step` takes one message and what is the case at that moment, and gives back what is to be stored and what is to be sent.
It waits for nothing, reads no clock, draws no chance and knows no socket. Whoever calls it stores the step's `Answer` before
anybody is sent anything, and throws the table away, to open it again from its log, when the answer could not be stored or the
rules broke down.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import msgspec

from rondel.engine import OBSERVER, Game
from rondel.engine.play.extra_time import given
from rondel.engine.play.legal_moves import is_shared
from rondel.engine.play.scoring import parties
from rondel.server import protocol
from rondel.server.protocol.refused import Refusal
from rondel.server.table import bot_turn, views
from rondel.server.table.agreements import PLAIN, Negotiation, Overdue, Pact, Settling, plain
from rondel.server.table.changed_answer import ChangedAnswers
from rondel.server.table.commands import (
    BotMove,
    Faulted,
    Message,
    Moment,
    Outlook,
    Planned,
    Setting,
    Step,
    Tick,
    as_sent,
    raise_meaning,
)
from rondel.server.table.entries import SeatEntry, TableEntry, rotated
from rondel.server.table.log.entries import Answer, Besides, Kind, Log, Snapshot, waiting_for
from rondel.server.table.log.events import EventLog
from rondel.server.table.log.snapshots import Piece, digest, opened
from rondel.server.table.rules import Rules
from rondel.server.table.seats import not_held, roles_of, seat_to_move, seats_shown
from rondel.server.table.takeback import allowed, check_offered, consents, take_back

AGREED: Final = "agreed"
"""What is stored as the move of an undo to which everybody else at the table agreed."""

SNAPSHOT_EVERY: int = 64
"""Answers of a round from one snapshot to the next. Not final: tests have it smaller, and the compiler would put the
number itself where it is asked for."""

_STANDING: Final = PLAIN.shown(0, ())

_NOTHING: Final = Besides()


class Table:
    """The game of a table's latest round, its seats, and the number of its last answer."""

    def __init__(self, rules: Rules, entry: TableEntry, log: Log | None = None) -> None:
        """The table as its log left it: from a snapshot or the round's first position, every answer since pushed again.

        Raises `Faulted` when the log does not fit the rules.
        """
        self.id = entry.id
        self._rules = rules
        self.seats: list[SeatEntry] = list(entry.seats)
        self._is_manned = all(seat.kind != "bot" for seat in entry.seats)
        """Whether no bot sits here."""
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
        self._stands = 0
        """The number from which on the position is as it is: an answer to any since is an answer to it."""
        self.pact = plain(Pact.first(entry.terms))
        self._since_snapshot = 0
        self._changed = ChangedAnswers()
        self.opened_at = 0
        """The number of the snapshot the game was opened from; 0 when it is here from the start of its round."""
        if log is not None and log.snapshots:
            self._restore(log.snapshots)
        else:
            self.game = self._new(entry.seed)
            self._kept = 0
            self.chronicle = EventLog(self.game)
            self._heard: dict[str, int] = {}
        if self.game.version != entry.version:
            installed = f"version {self.game.version} is installed"
            raise Faulted(f"table {self.id} is played by version {entry.version} of {self._name}, and {installed}")
        if unknown := [seat.role for seat in entry.seats if seat.role not in self.game.roles]:
            raise Faulted(f"table {self.id} has a seat for {unknown[0]!r}, and no such role is in {self._name}")
        answers = log.answers if log is not None else ()
        last = {answer.role: answer.seq for answer in answers if answer.client_id is not None}
        for answer in answers:
            self.repeat(answer)
            if last.get(answer.role) == answer.seq:
                self._note_heard(answer.role)

    # -- steps ---------------------------------------------------------------------------------------------------------

    def step(self, message: Message, held: Sequence[str], setting: Setting) -> Step:
        """Carry out a message of somebody who holds these roles.

        Raises `Refusal`, and then nothing has changed; `Overdue` when a `Tick` is to be stepped first, so that a flag and an
        answer are settled in one way; `Broken` when the rules broke down, and `Unreachable`.
        """
        try:
            return self._stepped(message, held, setting)
        except Exception as error:
            raise_meaning(error, "step", self._name, self.id)
            raise

    def _stepped(self, message: Message, held: Sequence[str], setting: Setting) -> Step:
        flagged = self.pact.overdue(self._elapsed(setting)) if self.pact is not PLAIN else ""
        if flagged and not isinstance(message, Tick):
            raise Overdue(flagged)
        match message:
            case protocol.Play():
                self._check(message.role, held, message.seq)
                self.pact.check_playing(message.role)
                self._changed.push(self.game, message.role, message.move, self.seq, setting.at)
                return self._done("play", message.role, message.move, message.id, setting, to=message.seq)
            case protocol.Undo():
                self._check(message.role, held, message.seq)
                self.pact.check_playing(message.role)
                agreed = consents(self.seats, message.role, held)
                take_back(self.game, self.terms, message.role, agreed, self.opened_at)
                move = AGREED if agreed else ""
                return self._done("undo", message.role, move, message.id, setting, to=message.seq, undone=message.role)
            case protocol.Again():
                return self._again(message, held, setting)
            case BotMove():
                self._check(message.role, (message.role,), message.seq)
                self.pact.check_playing("")
                bot = next((seat.bot for seat in self.seats if seat.role == message.role), "")
                move = bot_turn.answer(self.game, message.role, bot, message.move, setting.chance)
                return self._done("play", message.role, move, None, setting)
            case Planned():
                self._check(message.role, held, message.seq)
                self.pact.check_playing(message.role)
                self.game.push(message.move, message.role)
                return self._done("play", message.role, message.move, None, setting)
            case Tick():
                return self._tick(flagged, setting)
            case _:
                return self._settle(message, held, setting)

    @contextmanager
    def minding(self, doing: str) -> Iterator[None]:
        """Around whatever has the rules do something: what they raise becomes a `Refusal`, where the engine says that all is as
        it was, or `Broken`."""
        try:
            yield
        except Exception as error:
            raise_meaning(error, doing, self._name, self.id)
            raise

    def undoable(self, held: Sequence[str]) -> tuple[str, ...]:
        """Those of the roles one client holds whose last answer it can take back now without asking anybody."""
        game, terms, pact = self.game, self.terms, self.pact
        return tuple([role for role in held if allowed(game, terms, pact, role, consents(self.seats, role, held))])

    @property
    def over(self) -> bool:
        """Whether the round is over, by its rules or otherwise."""
        return self.pact.outcome is not None or self.game.is_over

    @property
    def active(self) -> tuple[str, ...]:
        """Whom the table waits for; nobody when the round is over."""
        return () if self.pact.outcome is not None else self.game.active

    def outlook(self) -> Outlook:
        """What it waits for besides messages."""
        pact = self.pact
        due = pact.clocks.due() if pact.clocks is not None else None
        begins = not pact.begun and self.terms.start != "host" and self._is_full()
        active = self.active if pact.begun else ()
        awaited = [role for role in self._persons() if role in active and role not in pact.departed]
        vote = self.pact.vote(self.terms)
        voting = () if vote is None else vote.asked
        return Outlook(self._at, None if due is None else due[0], begins, active, tuple(pact.departed), tuple(awaited), voting)

    def heard_by(self, roles: Sequence[str]) -> dict[str, int]:
        """How many events each role had been told when its player answered last in this round."""
        return {role: self._heard.get(role, 0) for role in roles}

    # -- seats ---------------------------------------------------------------------------------------------------------

    def sit(self, seat: SeatEntry) -> None:
        """Put the person who was stored as taking the seat onto it."""
        self.seats = [seat if each.role == seat.role else each for each in self.seats]
        self._is_manned = all(each.kind != "bot" for each in self.seats)

    def roles_of(self, hashes: Iterable[bytes], holder: str = "") -> tuple[str, ...]:
        """The roles whose tokens hash to these, and those whose seats are that principal's, in seat order; raises
        ``unknown_seat`` when a token fits no seat."""
        return roles_of(self.seats, hashes, holder)

    def bot_to_move(self, covered: Collection[str] = ()) -> SeatEntry | None:
        """The first seat the game waits for that a bot answers for, or the rules' absent player where it names none: those of
        bots, of who has left the game, and the ``covered``, whose holders are away."""
        if self._is_manned and not covered and not self.pact.departed:
            return None  # most tables, at every answer
        return seat_to_move(self.seats, self.outlook(), covered, self.terms.absence.bot)

    def repeat(self, answer: Answer) -> None:
        """Do again what a stored answer did. Raises `Faulted` when it does not fit."""
        if answer.seq != self.seq + 1 and self.seq:
            raise Faulted(f"the log of table {self.id} has a gap: {answer.seq} follows {self.seq}")
        besides = answer.besides()
        try:
            match answer.kind:
                case "play":
                    self.game.push(answer.move, answer.role)
                case "undo":
                    self.game.undo(answer.role, agreed=answer.move == AGREED)
                case "again":
                    self._begin(answer.seed or b"")
                    self.began = answer.seq
                case _ if besides.undone:
                    self.game.undo(besides.undone, agreed=True)
        except Exception as error:
            raise Faulted(
                f"answer {answer.seq} of table {self.id}, {answer.move!r} by {answer.role}, fails: {error}"
            ) from error
        if answer.digest is not None and answer.digest != digest(self.game):
            raise Faulted(f"answer {answer.seq} of table {self.id} leads to another position than it did")
        self.round, self.seq, self._at = answer.round, answer.seq, max(self._at, answer.at)
        self.pact = plain(besides.pact)
        if answer.kind in ("play", "undo", "again") or besides.undone:
            self._stands = answer.seq
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
        return seats_shown(self.seats, present, self._rules.bot_label)

    def dressed(self, scene: protocol.Json) -> protocol.Json:
        """A scene with the game's own style sheet and drawings, where it has any."""
        return self._rules.dressed(scene)

    def view(self, role: str) -> protocol.Json:
        """The game's view for a role (or the observer), with how the round has ended where the rules alone do not say."""
        seen = self.game.view(role)
        return seen if self.pact is PLAIN else self.pact.over(role, seen)

    def sight(self, role: str) -> str:
        """A digest of what a role sees and may answer, where several may answer at the same time; else empty. It does not tell
        whom the game waits for, as that changes when another answers in secret."""
        if self.over or not is_shared(self.game):
            return ""
        seen = {name: value for name, value in self.view(role).items() if name != "active"}
        return hashlib.blake2b(msgspec.json.encode(seen, order="sorted"), digest_size=16).hexdigest()

    def views(self, roles: Iterable[str]) -> dict[str, protocol.Json]:
        """Those of several, to be encoded."""
        seen, pact = views.seen(self.game, roles), self.pact
        return seen if pact is PLAIN else {role: pact.over(role, view) for role, view in seen.items()}

    def standing(self, moment: Moment | None = None) -> protocol.Standing:
        """How the table stands at that moment, besides the position."""
        if self.pact is PLAIN and (moment is None or not moment.away):
            return _STANDING
        moment = moment or Moment()
        away = moment.away.intersection(self.active) if moment.away else moment.away
        return self.pact.shown(max(0, moment.at - self._at - moment.down), away)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _elapsed(self, setting: Setting) -> int:
        return max(0, setting.at - self._at - setting.down)

    def _persons(self) -> list[str]:
        return [seat.role for seat in self.seats if seat.kind == "person"]

    def _is_full(self) -> bool:
        return all(seat.kind != "open" for seat in self.seats)

    def _new(self, seed: bytes) -> Game:
        return self._rules.game(len(self.seats), seed, self._options)

    def _check(self, role: str, held: Sequence[str], seq: int) -> None:
        if role not in held:
            raise not_held(role, self.game.roles)
        if not self._stands <= seq <= self.seq:
            raise Refusal("stale", f"the answer was given to another position; the table is at {self.seq}")

    def _check_round(self, role: str, seq: int) -> None:
        """Refuse what was not said in this round, by somebody who plays on in it."""
        if not self.began <= seq <= self.seq:
            raise Refusal("stale", f"this was said in another round; the table is at {self.seq}")
        self.pact.check_playing(role)
        if self.game.is_over:
            raise Refusal("game_over", "the game is over")

    def _again(self, message: protocol.Again, held: Sequence[str], setting: Setting) -> Step:
        if not held:
            raise Refusal("not_seated", "only somebody who plays at this table can start its next game")
        if not self.over:
            raise Refusal("not_over", "the next game starts when this one is over")
        if self.terms.rotate:
            self.seats = list(rotated(self.seats))
        self._begin(setting.chance)
        self.round += 1
        self.began = self.seq + 1
        pact = self.pact.begin(self.terms, self._persons(), self.game.active, self._extra())
        return self._done("again", "", "", message.id, setting, seed=setting.chance, pact=pact)

    def _settle(self, message: Settling, held: Sequence[str], setting: Setting) -> Step:
        """Carry out what is said to settle something besides the position."""
        if message.role not in held:
            raise not_held(message.role, self.game.roles)
        if isinstance(message, protocol.Resign | protocol.Claim | protocol.Offer):
            self._check_round(message.role, message.seq)
        if isinstance(message, protocol.Offer) and message.what == "undo":
            self._check(message.role, held, message.seq)
            check_offered(self.game, self.terms, self.pact, message.role, self.opened_at)
        settled = self._negotiation(setting).said(message, held)
        if settled.undone:
            take_back(self.game, self.terms, settled.undone, True, self.opened_at)
        sent = as_sent(self.id, message)
        to = sent.seq - 1 if sent.seq else None
        return self._done(sent.kind, sent.role, sent.move, message.id, setting, to=to, pact=settled.pact, undone=settled.undone)

    def _tick(self, flagged: str, setting: Setting) -> Step:
        """What time alone brings about."""
        negotiation = self._negotiation(setting)
        if flagged:
            return self._done("flag", flagged, "", None, setting, pact=negotiation.left_by(flagged, "time"))
        vote = negotiation.outvoted()
        if vote is not None:
            return self._done("agree", "", str(vote.number), None, setting, pact=negotiation.taking_effect(vote).pact)
        if not self.outlook().begins:
            raise Refusal("begun", "nothing is due at this table")
        return self._done("start", "", "", None, setting, pact=negotiation.begun())

    def _negotiation(self, setting: Setting) -> Negotiation:
        """How the table stands, for whoever settles something."""
        elapsed, sides = self._elapsed(setting), parties(self.game)
        return Negotiation(
            *(self.pact, self.terms, self.seats, self.host, sides, self.game.active, self._extra()),
            *(self.seq, elapsed, setting.away),
        )

    def _extra(self) -> dict[str, int]:
        """The milliseconds that the rules have just given."""
        return {role: round(1_000 * seconds) for role, seconds in given(self.game).items()}

    def _begin(self, seed: bytes) -> None:
        self.game = self._new(seed)
        self.chronicle = EventLog(self.game)
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
        pact: Pact | None = None,
        undone: str = "",
    ) -> Step:
        """The step that made this answer of the table; ``pact`` is what it has made of that, clocks and lapsing apart, and
        ``undone`` whose answers it has taken back."""
        pact = self.pact if pact is None else pact
        if pact is not PLAIN:
            pact = self._carried_on(kind, role, pact, undone, setting)
        self.pact = pact
        besides = None
        if pact is not PLAIN or (to is not None and to != self.seq) or (undone and kind != "undo"):
            said = Besides(pact, None if to == self.seq else to, "" if kind == "undo" else undone)
            besides = None if said == _NOTHING else msgspec.json.encode(said).decode()
        self.seq += 1
        if kind in ("play", "undo", "again") or undone:
            self._stands = self.seq
        self._at = max(self._at, setting.at)
        self._since_snapshot += 1
        if kind == "again":
            batch = views.welcomes(self, setting.audience, setting.present, setting.moment)
        else:
            batch = views.updates(self, setting.audience, setting.told, setting.moment)
        if client_id is not None:
            self._note_heard(role, role in batch.told)
        snapshot = self._snapshot() if self._since_snapshot >= SNAPSHOT_EVERY else None
        taken = digest(self.game) if snapshot is not None or self.over else None
        active = waiting_for(self.active)
        result = None if active else self._result()
        answer = Answer(
            self.id, self.seq, self.round, kind, role, move, client_id, seed, self._at, taken, besides, active, result
        )
        return Step(answer, snapshot, batch)

    def _carried_on(self, kind: Kind, role: str, pact: Pact, undone: str, setting: Setting) -> Pact:
        """The pact after what has just happened, with what lapses by it, its clocks, and the places of those who left."""
        pact = pact.lapsed(role if kind == "play" else "", undone=bool(undone))
        if self.game.is_over and (pact.departed or pact.offers.open):
            pact = pact.decided(self.game.roles, self.game.ranks)
        if kind not in ("start", "again"):
            active = () if pact.outcome is not None else self.game.active
            by = role if kind == "play" else ""
            extra = self._extra() if pact.clocks is not None and (kind == "play" or undone) else None
            pact = pact.timed(self.terms, self._elapsed(setting), by, active, undone=bool(undone), extra=extra)
        return plain(pact)

    def _result(self) -> str:
        """How the round has ended, as everybody may know it."""
        seen = self.view(OBSERVER)
        return msgspec.json.encode({name: seen[name] for name in ("ranks", "scores", "stats")}).decode()

    def _note_heard(self, role: str, caught_up: bool = False) -> None:
        """Note that who plays the role has answered, and so knows what it has been told."""
        if role:
            if not caught_up:
                self.chronicle.catch_up(role)
            self._heard[role] = self.chronicle.count(role)

    def _snapshot(self) -> Snapshot:
        self._since_snapshot = 0
        taken = self.game.snapshot()
        answers, taken["answers"] = taken["answers"], []
        piece = Piece(
            *(taken, self.began, self._kept, answers[self._kept :], self.chronicle.piece(), self._heard),
            *(self._at, self._stands, self.pact),
        )
        self._kept = piece.kept
        return Snapshot(self.id, self.seq, self.round, self.game.version, piece.pack())

    def _restore(self, snapshots: Sequence[Snapshot]) -> None:
        self.game, self.chronicle, piece = opened(self._rules.game, snapshots)
        last = snapshots[-1]
        self.round, self.seq, self.began, self.opened_at = last.round, last.seq, piece.began, last.seq
        self._at, self._stands = piece.at, last.seq if piece.stands is None else piece.stands
        self._kept, self._heard = piece.kept, piece.heard
        self.pact = plain(piece.pact)
