// Rows, hands and piles: what is shown of a shuffled pile, equal cards, and names too long for a line.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { Cards } from "../../../src/board/containers/cards/cards";
import type { Pointing } from "../../../src/board/pointing";
import { setCatalogue } from "../../../src/text/text";
import { type Contents, type Place, type Scene, type SceneContainer } from "../../../src/board/view";
import { opening } from "../../positions";

afterEach(() => {
  setCatalogue({});
  act(() => render(null, document.body));
});

const FACES = {
  Storm: { shape: "card", text: "Storm", note: "Release two sheep" },
  Lake: { shape: "card", text: "Lake", note: "3 for each pond" },
  "All-purpose Sheep": { shape: "card", text: "All-purpose Sheep" },
} as const;
const DICE = Object.fromEntries(
  [1, 2, 3, 4, 5, 6].map((face) => [String(face), { shape: "die", text: String(face), colour: "#98303c" } as const]),
);
const SCENE: Scene = {
  ...opening("reversi").scene,
  kinds: { event: { faces: FACES }, die: { faces: { ...DICE, blank: { shape: "die" } } } },
};
const STORM = { kind: "event", face: "Storm" };
const SHEEP = { kind: "event", face: "All-purpose Sheep" };

function drawn(
  layout: SceneContainer["layout"],
  contents: Contents,
  places: readonly Place[] = [],
  groups: readonly number[] = [],
  laid: Partial<SceneContainer> = {},
) {
  const pointed: Place[] = [];
  const pointing: Pointing = {
    title: "Shephy",
    places: new Set(places),
    chosen: new Set(),
    asked: null,
    last: ["box:0"],
    point: (place) => pointed.push(place),
  };
  const container = { name: "box", layout, ...laid };
  act(() =>
    render(
      <Cards
        scene={SCENE}
        container={container}
        contents={contents}
        pointing={pointing}
        title="Box"
        facing="me"
        groups={groups}
      />,
      document.body,
    ),
  );
  return {
    pointed,
    fronts: [...document.body.querySelectorAll<HTMLElement>("button.card")],
    backs: [...document.body.querySelectorAll<HTMLElement>(".card:not(button)")],
  };
}

it("a shuffled pile of different cards shows its back, and what is in it by name", () => {
  const { fronts, backs } = drawn("pile", { tokens: [SHEEP, STORM, STORM] });
  expect([fronts.length, backs.length]).toEqual([0, 1]);
  expect(backs[0]?.title).toBe("All-purpose Sheep, 2 Storm");
  expect(document.body.querySelector(".count")?.textContent).toBe("3");
});

it("a shuffled pile is laid open to choose from", () => {
  const { fronts, backs, pointed } = drawn("pile", { tokens: [SHEEP, STORM, STORM] }, ["box:0", "box:1"]);
  expect([fronts.length, backs.length]).toEqual([3, 0]);
  for (const card of fronts) card.click();
  expect(pointed).toEqual(["box:0", "box:1", "box:1"]);
});

it("a pile of equal cards shows one, and one with an order the uppermost", () => {
  expect(drawn("pile", { tokens: [STORM, STORM] }).fronts).toHaveLength(1);
  const ordered = drawn("pile", {
    tokens: [
      { ...STORM, id: 1, at: 0 },
      { ...SHEEP, id: 2, at: 1 },
    ],
  });
  expect(ordered.fronts.map((card) => card.dataset["place"])).toEqual(["box:1"]);
});

it("which of two equal cards is pointed at is all one", () => {
  const tokens = [
    { ...STORM, id: 1, at: 0 },
    { ...SHEEP, id: 2, at: 1 },
    { ...STORM, id: 3, at: 2 },
  ];
  const { fronts, pointed } = drawn("row", { tokens }, ["box:0"]);
  expect(fronts.map((card) => card.classList.contains("legal"))).toEqual([true, false, true]);
  fronts[2]?.click();
  expect(pointed).toEqual(["box:0"]);
});

it("what was played from a hand is no longer there to be marked", () => {
  const tokens = [{ ...STORM, id: 1, at: 0 }];
  expect(drawn("row", { tokens }).fronts[0]?.classList.contains("last")).toBe(true);
  expect(drawn("hand", { tokens }).fronts[0]?.classList.contains("last")).toBe(false);
});

