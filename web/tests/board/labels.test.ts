// The owner of a part of the table, by its name.

import { expect, test } from "vitest";
import { namedOwner } from "../../src/board/labels";

test("the longest role that a name ends with is the owner", () => {
  expect(namedOwner("hand_north_west", ["west", "north_west"])).toBe("north_west");
  expect(namedOwner("hand_north_west", ["north_west", "west"])).toBe("north_west");
  expect(namedOwner("hand_west", ["west", "north_west"])).toBe("west");
  expect(namedOwner("discard", ["west"])).toBeUndefined();
});
