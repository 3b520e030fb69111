"""A table: one game being hosted, as a pure step function.

`Table.step` takes one message and what is the case at that moment, and gives back what is to be stored and what is to be sent.
It waits for nothing, reads no clock, draws no chance and knows no socket. Whoever calls it stores the step's `Answer` before
anybody is sent anything, and throws the table away, to open it again from its log, when the answer could not be stored or the
rules broke down.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import msgspec

import rondel
from rondel.engine.extra_time import given
from rondel.engine.result import parties
from rondel.errors import AnswerError, NothingToUndo, RondelError, RulesError, quoted
from rondel.server import protocol, views
from rondel.server.bots import zombie
from rondel.server.catalogue import SeatEntry, TableEntry, rotated
from rondel.server.chronicle import Chronicle
from rondel.server.pact import Offers, Overdue, Pact, placed
from rondel.server.refusal import Refusal
from rondel.server.seating import roles_of, seat_to_move, seats_shown
from rondel.server.step import (
    BotMove,
    Broken,
    Faulted,
    Message,
    Moment,
    Outlook,
    Planned,
    Setting,
    Step,
    Tick,
    Unreachable,
)
from rondel.server.store import Answer, Besides, Kind, Log, Snapshot, pack, unpack, waiting_for

AGREED: Final = "agreed"
"""What is stored as the move of an undo to which everybody else at the table agreed."""

SNAPSHOT_EVERY: Final = 64
"""Answers of a round from one snapshot to the next."""

PLAIN: Final = Pact()
"""The pact of a table at which nothing is timed, offered or otherwise settled: most tables, most of the time."""

_STANDING: Final = PLAIN.shown(0, ())

_NOTHING: Final = Besides()

_ordered = msgspec.json.Encoder(order="deterministic")


class Table:
    """The game of a table's latest round, its seats, and the number of its last answer."""

    def __init__(self, entry: TableEntry, log: Log | None = None) -> None:
        """The table as its log left it: from a snapshot or the round's first position, every answer since pushed again.

        Raises `Faulted` when the log does not fit the rules.
        """
        self.id = entry.id
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

        Raises `Refusal`, and then nothing has changed; `Overdue` when a `Tick` is to be stepped first, so that a flag and an
        answer are settled in one way; `Broken` when the rules broke down, and `Unreachable`.
        """
        try:
            return self._stepped(message, held, setting)
        except Exception as error:
            self._mind(error, "step")
            raise

    def _stepped(self, message: Message, held: Sequence[str], setting: Setting) -> Step:
        flagged = self.pact.overdue(self._elapsed(setting)) if self.pact is not PLAIN else ""
        if flagged and not isinstance(message, Tick):
            raise Overdue(flagged)
        match message:
            case protocol.Play():
                self._check(message.role, held, message.seq)
                self._check_playing(message.role)
                self.game.push(message.move, message.role)
                return self._done("play", message.role, message.move, message.id, setting, to=message.seq)
            case protocol.Undo():
                self._check(message.role, held, message.seq)
                self._check_playing(message.role)
                agreed = self.consents(message.role, held)
                self._undo(message.role, agreed)
                move = AGREED if agreed else ""
                return self._done("undo", message.role, move, message.id, setting, to=message.seq, undone=message.role)
            case protocol.Again():
                return self._again(message, held, setting)
            case BotMove():
                self._check(message.role, (message.role,), message.seq)
                self._check_playing("")
                return self._done("play", message.role, self._bot_plays(message, setting.chance), None, setting)
            case Planned():
                self._check(message.role, held, message.seq)
                self._check_playing(message.role)
                self.game.push(message.move, message.role)
                return self._done("play", message.role, message.move, None, setting)
            case Tick():
                return self._tick(flagged, setting)
            case protocol.Start():
                return self._start(message, held, setting)
            case protocol.Resign():
                self._check_round(message.role, held, message.seq)
                pact = self._left_by(message.role, "resigned")
                return self._done("resign", message.role, "", message.id, setting, to=message.seq, pact=pact)
            case protocol.Claim():
                return self._claim(message, held, setting)
            case protocol.Offer():
                return self._offer(message, held, setting)
            case protocol.Agree():
                return self._agree(message, held, setting)
            case protocol.Decline():
                self._check_held(message.role, held)
                pact = self._with(self.pact.offers.decline(message.offer, message.role))
                return self._done("decline", message.role, str(message.offer), message.id, setting, pact=pact)
            case protocol.Withdraw():
                self._check_held(message.role, held)
                pact = self._with(self.pact.offers.withdrawn(message.offer, message.role))
                return self._done("withdraw", message.role, str(message.offer), message.id, setting, pact=pact)

    @contextmanager
    def minding(self, doing: str) -> Iterator[None]:
        """Around whatever has the rules do something: what they raise becomes a `Refusal`, where the engine says that all is as
        it was, or `Broken`."""
        try:
            yield
        except Exception as error:
            self._mind(error, doing)
            raise

    def _mind(self, error: Exception, doing: str) -> None:
        """The rules were to do something, and this was raised: raise what it means at a table, where that is something else."""
        if isinstance(error, Refusal | Unreachable | Overdue):
            return
        if isinstance(error, RondelError) and not isinstance(error, RulesError):
            raise Refusal(error.code, str(error)) from error
        raise Broken(f"the rules of {self._name} failed to {doing} at table {self.id}") from error

    def consents(self, role: str, held: Sequence[str]) -> bool:
        """Whether everybody but ``role`` agrees to an undo unasked: bots do, empty seats do, and so do the seats the same
        client holds."""
        return not [1 for seat in self.seats if seat.kind == "person" and seat.role != role and seat.role not in held]

    def undoable(self, held: Sequence[str]) -> tuple[str, ...]:
        """Those of the roles one client holds whose last answer it can take back now without asking anybody."""
        return tuple([role for role in held if self._may_undo(role, self.consents(role, held))])

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
        persons = [seat.role for seat in self.seats if seat.kind == "person"]
        active = self.active if pact.begun else ()
        awaited = [role for role in persons if role in active and role not in pact.departed]
        vote = self._vote()
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
        return seats_shown(self.seats, present)

    def view(self, role: str) -> protocol.Json:
        """The game's view for a role (or the observer), with how the round has ended where the rules alone do not say."""
        return self._agreed(role, self.game.view(role))

    def views(self, roles: Iterable[str]) -> dict[str, protocol.Json]:
        """Those of several, to be encoded."""
        seen = views.seen(self.game, roles)
        return {role: self._agreed(role, view) for role, view in seen.items()}

    def _agreed(self, role: str, view: protocol.Json) -> protocol.Json:
        """The rules' view for a role, with what the pact makes of it."""
        pact = self.pact
        if pact is PLAIN:
            return view
        if pact.outcome is not None:
            first = [each for each, rank in pact.outcome.ranks.items() if rank == 1]
            ended = {"over": True, "active": [], "moves": [], "question": None}
            view = {**view, **ended, "ranks": pact.outcome.ranks or None, "winners": first}
            view.pop("several", None)
        elif not pact.begun or role in pact.departed:
            view = {**view, "moves": []}
            view.pop("several", None)
        return view

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

    def _is_full(self) -> bool:
        return all(seat.kind != "open" for seat in self.seats)

    def _new(self, seed: bytes) -> rondel.Game:
        return rondel.new(self._name, seats=len(self.seats), seed=seed, options=self._options)

    def _check(self, role: str, held: Sequence[str], seq: int) -> None:
        self._check_held(role, held)
        if not self._stands <= seq <= self.seq:
            raise Refusal("stale", f"the answer was given to another position; the table is at {self.seq}")

    def _check_playing(self, role: str) -> None:
        """Refuse what is only for those who play on, in a game that goes on."""
        if not self.pact.begun:
            raise Refusal("not_begun", "the game has not begun yet")
        if self.pact.outcome is not None:
            raise Refusal("game_over", "the game is over")
        if role in self.pact.departed:
            raise Refusal("departed", "you have left this game; you may play in the next one")

    def _check_round(self, role: str, held: Sequence[str], seq: int) -> None:
        """Refuse what was not said in this round, by somebody who plays on in it."""
        self._check_held(role, held)
        if not self.began <= seq <= self.seq:
            raise Refusal("stale", f"this was said in another round; the table is at {self.seq}")
        self._check_playing(role)
        if self.game.is_over:
            raise Refusal("game_over", "the game is over")

    def _check_held(self, role: str, held: Sequence[str]) -> None:
        if role not in held:
            if role not in self.game.roles:
                there = ", ".join(self.game.roles)
                raise Refusal("unknown_role", f"there is no role {quoted(role)} at this table; there is {there}")
            raise Refusal("not_seated", f"this connection does not hold the seat of {role!r}; say hello with its token")

    def _may_undo(self, role: str, agreed: bool) -> bool:
        if self.terms.undo == "never" or (self.terms.undo == "asked" and not agreed):
            return False
        if self.pact.outcome is not None or role in self.pact.departed:
            return False
        if self.game.is_over and (self.terms.rated or self.terms.clock is not None):
            return False
        return bool(self.game.may_undo(role, agreed=agreed))

    def _undo(self, role: str, agreed: bool) -> None:
        if self.terms.undo == "never":
            raise Refusal("no_undo", "by the terms of this table nothing is taken back")
        if self.game.is_over and (self.terms.rated or self.terms.clock is not None):
            raise Refusal("game_over", "the game is over, and counts")
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
        if not self.over:
            raise Refusal("not_over", "the next game starts when this one is over")
        if self.terms.rotate:
            self.seats = list(rotated(self.seats))
        self._begin(setting.chance)
        self.round += 1
        self.began = self.seq + 1
        pact = self.pact.begin(self.terms, self._timed(), self.game.active, self._extra())
        return self._done("again", "", "", message.id, setting, seed=setting.chance, pact=pact)

    def _start(self, message: protocol.Start, held: Sequence[str], setting: Setting) -> Step:
        self._check_held(message.role, held)
        if self.pact.begun:
            raise Refusal("begun", "the game has begun already")
        if message.role != self.host:
            raise Refusal("not_host", "only the host of this table starts the game")
        if not self._is_full():
            raise Refusal("open_seats", "the game can start when no seat is open")
        pact = self.pact.begin(self.terms, self._timed(), self.game.active, self._extra())
        return self._done("start", message.role, "", message.id, setting, pact=pact)

    def _tick(self, flagged: str, setting: Setting) -> Step:
        """What time alone brings about."""
        if flagged:
            return self._done("flag", flagged, "", None, setting, pact=self._left_by(flagged, "time"))
        vote = self._vote()
        if vote is not None and setting.away.issuperset(vote.asked):
            pact, _ = self._take_effect(vote)
            return self._done("agree", "", str(vote.number), None, setting, pact=pact)
        if not self.outlook().begins:
            raise Refusal("begun", "nothing is due at this table")
        pact = self.pact.begin(self.terms, self._timed(), self.game.active, self._extra())
        return self._done("start", "", "", None, setting, pact=pact)

    def _vote(self) -> protocol.OpenOffer | None:
        """The open offer to end the game, where who is away does not keep the others."""
        if self.terms.absence.policy != "vote":
            return None
        return next((each for each in self.pact.offers.open if each.what == "end"), None)

    def _extra(self) -> dict[str, int]:
        """The milliseconds that the rules have just given."""
        return {role: round(1_000 * seconds) for role, seconds in given(self.game).items()}

    def _timed(self) -> list[str]:
        """Who has a clock: a bot takes the time it needs."""
        return [seat.role for seat in self.seats if seat.kind == "person"]

    def _sides(self) -> tuple[tuple[str, ...], ...]:
        return parties(self.game)

    def _left_by(self, role: str, reason: protocol.Reason) -> Pact:
        persons = [seat.role for seat in self.seats if seat.kind == "person"]
        return self.pact.left_by(role, reason, self._sides(), persons)

    def _with(self, offers: Offers) -> Pact:
        return msgspec.structs.replace(self.pact, offers=offers)

    def _claim(self, message: protocol.Claim, held: Sequence[str], setting: Setting) -> Step:
        self._check_round(message.role, held, message.seq)
        if self.terms.absence.policy != "claim":
            raise Refusal("no_claim", "by the terms of this table the win cannot be claimed")
        away = [role for role in self.active if role != message.role and role in setting.away]
        if not away or message.role in self.active:
            raise Refusal(
                "no_claim", "the win can be claimed when the other, for whom the game waits, has been away for long enough"
            )
        pact = self._left_by(away[0], "claimed")
        return self._done("claim", message.role, "", message.id, setting, to=message.seq, pact=pact)

    def _offer(self, message: protocol.Offer, held: Sequence[str], setting: Setting) -> Step:
        role, what = message.role, message.what
        self._check_round(role, held, message.seq)
        playing = [seat for seat in self.seats if seat.role not in self.pact.departed]
        if what == "undo":
            self._check(role, held, message.seq)
            if not self._may_undo(role, True):
                if self.opened_at and self.terms.undo != "never":
                    raise Unreachable("what is to be taken back lies before the snapshot")
                raise Refusal("no_undo", "there is nothing that could be taken back, or by the terms of this table nothing is")
        elif what == "draw" and (len(self._sides()) < 2 or any(seat.kind == "bot" for seat in playing)):
            raise Refusal("no_draw", "a draw is for two or more sides, and a bot agrees to none")
        votes = what == "end" and self.terms.absence.policy == "vote"
        passed_over = {*held, role, *(setting.away if votes else ())}
        asked = tuple([seat.role for seat in playing if seat.kind == "person" and seat.role not in passed_over])
        offers = self.pact.offers
        if votes and setting.away.intersection(self.active) and self._elapsed(setting) >= 1_000 * self.terms.absence.after:
            offers = offers.reconsidered(what)  # whoever the game waits for may never come back, so nobody may ever answer
        offers = offers.made(self.seq + 1, what, role, asked)
        if asked:
            return self._done("offer", role, what, message.id, setting, to=message.seq, pact=self._with(offers))
        open_offer = offers.find(self.seq + 1)
        pact, undone = self._take_effect(open_offer)
        return self._done("offer", role, what, message.id, setting, to=message.seq, pact=pact, undone=undone)

    def _agree(self, message: protocol.Agree, held: Sequence[str], setting: Setting) -> Step:
        self._check_held(message.role, held)
        agreeing = {message.role}
        offer = self.pact.offers.find(message.offer)
        if offer.what == "end" and self.terms.absence.policy == "vote":
            agreeing.update(setting.away)  # who is away does not keep the others
        if message.role not in offer.asked:
            raise Refusal("no_offer", "you are not asked about this offer, or have agreed already")
        offers, offer = self.pact.offers.agreed(message.offer, agreeing)
        pact, undone = self._with(offers), ""
        if not offer.asked:
            pact, undone = self._take_effect(offer)
        return self._done("agree", message.role, str(message.offer), message.id, setting, pact=pact, undone=undone)

    def _take_effect(self, offer: protocol.OpenOffer) -> tuple[Pact, str]:
        """What an offer comes to, to which all have agreed: the pact then, and whose answer is taken back."""
        match offer.what:
            case "draw":
                return self.pact.ended("agreed", placed(self.game.roles, list(self.pact.departed))), ""
            case "end":
                return self.pact.ended("ended", {}), ""
            case "undo":
                self._undo(offer.role, True)
                return self.pact, offer.role

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
        if kind == "play":
            pact = msgspec.structs.replace(pact, offers=pact.offers.answered(role))
        elif undone:
            pact = msgspec.structs.replace(pact, offers=pact.offers.taken_back())
        if self.game.is_over and pact.departed and pact.outcome is None:
            pact = pact.ended("rules", placed(self.game.roles, list(pact.departed), self.game.ranks))
        elif self.game.is_over and pact.offers.open:
            pact = msgspec.structs.replace(pact, offers=Offers())
        if kind not in ("start", "again"):
            active = () if pact.outcome is not None else self.game.active
            by = role if kind == "play" else ""
            extra = self._extra() if pact.clocks is not None and (kind == "play" or undone) else None
            pact = pact.timed(self.terms, self._elapsed(setting), by, active, undone=bool(undone), extra=extra)
        return plain(pact)

    def _result(self) -> str:
        """How the round has ended, as everybody may know it."""
        seen = self.view(rondel.OBSERVER)
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
        # The answers before are in the snapshots before, so that all together are as long as the game, and not as its square.
        answers, taken["answers"] = taken["answers"], []
        since, self._kept = self._kept, len(answers)
        piece = {"since": since, "answers": answers[since:], "told": self.chronicle.piece(), "heard": self._heard}
        piece |= {"at": self._at, "stands": self._stands, "pact": self.pact}
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
        self._at, self._stands = pieces[-1].get("at", 0), pieces[-1].get("stands", last.seq)
        self.pact = plain(msgspec.convert(pieces[-1].get("pact", {}), Pact))


def plain(pact: Pact) -> Pact:
    """The pact, and `PLAIN` itself where it is like it, so that it can be told at a glance."""
    return PLAIN if pact == PLAIN else pact


def digest(game: rondel.Game) -> bytes:
    """Eight bytes that stand for a position, chance's place included: equal for equal positions, everywhere and always.

    >>> digest(rondel.new("reversi")).hex() == digest(rondel.new("reversi")).hex()
    True
    """
    taken: Mapping[str, Any] = game.snapshot()
    told = {key: taken.get(key) for key in ("game", "version", "options", "position", "draws", "rule", "held")}
    return hashlib.blake2b(_ordered.encode(told), digest_size=8).digest()
