import { expect, it } from "vitest";
import { cellAt, leap, letters, placeOf, shapeOf, step, type Shape } from "../../../src/board/containers/cells";

const top: Shape = { rows: 8, columns: 8, origin: "top" };
const bottom: Shape = { rows: 8, columns: 8, origin: "bottom" };
const turned: Shape = { ...bottom, turned: true };

it("names cells from the top, or from the bottom", () => {
  expect(cellAt(top, 0, 0)).toBe("a1");
  expect(cellAt(top, 2, 3)).toBe("d3");
  expect(cellAt(bottom, 0, 0)).toBe("a8");
});

it("finds each cell where it is named", () => {
  for (const shape of [top, bottom, turned, { ...top, turned: true }, { rows: 3, columns: 40, origin: "top" } as const]) {
    for (let index = 0; index < shape.rows * shape.columns; index += 1) {
      const [row, column] = [Math.floor(index / shape.columns), index % shape.columns];
      expect(placeOf(shape, cellAt(shape, row, column))).toEqual({ row, column });
    }
  }
});

it("knows what is no cell of the grid", () => {
  for (const cell of ["i1", "a9", "a0", "d", "3", "", "D3", "a01"]) expect(placeOf(top, cell)).toBeNull();
});

it("goes on after z", () => {
  expect([letters(0), letters(25), letters(26), letters(27)]).toEqual(["a", "z", "aa", "ab"]);
});

it("leads the arrow keys to the next cell and never off the board", () => {
  expect(step(top, 0, "ArrowUp")).toBe(0);
  expect(step(top, 0, "ArrowLeft")).toBe(0);
  expect(step(top, 0, "ArrowRight")).toBe(1);
  expect(step(top, 0, "ArrowDown")).toBe(8);
  expect(step(top, 63, "ArrowDown")).toBe(63);
  expect(step(top, 12, "Home")).toBe(8);
  expect(step(top, 12, "End")).toBe(15);
  expect(step(top, 12, "x")).toBeNull();
});

it("leads the arrow keys over what is no point of the board", () => {
  const even = (index: number) => index % 2 === 0;
  expect(step(top, 2, "ArrowRight", even)).toBe(4);
  expect(step(top, 2, "ArrowLeft", even)).toBe(0);
  expect(step(top, 6, "ArrowRight", even)).toBe(6);
  expect(step(top, 6, "End", even)).toBe(6);
  expect(step(top, 8, "ArrowDown", (index) => index !== 16)).toBe(24);
});

it("leaps from one cell that may be played to the next, around the end", () => {
  expect(leap([19, 26, 37], 19, "n")).toBe(26);
  expect(leap([19, 26, 37], 37, "n")).toBe(19);
  expect(leap([19, 26, 37], 19, "p")).toBe(37);
  expect(leap([], 19, "n")).toBeNull();
  expect(leap([19], 0, "x")).toBeNull();
});

it("says what is missing in a scene", () => {
  expect(() => shapeOf({ name: "board", layout: "grid" })).toThrow("the grid board has no rows or no columns in the scene");
});

it("has the first row above, and the first column on the right, on a board seen from the other side", () => {
  expect([cellAt(turned, 0, 0), cellAt(turned, 7, 7), cellAt(bottom, 0, 0)]).toEqual(["h1", "a8", "a8"]);
  expect(placeOf(turned, "a8")).toEqual({ row: 7, column: 7 });
  const board = { name: "board", layout: "grid", rows: 8, columns: 8, origin: "bottom", turned_for: ["black"] } as const;
  expect([shapeOf(board, "black").turned, shapeOf(board, "white").turned, shapeOf(board).turned]).toEqual([true, false, false]);
});
