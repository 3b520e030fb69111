"""The TypeScript twin of the wire protocol: ``web/src/protocol.ts``, written from ``rondel.server.protocol``.

    python scripts/typescript.py            # write it
    python scripts/typescript.py --check    # exit 1 when it is stale

A client's message may leave out fields with a default. A server's message has every field, except fields
declared as ``UNSET`` without a value. Plain data has the interface of the struct that describes it.

>>> print(interface(protocol.Pong, optional=False))
/** The answer to `Ping`. */
export interface Pong {
  readonly type: "pong";
}
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, get_args

import msgspec
from msgspec import inspect

from rondel.server import protocol
from rondel.server.protocol.views.described import parts_of, struct_of

if TYPE_CHECKING:
    from collections.abc import Iterable

TWIN: Final = Path(__file__).resolve().parents[1] / "web" / "src" / "protocol.ts"
"""Where the twin lies in a checkout; an installed package has none."""

SENT: Final[tuple[type[msgspec.Struct], ...]] = (
    *get_args(protocol.ClientMessage),
    protocol.NewTable,
    protocol.Say,
    protocol.Mute,
    protocol.Report,
    protocol.TakeSeat,
    protocol.Seek,
    protocol.NewTournament,
    protocol.TournamentAct,
    protocol.Invitation,
    protocol.LeaveSeat,
    protocol.ChangeSeat,
    protocol.NewAccount,
    protocol.LogIn,
    protocol.LogOut,
    protocol.NewPassword,
    protocol.DeleteMe,
    protocol.NewBot,
    protocol.NewToken,
    protocol.NewAddress,
    protocol.SetFollow,
    protocol.SetBlock,
    protocol.SetVacation,
    protocol.PushSubscription,
    protocol.PushEnd,
    protocol.InviteAgain,
    protocol.InvitePerson,
    protocol.NewWebhook,
    protocol.Write,
    protocol.MarkRead,
    protocol.ReportPerson,
    protocol.MailedLink,
    protocol.ForgottenPassword,
    protocol.ResetPassword,
    protocol.TreeStart,
    protocol.TreePlace,
    protocol.Try,
    protocol.ConditionalMoves,
    protocol.BenchRules,
    protocol.BenchWish,
    protocol.BenchTable,
)
"""The messages that clients send."""

RECEIVED: Final[tuple[type[msgspec.Struct], ...]] = (
    *get_args(protocol.ServerMessage),
    protocol.Preload,
    protocol.Created,
    protocol.Taken,
    protocol.Seeking,
    protocol.Tournaments,
    protocol.Tournament,
    protocol.GameInfo,
    protocol.BenchGame,
    protocol.GameRules,
    protocol.BotInfo,
    protocol.Texts,
    protocol.Listing,
    protocol.LiveBoards,
    protocol.Mines,
    protocol.OwnBoards,
    protocol.Finishes,
    protocol.Leaderboard,
    protocol.SeasonStandings,
    protocol.Profile,
    protocol.RatedRounds,
    protocol.ChatPage,
    protocol.Rounds,
    protocol.Replay,
    protocol.TableActionLog,
    protocol.Branch,
    protocol.PositionEvaluation,
    protocol.OwnConditionalMoves,
    protocol.Me,
    protocol.Company,
    protocol.Invitations,
    protocol.InvitedAgain,
    protocol.Opponents,
    protocol.Conversations,
    protocol.ConversationPage,
    protocol.News,
    protocol.Relation,
    protocol.Notifications,
    protocol.Vacation,
    protocol.Session,
    protocol.BotAccount,
    protocol.Token,
    protocol.TreeRoot,
    protocol.TreeNode,
    protocol.TreeCount,
    protocol.TreeWorth,
    protocol.Bench,
    protocol.Problem,
)
"""The messages that clients receive."""

_PLAIN: Final[dict[type[inspect.Type], str]] = {
    inspect.AnyType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


def twin() -> str:
    """The whole text of ``protocol.ts``."""
    head = (
        "// Generated from src/rondel/server/protocol by `python scripts/typescript.py`: do not edit.\n\n"
        f"export const VERSION = {protocol.VERSION};\n\n"
        "/** Plain data: an object with any fields. */\n"
        "export type Json = Record<string, unknown>;\n\n"
        "/** What stands in a placeholder of a text. */\n"
        "export type Arg = string | number | boolean | null | readonly Arg[] | RoleArg | Text;\n"
    )
    sent = _reachable(SENT)
    received = [cls for cls in _reachable(RECEIVED) if cls not in sent]
    parts = [head]
    parts += [interface(cls, optional=True) + "\n" for cls in sent]
    parts += [interface(cls, optional=False) + "\n" for cls in received]
    for name in ("ClientMessage", "ServerMessage"):
        members = " | ".join(cls.__name__ for cls in get_args(getattr(protocol, name)))
        parts.append(f"export type {name} = {members};\n")
    return "\n".join(parts)


def interface(cls: type[msgspec.Struct], *, optional: bool) -> str:
    """One struct as an interface; with ``optional``, fields that have a default may be left out."""
    info = inspect.type_info(cls)
    if not isinstance(info, inspect.StructType):
        raise TypeError(f"{cls!r} is not a message: only msgspec structs have a TypeScript twin")
    lines = [f"/** {_summary(cls)} */", f"export interface {cls.__name__} {{"]
    if info.tag is not None:
        lines.append(f"  readonly {info.tag_field}: {json.dumps(info.tag)};")
    for field in info.fields:
        mark = "?" if not field.required and (optional or _may_be_unset(field)) else ""
        lines.append(f"  readonly {field.encode_name}{mark}: {spell(field.type)};")
    return "\n".join([*lines, "}"])


def spell(kind: inspect.Type) -> str:
    """A field's type in TypeScript.

    >>> spell(inspect.type_info(dict[str, tuple[int, ...]]))
    'Record<string, readonly number[]>'
    """
    if type(kind) in _PLAIN:
        return _PLAIN[type(kind)]
    match kind:
        case inspect.StructType(cls=cls):
            return cls.__name__
        case inspect.Metadata(type=inner):
            named: str | None = (kind.extra or {}).get("typescript")
            struct = struct_of(kind)
            return named or (struct.__name__ if struct is not None else spell(inner))
        case inspect.DictType(key_type=inspect.StrType(), value_type=inspect.AnyType()):
            return "Json"
        case inspect.DictType(key_type=key, value_type=value):
            return f"Record<{spell(key)}, {spell(value)}>"
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            spelt = spell(item)
            return f"readonly ({spelt})[]" if " " in spelt else f"readonly {spelt}[]"
        case inspect.LiteralType(values=values):
            return " | ".join(json.dumps(value) for value in values)
        case inspect.UnionType(types=types):
            return " | ".join(dict.fromkeys(spell(each) for each in types))
    raise TypeError(f"no TypeScript is known for {kind!r}: teach `spell` in {__name__}, or use another type in the protocol")


def main(arguments: list[str]) -> int:
    """Write the twin, or with ``--check`` only compare it."""
    if arguments not in ([], ["--check"]):
        sys.stderr.write("usage: python scripts/typescript.py [--check]\n")
        return 2
    wanted = twin()
    if not arguments:
        TWIN.write_text(wanted, encoding="utf-8")
        return 0
    if TWIN.exists() and TWIN.read_text(encoding="utf-8") == wanted:
        return 0
    sys.stderr.write(f"{TWIN} is stale: run `python scripts/typescript.py`\n")
    return 1


def _reachable(roots: Iterable[type[msgspec.Struct]]) -> list[type[msgspec.Struct]]:
    """The structs and those in their fields, the parts before the whole."""
    found: list[type[msgspec.Struct]] = []

    def visit(kind: inspect.Type) -> None:
        for part in parts_of(kind):
            visit(part)
        if isinstance(kind, inspect.StructType) and kind.cls not in found:
            found.append(kind.cls)

    for root in roots:
        visit(inspect.type_info(root))
    return found


def _may_be_unset(field: inspect.Field) -> bool:
    """Whether an optional field has no default either: msgspec's rule for `msgspec.UNSET`."""
    return field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT


def _summary(cls: type[msgspec.Struct]) -> str:
    return " ".join((cls.__doc__ or "").partition("\n\n")[0].split()).replace("``", "`")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
