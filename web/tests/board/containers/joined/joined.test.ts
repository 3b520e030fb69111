// Lines of cells, and bodies of several tokens.

import { expect, it } from "vitest";
import { bodiesOf, linesOf } from "../../../../src/board/containers/joined/joined";
import type { Scene, Token } from "../../../../src/board/view";
import { opening } from "../../../positions";

const SHAPE = { rows: 6, columns: 7, origin: "bottom" } as const;

it("finds each straight line once, as long as it is", () => {
  expect(linesOf(SHAPE, ["a1", "b2", "c3", "d4", "e1"])).toEqual([{ from: { row: 2, column: 3 }, to: { row: 5, column: 0 } }]);
  expect(linesOf(SHAPE, ["c1", "b1", "a1", "b2", "b3"])).toHaveLength(2); // two that cross
  expect(linesOf(SHAPE, ["a1", "b1", "zz", "g6"])).toEqual([]);
});

it("joins tokens with one value of the prop that lie in a line, and no others", () => {
  const scene: Scene = { ...opening("reversi").scene, kinds: { hull: { faces: {}, joined_by: "ship" }, disc: { faces: {} } } };
  const hull = (at: string, ship: number, kind = "hull"): Token => ({ id: 1, at, kind, props: { ship } });
  const tokens = [hull("a1", 0), hull("b1", 0), hull("c1", 1), hull("d3", 2), hull("f3", 2), hull("a5", 3, "disc")];
  expect(bodiesOf(scene, SHAPE, tokens).map(({ tokens: { length }, run }) => [length, run.to.column])).toEqual([
    [2, 1],
    [1, 2],
  ]);
});
