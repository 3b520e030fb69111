// The values of a position in words: as the rules say them, or as they are.

import { expect, it } from "vitest";
import { valueTexts } from "../../src/board/value-texts";
import { type Scene, type View } from "../../src/board/view";
import { opening, viewOf } from "../positions";

const SCENE: Scene = {
  ...opening("reversi").scene,
  quiet: ["seen"],
  counters: [{ name: "coins", layout: "counter", least: 0, most: null }],
  says: { bid: "{quantity} × {face}", rest: "{number} left", tally: "{won} of {all}" },
};
const VIEW = viewOf("reversi", 0, "black");

const words = (props: View["props"]) =>
  valueTexts(SCENE, { ...VIEW, props }, (role) => role.toUpperCase()).map(({ title, words }) => `${title}: ${words}`);

it("what the rules say of a value is told", () => {
  expect(words({ bid: [16, 2], rest: 3, tally: { all: 9, won: 4 } })).toEqual(["Bid: 16 × 2", "Rest: 3 left", "Tally: 4 of 9"]);
});

it("and else the value: players by name, several with commas", () => {
  expect(words({ opener: "white", open: true, rows: [1, 2], right: "" })).toEqual([
    "Opener: WHITE",
    "Open: Yes",
    "Rows: 1, 2",
    "Right: –",
  ]);
});

it("what is for programs, what is counted on the table, and nothing, is not told", () => {
  expect(words({ seen: "x", coins: 4, bid: null })).toEqual([]);
});
