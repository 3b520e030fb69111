// A board turned round: every cell is where the opposite one was.

import { afterEach, expect, it } from "vitest";
import { cellAt, placeOf } from "../../src/board/containers/cells";
import { rotated, rotatedShape, rotatedSpots } from "../../src/board/rotation";

afterEach(() => {
  rotated.value = false;
});

const SHAPE = { rows: 8, columns: 8, origin: "bottom" } as const;

it("is as it was until it is turned", () => {
  expect(cellAt(rotatedShape(SHAPE), 0, 0)).toBe("a8");
});

it("shows the far corner near, and one that is turned already the usual way", () => {
  rotated.value = true;
  expect(cellAt(rotatedShape(SHAPE), 0, 0)).toBe("h1");
  expect(placeOf(rotatedShape(SHAPE), "h1")).toEqual({ row: 0, column: 0 });
  expect(cellAt(rotatedShape({ ...SHAPE, turned: true }), 0, 0)).toBe("a8");
});

it("turns places that lie freely around their middle", () => {
  const spots = [
    { at: "a", x: 1, y: 0 },
    { at: "b", x: 4, y: 2 },
  ];
  expect(rotatedSpots(spots)).toBe(spots);
  rotated.value = true;
  expect(rotatedSpots(spots)).toEqual([
    { at: "b", x: -4, y: -2 },
    { at: "a", x: -1, y: -0 },
  ]);
});
