import { readFileSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import { asSentence } from "../../src/controls/refusal";
import { refusalText } from "../../src/network/refusal-texts";
import { setCatalogue } from "../../src/text/text";

afterEach(() => setCatalogue({}));

it("says it in the arena's own words in English", () => {
  expect(refusalText("not_your_turn", "it is not x's turn: the game waits for o")).toBe(
    "it is not x's turn: the game waits for o",
  );
});

it("says it in another language by its code, and leaves a code it does not know as it is", () => {
  setCatalogue({ "It is not your turn": "Du bist nicht am Zug" }, "de");
  expect(refusalText("not_your_turn", "it is not x's turn: the game waits for o")).toBe("Du bist nicht am Zug");
  expect(refusalText("too_large", "the message is too large")).toBe("the message is too large");
});

it("knows only codes that the protocol has", () => {
  const known = new Set(
    [...readFileSync("../docs/protocol/codes.md", "utf8").matchAll(/^\| `(\w+)` \|/gm)].map((row) => row[1]),
  );
  const used = [...readFileSync("src/network/refusal-texts.ts", "utf8").matchAll(/^ {2}(\w+): mark/gm)].map((line) => line[1]);
  expect(used.length).toBeGreaterThan(15);
  expect(used.filter((code) => !known.has(code))).toEqual([]);
});

it("has a sentence for a round that no longer replays, which the arena says in English", () => {
  setCatalogue(
    { "This round cannot be shown under the rules installed now; nothing is lost": "Diese Runde lässt sich nicht zeigen" },
    "de",
  );
  expect(refusalText("unreplayable", "this round does not replay with the rules installed now")).toBe(
    "Diese Runde lässt sich nicht zeigen",
  );
});

it("ends with the stop of its language", () => {
  expect(["no move", "Go!", "できません", "できません。"].map(asSentence)).toEqual([
    "No move.",
    "Go!",
    "できません。",
    "できません。",
  ]);
});
