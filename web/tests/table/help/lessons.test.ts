// What somebody is told who learns as they play.

import { expect, it } from "vitest";
import { receive } from "../../../src/play/receive";
import { recentEvents, lesson, possibleMoves } from "../../../src/table/help/lessons";
import { atTable, update } from "../../positions";

it("says what may be done in the game's own words, and how many places are lit", () => {
  const first = atTable("reversi", 0, ["black"]);
  expect(recentEvents(first)).toEqual([]);
  expect(possibleMoves(first)).toMatch(/^Possible now: .*plays? .*, or one of 2 others\. 4 places are lit: point at one\.$/);
});

it("says what the others have done, and whose turn it is", () => {
  const waiting = receive(atTable("reversi", 0, ["white"]), update("reversi", 1, ["white"]));
  expect(recentEvents(waiting)).toHaveLength(1);
  expect(recentEvents(waiting)[0]).toMatch(/^Ada plays [a-h][1-8]$/);
  const other = receive(atTable("reversi", 0, ["black"]), update("reversi", 1, ["black"]));
  expect(possibleMoves(other)).toBe("Bob to move");
});

it("gives one lesson at a time, each once, when there is something to see of it", () => {
  const first = atTable("reversi", 0, ["black"]);
  expect(lesson(first, [])?.name).toBe("glow");
  expect(lesson(first, ["glow"])).toBeNull();
  const waiting = receive(atTable("reversi", 0, ["white"]), update("reversi", 1, ["white"]));
  expect(lesson(waiting, ["glow"])?.name).toBe("marks");
  expect(lesson(waiting, ["glow", "marks"])).toBeNull();
});
