"""A person at a terminal: shows the role's view of the table, reads typed moves, and explains invalid input.

Plain lines in and out, so it works in a pipe, over a slow line and with ``TERM=dumb``; colours only on a terminal
that shows them. `Screen` is the terminal, shared by its players; `Person` answers for one role, `Watcher` only
watches.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import IO, Any, Final

from rich.console import Console
from rich.text import Text

from rondel.engine.text import ENGLISH, _, say, translate
from rondel.errors import RondelError
from rondel.players.bots.mcts_bot import MctsBot
from rondel.players.player import Budget, Leave, Player, Question, TakeBack
from rondel.players.terminal.picture import Picture, number
from rondel.players.terminal.spelling import spellings
from rondel.players.terminal.typed import NotUnderstood, names, short, understand, ways_to_type

NOTES: Final = ("cards", _("what is written on the cards on the table"))
HELP: Final = (
    ("moves", _("every legal move with its number and what it does")),
    ("board", _("the table again")),
    NOTES,
    ("log", _("what has happened so far")),
    ("undo", _("take back your last move")),
    ("hint", _("what a bot would do")),
    ("quit", _("leave the game")),
    _("A word with / before it (/log) is always one of these, never a move."),
)

WHY: Final = {
    "nothing_to_undo": _("You have not answered anything yet."),
    "undo_barrier": _("The others do not agree."),
}
"""The reasons for a refused take-back, by error code."""

COMMANDS: Final = ("help", "?", "moves", "board", "cards", "log", "undo", "hint", "quit", "exit")
HINT: Final = Budget(seconds=1.0)
FEW: Final = 16
"""Maximum number of moves named with the question; more are only counted."""


class Screen:
    """A terminal or a substitute: lines in, lines out."""

    def __init__(self, lines: IO[str] | None = None, out: IO[str] | None = None, lang: str = ENGLISH) -> None:
        self.lang = lang
        """The language of all output."""
        self._lines = lines or sys.stdin
        self._out = out or sys.stdout
        self._console = Console(file=self._out, highlight=False, markup=False, emoji=False, soft_wrap=True)
        self._encoding = getattr(self._out, "encoding", None) or "utf-8"
        self.colour = self._console.color_system is not None and self._encoding.lower().replace("-", "") == "utf8"
        """Whether it shows colours and symbols."""
        self.reader = ""
        """The role of the person who looks at it now."""
        self.people = 0
        """Number of people who play at it."""
        self.ended = False
        """Whether the result has been shown."""

    def say(self, *parts: Text | str) -> None:
        """Shows each part on a line of its own."""
        for part in parts:
            if isinstance(part, str):
                part = Text(part)
            if not self.colour:
                # A character outside the terminal's encoding becomes a question mark, not an error.
                part = Text(part.plain.encode(self._encoding, "replace").decode(self._encoding))
            self._console.print(part)

    def ask(self, prompt: str) -> str:
        """The next typed line, stripped. Raises `Leave` at the end of the input and on Ctrl-C."""
        try:
            if self._lines is sys.stdin and self._lines.isatty() and self._out is sys.stdout:
                return input(prompt).strip()
            self._out.write(prompt)
            self._out.flush()
            line = self._lines.readline()
            if not line:
                raise EOFError
        except (EOFError, KeyboardInterrupt):
            self._out.write("\n")
            raise Leave from None
        if not self._lines.isatty():
            self._out.write("\n")
        return line.strip()

    def hand_over(self, role: str, name: str) -> None:
        """Hides one person's view before another person looks."""
        if self._console.is_terminal and not self._console.is_dumb_terminal:
            self._console.clear()
        else:
            self._out.write("\n" * 40)
        self.ask(say(_("Hand over to {name}, who presses Enter:"), self.lang, name=name) + " ")
        self.reader = role


