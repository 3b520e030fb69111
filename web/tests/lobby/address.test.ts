// The lobby's address names the game whose form is open.

import { expect, it } from "vitest";
import { requestedTable, lobbyAt } from "../../src/lobby/address";

it("leads to the form of a game, and is read as it was written", () => {
  expect(lobbyAt("chess")).toBe("/#game=chess");
  for (const learn of [true, false])
    expect(requestedTable(new URL(lobbyAt("a&b", learn), "http://x"))).toEqual({ game: "a&b", learn });
  expect(requestedTable(new URL("http://x/"))).toBeNull();
});
