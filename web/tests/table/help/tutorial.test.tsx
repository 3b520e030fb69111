// The helping line: there for who asked for it, gone for good when it is no longer wanted.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { storeTable, storedTable } from "../../../src/app/local-settings";
import { Tutorial } from "../../../src/table/help/tutorial";
import { atTable } from "../../positions";

afterEach(() => {
  act(() => render(null, document.body));
  localStorage.clear();
});

const state = atTable("reversi", 0, ["black"]);
const draw = () => act(() => render(<Tutorial id="7Q4K" state={state} />, document.body));
const button = (words: string) => [...document.querySelectorAll("button")].find((each) => each.textContent === words);

it("is not there for who has not asked for it", () => {
  storeTable("7Q4K", { tokens: { black: "b" } });
  draw();
  expect(document.querySelector(".tutorial")).toBeNull();
});

it("tells what the game is about, takes a lesson as learnt, and goes when it is told to", () => {
  storeTable("7Q4K", { tokens: { black: "b" }, learn: "Most discs win." });
  draw();
  expect(document.querySelector(".tutorial")?.textContent).toContain("What it is about: Most discs win.");
  expect(document.querySelector(".lesson")?.textContent).toContain("Gold means");
  act(() => button("Understood")?.click());
  expect(document.querySelector(".lesson")).toBeNull();
  act(() => button("No more help")?.click());
  expect(document.querySelector(".tutorial")).toBeNull();
  expect(storedTable("7Q4K")?.learn).toBeNull();
});
