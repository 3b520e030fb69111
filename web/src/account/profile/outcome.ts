// What came of a round for somebody who played it. Pure.

import type { Finished, Seat } from "../../protocol";
import { sitterName } from "../../play/naming";
import { say, translate } from "../../text/text";

/** How the round ended for those who are listed as having played it: "won", "place 3"; empty where it has no result. */
export function fate({ roles, ranks }: Pick<Finished, "roles" | "ranks">): string {
  const places = Object.values(ranks);
  const mine = Math.min(...roles.flatMap((role) => ranks[role] ?? []));
  if (!Number.isFinite(mine)) return translate("no result");
  if (mine === 1) return translate(places.length > 1 && places.every((place) => place === 1) ? "draw" : "won");
  return places.length > 2 ? say("place {number}", { number: mine }) : translate("lost");
}

/** Who else sat there, each name once. */
export function company({ roles, seats }: Pick<Finished, "roles" | "seats">): readonly string[] {
  return [...new Set(seats.filter((seat) => !roles.includes(seat.role)).map(called))];
}

const called = (seat: Seat) => (seat.kind === "open" ? translate("open seat") : sitterName(seat) || translate("Guest"));
