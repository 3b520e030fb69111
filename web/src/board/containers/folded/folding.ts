// The geometry of a folded track: where its spaces and the tokens on them lie, in a box of units.

import type { SceneContainer, Token } from "../../view";

/** A space of the board, as a box and the way its tokens are stacked from its outer edge. */
export interface FoldedSpace {
  readonly at: string;
  readonly x: number; // of its left edge
  readonly y: number; // of its upper edge
  readonly width: number;
  readonly height: number;
  readonly upper: boolean; // in the upper row, so that tokens are stacked downwards
  readonly kind: "point" | "bar" | "tray" | "pit" | "store";
  readonly odd: boolean;
}

export interface Folding {
  readonly width: number;
  readonly height: number;
  readonly spaces: readonly FoldedSpace[];
}

/** A token and its middle. */
export interface Lying {
  readonly token: Token;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

export const EDGE = 14; // the frame
const POINT = { width: 60, height: 284 };
const GAP = 44; // between the tips of the points
const BAR = 62;
const TRAY = 66;
const PIT = 104;
const DISC = 0.78; // the part of a face that a disc fills
const FULL = 5; // so many discs fill a point; more lie closer
const SLICE = 15; // of a disc in the tray, seen from its edge

/** The spaces as they are drawn; `turned` for a viewer who sits at the second row. */
export function foldingOf(container: SceneContainer, turned: boolean): Folding {
  const { spaces = [], aside = [], folded } = container;
  const rows = spaces.filter((space) => !aside.includes(space));
  return folded === "pits" ? pits(rows, aside, turned) : points(rows, aside, turned);
}

function points(rows: readonly string[], aside: readonly string[], turned: boolean): Folding {
  const half = rows.length / 2;
  const [bar, tray] = aside;
  const middle = bar === undefined ? 0 : BAR;
  const quarter = Math.ceil(half / 2);
  const height = 2 * POINT.height + GAP + 2 * EDGE;
  const inner = half * POINT.width + middle;
  const spaces = rows.map((at, index): FoldedSpace => {
    const upper = index >= half !== turned;
    const column = index < half ? half - 1 - index : index - half;
    const x = EDGE + column * POINT.width + (column >= quarter ? middle : 0);
    const y = upper ? EDGE : height - EDGE - POINT.height;
    return { at, x, y, ...POINT, upper, kind: "point", odd: (column + (upper ? 1 : 0)) % 2 === 1 };
  });
  const whole = { y: EDGE, height: height - 2 * EDGE, upper: false, odd: false } as const;
  if (bar !== undefined) spaces.push({ at: bar, x: EDGE + quarter * POINT.width, width: BAR, kind: "bar", ...whole });
  if (tray !== undefined) spaces.push({ at: tray, x: 2 * EDGE + inner, width: TRAY, kind: "tray", ...whole });
  return { width: inner + 2 * EDGE + (tray === undefined ? 0 : TRAY + EDGE), height, spaces };
}

function pits(rows: readonly string[], aside: readonly string[], turned: boolean): Folding {
  const half = rows.length / 2;
  const side = aside.length > 0 ? PIT + 8 : 0;
  const height = 2 * (PIT + 22) + 2 * EDGE;
  const width = 2 * side + half * PIT + 2 * EDGE;
  const spaces = rows.map((at, index): FoldedSpace => {
    const upper = index >= half !== turned;
    const along = index % half;
    const column = upper ? half - 1 - along : along;
    const y = upper ? EDGE + 20 : height - EDGE - 20 - PIT;
    return { at, x: EDGE + side + column * PIT, y, width: PIT, height: PIT, upper, kind: "pit", odd: false };
  });
  const stores = turned ? [...aside].reverse() : aside;
  stores.forEach((at, index) => {
    const x = index === 0 ? width - EDGE - side : EDGE;
    spaces.push({ at, x, y: EDGE, width: side, height: height - 2 * EDGE, upper: index > 0, kind: "store", odd: false });
  });
  return { width, height, spaces };
}

/** The tokens on a space and their middles. `first` is the role that begins with the first row, `turned` as above. */
export function lyingOn(space: FoldedSpace, tokens: readonly Token[], first: string, turned: boolean): readonly Lying[] {
  const middle = space.x + space.width / 2;
  switch (space.kind) {
    case "point":
      return stacked(tokens, middle, space, space.upper, 1);
    case "bar":
    case "tray": {
      const own = tokens.filter((token) => token.owner === first);
      const others = tokens.filter((token) => token.owner !== first);
      // Discs are borne off from the rows before their owners, and come in again on the other side.
      const up = (mine: boolean) => (space.kind === "bar") === (mine !== turned);
      const close = space.kind === "tray" ? SLICE / 56 : 1;
      return [...stacked(own, middle, space, up(true), close), ...stacked(others, middle, space, up(false), close)];
    }
    case "pit":
    case "store":
      return heaped(tokens, space);
  }
}

function stacked(tokens: readonly Token[], x: number, box: FoldedSpace, upper: boolean, close: number): readonly Lying[] {
  const across = POINT.width * 0.93;
  const size = across / DISC;
  const step = close < 1 ? across * close : Math.min(across, ((FULL - 1) * across) / Math.max(1, tokens.length - 1));
  const from = box.kind === "bar" ? box.height / 2 - POINT.width - 8 : across / 2 + 3;
  return tokens.map((token, index) => {
    const along = box.kind === "bar" ? from - index * step : from + index * step;
    return { token, x, y: upper ? box.y + along : box.y + box.height - along, size };
  });
}

/** Seeds in a heap, from the middle outwards as in a sunflower. */
function heaped(tokens: readonly Token[], box: FoldedSpace): readonly Lying[] {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const tall = box.kind === "store" ? 1.7 : 1;
  const size = Math.max(17, Math.min(27, 88 / Math.sqrt(Math.max(1, tokens.length / tall))));
  return tokens.map((token, index) => {
    const far = Math.min(0.5 * size * Math.sqrt(index + (tokens.length > 1 ? 0.6 : 0)), 38 * Math.sqrt(tall));
    const angle = index * 2.39996;
    return { token, x: x + (far / Math.sqrt(tall)) * Math.cos(angle), y: y + far * Math.sqrt(tall) * Math.sin(angle), size };
  });
}
