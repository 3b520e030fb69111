// Where things lie on the table top.

import { expect, it } from "vitest";
import { arrange, groupLines, hasEmptyMiddle, matsOf } from "../../src/board/arrangement";
import { type Scene, type SceneContainer, type View } from "../../src/board/view";
import { opening, viewOf } from "../positions";

const named = (...names: readonly string[]): SceneContainer[] =>
  names.map((name) => ({
    name,
    layout: name.startsWith("hand") || name.startsWith("cup") ? "hand" : name.startsWith("column") ? "track" : "row",
  }));
const lines = (...names: readonly string[]) => groupLines(named(...names)).map((line) => line.map(({ name }) => name));

function table(...names: readonly string[]): [Scene, View] {
  const containers = named(...names);
  const view = viewOf("reversi", 0, "black");
  const roles = ["ruby", "jade"].map((name) => ({ name, label: name, colour: "#123456", shape: "disc" as const }));
  return [
    { ...opening("reversi").scene, roles, containers },
    {
      ...view,
      role: "ruby",
      containers: Object.fromEntries(names.map((name) => [name, name.startsWith("empty") ? { tokens: [] } : { backs: 1 }])),
    },
  ];
}

it("many stocks that differ by their number are a line of their own", () => {
  expect(lines("field", "deck", "stock_1", "stock_3", "stock_10", "stock_30")).toEqual([
    ["field", "deck"],
    ["stock_1", "stock_3", "stock_10", "stock_30"],
  ]);
  expect(lines("deck", "row_1", "row_2", "row_3")).toEqual([["deck", "row_1", "row_2", "row_3"]]);
  expect(lines("dice", "column_2", "column_3", "column_4", "column_5")).toHaveLength(1); // tracks have an order of their own
  expect(lines()).toEqual([]);
});

it("the middle is free where all is before the seats, and what is told is told there", () => {
  expect(hasEmptyMiddle(...table("cup_ruby", "cup_jade", "lifted_ruby"))).toBe(true);
  expect(hasEmptyMiddle(...table("hand_ruby", "hand_jade", "trick"))).toBe(false);
  expect(hasEmptyMiddle(...table("hand_ruby", "plot_1_ruby", "plot_2_ruby"))).toBe(false); // mats lie there
  expect(hasEmptyMiddle(...table("trick"))).toBe(false); // no table with seats around it
});

it("what is a seat's lies beside its hand while something is in it", () => {
  const { around, beside, central } = arrange(...table("hand_ruby", "hand_jade", "deck", "lifted_ruby", "empty_jade"));
  expect([around, beside, central].map((each) => each.map(({ name }) => name))).toEqual([
    ["hand_ruby", "hand_jade"],
    ["lifted_ruby"],
    ["deck"],
  ]);
});

it("at a table without hands, a row with a counter lies on its owner's mat", () => {
  const containers = ["market", "tableau_black", "tableau_white"].map((name) => ({ name, layout: "row" as const }));
  const counters = [{ name: "coins_black", layout: "counter", least: 0, most: null }];
  const scene = { ...opening("reversi").scene, containers, counters };
  const view = { ...viewOf("reversi", 0, "black"), containers: Object.fromEntries(containers.map(({ name }) => [name, {}])) };
  expect([...matsOf(scene, view)].map(([role, lying]) => [role, lying.map(({ name }) => name)])).toEqual([
    ["black", ["tableau_black"]],
  ]);
});

it("boards of a seat lie on its mat, unless it has boards alone", () => {
  const containers = ["display", "wall_black", "broken_black", "wall_white"].map((name) => ({
    name,
    layout: name.startsWith("wall") ? ("grid" as const) : ("row" as const),
  }));
  const counters = ["black", "white"].map((role) => ({
    name: `points_${role}`,
    layout: "counter" as const,
    least: 0,
    most: null,
  }));
  const scene = { ...opening("reversi").scene, containers, counters };
  const view = { ...viewOf("reversi", 0, "black"), containers: Object.fromEntries(containers.map(({ name }) => [name, {}])) };
  expect([...matsOf(scene, view)].map(([role, lying]) => [role, lying.map(({ name }) => name)])).toEqual([
    ["black", ["wall_black", "broken_black"]],
  ]);
});

it("at a table with hands, a grid of one's own makes a mat", () => {
  const [scene, view] = table("hand_ruby", "hand_jade", "deck");
  const containers = [...scene.containers, { name: "land_ruby", layout: "grid" as const }];
  const shown = { ...view, containers: { ...view.containers, land_ruby: {} } };
  expect([...matsOf({ ...scene, containers }, shown).keys()]).toEqual(["ruby"]);
});
