// Six-sided cells and laid tiles: drawn where they lie, pointed at by name, gone over with the arrow keys; and counters.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeAll, expect, it } from "vitest";
import { fetchContainers } from "../../../../src/board/containers/others";
import { Board } from "../../../../src/board/board";
import { FaceDrawing } from "../../../../src/board/tokens/faces";
import { spotsOf } from "../../../../src/board/containers/spots/places";
import type { Pointing } from "../../../../src/board/pointing";
import { type Contents, type Scene, type SceneContainer, type View } from "../../../../src/board/view";
import { opening, viewOf } from "../../../positions";

beforeAll(fetchContainers); // what is no grid comes later

afterEach(() => render(null, document.body));

const HEX: SceneContainer = {
  name: "board",
  layout: "hex",
  cells: [
    { at: "b1", x: 1, y: 0 },
    { at: "a2", x: 0, y: 1 },
    { at: "b2", x: 2, y: 1 },
  ],
};
const AREA: SceneContainer = { name: "table", layout: "area", hexes: false };

function drawn(
  container: SceneContainer,
  contents: Contents,
  pointing: Partial<Pointing> = {},
  more: { counters?: Scene["counters"]; props?: View["props"] } = {},
): HTMLElement {
  const scene: Scene = {
    ...opening("reversi").scene,
    containers: [container],
    ...(more.counters ? { counters: more.counters } : {}),
  };
  const base = viewOf("reversi", 0, "black");
  const view: View = { ...base, props: more.props ?? {}, containers: { [container.name]: contents } };
  const all: Pointing = {
    title: "Tiles",
    places: new Set(),
    chosen: new Set(),
    asked: null,
    last: [],
    point: () => {},
    ...pointing,
  };
  act(() => render(<Board scene={scene} view={view} pointing={all} name={(each) => each.toUpperCase()} />, document.body));
  return document.body;
}

const places = (page: HTMLElement) => [...page.querySelectorAll("button")].map((each) => each.dataset["place"]);

it("every cell of a hex board is there, and says what lies on it", () => {
  const page = drawn(HEX, { tokens: [{ id: 1, at: "a2", kind: "disc", owner: "black" }] });
  expect(places(page)).toEqual(["board:b1", "board:a2", "board:b2"]);
  expect([...page.querySelectorAll("button")].map((each) => each.getAttribute("aria-label"))).toEqual([
    "b1, empty",
    "a2, black disc",
    "b2, empty",
  ]);
  expect(page.querySelectorAll("[data-token]")).toHaveLength(1);
});

it("a tile has its picture on it, light on dark and dark on light", () => {
  const ink = (colour: string) => {
    act(() =>
      render(
        <svg>
          <FaceDrawing face={{ shape: "square", colour, path: "M0 0H9" }} />
        </svg>,
        document.body,
      ),
    );
    return document.body.querySelector('path[d="M0 0H9"]')?.getAttribute("fill");
  };
  expect([ink("#203020"), ink("#f0e8d8")]).toEqual(["#fffdf8", "#1b1814"]);
});

it("a table without bounds shows the tiles and where one may be laid", () => {
  const tokens = [{ id: 1, at: "0,0", kind: "disc", owner: "black" }];
  expect(spotsOf(AREA, { tokens }, ["table:-1,0", "table:1,-2", "other:5,5"]).map((spot) => [spot.at, spot.x, spot.y])).toEqual(
    [
      ["1,-2", 2, -2],
      ["-1,0", -2, 0],
      ["0,0", 0, 0],
    ],
  );
  expect(spotsOf({ ...AREA, hexes: true }, { tokens }, ["table:0,1"]).map((spot) => spot.x)).toEqual([0, 1]);
  expect(spotsOf(AREA, {}, []).map((spot) => spot.at)).toEqual(["0,0"]);
});

it("a place is pointed at, or the token in a stack that may be", () => {
  const pointed: string[] = [];
  const point = (place: string) => void pointed.push(place);
  const tokens = [
    { id: 1, at: "0,0", level: 0, kind: "disc", owner: "black" },
    { id: 2, at: "0,0", level: 1, kind: "disc", owner: "white" },
  ];
  const page = drawn(AREA, { tokens }, { places: new Set(["table:0,0.0", "table:1,0"]), point });
  for (const button of page.querySelectorAll("button")) act(() => button.click());
  expect(pointed).toEqual(["table:0,0.0", "table:1,0"]);
});

