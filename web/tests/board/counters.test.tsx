// Counters: the number of each, and for chips a stack as high as the number, up to a dozen.

import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import { Counters, Pools } from "../../src/board/counters";
import type { Scene, View } from "../../src/board/view";
import { opening, viewOf } from "../positions";

it.each([
  [0, 0],
  [5, 5],
  [40, 12],
])("draws %i chips as a stack of %i, with the number beside", (value, high) => {
  const counter = { name: "stake", layout: "counter", least: 0, most: null };
  const scene: Scene = {
    ...opening("reversi").scene,
    counters: [
      { ...counter, chips: true },
      { ...counter, name: "coins" },
    ],
  };
  const view: View = { ...viewOf("reversi", 0, "black"), props: { stake: value, coins: 3 } };
  act(() => render(<Counters scene={scene} view={view} title={(name) => name} here={() => true} />, document.body));
  const [stake, coins] = [...document.querySelectorAll(".counters > div")];
  expect([stake?.querySelectorAll(".chip-face").length, stake?.querySelector("dd")?.textContent]).toEqual([
    high,
    String(value),
  ]);
  expect([coins?.querySelector("svg"), coins?.textContent]).toEqual([null, "coins3"]);
});

it("sums up the counters of one pool", () => {
  const stake = (name: string) => ({ name, layout: "counter", least: 0, most: null, chips: true, pooled: "Pot" });
  const scene: Scene = { ...opening("reversi").scene, counters: [stake("stake_black"), stake("stake_white")] };
  const view: View = { ...viewOf("reversi", 0, "black"), props: { stake_black: 2, stake_white: 5 } };
  act(() => render(<Pools scene={scene} view={view} />, document.body));
  const [pot] = [...document.querySelectorAll(".pools > div")];
  expect([pot?.textContent, pot?.querySelectorAll(".chip-face").length]).toEqual(["Pot7", 7]);
});
