// What lies together on a grid: lines of cells, and bodies of several tokens such as ships.

import { cellAt, placeOf, type Shape } from "../cells";
import type { Scene, Token } from "../../view";

/** A straight run of cells, from its first to its last. */
export interface Run {
  readonly from: { readonly row: number; readonly column: number };
  readonly to: { readonly row: number; readonly column: number };
}

const WAYS = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
] as const;
const LEAST = 3; // cells of a line

/** The straight lines among some cells, each as long as it can be. */
export function linesOf(shape: Shape, cells: readonly string[]): readonly Run[] {
  const among = new Set(cells);
  const has = (row: number, column: number) =>
    row >= 0 && row < shape.rows && column >= 0 && column < shape.columns && among.has(cellAt(shape, row, column));
  return cells.flatMap((cell) => {
    const from = placeOf(shape, cell);
    if (!from) return [];
    return WAYS.flatMap(([down, right]) => {
      if (has(from.row - down, from.column - right)) return [];
      let length = 1;
      while (has(from.row + down * length, from.column + right * length)) length += 1;
      const last = length - 1;
      return length < LEAST ? [] : [{ from, to: { row: from.row + down * last, column: from.column + right * last } }];
    });
  });
}

/** Tokens that are drawn as one body. */
export interface Body {
  readonly tokens: readonly Token[];
  readonly run: Run;
}

/** The bodies on a grid: tokens of a kind with `joined_by` that have the same value of that prop, on the cells of a row or column. */
export function bodiesOf(scene: Scene, shape: Shape, tokens: readonly Token[]): readonly Body[] {
  const groups = new Map<string, Token[]>();
  for (const token of tokens) {
    const by = scene.kinds[token.kind]?.joined_by;
    const value = by === undefined ? undefined : token.props?.[by];
    if (value === undefined) continue;
    const key = JSON.stringify([token.kind, token.owner, value]);
    groups.set(key, [...(groups.get(key) ?? []), token]);
  }
  return [...groups.values()].flatMap((group) => {
    const places = group.flatMap((token) => placeOf(shape, String(token.at)) ?? []);
    const [rows, columns] = [places.map(({ row }) => row), places.map(({ column }) => column)];
    const run = {
      from: { row: Math.min(...rows), column: Math.min(...columns) },
      to: { row: Math.max(...rows), column: Math.max(...columns) },
    };
    const [high, wide] = [run.to.row - run.from.row + 1, run.to.column - run.from.column + 1];
    return places.length > 0 && Math.min(high, wide) === 1 && high * wide === group.length ? [{ tokens: group, run }] : [];
  });
}