it("the arrow keys lead to the nearest place in their direction", () => {
  const page = drawn(HEX, {});
  const buttons = [...page.querySelectorAll("button")];
  buttons[0]?.focus();
  for (const [key, at] of [
    ["ArrowDown", "board:a2"],
    ["ArrowRight", "board:b2"],
    ["ArrowUp", "board:b1"],
    ["ArrowUp", "board:b1"],
  ] as const) {
    act(() => void document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
    expect((document.activeElement as HTMLElement).dataset["place"]).toBe(at);
  }
});

it("counters that the viewer may see are told, with the most they can be", () => {
  const counters = [
    { name: "bank", layout: "counter", least: 0, most: 5 },
    { name: "purse_black", layout: "counter", least: 0, most: null },
    { name: "purse_white", layout: "counter", least: 0, most: null },
  ];
  const page = drawn(HEX, {}, {}, { counters, props: { bank: 3, purse_black: 2 } });
  expect([...page.querySelectorAll(".counters dd")].map((each) => each.textContent)).toEqual(["3/5", "2"]);
  render(null, document.body);
  expect(drawn(HEX, {}).querySelector(".counters")).toBeNull();
});

it("a card face down shows its back, and a known top of a pile its face", () => {
  const row: SceneContainer = { name: "row", layout: "row" };
  const page = drawn(row, {
    tokens: [
      { id: 1, at: "0", kind: "card", down: true },
      { id: 2, at: "1", kind: "card", face: "QS", down: true },
    ],
  });
  expect(page.querySelectorAll(".card-back")).toHaveLength(1);
  render(null, document.body);
  const pile = drawn({ name: "deck", layout: "pile" }, { backs: 7, known: [{ at: "top0", kind: "card", face: "QS" }] });
  expect(pile.querySelectorAll(".card-back")).toHaveLength(0);
  expect(pile.querySelector("[role=img]")?.getAttribute("aria-label")).toBe("Q of spades");
});

it("cards that were peeked at are laid open to choose from", () => {
  const pointed: string[] = [];
  const known = [
    { at: "top0", kind: "card", face: "QS" },
    { at: "top1", kind: "card", face: "KD" },
  ];
  const pointing = { places: new Set(["deck:top0", "deck:top1"]), point: (place: string) => void pointed.push(place) };
  const page = drawn({ name: "deck", layout: "pile" }, { backs: 7, known }, pointing);
  for (const button of page.querySelectorAll("button")) act(() => button.click());
  expect(pointed).toEqual(["deck:top0", "deck:top1"]);
});

it("what a seat counts stands on its mat, the table's own below", () => {
  const containers: SceneContainer[] = [
    { name: "aim_black", layout: "hand" },
    { name: "land_black", layout: "area", hexes: false },
    { name: "barn_black", layout: "row" },
  ];
  const counters = ["round", "coins_black", "coins_white"].map((name) => ({
    name,
    layout: "counter" as const,
    least: 0,
    most: null,
  }));
  const scene: Scene = { ...opening("reversi").scene, containers, counters };
  const base = viewOf("reversi", 0, "black");
  const view: View = {
    ...base,
    props: { round: 2, coins_black: 4, coins_white: 5 },
    containers: Object.fromEntries(containers.map(({ name }) => [name, { tokens: [] }])),
  };
  const pointing: Pointing = { title: "", places: new Set(), chosen: new Set(), asked: null, last: [], point: () => {} };
  act(() => render(<Board {...{ scene, view, pointing }} name={(each) => each.toUpperCase()} />, document.body));
  const lists = [...document.body.querySelectorAll(".counters")].map((each) => [
    each.closest(".mat") !== null,
    each.textContent,
  ]);
  expect(lists).toEqual([
    [true, "Coins4"],
    [false, "Round2"],
    [false, "Coins5"],
  ]);
});

it("a table too wide for a phone is made larger and smaller by buttons, within bounds", () => {
  const far = Array.from({ length: 14 }, (_, index) => ({ id: index, kind: "tile", at: `${index},0` }));
  drawn({ name: "land", layout: "area" }, { tokens: far });
  const [smaller, larger] = [...document.body.querySelectorAll<HTMLButtonElement>(".zoom button")];
  const zoom = () => Number(document.body.querySelector<HTMLElement>(".spots-frame")?.style.getPropertyValue("--zoom"));
  expect([zoom(), smaller?.ariaDisabled ?? smaller?.getAttribute("aria-disabled")]).toEqual([1, "true"]);
  for (let times = 0; times < 9; times++) act(() => larger?.click());
  expect(zoom()).toBeCloseTo(5.06, 1);
  act(() => smaller?.click());
  expect(zoom()).toBeCloseTo(3.375, 2);
});
