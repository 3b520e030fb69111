// The tree as far as it has been unfolded: what is shown of it, and what the keys do.

import { describe, expect, it } from "vitest";
import {
  after,
  counted,
  goTo,
  keyOf,
  withNode,
  percent,
  rows,
  solved,
  start,
  keyAction,
  setOpen,
  valuesIn,
  type Tree,
} from "../../src/dev/tree";
import { kuhn, kuhnPath, kuhnTree } from "../positions";

const texts = (tree: Tree) =>
  rows(tree).map((row) =>
    row.left > 0 ? `${row.level} and ${row.left} more` : `${row.level} ${row.move?.description ?? "root"}`,
  );

describe("what is shown", () => {
  it("is the root alone, until it is opened", () => {
    const tree = withNode(start, [], kuhn(0));
    expect(texts(tree)).toEqual(["1 root"]);
    expect(rows(tree)[0]?.open).toBe(false);
    expect(texts(setOpen(tree, [], true))).toEqual(["1 root", "2 chance gives J♠", "2 chance gives K♠", "2 and 1 more"]);
  });

  it("is nothing before a node has come", () => {
    expect(rows(start)).toEqual([]);
  });

  it("is all that is open, with the place of each among its siblings", () => {
    const tree = kuhnTree();
    expect(texts(tree)).toEqual([
      "1 root",
      "2 chance gives J♠",
      "3 chance gives K♠",
      "3 chance gives Q♠",
      "4 first checks",
      "5 second checks",
      "5 second bets",
      "4 first bets",
      "2 chance gives K♠",
      "2 and 1 more",
    ]);
    expect(rows(tree).map(({ place, siblings }) => `${place}/${siblings}`)).toEqual([
      "1/1",
      "1/3",
      "1/2",
      "2/2",
      "1/2",
      "1/2",
      "2/2",
      "2/2",
      "2/3",
      "3/3",
    ]);
    expect(rows(tree).find((row) => row.move?.description === "second checks")?.open).toBeNull(); // the game is over there
  });

  it("opens what is above the node one looks at, and looks at the one that is closed over it", () => {
    const tree = goTo(kuhnTree(), kuhnPath(3));
    expect(keyOf(setOpen(tree, kuhnPath(1), false).here)).toBe(keyOf(kuhnPath(1)));
    expect(setOpen(tree, after([], { role: "chance", move: "draw(K)" }), false).here).toBe(tree.here);
    expect(texts(goTo(setOpen(tree, [], false), kuhnPath(3)))).toEqual(texts(tree));
  });
});

it("remembers what was counted and solved", () => {
  const moves = kuhn(2).moves;
  const tree = solved(counted(kuhnTree(), kuhnPath(2), { ways: [2, 4] }), kuhnPath(2), moves, {
    value: { first: 1, second: -1 },
    moves: [
      { first: 1, second: -1 },
      { first: 0, second: 0 },
    ],
    best: 0,
  });
  expect(tree.lineCounts.get(keyOf(kuhnPath(2)))).toEqual([2, 4]);
  expect(tree.values.get(keyOf(kuhnPath(2)))).toEqual({ first: 1, second: -1 });
  expect([...tree.best]).toEqual([keyOf(after(kuhnPath(2), { role: "first", move: "check" }))]);
});

describe("the keys", () => {
  const all = rows(kuhnTree());
  const line = (index: number) => all[index] as (typeof all)[number];

  it.each([
    [0, "ArrowDown", 1],
    [1, "ArrowUp", 0],
    [0, "ArrowUp", null],
    [9, "ArrowDown", null],
    [4, "Home", 0],
    [4, "End", 9],
    [1, "ArrowRight", 2], // open: to its first move
    [5, "ArrowRight", null], // nothing follows
    [5, "ArrowLeft", 4],
    [8, "ArrowLeft", 0],
  ])("from line %i %s leads to %s", (from, key, to) => {
    const done = keyAction(all, line(from), key);
    expect(done && "to" in done ? all.indexOf(done.to) : done).toBe(to);
  });

  it.each([
    [2, "ArrowRight", true],
    [1, "ArrowLeft", false],
    [2, "Enter", true],
    [1, " ", false],
  ])("at line %i %s opens: %s", (from, key, turn) => {
    expect(keyAction(all, line(from), key)).toEqual({ turn });
  });

  it("leave alone what is not theirs", () => {
    expect(keyAction(all, line(1), "a")).toBeNull();
    expect(keyAction(all, line(5), "Enter")).toBeNull();
  });
});

it("says values and probabilities in short", () => {
  expect(valuesIn({ x: 1, o: -1 })).toBe("x +1");
  expect(valuesIn({ a: 1, b: 0, c: -0.333333 })).toBe("a +1 · b 0 · c −0.3333");
  expect(valuesIn({ a: 2, b: 1 })).toBe("a +2 · b +1");
  expect([percent(1 / 6), percent(0.5), percent(1)]).toEqual(["16.7 %", "50 %", "100 %"]);
});
