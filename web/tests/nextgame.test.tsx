// From a table at which one waits, to the next that waits for oneself.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { NextGame } from "../src/panels/nextgame";
import type { State } from "../src/state";
import { atTable } from "./positions";

const root = document.createElement("div");
let mine: { table: { id: string }; turn: boolean }[];
let asked: number;

beforeEach(() => {
  [mine, asked] = [[], 0];
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => {
    asked += 1;
    return Promise.resolve(Response.json({ tables: mine, next: null }));
  });
});
afterEach(() => {
  act(() => render(null, root));
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function leads(state: State, after = 2000): Promise<string | null | undefined> {
  act(() => render(<NextGame state={state} />, root));
  await act(async () => void (await vi.advanceTimersByTimeAsync(after)));
  return root.querySelector("a")?.getAttribute("href");
}

it("leads on while others think, and when the game is over, to what has waited longest", async () => {
  mine = [{ table: { id: "7Q4K" }, turn: true }, { table: { id: "B" }, turn: true }, { table: { id: "C" }, turn: true }];
  const thinking = atTable("reversi", 1, ["black"]);
  expect(await leads(thinking)).toBe("/table/B");
  mine = [{ table: { id: "B" }, turn: false }];
  expect(await leads(thinking, 30_000)).toBeUndefined(); // looked for again
});

it("asks the arena nothing for who is asked here or soon again, watches, or has no connection", async () => {
  mine = [{ table: { id: "B" }, turn: true }];
  await leads(atTable("reversi", 1, ["black"]), 1000);
  await leads(atTable("reversi", 0, ["black"]));
  await leads(atTable("reversi", 1, []));
  await leads({ ...atTable("reversi", 1, ["black"]), link: "offline" });
  expect([asked, root.querySelector("a")]).toEqual([0, null]);
});
