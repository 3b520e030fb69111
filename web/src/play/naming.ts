// Names of players, whose turn it is, and the result, in words. Pure.

import type { Seat } from "../protocol";
import { midSentence, capital, say, translate } from "../text/text";
import { type State, view } from "./state";

/** The role that texts address as "you"; "" for a client with several roles. */
export function addressedRole(state: State): string {
  return state.roles.length === 1 ? (state.roles[0] ?? "") : "";
}

/** A role's name at this table: the player's, or the role's label where two players have the same name. */
export function nameOf(state: State, role: string): string {
  const seats = state.table?.seats ?? [];
  const seat = seats.find((each) => each.role === role);
  if (seat?.name && seats.filter((each) => seatName(each) === seatName(seat)).length === 1) return seatName(seat);
  return labelOf(state, role);
}

/**
 * The name of the person or bot on a seat; "" for an open one. A bot's label is translated; an external program is marked as a
 * bot.
 */
export function seatName(seat: Seat): string {
  if (seat.badge === "bot") return say("{name} (bot)", { name: seat.name });
  if (seat.kind !== "bot") return seat.name;
  return seat.number > 0 ? say("{bot} {number}", { bot: translate(seat.name), number: seat.number }) : translate(seat.name);
}

/** A role's label, with a capital first letter. */
export function labelOf(state: State, role: string): string {
  return capital(translate(state.scene?.roles.find((each) => each.name === role)?.label ?? role));
}

/** The result in words. */
export function resultText(state: State): string {
  const winners = view(state)?.winners ?? [];
  const [first, ...others] = winners;
  if (first === undefined) return translate("Nobody wins");
  if (others.length > 0)
    return winners.length === (state.scene?.roles.length ?? 0)
      ? translate("A draw")
      : say("{names} share the win", { names: joinNames(winners.map((role) => nameOf(state, role))) });
  if (addressedRole(state) === first) return translate("You win");
  const name = nameOf(state, first);
  const label = labelOf(state, first);
  return name === label ? say("{name} wins", { name }) : say("{name} wins as {role}", { name, role: midSentence(label) });
}

/** Whose turn it is, or the result; for the tab's title. */
export function turnText(state: State): string | null {
  const now = view(state);
  if (!now) return null;
  if (now.over) return resultText(state);
  if (state.agreements?.begun === false) return null;
  if (now.active.length === 0) return null;
  if (now.active.includes(addressedRole(state))) return translate("Your turn");
  return say("{names} to move", { names: joinNames(now.active.map((role) => nameOf(state, role))) });
}

/** Who is asked, before a question that does not say it: at a screen that several people share. "" for nobody. */
export function askedName(state: State): string {
  const now = view(state);
  const shared = addressedRole(state) === "" && (now?.active.includes(state.shown) ?? false);
  return shared && !now?.question?.text.includes("{you}") ? nameOf(state, state.shown) : "";
}

/** Names in a row: "Ada, Bob and Cleo". */
export function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : say("{some} and {last}", { some: names.slice(0, -1).join(", "), last });
}

/** The names of the accounts at the other seats. */
export const accountsAt = ({ table, roles }: State): readonly string[] => [
  ...new Set(
    (table?.seats ?? []).filter(({ badge, role }) => badge === "account" && !roles.includes(role)).map(({ name }) => name),
  ),
];