class Person(Player):
    """A person who answers for ``role``. With ``private`` the screen is cleared before another role's view is shown."""

    imagines: bool = True

    def __init__(
        self, screen: Screen, scene: dict[str, Any], role: str, *, private: bool = False, seed: int | None = None
    ) -> None:
        screen.people += 1
        self._screen = screen
        self._picture = Picture(scene, colour=screen.colour, lang=screen.lang)
        self._written: Mapping[str, str] = scene["written"]
        noted = any(face.get("note") for kind in scene["kinds"].values() for face in kind["faces"].values())
        self._unhelpful = set() if noted else {NOTES}
        """The lines of the help that say nothing in this game."""
        self._role = role
        self._private = private
        self._seed = seed
        self._log: list[str] = []
        self._news: list[str] = []
        self._last: tuple[str, ...] = ()
        self._shown = False
        """Whether the screen already shows the current table, because a take-back was refused."""

    def receive(self, event: dict[str, Any], view: dict[str, Any]) -> None:
        said = self._picture.words(event["text"])
        if event["name"] == "undo":
            self._last = ()
        if event["args"].get("places"):
            self._last = tuple(event["args"]["places"])
        if event["name"] == "@undo_refused":
            why = said[:1].lower() + said[1:] + "."
            if self._screen.lang != ENGLISH:  # error messages are English; other languages translate the codes
                why = translate(WHY.get(event["args"]["code"], ""), self._screen.lang)
            self._screen.say(say(_("That cannot be taken back: {why}"), self._screen.lang, why=why))
            self._shown = True
        elif said:
            self._log.append(said)
            if event["role"] != self._role:  # own moves are not news
                self._news.append(said)
        if event["name"] == "@over" and not self._screen.ended:
            self._screen.ended = True
            if self._screen.people > 1:
                view = {**view, "role": ""}  # no single reader is "you"
            self._screen.say("", *self._fresh())
            self._screen.say(
                self._picture.draw(view, last=self._last),
                self._picture.players(view),
                result(self._picture, view, self._screen.lang),
            )

    def answer(self, question: Question) -> str:
        screen = self._screen
        if self._private and screen.reader != self._role:
            screen.hand_over(self._role, self._picture.names[self._role])
        screen.reader = self._role
        if not self._shown:
            screen.say("", *self._fresh())
            self._show(question)
        self._shown = False
        while True:
            typed = screen.ask(f"{self._picture.names[self._role]}> ")
            if not typed:
                continue
            command = self._command(typed, question)
            try:
                if command:
                    self._obey(command, question)
                    continue
                return understand(
                    typed,
                    question.view["moves"],
                    places=self._picture.places(),
                    lang=screen.lang,
                    spell=lambda move: spellings(self._written, question.view, move),
                )
            except NotUnderstood as error:
                screen.say(str(error))

    def agrees(self, role: str, view: dict[str, Any]) -> bool:
        picture = self._picture
        asked = say(
            _("{name}: may {other} take back a move?"),
            self._screen.lang,
            name=picture.names[self._role],
            other=picture.names[role],
        )
        yes = translate(_("yes"), self._screen.lang).lower()
        said = self._screen.ask(f"{asked} [y/n] ").lower()
        return said in ("y", "yes", yes, yes[:1])

    def _command(self, typed: str, question: Question) -> str:
        """The typed command, if any: a move of the same name comes first, unless the command is written ``/log``."""
        word = typed.lower().removeprefix("/")
        if word not in COMMANDS:
            return ""
        meant = not typed.startswith("/") and any(word in (short(move), move["text"]) for move in question.view["moves"])
        return "" if meant else word

    def _obey(self, command: str, question: Question) -> None:
        screen = self._screen
        moves = question.view["moves"]
        match command:
            case "moves":
                for count, (move, name) in enumerate(zip(moves, names(moves), strict=True), 1):
                    screen.say(f"  {count:>3}  {name:<12} {self._picture.words(move['describe'])}")
            case "board":
                self._show(question)
            case "cards":
                screen.say(
                    *self._picture.notes(question.view) or [Text(translate(_("Nothing is written on any card."), screen.lang))]
                )
            case "log":
                screen.say(*(f"  {count:>3}  {said}" for count, said in enumerate(self._log, 1)))
                if not self._log:
                    screen.say(translate(_("Nothing has happened yet."), screen.lang))
            case "undo":
                raise TakeBack
            case "hint":
                self._hint(question)
            case "quit" | "exit":
                raise Leave
            case _:
                screen.say(*ways_to_type(moves, lambda move: spellings(self._written, question.view, move), screen.lang))
                for line in [each for each in HELP if each not in self._unhelpful]:
                    said = line if isinstance(line, str) else line[1]
                    words = translate(said, screen.lang)
                    screen.say(words if isinstance(line, str) else f"  {line[0]:<7} {words}")

    def _hint(self, question: Question) -> None:
        try:
            advice = MctsBot(budget=HINT, seed=self._seed).answer(question)
        except RondelError as error:
            no_hint = translate(_("There is no hint in this game."), self._screen.lang)
            self._screen.say(f"There is no hint: {error}." if self._screen.lang == ENGLISH else no_hint)
            return
        moves = question.view["moves"]
        said = next((name for name, move in zip(names(moves), moves, strict=True) if move["text"] == advice), advice)
        self._screen.say(say(_("A bot would play {move}."), self._screen.lang, move=said))

    def _show(self, question: Question) -> None:
        view = question.view
        moves = view["moves"]
        asked = self._picture.words(view["question"], self._role) or translate(_("It is your turn"), self._screen.lang)
        if len(moves) <= FEW:
            asked += f": {', '.join(names(moves))}"
        else:
            asked += ": " + say(_("{number} legal moves (type moves to see them)"), self._screen.lang, number=len(moves))
        self._screen.say(self._picture.draw(view, last=self._last), self._picture.players(view), asked)

    def _fresh(self) -> list[str]:
        news, self._news = self._news, []
        return news


