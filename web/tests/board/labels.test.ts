// The owner of a part of the table by its name, and tokens in words.

import { expect, test } from "vitest";
import { namedOwner, tokenWords } from "../../src/board/labels";
import type { Scene, Token } from "../../src/board/view";

test("the longest role that a name ends with is the owner", () => {
  expect(namedOwner("hand_north_west", ["west", "north_west"])).toBe("north_west");
  expect(namedOwner("hand_north_west", ["north_west", "west"])).toBe("north_west");
  expect(namedOwner("hand_west", ["west", "north_west"])).toBe("west");
  expect(namedOwner("discard", ["west"])).toBeUndefined();
});

test("what is written on a token of a role is part of its name", () => {
  const roles = [{ name: "first", label: "first" }];
  const scene = { roles, kinds: { chip: { faces: { first: { shape: "disc", text: "1" } } }, stone: {} } } as unknown as Scene;
  const named = (kind: string) => tokenWords(scene, { id: 1, kind, owner: "first" } as unknown as Token);
  expect([named("chip"), named("stone")]).toEqual(["first chip, 1", "first stone"]);
});
