// Places between the cells of a grid: where they are drawn, and between which cells they lie. Lengths are in halves of a cell,
// from the drawn top left corner of the grid.

import { letters, type Shape } from "../cells";
import { say } from "../../host";
import type { SceneContainer } from "../../view";

/**
 * A place as it is drawn: the middle of its first side, where it is pointed at, its own middle, and whether it is upright. Long
 * places have the same middle where they cross, but no two have the same first side.
 */
export interface Edge {
  readonly at: string;
  readonly x: number;
  readonly y: number;
  readonly middle: { readonly x: number; readonly y: number };
  readonly upright: boolean;
  readonly words: string; // "between a1 and a2"
}

/** The places of a container between the cells of a grid, row by row as drawn. */
export function edgesOf({ cells = [], length = 1 }: SceneContainer, shape: Shape): readonly Edge[] {
  const turned = shape.turned ?? false;
  const flipped = (shape.origin === "bottom") !== turned;
  return cells
    .map(({ at, x, y, upright = false }) => {
      const middle = { x: turned ? 2 * shape.columns - x : x, y: flipped ? 2 * shape.rows - y : y };
      return {
        at,
        x: upright ? middle.x : middle.x - length + 1,
        y: upright ? middle.y - length + 1 : middle.y,
        middle,
        upright,
        words: wordsOf(shape, x, y, upright, length),
      };
    })
    .sort((one, other) => one.y - other.y || one.x - other.x || Number(one.upright) - Number(other.upright));
}

/** The cells on both sides in words; of a place at the outline, those on the one side. */
function wordsOf(shape: Shape, x: number, y: number, upright: boolean, length: number): string {
  const [line, from] = upright ? [x / 2, (y - length) / 2] : [y / 2, (x - length) / 2];
  const along = Array.from({ length }, (_, step) => from + step);
  const side = (number: number) =>
    along.map((each) => (upright ? `${letters(number)}${each + 1}` : `${letters(each)}${number + 1}`)).join(" ");
  const last = upright ? shape.columns : shape.rows;
  if (line === 0 || line === last) return say("at the edge of {cells}", { cells: side(line === 0 ? 0 : last - 1) });
  return say("between {one} and {other}", { one: side(line - 1), other: side(line) });
}
