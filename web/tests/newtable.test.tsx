// The form for a new table: what is folded away, and where.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import type { DetachedWindowAPI } from "happy-dom";
import { NewTableForm } from "../src/pages/newtable";
import { opening } from "./positions";

const screen = (window as unknown as { happyDOM: DetachedWindowAPI }).happyDOM;

afterEach(() => {
  act(() => render(null, document.body));
  screen.setViewport({ width: 1024 });
});

function form(options: number): HTMLDetailsElement | null {
  const sizes = ["rows", "columns", "layers"].slice(0, options).map((name) => ({ name, default: 6, low: 4, high: 8 }));
  const game = { name: "reversi", title: "Reversi", summary: "", roles: ["black", "white"], fewest: 2, options: sizes, opening: opening("reversi") };
  act(() => render(<NewTableForm game={game} bots={[]} />, document.body));
  return document.querySelector("details");
}

it("folds many options away on a narrow screen only", () => {
  expect(form(3)?.open).toBe(true);
  act(() => render(null, document.body));
  screen.setViewport({ width: 390 });
  expect(form(3)?.open).toBe(false);
  expect(document.querySelectorAll("details input")).toHaveLength(3);
});

it("leaves a few options where they are", () => {
  screen.setViewport({ width: 390 });
  expect(form(2)).toBeNull();
  expect([...document.querySelectorAll("label")].map((each) => each.textContent)).toContain("Columns");
});

it("unfolds where a value stops the form", () => {
  screen.setViewport({ width: 390 });
  const folded = form(3);
  act(() => void folded?.querySelector("input")?.dispatchEvent(new Event("invalid", { cancelable: true })));
  expect(folded?.open).toBe(true);
});
