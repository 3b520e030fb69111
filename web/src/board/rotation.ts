// Seen from the other side: a board that the player has turned round, as long as this table is open.

import { signal } from "@preact/signals";
import type { Shape } from "./containers/cells";
import type { Spot } from "./containers/spots";

/** Whether boards are seen from the other side than usual. */
export const round = signal(false);

/** A board's shape as it is seen now. */
export function seen(shape: Shape): Shape {
  return round.value ? { ...shape, turned: !shape.turned } : shape;
}

/** Places that lie freely, as they are seen now. */
export function seenSpots(spots: readonly Spot[]): readonly Spot[] {
  return round.value ? spots.map((spot) => ({ ...spot, x: -spot.x, y: -spot.y })).reverse() : spots;
}
