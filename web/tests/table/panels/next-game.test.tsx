// From a table at which one waits, to the next that waits for oneself.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Socket } from "../../../src/network/connection";
import { NextGame } from "../../../src/table/panels/next-game";
import type { State } from "../../../src/play/state";
import { join, leave } from "../../../src/play/session";
import { atTable, welcome } from "../../positions";

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
  leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function leads(state: State, after = 2000): Promise<string | null | undefined> {
  act(() => render(<NextGame state={state} />, root));
  await act(async () => void (await vi.advanceTimersByTimeAsync(after)));
  return root.querySelector("a")?.getAttribute("href");
}

it("leads on while others think, and when the game is over, to what has waited longest", async () => {
  mine = [
    { table: { id: "7Q4K" }, turn: true },
    { table: { id: "B" }, turn: true },
    { table: { id: "C" }, turn: true },
  ];
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

it("is there soon after it was told that something has happened elsewhere, and asks no more often than every five seconds", async () => {
  const said: { readonly type: string; readonly on?: boolean }[] = [];
  const table: Socket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (frame) => void said.push(JSON.parse(frame) as (typeof said)[number]),
    close: () => {},
  };
  const hears = (message: object) => act(() => table.onmessage?.({ data: JSON.stringify(message) }));
  const follows = () => said.filter(({ type }) => type === "follow").map(({ on }) => on);
  join("7Q4K", [], () => table);
  table.onopen?.(undefined as never);
  hears(welcome("reversi", 1, ["black"]));
  const thinking = atTable("reversi", 1, ["black"]);
  await leads(thinking, 1000);
  expect(follows()).toEqual([]);
  expect(await leads(thinking, 1000)).toBeUndefined();
  expect([follows(), asked]).toEqual([[true], 1]);
  mine = [{ table: { id: "B" }, turn: true }];
  hears({ type: "lobby", tables: [], gone: ["C"], mine: false }); // others'
  await leads(thinking, 6000);
  expect(asked).toBe(1);
  for (const _ of [1, 2, 3]) hears({ type: "lobby", tables: [], gone: [], mine: true });
  expect(await leads(thinking, 100)).toBe("/table/B");
  hears({ type: "lobby", tables: [], gone: [], mine: true });
  await leads(thinking, 4000);
  expect(asked).toBe(2);
  await leads(thinking, 1000);
  expect(asked).toBe(3);
  await leads(atTable("reversi", 0, ["black"]), 0); // one is asked oneself
  expect(follows()).toEqual([true, false]);
});