it("a long name is written in lines, and what the card does below it", () => {
  const { fronts } = drawn("hand", {
    tokens: [
      { ...SHEEP, id: 1, at: 0 },
      { ...STORM, id: 2, at: 1 },
    ],
  });
  expect([...(fronts[0]?.querySelectorAll(".letters") ?? [])].map((line) => line.textContent)).toEqual([
    "All-purpose",
    "Sheep",
  ]);
  const note = [...(fronts[1]?.querySelectorAll(".card-note") ?? [])];
  expect(note.map((line) => line.textContent).join(" ")).toBe("Release two sheep");
  // of 70: few words are written large
  expect(note.map((line) => Number(line.getAttribute("font-size"))).every((size) => size >= 9)).toBe(true);
  expect(fronts[1]?.getAttribute("aria-label")).toBe("Storm, Release two sheep");
});

it("what a card does is written where it can be read: in one's own hand, and on what is laid open to choose from", () => {
  const storm = { ...STORM, id: 1, at: 0 };
  const notes = (layout: SceneContainer["layout"], contents: Contents, places: readonly Place[] = []) =>
    drawn(layout, contents, places).fronts.map((card) => card.querySelectorAll(".card-note").length > 0);
  expect(notes("hand", { tokens: [storm] })).toEqual([true]);
  expect(notes("row", { tokens: [storm] })).toEqual([false]);
  expect(notes("pile", { tokens: [STORM, SHEEP] }, ["box:0", "box:1"])).toEqual([true, false]);
  expect(document.body.querySelector(".open.worded")).not.toBeNull();
  expect(notes("hand", { tokens: [{ kind: "event", face: "Lake", id: 1, at: 0 }] })).toEqual([true]); // whatever it is called
});

it("an empty place is as high as a card where there are cards in the game", () => {
  drawn("row", { tokens: [] });
  expect(document.body.querySelector(".empty.low")).toBeNull();
  act(() =>
    render(
      <Cards
        scene={{ ...SCENE, kinds: { die: { faces: DICE } } }}
        container={{ name: "box", layout: "row" }}
        contents={{ tokens: [] }}
        pointing={{ title: "", places: new Set(), chosen: new Set(), asked: null, last: [], point: () => {} }}
        title="Box"
      />,
      document.body,
    ),
  );
  expect(document.body.querySelector(".empty.low")).not.toBeNull();
});

it("the arrow keys go through cards along a line and down a column", () => {
  const { fronts } = drawn("row", { tokens: [0, 1, 2].map((at) => ({ ...STORM, id: at, at })) });
  fronts[0]?.focus();
  for (const [key, reached] of [
    ["ArrowRight", 1],
    ["ArrowDown", 2],
    ["ArrowUp", 1],
    ["ArrowLeft", 0],
  ] as const) {
    act(() => void document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
    expect(document.activeElement).toBe(fronts[reached]);
  }
});

it("what is written on a card is written in the reader's language, also in one without blanks", () => {
  setCatalogue(
    {
      "All-purpose Sheep": "万能の羊使いの手引き、第二巻",
      Storm: "嵐",
      "Release two sheep": "羊を2枚手放して、このカードをゲームから除外する",
    },
    "ja",
    [0],
  );
  const { fronts } = drawn("hand", {
    tokens: [
      { ...SHEEP, id: 1, at: 0 },
      { ...STORM, id: 2, at: 1 },
    ],
  });
  const lines = [...(fronts[0]?.querySelectorAll(".letters") ?? [])].map((line) => line.textContent);
  expect(lines.join("")).toBe("万能の羊使いの手引き、第二巻");
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.every((line) => !line.startsWith("、"))).toBe(true);
  const notes = [...(fronts[1]?.querySelectorAll(".card-note") ?? [])].map((line) => line.textContent);
  expect(notes.join("")).toBe("羊を2枚手放して、このカードをゲームから除外する");
  expect(Math.max(...notes.map((line) => [...line].length))).toBeLessThanOrEqual(11);
  expect(fronts[1]?.querySelector(".letters")?.textContent).toBe("嵐");
});

it.each([1, 2, 3, 4, 5, 6])("a die shows %i spots, evenly laid", (face) => {
  const { fronts } = drawn("row", { tokens: [{ kind: "die", face: String(face), id: 1, at: 0 }] });
  const spots = [...(fronts[0]?.querySelectorAll("circle") ?? [])].map((spot) => [
    Number(spot.getAttribute("cx")),
    Number(spot.getAttribute("cy")),
  ]);
  expect(new Set(spots.map(String)).size).toBe(face);
  for (const way of [0, 1]) expect(spots.reduce((sum, spot) => sum + (spot[way] ?? 0), 0)).toBe(50 * face);
});

