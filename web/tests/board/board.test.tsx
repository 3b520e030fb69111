// The table top: what lies before each seat is on its own mat, where that is more than one row.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeAll, expect, it } from "vitest";
import { fetchContainers } from "../../src/board/containers/others";
import { Board } from "../../src/board/board";
import type { Pointing } from "../../src/board/pointing";
import { type Scene, type SceneContainer, type View } from "../../src/board/view";
import { opening, viewOf } from "../positions";

beforeAll(fetchContainers); // what is no grid comes later

afterEach(() => render(null, document.body));

const POINTING: Pointing = { title: "Harvest", places: new Set(), chosen: new Set(), asked: null, last: [], point: () => {} };
const SEATS = ["ash", "birch", "cedar"];

function drawn(
  names: Readonly<Record<string, SceneContainer["layout"]>>,
  role: string,
  pointing = POINTING,
  empty: readonly string[] = [],
  spread: readonly string[] = [],
): HTMLElement {
  const start = opening("reversi").scene;
  const base = viewOf("reversi", 0, "black");
  const containers = Object.entries(names).map(([name, layout]) => ({
    name,
    layout,
    ...(spread.includes(name) && { spread: "down" as const }),
    ...(layout === "track" && { spaces: ["1", "2", name.slice(-1)] }),
  }));
  const scene: Scene = {
    ...start,
    roles: SEATS.map((name) => ({ name, label: name, colour: "#123456", shape: "disc" })),
    containers,
  };
  const view: View = {
    ...base,
    role,
    containers: Object.fromEntries(containers.map(({ name }) => [name, empty.includes(name) ? { tokens: [] } : { backs: 1 }])),
  };
  act(() => render(<Board scene={scene} view={view} pointing={pointing} name={(each) => each.toUpperCase()} />, document.body));
  return document.body;
}

const titles = (box: Element | null | undefined) =>
  [...(box?.querySelectorAll(".cards-name") ?? [])].map((each) => each.textContent);

it("each seat's things lie on its mat, the viewer's own first, with its hand", () => {
  const places = Object.fromEntries(
    SEATS.flatMap(
      (role) =>
        [
          [`plot_1_${role}`, "row"],
          [`plot_2_${role}`, "row"],
          [`hand_${role}`, "hand"],
        ] as const,
    ),
  );
  const page = drawn({ deck: "pile", ...places }, "birch");
  const mats = [...page.querySelectorAll(".mat")];
  expect(mats.map((mat) => mat.getAttribute("aria-label"))).toEqual(["BIRCH", "CEDAR", "ASH"]);
  expect(titles(mats[0])).toEqual(["Plot 1 1", "Plot 2 1"]);
  expect(titles(mats[1])).toEqual(["Hand 1", "Plot 1 1", "Plot 2 1"]);
  expect(titles(page.querySelector(".side-bottom"))).toEqual(["BIRCH 1"]);
  expect(titles(page.querySelector(".centre"))).toEqual(["Deck 1"]);
});

it("a hand each needs no mats: they are held around the table", () => {
  const page = drawn({ deck: "pile", ...Object.fromEntries(SEATS.map((role) => [`hand_${role}`, "hand"])) }, "ash");
  expect(page.querySelectorAll(".mat")).toHaveLength(0);
  expect(titles(page.querySelector(".side-left"))).toEqual(["BIRCH 1"]);
  expect(titles(page.querySelector(".side-bottom"))).toEqual(["ASH 1"]);
});

it("a seat's own row lies beside its hand while something is in it", () => {
  const places = Object.fromEntries(
    SEATS.flatMap(
      (role) =>
        [
          [`passing_${role}`, "row"],
          [`hand_${role}`, "hand"],
        ] as const,
    ),
  );
  const page = drawn({ trick: "row", ...places }, "ash", POINTING, ["trick", "passing_cedar"]);
  expect(titles(page.querySelector(".centre"))).toEqual(["Trick "]);
  expect(titles(page.querySelector(".side-left"))).toEqual(["BIRCH 1", "Passing 1"]);
  expect(titles(page.querySelector(".side-right"))).toEqual(["CEDAR 1"]);
  expect(titles(page.querySelector(".side-bottom"))).toEqual(["Passing 1", "ASH 1"]);
});

it("a whole container is pointed at where that is offered, and only there", () => {
  const pointed: string[] = [];
  const pointing: Pointing = { ...POINTING, places: new Set(["plot_2_ash"]), point: (place) => pointed.push(place) };
  const page = drawn({ plot_1_ash: "row", plot_2_ash: "row", hand_ash: "hand" }, "ash", pointing);
  const targets = [...page.querySelectorAll<HTMLButtonElement>(".target > .whole")];
  expect(targets.map((each) => [each.dataset["place"], each.getAttribute("aria-label")])).toEqual([
    ["plot_2_ash", "Plot 2, you may play here"],
  ]);
  targets[0]?.click();
  expect(pointed).toEqual(["plot_2_ash"]);
});

