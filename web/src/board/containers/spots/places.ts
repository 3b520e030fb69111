// Where free places lie. Lengths are in half widths of a place.

import type { Contents, SceneContainer } from "../../view";

export const ROW = Math.sqrt(3); // distance of two rows of hexagons
export const RADIUS = 2 / ROW; // from the middle of a hexagon to its corners

/** A place and its centre: `x` in half widths, `y` in rows. */
export interface Spot {
  readonly at: string;
  readonly x: number;
  readonly y: number;
}

/** The places to draw: the cells of a board, or on an unbounded table those that are occupied or legal. */
export function spotsOf(container: SceneContainer, contents: Contents, pointed: readonly string[]): readonly Spot[] {
  if (container.cells) return container.cells;
  const named = pointed.flatMap((place) =>
    place.startsWith(`${container.name}:`) ? place.slice(container.name.length + 1) : [],
  );
  const found = new Map<string, Spot>();
  for (const at of [...(contents.tokens ?? []).map((token) => String(token.at)), ...named]) {
    const spot = /^(-?[0-9]+),(-?[0-9]+)/.exec(at);
    if (!spot?.[1] || !spot[2]) continue;
    const [column, row] = [Number(spot[1]), Number(spot[2])];
    found.set(spot[0], { at: spot[0], x: 2 * column + (container.hexes ? row : 0), y: row });
  }
  if (found.size === 0) return [{ at: "0,0", x: 0, y: 0 }];
  return [...found.values()].sort((one, other) => one.y - other.y || one.x - other.x);
}
