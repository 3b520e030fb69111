// What is beside a board: captured material, the rows under it, and the places that the rules mark.

import { render } from "preact";
import { act } from "preact/test-utils";
import { beforeAll, expect, it } from "vitest";
import { Board } from "../../../src/board/board";
import { missingFrom } from "../../../src/board/tokens/captured";
import { fetchContainers } from "../../../src/board/containers/others";
import type { Pointing } from "../../../src/board/pointing";
import type { Scene, SceneContainer, View } from "../../../src/board/view";
import { opening, viewOf } from "../../positions";

beforeAll(fetchContainers);

const POINTING: Pointing = { title: "Reversi", places: new Set(), chosen: new Set(), asked: null, last: [], point: () => {} };

function drawn(scene: Scene, view: View): HTMLElement {
  act(() => render(<Board scene={scene} view={view} pointing={POINTING} name={(role) => role} />, document.body));
  return document.body;
}

it("lists the pieces that a player has captured, the most valuable first", () => {
  const board: SceneContainer = { name: "board", layout: "grid", rows: 8, columns: 8, army: { queen: 1, pawn: 2 } };
  const tokens = [
    { kind: "piece", owner: "white", face: "pawn" },
    { kind: "piece", owner: "black", face: "queen" },
    { kind: "piece", owner: "white", face: "rook" }, // promoted; no part of the army
  ];
  const taken = (taker: string) => missingFrom(opening("reversi").scene, board, tokens, taker).map(({ face }) => face);
  expect([taken("black"), taken("white")]).toEqual([
    ["queen", "pawn"],
    ["pawn", "pawn"],
  ]);
});

it("draws a row under the first of its hosts that is seen", () => {
  const grid = (name: string): SceneContainer => ({ name, layout: "grid", rows: 1, columns: 1, surface: "water" });
  const containers: SceneContainer[] = [grid("shots"), grid("sea"), { name: "fleet", layout: "row" }];
  const scene: Scene = { ...opening("reversi").scene, containers, under: { fleet: ["hidden", "sea", "shots"] } };
  const seen = Object.fromEntries(containers.map(({ name }) => [name, { tokens: [] }]));
  const page = drawn(scene, { ...viewOf("reversi", 0, "black"), containers: seen });
  const stack = page.querySelector(".stacked");
  expect([...(stack?.querySelectorAll("[data-container]") ?? [])].map((each) => each.getAttribute("data-container"))).toEqual([
    "sea",
    "fleet",
  ]);
  expect(page.querySelectorAll("[data-container]")).toHaveLength(3);
});

it("marks what the rules mark, and says why", () => {
  const { scene } = opening("reversi");
  const view = { ...viewOf("reversi", 0, "black"), marks: [{ place: "board:d4", text: { text: "check", args: {} } }] };
  const page = drawn(scene, view);
  expect(page.querySelectorAll(".alert")).toHaveLength(1);
  expect(page.querySelector('[data-place="board:d4"]')?.getAttribute("aria-label")).toContain("check");
});
