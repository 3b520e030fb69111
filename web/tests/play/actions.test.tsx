// What was done at a table besides answering, told among what happened in the game.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it, vi } from "vitest";
import { read, actionsKey, entries } from "../../src/play/actions";
import { actions } from "../../src/play/store";
import { forgetTable, storeTable } from "../../src/app/local-settings";
import { Log } from "../../src/table/panels/log";
import type { TableAction } from "../../src/protocol";
import { atTable } from "../positions";

const action = (seq: number, kind: TableAction["kind"], role: string, what = ""): TableAction => ({
  seq,
  at: 1,
  kind,
  role,
  what,
  outcome: null,
});

afterEach(() => {
  vi.unstubAllGlobals();
  actions.value = [];
  forgetTable("7Q4K");
});

it("stands where it was done, in the log as in the arena's, and is asked for by who may see it", async () => {
  const asked: unknown[] = [];
  storeTable("7Q4K", { tokens: { black: "b1", white: "w2" } });
  const done = [
    { action: action(1, "start", ""), told: 0 },
    { action: action(3, "offer", "white", "draw"), told: 1 },
    { action: action(4, "decline", "black", "draw"), told: 1 },
  ];
  vi.stubGlobal(
    "fetch",
    (path: string, { headers }: RequestInit) => (
      asked.push([path, headers]),
      Promise.resolve(new Response(JSON.stringify({ actions: done })))
    ),
  );
  await read({ table: "7Q4K", round: 2, viewer: "black" });
  expect(asked).toEqual([["/api/tables/7Q4K/rounds/2/actions?viewer=black", { "rondel-seat": "b1 w2" }]]);
  const root = document.createElement("div");
  act(() => render(<Log state={atTable("reversi", 1, ["black"])} />, root));
  expect([...root.querySelectorAll("ol li")].map((each) => each.textContent)).toEqual([
    "Ada declines",
    "Bob offers a draw",
    "1Ada plays d3",
    "The game begins",
  ]);
  await read(null);
  expect(actions.value).toEqual([]);
});

it("is asked for anew when the table stands otherwise, and not with each answer", () => {
  const before = atTable("reversi", 0, ["black"]);
  expect(actionsKey(atTable("reversi", 1, ["black"]))).toBe(actionsKey(before));
  const offered = { ...before.agreements!, offers: [{ number: 3, what: "draw" as const, role: "white", asked: ["black"] }] };
  expect(actionsKey({ ...before, agreements: offered })).not.toBe(actionsKey(before));
});

it("gives each move its number once, at its first line, as the replay does", () => {
  const event = (number: number, move: number, told = true) => ({
    number,
    move,
    name: "",
    role: "black",
    text: told ? { text: "…" } : null,
    args: {},
    changes: [],
  });
  const told = [event(0, 0), event(1, 1), event(2, 1), event(3, 2, false), event(4, 3, false), event(5, 3), event(6, 3)];
  expect(entries(told, []).map((entry) => entry.number)).toEqual([null, 1, null, 3, null]);
});
