"""The mistakes: what authors got wrong in independent trials, each as a small patch of a correct game."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Mistake:
    """A patch of a correct game."""

    base: str
    old: str
    new: str
    at: str
    """A part of the line that the report must name, in the patched game."""
    says: tuple[str, ...]
    """Words of the report: what is wrong, and the fix."""
    law: str = ""
    """The law that finds it, which is tried alone in the short test; empty where no game is played."""
    games: int = 1
    """The games that this law is tried on."""
    file: str = ""
    """A further file, with its text."""
    text: str = ""


def nim(old: str, new: str, at: str, *says: str, law: str = "", games: int = 1) -> Mistake:
    """A mistake in the game of sticks."""
    return Mistake("nim", old, new, at, says, law, games)


def market(old: str, new: str, at: str, *says: str, law: str = "", games: int = 1) -> Mistake:
    """A mistake in the game of cards."""
    return Mistake("market", old, new, at, says, law, games)


TAKEN = "    game.count(TAKEN, taken)\n"
LISTED = "    return [game.board.where(stick) for stick in game.board]\n"
ENDS = "    def enter(self, game: Nim) -> To[GameEnd]:\n        return GameEnd\n"
RESTS = '    description = _("{actplayer} rests")\n    my_turn = _("{you} rest")\n'
PUT = 'self.board.put(Stick(face="stick"), '
SOLD = "    card.move_to(game.stalls[game.player])\n"
SHOWN = '        return {"left": len(game.hands[game.player])}\n'
VALUED = "        return sum([PRICES[good.face] for good in self.stalls[role]])\n"
TOLD = '    game.notify("gift", _("{player} gives a card away"), player=game.player)\n'
ZOMBIE = "        return str(game.moves(role)[0])\n"
ANNOTATIONS = "from __future__ import annotations\n"


DEFINITION = {
    "unknown state": nim(
        "cell: Cell) -> To[NextPlayer]", "cell: Cell) -> To[NextPlyer]", "def take(", "state 'NextPlyer'", "'NextPlayer'?"
    ),
    "no annotation": nim(
        "skip(game: Nim) -> To[NextPlayer]:", "skip(game: Nim):", "def skip(", "annotate it '-> To[NextState]'"
    ),
    "seats as one text": nim('seats = ("first", "second")', 'seats = "first"', "seats =", "write seats = ('first', ...)"),
    "role that is no name": nim(
        'seats = ("first", "second")',
        'seats = ("first", "second", "3rd")',
        "seats =",
        "'3rd' cannot be a role",
        "ASCII",
    ),
    "colour of an unknown seat": nim('"second": "#b4541f"', '"secnd": "#b4541f"', "colours =", "'secnd', which is no seat"),
    "kind that is no kind": nim("kinds = (Stick,)", 'kinds = ("stick",)', "kinds =", "no kind of token", "write kinds = (Card"),
    "default out of bounds": nim(
        'Option("passes", 1,', 'Option("passes", 9,', "options =", "the default of an option", "0 to 3"
    ),
    "statistic twice": nim("stats = (TAKEN,)", "stats = (TAKEN, TAKEN)", "stats =", "'taken' is there twice", "another name"),
    "attribute of the engine": nim("self.history: list[str] = []", "self.player = 1", "self.player =", "give the attribute"),
    "method of the engine": nim(
        "    def measure(self)",
        "    def moves(self, of: int) -> int:\n        return of\n\n    def measure(self)",
        "def moves(",
        "hides game.moves",
        "another name",
    ),
    "parameters of a hook": nim(
        "def tie_break(self, role: str)", "def tie_break(self)", "def tie_break(", "write 'def tie_break("
    ),
    "async rule": nim("def take(game", "async def take(game", "async def take(", "is async", "write 'def'"),
    "unknown name": nim("range(cell.column, ", "range(cel.column, ", "range(cel.", "NameError: name 'cel'", law="moves"),
    "syntax": nim(
        "class PlayerTurn(ActivePlayer[Nim]):", "class PlayerTurn(ActivePlayer[Nim])", "class PlayerTurn(", "expected ':'"
    ),
}
GRAPH = {
    "state never reached": nim(
        "class NextPlayer(",
        f"class Lost(Automatic[Nim]):\n{ENDS}\n\nclass NextPlayer(",
        "class Lost(",
        "'Lost' is never reached",
        "To[Lost]",
    ),
    "no way to the end": nim("To[NextPlayer] | To[GameEnd]", "To[NextPlayer]", "class Nim(", "never ends", "return GameEnd"),
    "state without action": nim(
        "class NextPlayer(",
        f"class Rest(ActivePlayer[Nim]):\n{RESTS}\n\nclass NextPlayer(",
        "class Rest(",
        "has no action",
        "@on(Rest, ...)",
    ),
    "automatic without enter": nim(
        "def enter(self, game: Nim)", "def _enter(self, game: Nim)", "class NextPlayer(", "'def enter("
    ),
    "undeclared target": nim(
        "    game.passes.value -= 1\n    return NextPlayer",
        "    game.passes.value -= 1\n    return PlayerTurn",
        "def skip(",
        "does not say",
        "To[PlayerTurn]",
        law="moves",
    ),
    "no target": nim(
        "    return NextPlayer\n\n\n@take", "\n\n@take", "def take(", "returned nothing", "'return ...'", law="moves"
    ),
}
OPTIONS = {
    "no options": nim("@take.options\n", "", "def take(", "write one '@take.options'"),
    "change within options": nim(
        LISTED, "    game.passes.value = 0\n" + LISTED, "game.passes.value = 0", "sticks", "in an action", law="moves"
    ),
    "no move": nim(
        LISTED,
        LISTED.replace("in game.board]", "in game.board if game.board.where(stick).row]"),
        "class PlayerTurn(",
        "no move",
        law="moves",
        games=4,
    ),
    "guard with a parameter": nim(
        "may_skip(game: Nim)", "may_skip(game: Nim, role: str)", "def may_skip(", "the game, and nothing"
    ),
    "misspelt attribute of a container": nim(
        "game.board.where(", "game.board.wher(", "game.board.wher(", "'where'?", law="moves"
    ),
}
SECRETS = {
    "score of hidden cards": market(
        VALUED,
        VALUED.replace("self.stalls[role]]", "self.hands[role]]"),
        "def score(",
        "scores reveal",
        "score_visible_to",
        law="secrets",
    ),
    "hidden cards in args": market(
        SHOWN,
        '        return {"left": game.hands[game.player][0].face}\n',
        "def args(",
        "can tell two games apart",
        law="secrets",
    ),
    "hidden card in the log": market(
        TOLD,
        TOLD.replace("gives a card away", "gives {card} away").replace(", player=", ", card=card.face, player="),
        "game.notify(",
        "notify(..., to=...)",
        law="secrets",
        games=3,
    ),
    "hidden card moves the guard": market(
        "    return game.gifts.value < 2\n",
        '    return game.gifts.value < 2 and not any(good.face == "E" for good in game.crate)\n',
        "def may_give(",
        "can tell two games apart",
        law="secrets",
        games=6,
    ),
}
NONDETERMINISM = {
    "random": nim(
        TAKEN,
        "    import random\n\n    game.passes.value = random.randrange(10**6)\n" + TAKEN,
        "random.randrange",
        "prop 'passes'",
        "game.chance",
        law="determinism",
    ),
    "clock": nim(
        TAKEN,
        "    import time\n\n    game.passes.value = time.perf_counter_ns()\n" + TAKEN,
        "time.perf_counter_ns",
        "prop 'passes'",
        "no clock",
        law="determinism",
    ),
    "global": nim(
        TAKEN,
        '    PLAYED.append("take")\n    game.passes.value = len(PLAYED) % 2\n' + TAKEN,
        "PLAYED.append",
        "change PLAYED",
        "in a prop",
        law="determinism",
    ),
    "list attribute": nim(
        TAKEN,
        '    game.history.append("take")\n    game.passes.value = len(game.history)\n' + TAKEN,
        "game.history.append",
        "Nim.history",
        "self.history = self.add(Prop(",
        law="pop",
    ),
    "assigned attribute": nim(
        TAKEN, "    game.taken = taken\n" + TAKEN, "game.taken =", "make it a prop in setup", law="moves"
    ),
    "container outside add": market(
        SOLD, SOLD + '    game.hands["zed"] = Hand("zed")\n', 'game.hands["zed"] =', "Market.hands", "self.add(", law="copy"
    ),
    "token kept between games": nim(
        PUT,
        PUT.replace("put(", "put(LOST if not row + column else "),
        "put(LOST",
        "another game",
        "make a new token",
        law="moves",
    ),
    "order of a set": nim(
        TAKEN,
        '    game.mark.value = str(list(set("abcdefghij")))\n' + TAKEN,
        "list(set(",
        "sort it",
        law="processes",
    ),
}
ENDINGS = {
    "no end in play": market(SOLD, "", "class Market(", "not over after", "Facts(length=(1, None))", law="end"),
    "no end without players": nim("    game.passes.value -= 1\n", "", "def skip(", "without", "not over after", law="zombie"),
    "endless loop": nim(TAKEN, "    while taken:\n        pass\n" + TAKEN, "while taken", "endless loop", law="moves"),
    "endless recursion": nim(
        "        return 100 - ",
        "        return self.measure() - ",
        "return self.measure()",
        "calls itself without end",
        law="moves",
    ),
    "end of the process": nim(TAKEN, "    raise SystemExit(0)\n" + TAKEN, "raise SystemExit", "go to GameEnd", law="moves"),
    "false facts": nim(
        "length=(2, 6)", "length=(2, 2)", "facts =", "not over after 2 answers, the most that its facts allow", law="end"
    ),
}
TEXTS = {
    "placeholder of a message": nim("takes {cell} and", "takes {cel} and", "def take(", "placeholder {cel}", "{cell}?"),
    "placeholder of a state": market(
        "swap one, {left} left", "swap one, {lft} left", "my_turn =", "placeholder {lft}", "{left}?"
    ),
    "f-string": market(
        '_("{player} gives a card away")', '_(f"{card} is given away")', "game.notify(", "f-string", "{placeholders}"
    ),
    "no description": nim('    description = _("{actplayer} must take sticks")\n', "", "class PlayerTurn(", "no description"),
    "text that is computed": nim('_("{actplayer} passes")', '_("{actplayer} " + "passes")', '+ "passes"', "no literal text"),
}
FACES = {
    "shape of a face": nim('Face("stone"', 'Face("stoen"', "Face(", "unknown shape 'stoen'", "'stone'?"),
    "colour of a face": nim('colour="#b4541f"', 'colour="bronw"', "Face(", "unknown colour 'bronw'", "'brown'?"),
    "unknown face": nim(PUT, PUT.replace('"stick"', '"stik"'), "self.board.put(", "'stik'", "'stick'?"),
    "token twice": market(
        "for name in PRICES})", "for name in PRICES}, unique=True)", "def setup(", "two equal tokens", "unique"
    ),
    "container of no game": nim(
        "self.history: list[str] = []", 'self.spare = Grid("spare", rows=1, columns=1)', "self.spare =", "self.add("
    ),
}
RETURNED = {
    "state's object": nim(
        "        game.next_player()\n        return PlayerTurn",
        "        game.next_player()\n        return PlayerTurn()",
        "def enter(",
        "an object of PlayerTurn",
        "return the class",
        law="moves",
    ),
    "progress beyond its end": nim(
        "        return 100 -", "        return 300 -", "def measure(", "measure of Nim is", "a number from 0 to 100", law="pop"
    ),
    "empty cell taken for a token": nim(
        "        if stick is not None:\n",
        "        if stick is not None or stick.owner:\n",
        "stick.owner",
        "which a Token has",
        "board.token(cell)",
        law="moves",
    ),
}
HOOKS = {
    "tie_braek": nim("def tie_break(", "def tie_braek(", "def tie_braek(", "'tie_break'?"),
    "mesure": nim("def measure(", "def mesure(", "def mesure(", "'measure'?"),
    "lowest_win": nim("    colours = {", "    lowest_win = True\n    colours = {", "lowest_win =", "'lowest_wins'?"),
    "hook of a state": market("def zombie(", "def zombi(", "def zombi(", "'zombie'?"),
    "illegal zombie": market(ZOMBIE, '        return "sell(Z)"\n', "def zombie(", "not legal", law="zombie"),
}
CATALOGUE = "\n".join(
    ['msgid ""', 'msgstr "Content-Type: text/plain; charset=UTF-8\\n"', "", 'msgid "Nim"', 'msgstr "Nim"', ""]
)
TRANSLATIONS = {
    "text without a translation": replace(
        nim(ANNOTATIONS, ANNOTATIONS, "PASSES = Option", "not translated into de", "--lang de", law="translations"),
        file="locale/de.po",
        text=CATALOGUE,
    ),
}
MISTAKES: dict[str, Mistake] = {
    **DEFINITION,
    **GRAPH,
    **OPTIONS,
    **SECRETS,
    **NONDETERMINISM,
    **ENDINGS,
    **TEXTS,
    **FACES,
    **RETURNED,
    **HOOKS,
    **TRANSLATIONS,
}
"""All of them, by what is wrong."""
