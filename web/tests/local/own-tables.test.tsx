// The tables of this browser at its home: the newest first, and all of them when asked for.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it, vi } from "vitest";
import { FIRST, FinishedTables, OwnTables } from "../../src/local/own-tables";
import { ApiError } from "../../src/network/api";

afterEach(() => act(() => render(null, document.body)));

const IDS = Array.from({ length: FIRST + 3 }, (_, number) => `T${number}`);
const links = () => document.querySelectorAll("a.name").length;
const showAll = () => [...document.querySelectorAll("button")].find((each) => each.textContent === "Show all");

it("shows the other finished games when asked for", () => {
  act(() => render(<FinishedTables tables={IDS} removed={() => {}} />, document.body));
  expect(links()).toBe(FIRST);
  act(() => showAll()!.click());
  expect(links()).toBe(IDS.length);
  expect(showAll()).toBeUndefined();
});

it("asks for the other games that go on", () => {
  const wrong = new ApiError(500, "frozen", "");
  const tables = IDS.slice(0, FIRST).map((id) => ({ id, wrong }));
  const showFurther = vi.fn();
  const further = IDS.slice(FIRST);
  const table = (rest: readonly string[]) => (
    <OwnTables tables={tables} further={rest} showFurther={showFurther} removed={() => {}} />
  );
  act(() => render(table(further), document.body));
  act(() => showAll()!.click());
  expect(showFurther).toHaveBeenCalledWith(further);
  act(() => render(table([]), document.body));
  expect(showAll()).toBeUndefined();
});
