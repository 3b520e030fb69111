// The answers without a place: buttons under their headings, and numbers of a range.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeAll, expect, it } from "vitest";
import { fetchDeferred } from "../../../src/table/deferred-panels";
import { Question } from "../../../src/table/question/question";
import { state as store } from "../../../src/play/store";
import type { Move } from "../../../src/board/view";
import { atTable } from "../../positions";

beforeAll(fetchDeferred);
afterEach(() => act(() => render(null, document.body)));

const named = (text: string): Move => ({
  text,
  action: text.split("(")[0] ?? text,
  places: text.includes("(") ? [""] : [],
  forced: false,
  describe: { text },
});
const BET: Move = {
  ...named("bet(10)"),
  numbers: { least: 10, most: 200, step: 5, before: "bet(", after: ")", part: "amount" },
};

function draw(...moves: readonly Move[]): HTMLElement {
  const table = atTable("reversi", 0, ["black"]);
  const view = { ...table.views["black"]!, moves };
  store.value = { ...table, views: { ...table.views, black: view } };
  act(() => render(<Question state={store.value} />, document.body));
  return document.body;
}

it("only the buttons of a verb stand under it", () => {
  const page = draw(...["call(heads)", "call(tails)", "call(edge)", "fold", "check"].map(named));
  const group = page.querySelector(".answer-group");
  expect(group?.getAttribute("aria-label")).toBe("Call");
  expect([...(group?.querySelectorAll("button") ?? [])].map((each) => each.textContent)).toEqual(["Heads", "Tails", "Edge"]);
  expect([...page.querySelectorAll(".answers > button")].map((each) => each.textContent)).toEqual(["Fold", "Check"]);
});

it("a number of a range is typed, and its move is played", () => {
  const page = draw(named("fold"), BET);
  const field = page.querySelector<HTMLInputElement>(".number-answer input[type=number]")!;
  expect([field.min, field.max, field.step, field.value]).toEqual(["10", "200", "5", "10"]);
  expect(field.labels?.[0]?.textContent).toContain("10 to 200");
  act(() => {
    field.value = "45";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const button = page.querySelector<HTMLButtonElement>(".number-answer button")!;
  expect(button.textContent).toBe("Bet 45");
  act(() => {
    page.querySelector("form")!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  });
  expect(store.value.pending).toMatchObject({ type: "play", move: "bet(45)", role: "black" });
});
