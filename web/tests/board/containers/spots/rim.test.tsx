// The rim of a hex board: names of columns and rows, and the sides that belong to players.

import { expect, it } from "vitest";
import { rimNames, sideLines } from "../../../../src/board/containers/spots/rim";
import type { SceneContainer } from "../../../../src/board/view";

/** Cells of a rhombus as in Hex: each row half a cell to the right of the one above. */
const rhombus = (rows: number, columns: number) =>
  Array.from({ length: rows * columns }, (_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    return { at: `${String.fromCharCode(97 + column)}${row + 1}`, x: 2 * column + row, y: row };
  });

/** A hexagon of radius 1. */
const HEXAGON = [
  { at: "b1", x: -1, y: -1 },
  { at: "c1", x: 1, y: -1 },
  { at: "a2", x: -2, y: 0 },
  { at: "b2", x: 0, y: 0 },
  { at: "c2", x: 2, y: 0 },
  { at: "a3", x: -1, y: 1 },
  { at: "b3", x: 1, y: 1 },
];

const at = (names: ReturnType<typeof rimNames>, text: string) => names.find((name) => name.text === text)!;

it("a rhombus has letters above its first row and numbers left of its rows", () => {
  const names = rimNames(rhombus(3, 4));
  expect(names.map(({ text }) => text)).toEqual(["a", "b", "c", "d", "1", "2", "3"]);
  expect(new Set(["a", "b", "c", "d"].map((letter) => at(names, letter).y)).size).toBe(1);
  expect(at(names, "a").y).toBeLessThan(-1);
  expect(at(names, "b").x - at(names, "a").x).toBeCloseTo(2);
  expect(at(names, "3").x - at(names, "1").x).toBeCloseTo(2); // each row starts half a cell further right
});

it("a hexagon has its letters below, where they meet no number", () => {
  const names = rimNames(HEXAGON);
  expect(["a", "b", "c"].map((letter) => at(names, letter).y > 0)).toEqual([true, true, true]);
  const close = names.some((one) => names.some((other) => one !== other && Math.hypot(one.x - other.x, one.y - other.y) < 1));
  expect(close).toBe(false);
});

it("a triangle has its letters below, also that of the column of one cell", () => {
  const triangle = ["a1", "a2", "b2", "a3", "b3", "c3"].map((cell) => {
    const [row, column] = [Number(cell[1]) - 1, cell.charCodeAt(0) - 97];
    return { at: cell, x: 2 * column - row, y: row };
  });
  const names = rimNames(triangle);
  expect(new Set(["a", "b", "c"].map((letter) => at(names, letter).y)).size).toBe(1);
  expect(at(names, "b").x - at(names, "a").x).toBeCloseTo(2);
  expect(at(names, "c").x - at(names, "b").x).toBeCloseTo(2);
});

const board = (sides: SceneContainer["sides"]): SceneContainer => ({ name: "board", layout: "hex", ...(sides && { sides }) });
const edges = (d: string) => d.split("M").filter(Boolean).length;

it("a side of n cells has two edges for each cell, the shared ones halved", () => {
  const cells = rhombus(3, 3);
  const named = (some: (row: number, column: number) => boolean) =>
    cells.filter(({ x, y }) => some(y, (x - y) / 2)).map((cell) => cell.at);
  const lines = sideLines(
    board([
      { name: "top", owner: "red", cells: named((row) => row === 0) },
      { name: "right", owner: "blue", cells: named((_, column) => column === 2) },
      { name: "bottom", owner: "red", cells: named((row) => row === 2) },
      { name: "left", owner: "blue", cells: named((_, column) => column === 0) },
    ]),
    cells,
  );
  expect(lines.map(({ owner, d }) => [owner, edges(d)])).toEqual([
    ["red", 6],
    ["blue", 6],
    ["red", 6],
    ["blue", 6],
  ]);
  expect(sideLines(board(undefined), cells)).toEqual([]);
});