class Watcher(Player):
    """Watches: shows events, and the table where it has changed."""

    def __init__(self, screen: Screen, scene: dict[str, Any]) -> None:
        self._screen = screen
        self._picture = Picture(scene, colour=screen.colour, lang=screen.lang)
        self._drawn: Text | None = None

    def receive(self, event: dict[str, Any], view: dict[str, Any]) -> None:
        said = self._picture.words(event["text"])
        if event["name"] == "@over":
            self._screen.say(self._picture.players(view), result(self._picture, view, self._screen.lang))
        elif said:
            drawn = self._picture.draw(view, last=event["args"].get("places", ()))
            self._screen.say(*([said] if drawn == self._drawn else ["", said, drawn]))
            self._drawn = drawn


def result(picture: Picture, view: dict[str, Any], lang: str = ENGLISH) -> str:
    """The winners in words, with the scores, and the statistics below."""
    winners = view["winners"]
    scores = view["scores"] or {}
    tail = f" ({', '.join(f'{picture.names[role]} {number(score)}' for role, score in scores.items())})" if scores else ""
    called = [translate(_("you"), lang) if role == view["role"] else picture.names[role] for role in winners]
    if not winners:
        outcome = translate(_("nobody wins"), lang)
    elif len(winners) == len(picture.names) > 1:
        outcome = translate(_("a draw"), lang)
    elif len(winners) > 1:
        outcome = say(
            _("{names} win"), lang, names=say(_("{some} and {last}"), lang, some=", ".join(called[:-1]), last=called[-1])
        )
    elif winners[0] == view["role"]:
        outcome = translate(_("you win"), lang)
    else:
        outcome = say(_("{name} wins"), lang, name=called[0])
    told = say(_("The game is over: {outcome}{scores}."), lang, outcome=outcome, scores=tail)
    return "\n".join([each for each in (told, picture.statistics(view)) if each])
