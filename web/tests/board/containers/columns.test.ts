// Columns as something to point at: any cell stands for its column, which is shown where a piece would fall.

import { expect, it } from "vitest";
import { onCells } from "../../../src/board/containers/columns";
import type { Pointing } from "../../../src/board/pointing";

const UPRIGHT = { rows: 3, columns: 2, origin: "bottom" } as const;
const EVENT = new Event("click");

function choice(more: Partial<Pointing> = {}) {
  const pointed: string[] = [];
  const pointing: Pointing = {
    title: "Game",
    places: new Set(),
    chosen: new Set(),
    asked: null,
    last: [],
    point: (place) => pointed.push(place),
    ...more,
  };
  return { pointed, pointing };
}

it("a column is shown as the cell above its uppermost piece", () => {
  const { pointing } = choice({ places: new Set(["board:a", "board:b", "other:a"]) });
  expect([...onCells(UPRIGHT, "board", new Set(["a1", "a2"]), pointing).places]).toEqual(["board:a3", "board:b1", "other:a"]);
  expect([...onCells({ ...UPRIGHT, origin: "top" }, "board", new Set(["a3"]), pointing).places]).toEqual([
    "board:a2",
    "board:b3",
    "other:a",
  ]);
});

it("the last move into a column is the uppermost piece in it", () => {
  const { pointing } = choice({ last: ["board:a", "board:b2"] });
  expect(onCells(UPRIGHT, "board", new Set(["a1", "a2", "b2"]), pointing).last).toEqual(["board:a2", "board:b2"]);
});

it("every cell of an open column points at it", () => {
  const { pointed, pointing } = choice({ places: new Set(["board:a"]), asked: "board:a", chosen: new Set(["board:a"]) });
  const mapped = onCells(UPRIGHT, "board", new Set(["a1"]), pointing);
  for (const cell of ["a1", "a2", "a3", "b1"]) mapped.point(`board:${cell}`, EVENT);
  expect(pointed).toEqual(["board:a", "board:a", "board:a", "board:b1"]);
  expect([mapped.asked, ...mapped.chosen]).toEqual(["board:a2", "board:a2"]);
  expect([...mapped.open].sort()).toEqual(["board:a1", "board:a2", "board:a3"]);
});

it("where moves name cells nothing changes", () => {
  const { pointed, pointing } = choice({ places: new Set(["board:a1"]), last: ["board:b3"] });
  const mapped = onCells(UPRIGHT, "board", new Set(["a2"]), pointing);
  mapped.point("board:a1", EVENT);
  expect([[...mapped.places], mapped.last, mapped.asked, pointed]).toEqual([["board:a1"], ["board:b3"], null, ["board:a1"]]);
});
