// Score sheets: lines and columns, what may be chosen, and what is written.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it, vi } from "vitest";
import { inventory, placeWords } from "../../src/board/in-words";
import { Sheets } from "../../src/board/containers/sheets/sheets";
import type { Pointing } from "../../src/board/pointing";
import type { Scene, View } from "../../src/board/view";
import { opening, viewOf } from "../positions";

afterEach(() => render(null, document.body));

const LINES = [
  { name: "ones", label: "Ones" },
  { name: "pair", label: "One pair" },
  { name: "choice", label: "Choice" },
];
const POINTING: Pointing = { title: "Dice", places: new Set(), chosen: new Set(), asked: null, last: [], point: () => {} };

function table(numbers: Readonly<Record<string, readonly (number | null)[]>>, role: string): readonly [Scene, View] {
  const roles = ["navy", "coral"];
  const scene: Scene = {
    ...opening("reversi").scene,
    roles: roles.map((name) => ({ name, label: name, colour: "#123456", shape: "disc" })),
    containers: [],
    sheets: roles.map((each) => ({ name: `sheet_${each}`, lines: LINES, breaks: ["choice"], total: "Total" })),
    owners: { sheet_navy: "navy", sheet_coral: "coral" },
  };
  const props = Object.fromEntries(Object.entries(numbers).map(([name, each]) => [`sheet_${name}`, each]));
  return [scene, { ...viewOf("reversi", 0, "black"), role, active: ["navy"], containers: {}, props, marks: [] }];
}

const names = (role: string) => role.toUpperCase();

function drawn([scene, view]: readonly [Scene, View], pointing: Partial<Pointing> = {}): HTMLElement {
  act(() => render(<Sheets {...{ scene, view }} pointing={{ ...POINTING, ...pointing }} name={names} />, document.body));
  return document.body;
}

const texts = (box: ParentNode, selector: string) => [...box.querySelectorAll(selector)].map((each) => each.textContent);

it("each player has a column, the reader's own first, and each part of the sheet is a table", () => {
  const page = drawn(table({ navy: [3, null, 17], coral: [null, 12, null] }, "coral"));
  expect(page.querySelectorAll("table")).toHaveLength(2);
  expect(texts(page.querySelector("table")!, "th[scope=col]")).toEqual(["CORAL", "NAVY"]);
  expect(texts(page, "tbody th")).toEqual(["Ones", "One pair", "Choice"]);
  expect(texts(page, "tbody td")).toEqual(["", "3", "12", "", "", "17"]);
  expect(texts(page, "tfoot td")).toEqual(["12", "20"]);
});

it("a blank line that a move names is a button, with what the rules write lightly on it", () => {
  const point = vi.fn();
  const page = drawn(table({ navy: [3, null, null], coral: [null, null, null] }, "navy"), {
    places: new Set(["sheet_navy:pair", "sheet_navy:choice"]),
    marks: new Map([["sheet_navy:pair", "8"]]),
    point,
  });
  const [pair, choice, ...more] = [...page.querySelectorAll("button")];
  expect(more).toEqual([]);
  expect(pair?.getAttribute("aria-label")).toBe("One pair, NAVY, blank, 8, you may play here");
  expect(pair?.querySelector("i")?.textContent).toBe("8");
  choice?.click();
  expect(point.mock.calls[0]?.[0]).toBe("sheet_navy:choice");
});

it("the lines are one stop of the tab key, and the arrow keys lead from one to the next", () => {
  const page = drawn(table({ navy: [null, null, null], coral: [null, null, null] }, "navy"), {
    places: new Set(["sheet_navy:ones", "sheet_navy:pair", "sheet_navy:choice"]),
  });
  const buttons = [...page.querySelectorAll("button")];
  const stops = () => buttons.map((each) => each.tabIndex);
  expect(stops()).toEqual([0, -1, -1]);
  buttons[0]?.focus();
  const press = (key: string) =>
    act(
      () => void document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })),
    );
  for (const [key, reached] of [
    ["ArrowDown", 1],
    ["ArrowRight", 2],
    ["ArrowDown", 2],
    ["ArrowUp", 1],
    ["Home", 0],
    ["End", 2],
  ] as const) {
    press(key);
    expect(document.activeElement).toBe(buttons[reached]);
    expect(stops()).toEqual([0, 1, 2].map((index) => (index === reached ? 0 : -1)));
  }
});

it("a sheet that the reader does not see has no column", () => {
  const page = drawn(table({ navy: [3, null, null] }, "navy"));
  expect(texts(page.querySelector("table")!, "th[scope=col]")).toEqual(["NAVY"]);
});

it("a sheet is told in words", () => {
  const [scene, view] = table({ navy: [3, null, null], coral: [null, null, null] }, "navy");
  expect(inventory(scene, view, names)[0]?.lines).toEqual([
    { what: "3", number: 1, where: ["Ones"] },
    { what: "blank", number: 2, where: ["One pair", "Choice"] },
  ]);
  const marked: View = { ...view, marks: [{ place: "sheet_navy:pair", text: { text: "8", args: {} } }] };
  expect(placeWords(scene, marked, "sheet_navy:pair", names)).toBe("One pair, 8");
});
