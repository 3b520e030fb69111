// Who may sit where before anything has happened: what the host and others are offered, and what is asked of the arena.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Socket } from "../../../src/network/connection";
import { storedTables, storeTable, storedTable, keepSeats } from "../../../src/app/local-settings";
import { tableAtAddress, TablePage } from "../../../src/table/page";
import { SeatingForm } from "../../../src/table/people/seating";
import { receive } from "../../../src/play/receive";
import { networkLost, join, leave, pointAt } from "../../../src/play/session";
import { state as store } from "../../../src/play/store";
import { atTable, welcome } from "../../positions";

let root: HTMLElement;
let posted: unknown[];
const settled = () => act(() => new Promise<void>((done) => setTimeout(done, 5)));

beforeEach(() => {
  [root, posted] = [document.createElement("div"), []];
  vi.stubGlobal("fetch", (path: string, { method, body }: RequestInit) => {
    if (method === "POST") posted.push([path, JSON.parse(String(body))]);
    else if (path !== "/api/bots") return Promise.resolve(new Response("{}", { status: 404 }));
    return Promise.resolve(
      new Response(JSON.stringify(method === "POST" ? {} : [{ name: "greedy", label: "Greedy bot", summary: "" }])),
    );
  });
});
afterEach(() => {
  render(null, root);
  vi.unstubAllGlobals();
});

async function drawn(roles: readonly string[], terms = {}) {
  const state = atTable("reversi", 0, roles);
  act(() => render(<SeatingForm state={{ ...state, table: { ...state.table!, host: "black", terms } }} />, root));
  await settled();
  return [...root.querySelectorAll("option")].map((each) => each.textContent);
}

it("has the host open the others' seats, and put bots on them where the game is not rated", async () => {
  expect(await drawn(["black"])).toEqual(["Bob", "Send away: the seat is open", "Bot: Greedy bot"]);
  const seat = root.querySelector("select")!;
  for (const value of ["greedy", "open"]) {
    seat.value = value;
    act(() => void seat.dispatchEvent(new Event("change")));
    await settled();
  }
  expect(posted).toEqual([
    ["/api/tables/7Q4K/seats", { role: "white", kind: "bot", bot: "greedy" }],
    ["/api/tables/7Q4K/seats", { role: "white", kind: "open" }],
  ]);
});

it("leaves the focus where it was, though it is taken while the arena is asked", async () => {
  document.body.append(root);
  await drawn(["black"]);
  const seat = root.querySelector("select")!;
  seat.focus();
  seat.value = "open";
  act(() => void seat.dispatchEvent(new Event("change")));
  expect(seat.disabled).toBe(true);
  seat.blur(); // as a browser does then
  await settled();
  expect([seat.disabled, document.activeElement]).toEqual([false, seat]);
  root.remove();
});

it("has no bots where the game is rated", async () => {
  expect(await drawn(["black"], { rated: true })).toEqual(["Bob", "Send away: the seat is open"]);
});

it("has others do nothing but leave", async () => {
  expect(await drawn(["white"])).toEqual([]);
  expect([...root.querySelectorAll("button")].map((each) => each.textContent)).toEqual(["Leave the table"]);
});

it("forgets the key of a seat that is another's now, and no other", () => {
  storeTable("7Q4K", { tokens: { black: "b", white: "w" } });
  keepSeats("7Q4K", ["white"]);
  expect(storedTable("7Q4K")?.tokens).toEqual({ white: "w" });
  keepSeats("7Q4K", []);
  expect(storedTables()).toEqual([]); // the lobby would list it as one's own
});

it("forgets the keys to a table that nobody else may see, once it is not for the player any more", () => {
  const table: Socket = { onopen: null, onmessage: null, onclose: null, send: () => {}, close: () => {} };
  storeTable("7Q4K", { tokens: { white: "w" } });
  join("7Q4K", ["w"], () => table);
  table.onopen?.(undefined as never);
  table.onmessage?.({ data: JSON.stringify(welcome("reversi", 0, ["white"])) });
  act(() => render(<TablePage id="7Q4K" invite={null} here />, root));
  expect(storedTable("7Q4K")?.tokens).toEqual({ white: "w" });
  act(() =>
    table.onmessage?.({
      data: JSON.stringify({
        type: "refused",
        id: null,
        code: "not_seated",
        message: "only those who play may look on",
        seq: null,
      }),
    }),
  );
  expect(storedTables()).toEqual([]);
});

it("forgets none before the arena has been shown it", () => {
  const table: Socket = { onopen: null, onmessage: null, onclose: null, send: () => {}, close: () => {} };
  storeTable("7Q4K", { tokens: { white: "w" } });
  join("7Q4K", ["w"], () => table);
  store.value = receive(store.value, welcome("reversi", 0, ["black"])); // as the page has brought it along: the session's seat
  act(() => render(<TablePage id="7Q4K" invite={null} here />, root));
  expect(storedTable("7Q4K")?.tokens).toEqual({ white: "w" });
  act(() => {
    table.onopen?.(undefined as never);
    table.onmessage?.({ data: JSON.stringify(welcome("reversi", 0, ["black"])) });
  });
  expect(storedTable("7Q4K")).toBeNull();
});

it("lets nobody leave unasked while an answer waits for the connection", () => {
  const table: Socket = { onopen: null, onmessage: null, onclose: null, send: () => {}, close: () => {} };
  join("7Q4K", [], () => table);
  table.onopen?.(undefined as never);
  table.onmessage?.({ data: JSON.stringify(welcome("reversi", 0, ["black"])) });
  act(() => render(<TablePage id="7Q4K" invite={null} here />, root));
  const leaves = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(leaves()).toBe(true);
  act(() => networkLost());
  expect(leaves()).toBe(true);
  act(() => pointAt("board:d3"));
  expect([store.value.pending?.type, leaves()]).toEqual(["play", false]);
});

it("finds a table at no address that was garbled, and says so", () => {
  vi.stubGlobal(
    "WebSocket",
    class {
      close() {}
    },
  );
  history.replaceState(null, "", "/table/%zz");
  expect(tableAtAddress().props).toMatchObject({ id: "%zz", invite: null });
  leave();
  history.replaceState(null, "", "/");
});
