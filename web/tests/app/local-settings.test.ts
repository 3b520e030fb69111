import { afterEach, describe, expect, it, vi } from "vitest";
import {
  change,
  forget,
  heldTables,
  hold,
  holding,
  hushAt,
  playerName,
  rememberName,
  settings,
  unheardAt,
} from "../../src/app/local-settings";

afterEach(() => localStorage.clear());

describe("seats", () => {
  it("are kept by table, one more at a time", () => {
    expect(holding("t1")).toBeNull();
    hold("t1", { tokens: { black: "b" }, invite: "i" });
    hold("t1", { tokens: { white: "w" } });
    expect(holding("t1")).toMatchObject({ tokens: { black: "b", white: "w" }, invite: "i" });
  });

  it("are listed the newest first, and forgotten", () => {
    hold("old", { tokens: {}, since: 1 });
    hold("new", { tokens: {}, since: 2 });
    expect(heldTables()).toEqual(["new", "old"]);
    forget("new");
    expect(heldTables()).toEqual(["old"]);
  });

  it("are as if not there when what was kept is not readable", () => {
    localStorage.setItem("rondel.table.t1", "{half");
    expect(holding("t1")).toBeNull();
  });
});

it("keeps whom the player does not want to hear, by table, of the latest hundred, and takes no seat for it", () => {
  expect(hushAt("t", " Guest", true)).toEqual([" Guest"]);
  expect(hushAt("t", "white Bob", true)).toEqual([" Guest", "white Bob"]);
  expect([unheardAt("t"), unheardAt("u"), heldTables()]).toEqual([[" Guest", "white Bob"], [], []]);
  expect(hushAt("t", " Guest", false)).toEqual(["white Bob"]);
  for (let table = 0; table < 100; table++) hushAt(`t${table}`, " Guest", true);
  expect([unheardAt("t"), unheardAt("t0"), unheardAt("t99")]).toEqual([[], [" Guest"], [" Guest"]]);
});

it("keeps the name and the settings", () => {
  rememberName("Ada");
  expect(playerName()).toBe("Ada");
  change({ theme: "dark" });
  expect(settings.value.theme).toBe("dark");
  expect(JSON.parse(localStorage.getItem("rondel.settings") ?? "")).toMatchObject({ theme: "dark", confirm: "always" });
});

it("keeps what it must for as long as the page is open, where the browser keeps nothing", () => {
  const denied = vi.spyOn(globalThis, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  try {
    hold("framed", { tokens: { black: "t" } });
    expect(holding("framed")?.tokens).toEqual({ black: "t" });
    expect(heldTables()).toEqual(["framed"]);
    forget("framed");
    expect(holding("framed")).toBeNull();
  } finally {
    denied.mockRestore();
  }
});

it("keeps what is newer than what is kept, for as long as the page is open, where the browser has no more room", () => {
  hold("full", { tokens: { black: "old" } });
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("the quota has been exceeded", "QuotaExceededError");
  });
  try {
    hold("full", { tokens: { black: "new" } });
    hold("more", { tokens: { white: "t" } });
    expect(holding("full")?.tokens).toEqual({ black: "new" });
    expect([...heldTables()].sort()).toEqual(["full", "more"]);
  } finally {
    full.mockRestore();
  }
  hold("full", {});
  expect(JSON.parse(localStorage.getItem("rondel.table.full") ?? "")).toMatchObject({ tokens: { black: "new" } });
  forget("full");
  forget("more");
  expect(heldTables()).toEqual([]);
});
