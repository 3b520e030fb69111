import { afterEach, describe, expect, it, vi } from "vitest";
import {
  changeSettings,
  forgetTable,
  storedTables,
  storedSettings,
  storeTable,
  storedTable,
  ignoreAt,
  playerName,
  rememberName,
  settings,
  ignoredAt,
} from "../../src/app/local-settings";

afterEach(() => localStorage.clear());

describe("seats", () => {
  it("are kept by table, one more at a time", () => {
    expect(storedTable("t1")).toBeNull();
    storeTable("t1", { tokens: { black: "b" }, invite: "i" });
    storeTable("t1", { tokens: { white: "w" } });
    expect(storedTable("t1")).toMatchObject({ tokens: { black: "b", white: "w" }, invite: "i" });
  });

  it("are listed the newest first, and forgotten", () => {
    storeTable("old", { tokens: {}, since: 1 });
    storeTable("new", { tokens: {}, since: 2 });
    expect(storedTables()).toEqual(["new", "old"]);
    forgetTable("new");
    expect(storedTables()).toEqual(["old"]);
  });

  it("are as if not there when what was kept is not readable", () => {
    localStorage.setItem("rondel.table.t1", "{half");
    expect(storedTable("t1")).toBeNull();
  });
});

it("keeps whom the player does not want to hear, by table, of the latest hundred, and takes no seat for it", () => {
  expect(ignoreAt("t", " Guest", true)).toEqual([" Guest"]);
  expect(ignoreAt("t", "white Bob", true)).toEqual([" Guest", "white Bob"]);
  expect([ignoredAt("t"), ignoredAt("u"), storedTables()]).toEqual([[" Guest", "white Bob"], [], []]);
  expect(ignoreAt("t", " Guest", false)).toEqual(["white Bob"]);
  for (let table = 0; table < 100; table++) ignoreAt(`t${table}`, " Guest", true);
  expect([ignoredAt("t"), ignoredAt("t0"), ignoredAt("t99")]).toEqual([[], [" Guest"], [" Guest"]]);
});

it("keeps the name and the settings", () => {
  rememberName("Ada");
  expect(playerName()).toBe("Ada");
  changeSettings({ theme: "dark" });
  expect(settings.value.theme).toBe("dark");
  expect(JSON.parse(localStorage.getItem("rondel.settings") ?? "")).toMatchObject({
    theme: "dark",
    confirmSlow: "always",
    confirmLive: "small",
  });
});

it("carries the old setting of confirmation over to both paces", () => {
  localStorage.setItem("rondel.settings", '{"confirm":"never","confirmLive":"small","theme":"dark"}');
  expect(storedSettings()).toEqual({ confirmLive: "small", confirmSlow: "never", theme: "dark" });
  localStorage.setItem("rondel.settings", '{"confirm":"small"}');
  expect(storedSettings()).toEqual({ confirmLive: "small", confirmSlow: "small" });
});

it("keeps what it must for as long as the page is open, where the browser keeps nothing", () => {
  const denied = vi.spyOn(globalThis, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  try {
    storeTable("framed", { tokens: { black: "t" } });
    expect(storedTable("framed")?.tokens).toEqual({ black: "t" });
    expect(storedTables()).toEqual(["framed"]);
    forgetTable("framed");
    expect(storedTable("framed")).toBeNull();
  } finally {
    denied.mockRestore();
  }
});

it("keeps what is newer than what is kept, for as long as the page is open, where the browser has no more room", () => {
  storeTable("full", { tokens: { black: "old" } });
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("the quota has been exceeded", "QuotaExceededError");
  });
  try {
    storeTable("full", { tokens: { black: "new" } });
    storeTable("more", { tokens: { white: "t" } });
    expect(storedTable("full")?.tokens).toEqual({ black: "new" });
    expect([...storedTables()].sort()).toEqual(["full", "more"]);
  } finally {
    full.mockRestore();
  }
  storeTable("full", {});
  expect(JSON.parse(localStorage.getItem("rondel.table.full") ?? "")).toMatchObject({ tokens: { black: "new" } });
  forgetTable("full");
  forgetTable("more");
  expect(storedTables()).toEqual([]);
});
