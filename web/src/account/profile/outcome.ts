// The outcome of a round for one of its players. Pure.

import type { Finished, Seat } from "../../protocol";
import { seatName } from "../../play/naming";
import { say, translate } from "../../text/text";

/** The outcome for the listed roles: "won", "place 3", "no result". */
export function outcomeText({ roles, ranks }: Pick<Finished, "roles" | "ranks">): string {
  const places = Object.values(ranks);
  const mine = Math.min(...roles.flatMap((role) => ranks[role] ?? []));
  if (!Number.isFinite(mine)) return translate("no result");
  if (mine === 1) return translate(places.length > 1 && places.every((place) => place === 1) ? "draw" : "won");
  return places.length > 2 ? say("place {number}", { number: mine }) : translate("lost");
}

/** The names of the others, each once. */
export function opponents({ roles, seats }: Pick<Finished, "roles" | "seats">): readonly string[] {
  return [...new Set(seats.filter((seat) => !roles.includes(seat.role)).map(seatText))];
}

const seatText = (seat: Seat) => (seat.kind === "open" ? translate("open seat") : seatName(seat) || translate("Guest"));
