// The lobby's address names the game whose form is open.

import { expect, it } from "vitest";
import { askedAt, lobbyAt } from "../../src/lobby/address";

it("leads to the form of a game, and is read as it was written", () => {
  expect(lobbyAt("chess")).toBe("/#game=chess");
  for (const learn of [true, false])
    expect(askedAt(new URL(lobbyAt("a&b", learn), "http://x"))).toEqual({ game: "a&b", learn });
  expect(askedAt(new URL("http://x/"))).toBeNull();
});