it("a die without a number is blank", () => {
  const { fronts } = drawn("row", { tokens: [{ kind: "die", face: "blank", id: 1, at: 0 }] });
  expect(fronts[0]?.querySelectorAll("path, circle").length).toBeGreaterThan(0);
  expect(fronts[0]?.querySelectorAll("circle")).toHaveLength(0);
});

it("a hand is shown by suit and rank where that is wished, and each card stays where it lies", () => {
  const faces = ["QH", "2C", "10S", "2H", "AC"];
  const tokens = faces.map((face, id) => ({ id, at: id, kind: "card", face }));
  const labels = () =>
    [...document.body.querySelectorAll("button.card")].map((each) => [
      each.getAttribute("data-place"),
      each.getAttribute("aria-label"),
    ]);
  drawn("hand", { tokens }, ["box:3"]);
  expect(labels()[0]).toEqual(["box:0", "Q of hearts"]);
  act(() => document.body.querySelector<HTMLButtonElement>(".hand-name button")?.click());
  drawn("hand", { tokens }, ["box:3"]);
  expect(labels().map(([place]) => place)).toEqual(["box:1", "box:4", "box:2", "box:3", "box:0"]);
  expect(labels()[3]).toEqual(["box:3", "2 of hearts, you may play here"]);
  act(() => document.body.querySelector<HTMLButtonElement>(".hand-name button")?.click());
});

it("the notes of a market row can be read, those of a row of a player need a pointer", () => {
  const shown = (common: boolean) => {
    const pointing: Pointing = {
      title: "",
      places: new Set(),
      chosen: new Set(),
      asked: null,
      last: [],
      point: () => undefined,
    };
    const container = { name: "market", layout: "row" as const };
    const contents = { tokens: [STORM, SHEEP] };
    act(() => render(<Cards scene={SCENE} title="Market" {...{ container, contents, pointing, common }} />, document.body));
    return document.body.textContent;
  };
  expect(shown(true)).toContain("Release");
  expect(shown(false)).not.toContain("Release");
});

it("a row in groups has a gap after each, but none after a group that is the last", () => {
  const tokens = Array.from({ length: 7 }, (_, at) => ({ ...STORM, id: at, at: String(at) }));
  const apart = (groups: readonly number[]) =>
    drawn("row", { tokens }, [], groups).fronts.flatMap((card, index) => (card.classList.contains("apart") ? [index] : []));
  expect(apart([])).toEqual([]);
  expect(apart([3, 2])).toEqual([3, 5]);
  expect(apart([3, 4])).toEqual([3]);
});

it("of a heap the last tokens are drawn, and pointed at by their places in the whole", () => {
  const tokens = ["Storm", "Lake", "Storm", "Lake"].map((face, index) => ({
    kind: "event",
    face,
    at: String(index),
    id: index,
  }));
  const { fronts, pointed } = drawn("row", { tokens }, ["box:3"], [], { in_sight: 2 });
  expect(fronts.map((each) => each.dataset["place"])).toEqual(["box:2", "box:3"]);
  fronts[1]?.click();
  expect(pointed).toEqual(["box:3"]);
  expect(document.body.querySelector(".count")?.textContent).toBe("4");
  expect(document.body.querySelector(".cards")?.classList.contains("squared")).toBe(true);
});

it("what lies face down in a column is told from what lies face up, so that it takes less room", () => {
  const tokens = [
    { kind: "event", down: true, at: "0" },
    { kind: "event", face: "Storm", at: "1" },
  ];
  const { fronts } = drawn("row", { tokens }, [], [], { spread: "down" });
  expect(fronts.map((each) => each.classList.contains("face-down"))).toEqual([true, false]);
  expect(document.body.querySelector(".cards")?.classList.contains("down")).toBe(true);
});

it("cards lie before the seats that played them, but cards to read in a row", () => {
  const sides = ["bottom", "left", "top"] as const;
  const seats = new Map(["red", "blue", "green"].map((role, place) => [role, { side: sides[place] ?? "top", name: role }]));
  const pointing: Pointing = { title: "", places: new Set(), chosen: new Set(), asked: null, last: [], point: () => {} };
  const container = { name: "box", layout: "row" } as const;
  const crosses = [SHEEP, STORM].map((token) => {
    const contents = { tokens: [{ ...token, owner: "red" }] };
    act(() => render(<Cards scene={SCENE} title="Box" common {...{ container, contents, pointing, seats }} />, document.body));
    const found = document.body.querySelectorAll(".cross").length;
    act(() => render(null, document.body));
    return found;
  });
  expect(crosses).toEqual([1, 0]);
});
