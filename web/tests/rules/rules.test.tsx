// The page with the rules of a game: its words, which are shown and never run, and the picture of its states.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it } from "vitest";
import type { GameRules } from "../../src/protocol";
import { chartOf } from "../../src/rules/state-chart";
import { Diagram } from "../../src/rules/state-diagram";
import { blocks, Markdown } from "../../src/rules/markdown";

afterEach(() => render(null, document.body));

const TEXT = `For two, *black* and *white*; \`rondel play go\`.
They sit down.

## A turn

- Lay a stone on a free cell,
  wherever it is. One of:
  - a corner
  - an edge
- **Pass**.

1. First.

| option | default | |
| --- | --- | --- |
| \`size\` | 9 | see [here](other.md) |

<script>alert("no")</script>`;

describe("the words", () => {
  it("are read as headings, paragraphs, lists in lists, and tables", () => {
    expect(blocks(TEXT).map((block) => block.kind)).toEqual(["paragraph", "heading", "list", "list", "table", "paragraph"]);
    act(() => render(<Markdown text={TEXT} />, document.body));
    expect(document.querySelector("p")?.textContent).toBe("For two, black and white; rondel play go. They sit down.");
    expect([...document.querySelectorAll("em, code, strong")].map((each) => each.textContent)).toEqual([
      "black",
      "white",
      "rondel play go",
      "Pass",
      "size",
    ]);
    expect([...document.querySelectorAll("ul > li")].map((each) => each.childNodes[0]?.textContent)).toEqual([
      "Lay a stone on a free cell, wherever it is. One of:",
      "a corner",
      "an edge",
      "Pass",
    ]);
    expect([...document.querySelectorAll("td")].map((each) => each.textContent)).toEqual(["", "size", "9", "see here"]);
  });

  it("show a position by its number, over its caption", () => {
    const page = (number: number) => <b>{`board ${number}`}</b>;
    act(() => render(<Markdown text={"![*White* begins.](position:2)"} position={page} />, document.body));
    expect(document.querySelector("figure")?.innerHTML).toBe("<b>board 2</b><figcaption><em>White</em> begins.</figcaption>");
  });

  it("are shown and not run, whatever stands in them", () => {
    act(() => render(<Markdown text={TEXT} />, document.body));
    expect(document.querySelector("script")).toBeNull();
    expect(document.body.textContent).toContain('<script>alert("no")</script>');
    expect(document.querySelector("a")).toBeNull();
  });
});

const RULES: GameRules = {
  name: "reversi",
  title: "Reversi",
  summary: "",
  text: "",
  states: [
    { name: "PlayerTurn", kind: "player", words: "" },
    { name: "NextPlayer", kind: "automatic", words: "automatic" },
    { name: "GameEnd", kind: "end", words: "" },
  ],
  ways: [
    { begin: "PlayerTurn", goal: "NextPlayer", label: "play_disc" },
    { begin: "NextPlayer", goal: "PlayerTurn", label: "" },
    { begin: "NextPlayer", goal: "GameEnd", label: "over" },
    { begin: "NextPlayer", goal: "GameEnd", label: "given up" },
    { begin: "PlayerTurn", goal: "GameEnd", label: "" },
  ],
  first: ["PlayerTurn"],
  lang: "en",
  positions: [],
};

describe("the picture of the states", () => {
  it("has every state below the one before, and every way once, straight down or along a side", () => {
    const { boxes, lines, left, wide } = chartOf(RULES);
    expect(boxes.map((box) => box.name)).toEqual(["PlayerTurn", "NextPlayer", "GameEnd"]);
    for (const [index, box] of boxes.entries())
      if (index > 0) expect(box.top).toBeGreaterThan((boxes[index - 1]?.top ?? 0) + (boxes[index - 1]?.height ?? 0));
    expect(lines.map((line) => [line.begin, line.goal, line.label])).toEqual([
      ["PlayerTurn", "NextPlayer", "play_disc"],
      ["NextPlayer", "PlayerTurn", ""],
      ["NextPlayer", "GameEnd", "over, given up"],
      ["PlayerTurn", "GameEnd", ""],
    ]);
    const starts = lines.map((line) => Number(/^M([\d.]+)/.exec(line.path)?.[1]));
    expect(starts).toEqual([left + wide / 2, left + wide, left + wide / 2, left]);
  });

  it("writes no label upon a line: not at a way that leads back where it comes from, nor where several come to a state", () => {
    const letters = ["a", "b", "c"];
    const states = letters.map((name) => ({ name, kind: "player", words: "" }));
    const all = letters.flatMap((begin) => letters.map((goal) => ({ begin, goal, label: `${begin}${goal}` })));
    const { lines } = chartOf({ states, ways: all });
    expect(lines).toHaveLength(9);
    const heights = lines.flatMap(({ path }) =>
      [...path.matchAll(/M\S+ (\d+)H|V(\d+)H/g)].map((match) => Number(match[1] ?? match[2])),
    );
    expect(heights.length).toBeGreaterThan(9);
    for (const { path, label, y } of lines.filter((line) => line.path.includes("H"))) {
      // half of its height, and a little
      expect(Math.min(...heights.map((each) => Math.abs(each - y))), `${label} beside ${path}`).toBeGreaterThanOrEqual(9);
    }
  });

  it("lights the state a game is in, and says the same in words", () => {
    act(() => render(<Diagram rules={RULES} here="NextPlayer" />, document.body));
    expect([...document.querySelectorAll(".here text")].map((each) => each.textContent)).toEqual(["NextPlayer", "automatic"]);
    expect(document.querySelectorAll(".out")).toHaveLength(2);
    expect(document.querySelector("svg[role=img]")?.getAttribute("aria-label")).toBe(
      "PlayerTurn → NextPlayer (play_disc), GameEnd; NextPlayer, automatic, now → PlayerTurn, GameEnd (over), GameEnd (given up); GameEnd",
    );
  });
});