it("columns of cards lie on a table in a line of their own, also where nobody has a hand", () => {
  const columns = ["column_1", "column_2", "column_3", "column_4"];
  const rows = Object.fromEntries(["stock", ...columns].map((name) => [name, "row"] as const));
  const table = drawn(rows, "ash", POINTING, [], columns).querySelector<HTMLElement>(".felt-table.spreading");
  expect(table?.style.getPropertyValue("--columns")).toBe("4");
  const lines = [...(table?.querySelectorAll(".line") ?? [])];
  expect(lines.map((line) => line.querySelectorAll(".cards").length)).toEqual([1, 4]);
  expect(drawn(rows, "ash").querySelector(".spreading")).toBeNull();
});

it("several tracks stand side by side and are gone up by the arrow keys, one or two lie", () => {
  const page = drawn({ column_3: "track", column_4: "track", column_5: "track", dice: "row" }, "ash");
  const upright = [...page.querySelectorAll(".columns > .upright")];
  expect(titles(page.querySelector(".columns"))).toEqual(["3", "4", "5"]);
  expect(upright.map((each) => each.getAttribute("aria-label"))).toEqual(["Column 3", "Column 4", "Column 5"]);
  const spaces = upright[0]?.querySelectorAll<HTMLElement>(".space");
  spaces?.[0]?.focus();
  act(() => void spaces?.[0]?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true })));
  expect(document.activeElement).toBe(spaces?.[1]);
  expect(drawn({ column_3: "track", column_4: "track" }, "ash").querySelector(".columns")).toBeNull();
});

it("what is no point of a board can neither be pointed at nor reached by the arrow keys", () => {
  const points = ["a1", "c1", "b2", "a3", "c3"];
  const container: SceneContainer = {
    name: "board",
    layout: "grid",
    rows: 3,
    columns: 3,
    lines: "M0 0H2V2H0ZM0 0L2 2M0 2L2 0",
    points,
  };
  const scene: Scene = { ...opening("reversi").scene, containers: [container] };
  const view: View = { ...viewOf("reversi", 0, "black"), containers: { board: { tokens: [] } } };
  act(() => render(<Board scene={scene} view={view} pointing={POINTING} name={(each) => each} />, document.body));
  const cells = [...document.body.querySelectorAll<HTMLElement>(".cell-button")];
  expect(cells.map((each) => each.dataset["place"])).toEqual(points.map((point) => `board:${point}`));
  cells[0]?.focus();
  for (const [key, reached] of [
    ["ArrowRight", "c1"],
    ["ArrowDown", "c3"],
    ["ArrowLeft", "a3"],
    ["Home", "a3"],
    ["ArrowUp", "a1"],
    ["End", "c1"],
  ] as const) {
    act(() => void document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
    expect([key, (document.activeElement as HTMLElement).dataset["place"]]).toEqual([key, `board:${reached}`]);
  }
});

it("where nearly all cells may be played they are lit but faintly", () => {
  function cells(size: number): Element | null {
    const places = new Set(
      Array.from(
        { length: size * size },
        (_, index) => `board:${"abcdefghijklmno"[index % size]}${Math.floor(index / size) + 1}`,
      ),
    );
    const container: SceneContainer = { name: "board", layout: "grid", rows: size, columns: size, lines: "through" };
    const scene: Scene = { ...opening("reversi").scene, containers: [container] };
    const view: View = { ...viewOf("reversi", 0, "black"), containers: { board: { tokens: [] } } };
    act(() =>
      render(<Board scene={scene} view={view} pointing={{ ...POINTING, places }} name={(each) => each} />, document.body),
    );
    expect(document.body.querySelectorAll(".cell-button.legal")).toHaveLength(size * size);
    return document.body.querySelector(".cells.many");
  }
  expect(cells(15)).not.toBeNull();
  expect(cells(8)).toBeNull();
});

it("a grid that lies over another has no board of its own: its tokens are drawn large on that one", () => {
  const containers: readonly SceneContainer[] = [
    { name: "board", layout: "grid", rows: 9, columns: 9 },
    { name: "large", layout: "grid", rows: 3, columns: 3, over: "board" },
  ];
  const scene: Scene = { ...opening("reversi").scene, containers };
  const token = { id: 7, kind: "disc", owner: "black", at: "c1" };
  const view: View = {
    ...viewOf("reversi", 0, "black"),
    containers: { board: { tokens: [] }, large: { tokens: [token] } },
    decisive: ["large:a1", "large:b1", "large:c1"],
  };
  act(() => render(<Board scene={scene} view={view} pointing={POINTING} name={(each) => each} />, document.body));
  expect(document.body.querySelectorAll(".grid")).toHaveLength(1);
  expect(document.body.querySelectorAll(".board.alone .covering rect")).toHaveLength(1);
  expect(document.body.querySelector(".covering > g")?.getAttribute("transform")).toBe("translate(411 27)");
  expect(document.body.querySelectorAll(".covering .decisive path")).toHaveLength(2);
});

it("what lies between the cells of a grid is drawn on it, with a button for each place", () => {
  const cells = [
    { at: "a1h", x: 1, y: 2, upright: false },
    { at: "a1v", x: 2, y: 1, upright: true },
  ];
  const containers: readonly SceneContainer[] = [
    { name: "board", layout: "grid", rows: 3, columns: 3, origin: "bottom" },
    { name: "walls", layout: "edges", over: "board", length: 1, cells },
  ];
  const scene: Scene = { ...opening("reversi").scene, containers };
  const token = { id: 7, kind: "disc", owner: "black", at: "a1h" };
  const view: View = { ...viewOf("reversi", 0, "black"), containers: { board: { tokens: [] }, walls: { tokens: [token] } } };
  const pointed: string[] = [];
  const pointing: Pointing = { ...POINTING, places: new Set(["walls:a1v"]), point: (place) => void pointed.push(place) };
  act(() => render(<Board scene={scene} view={view} pointing={pointing} name={(each) => each} />, document.body));
  expect(document.body.querySelectorAll(".board.alone .grid")).toHaveLength(1);
  const bar = document.body.querySelector(".edge-bars > g");
  expect(bar?.getAttribute("transform")).toBe("translate(32 128)"); // under the second row from below
  const buttons = [...document.body.querySelectorAll<HTMLButtonElement>(".edge-place")];
  expect(buttons.map((each) => each.getAttribute("aria-label"))).toEqual([
    "a1h, between a1 and a2, black disc",
    "a1v, between a1 and b1, empty, you may play here",
  ]);
  expect(buttons.map((each) => each.tabIndex)).toEqual([-1, 0]);
  buttons[1]?.click();
  expect(pointed).toEqual(["walls:a1v"]);
  act(() => void buttons[1]?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true })));
  expect(document.activeElement).toBe(buttons[0]);
  expect(buttons[0]?.tabIndex).toBe(0);
});

