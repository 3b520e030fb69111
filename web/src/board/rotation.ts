// Rotation of the boards by the player, while the page is open.

import { signal } from "@preact/signals";
import type { Shape } from "./containers/cells";
import type { Spot } from "./containers/spots/places";

/** Whether boards are turned round. */
export const rotated = signal(false);

/** A board's shape in the current rotation. */
export function rotatedShape(shape: Shape): Shape {
  return rotated.value ? { ...shape, turned: !shape.turned } : shape;
}

/** Free places in the current rotation. */
export function rotatedSpots(spots: readonly Spot[]): readonly Spot[] {
  return rotated.value ? spots.map((spot) => ({ ...spot, x: -spot.x, y: -spot.y })).reverse() : spots;
}
