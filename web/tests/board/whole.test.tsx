// Whatever lies on a table is drawn, once, wherever its owner's things lie.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeAll, expect, it } from "vitest";
import { Board } from "../../src/board/board";
import { fetchContainers } from "../../src/board/containers/others";
import type { Pointing } from "../../src/board/pointing";
import type { Scene, SceneContainer, View } from "../../src/board/view";
import { opening, viewOf } from "../positions";

beforeAll(fetchContainers); // what is no grid comes later

afterEach(() => render(null, document.body));

const POINTING: Pointing = { title: "Test", places: new Set(), chosen: new Set(), asked: null, last: [], point: () => {} };
const LAYOUTS = ["grid", "hand", "row", "pile", "track", "hex", "area"] as const;

const MOST = 2; // kinds of containers that a player owns

/** All ways to choose up to two of these. */
const choices = <T,>(all: readonly T[]): readonly (readonly T[])[] =>
  all
    .reduce<readonly (readonly T[])[]>((found, each) => [...found, ...found.map((some) => [...some, each])], [[]])
    .filter((some) => some.length <= MOST);

function drawn(shared: readonly string[], owned: readonly string[], seats: readonly string[], counting: boolean): string[] {
  const container = (layout: string, name: string): SceneContainer => ({
    name,
    layout: layout as SceneContainer["layout"],
    ...(layout === "grid" && { rows: 3, columns: 3 }),
    ...(layout === "track" && { spaces: ["1", "2", "3"] }),
    ...(layout === "hex" && { rows: 3, columns: 3 }),
  });
  const containers = [
    ...shared.map((layout) => container(layout, layout)),
    ...seats.flatMap((seat) => owned.map((layout) => container(layout, `${layout}_${seat}`))),
  ];
  const scene: Scene = {
    ...opening("reversi").scene,
    roles: seats.map((name) => ({ name, label: name, colour: "#123456", shape: "disc" as const })),
    containers,
    counters: counting
      ? seats.map((seat) => ({ name: `coins_${seat}`, layout: "counter" as const, least: 0, most: null }))
      : [],
  };
  const tokens = (layout: string) =>
    layout === "grid" || layout === "hex" || layout === "track" ? { tokens: [] } : { backs: 1 };
  const view: View = {
    ...viewOf("reversi", 0, "black"),
    role: seats[0] ?? "",
    containers: Object.fromEntries(containers.map(({ name, layout }) => [name, tokens(layout)])),
  };
  act(() => render(<Board scene={scene} view={view} pointing={POINTING} name={(each) => each} />, document.body));
  const found = [...document.querySelectorAll<HTMLElement>("[data-container]")].map((each) => each.dataset["container"] ?? "");
  render(null, document.body);
  return found.filter((name) => containers.some((each) => each.name === name)).sort();
}

it("draws whatever each player owns, and what is shared", () => {
  const seats = ["ash", "birch"];
  const missing: string[] = [];
  for (const owned of choices(LAYOUTS)) {
    for (const shared of [[], ["row", "grid"]]) {
      for (const counting of [false, true]) {
        const wanted = [...shared, ...seats.flatMap((seat) => owned.map((layout) => `${layout}_${seat}`))].sort();
        const found = drawn(shared, owned, seats, counting);
        if (wanted.join() !== found.join()) missing.push(`${wanted.join()}${counting ? " and coins" : ""}: ${found.join()}`);
      }
    }
  }
  expect(missing.slice(0, 9)).toEqual([]);
});
