// What players are called, whose turn it is and how a game ended, in words. Plain functions, as state.ts.

import type { Seat } from "../protocol";
import { amid, capital, say, translate } from "../text/text";
import { type State, view } from "./state";

/** The role that a text calls "you"; nobody where this client plays several, of which "you" would name none. */
export function addressed(state: State): string {
  return state.roles.length === 1 ? (state.roles[0] ?? "") : "";
}

/** A role's name at this table: the player's, or the role's own where that would be ambiguous. */
export function nameOf(state: State, role: string): string {
  const seats = state.table?.seats ?? [];
  const seat = seats.find((each) => each.role === role);
  if (seat?.name && seats.filter((each) => sitterName(each) === sitterName(seat)).length === 1) return sitterName(seat);
  return labelOf(state, role);
}

/** What somebody who sits down is called; "" for an open seat. A bot's label comes from the arena, to be translated; a program that
 *  plays from elsewhere is said to be one, wherever its name stands. */
export function sitterName(seat: Seat): string {
  if (seat.badge === "bot") return say("{name} (bot)", { name: seat.name });
  if (seat.kind !== "bot") return seat.name;
  return seat.number > 0 ? say("{bot} {number}", { bot: translate(seat.name), number: seat.number }) : translate(seat.name);
}

/** A role's own name, as a sentence begins. */
export function labelOf(state: State, role: string): string {
  return capital(translate(state.scene?.roles.find((each) => each.name === role)?.label ?? role));
}

/** The result in words. */
export function verdict(state: State): string {
  const winners = view(state)?.winners ?? [];
  const [first, ...others] = winners;
  if (first === undefined) return translate("Nobody wins");
  if (others.length > 0)
    return winners.length === (state.scene?.roles.length ?? 0)
      ? translate("A draw")
      : say("{names} share the win", { names: listed(winners.map((role) => nameOf(state, role))) });
  if (addressed(state) === first) return translate("You win");
  const name = nameOf(state, first);
  const label = labelOf(state, first);
  return name === label ? say("{name} wins", { name }) : say("{name} wins as {role}", { name, role: amid(label) });
}

/** Whose turn it is, or how it ended, in a few words: for the tab's title. */
export function standing(state: State): string | null {
  const now = view(state);
  if (!now) return null;
  if (now.over) return verdict(state);
  if (state.pact?.begun === false) return null;
  if (now.active.length === 0) return null;
  if (now.active.includes(addressed(state))) return translate("Your turn");
  return say("{names} to move", { names: listed(now.active.map((role) => nameOf(state, role))) });
}

/** Names in a row: "Ada, Bob and Cleo". */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : say("{some} and {last}", { some: names.slice(0, -1).join(", "), last });
}
