// The analysis of a round: the order of its requests, its curve, and the moves that cost most.

import { describe, expect, it } from "vitest";
import { curve, HEIGHT, inOrder, isResult, swings, WIDTH, type Evaluations } from "../../src/replay/analysis";

/** Evaluations from the values of black, who begins, one a position; `best` are the positions in which the bot's move was played. */
function evaluations(values: readonly number[], best: readonly number[] = []): Evaluations {
  return new Map(
    values.map((black, seq) => [
      seq,
      {
        seq,
        role: seq % 2 === 0 ? "black" : "white",
        move: "drop(d)",
        describe: null,
        played: best.includes(seq),
        values: { black, white: -black },
        exact: false,
      },
    ]),
  );
}

describe("the analysis of a round", () => {
  it("asks for the current position first, then for all of them, coarse to fine", () => {
    const order = inOrder(7, 60, 30);
    expect(order.slice(0, 6)).toEqual([30, 60, 7, 23, 39, 55]);
    expect([...order].sort((one, other) => one - other)).toEqual(Array.from({ length: 54 }, (_, index) => index + 7));
    expect(inOrder(3, 3, 3)).toEqual([3]);
  });

  it("marks the moves that cost their players most, in the order of the game", () => {
    // the position before each: 1 white loses 0.9, 2 black 1.2 as the bot would, 4 black 0.5, 5 white 0.1, 6 black 1.4
    const found = swings(evaluations([0, 0, 0.9, -0.3, -0.3, -0.8, -0.7, -1], [2]));
    expect(found.map(({ seq, role }) => [seq, role])).toEqual([
      [2, "white"],
      [5, "black"],
      [7, "black"],
    ]);
    expect(found[0]).toMatchObject({ before: -0, after: -0.9 });
    expect(swings(evaluations([0, 0.1, 0]))).toEqual([]);
    expect(swings(new Map())).toEqual([]);
  });

  it("draws a curve as wide as the round and as high as its largest value", () => {
    const points = curve(evaluations([1, 0, -1]), "black", 0, 2);
    expect(points[1]).toEqual([WIDTH / 2, HEIGHT / 2]);
    expect(points[0]![1]).toBeLessThan(10);
    expect(points[2]![1]).toBeGreaterThan(HEIGHT - 10);
    expect(curve(evaluations([13, -13]), "black", 0, 1)[0]![1]).toBe(points[0]![1]);
  });

  it("knows results from units of the game", () => {
    expect(isResult(evaluations([0, -1]))).toBe(true);
    expect(isResult(evaluations([0, 13]))).toBe(false);
  });
});
