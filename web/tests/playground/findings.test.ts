// What a check and a link bring is read as from a stranger.

import { expect, it } from "vitest";
import { checkedFindings } from "../../src/playground/check";
import { playedOf } from "../../src/playground/rules/played";

it("takes findings as they should be, and makes others harmless", () => {
  const finding = { severity: "warning", message: "uses random", line: 3, column: 5, end: 11 };
  expect(checkedFindings(JSON.stringify([finding]))).toEqual([finding]);
  const odd = { severity: "fatal", message: { html: 1 }, line: -3, column: 1e99, end: "x", more: 1 };
  expect(checkedFindings(JSON.stringify([odd, null]))).toEqual([
    { severity: "error", message: "", line: 1, column: 1, end: 1 },
    { severity: "error", message: "", line: 1, column: 1, end: 1 },
  ]);
  expect(checkedFindings(JSON.stringify(Array(1000).fill(finding)))).toHaveLength(100);
  for (const json of ["", "{}", "null", "[", '"text"']) expect(checkedFindings(json), json).toEqual([]);
});

it("takes what was played as it should be, or nothing", () => {
  const played = { table: "abc-1", tokens: { x: "t1" }, text: "{}" };
  expect(playedOf(played)).toEqual(played);
  expect(playedOf({ ...played, tokens: { x: "t1", o: 2 }, more: 1 })).toEqual(played);
  for (const wrong of [
    null,
    1,
    "text",
    [],
    {},
    { ...played, table: "../x" },
    { ...played, text: 1 },
    { ...played, tokens: null },
  ])
    expect(playedOf(wrong), JSON.stringify(wrong)).toBeNull();
});