it("pieces point away from their owners, whose hands lie on their sides of the board", () => {
  const containers: readonly SceneContainer[] = [
    { name: "board", layout: "grid", rows: 3, columns: 3, pointed: true, turned_for: ["white"] },
    { name: "hand_black", layout: "row" },
    { name: "hand_white", layout: "row" },
  ];
  const under = { hand_black: ["board"], hand_white: ["board"] };
  const owners = { hand_black: "black", hand_white: "white" };
  const scene: Scene = { ...opening("reversi").scene, containers, under, owners };
  const tokens = ["black", "white"].map((owner, id) => ({ id, kind: "disc", owner, at: `a${id + 1}` }));
  for (const [role, far] of [
    ["black", "white"],
    ["white", "black"],
  ] as const) {
    const hands = { hand_black: { tokens: [] }, hand_white: { tokens: [] } };
    const view: View = { ...viewOf("reversi", 0, "black"), role, containers: { board: { tokens }, ...hands } };
    act(() => render(<Board scene={scene} view={view} pointing={POINTING} name={(each) => each} />, document.body));
    const stacked = [...document.body.querySelectorAll<HTMLElement>(".stacked > [data-container]")];
    expect(stacked.map((each) => each.dataset["container"])).toEqual([`hand_${far}`, "board", `hand_${role}`]);
    const upsideDown = [...document.body.querySelectorAll<HTMLElement>('[transform^="rotate(180"] > [data-token]')];
    expect(upsideDown.map((each) => each.dataset["token"])).toEqual([far === "black" ? "0" : "1"]);
  }
});

it("two players face each other where nothing lies between them", () => {
  const mine = { deck_ash: "pile", field_ash: "row", hand_ash: "hand" } as const;
  const theirs = { deck_birch: "pile", field_birch: "row", hand_birch: "hand" } as const;
  expect(drawn({ ...mine, ...theirs }, "ash").querySelectorAll(".mats.facing > .centre")).toHaveLength(0);
  expect(document.querySelectorAll(".mats.facing > .mats-others > .mat")).toHaveLength(1);
  expect(drawn({ ...mine, ...theirs, market: "row" }, "ash").querySelectorAll(".mats.facing")).toHaveLength(0);
});
