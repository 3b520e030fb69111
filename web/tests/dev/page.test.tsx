// The developer's view: the page against an arena that answers from a fixture; see fixtures/make.py.

import axe from "axe-core";
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { fetchContainers } from "../../src/board/containers/others";
import { answersTo, changesBetween, placeAt } from "../../src/dev/moment";
import { DeveloperPage, pathOf, startOf } from "../../src/dev/page";
import { begin, more, tree } from "../../src/dev/store";
import { keyOf, rows } from "../../src/dev/tree";
import type { TreePlace } from "../../src/protocol";
import { kuhn, kuhnRoot } from "../positions";

beforeAll(fetchContainers); // what is no grid comes later

const asked: { readonly path: string; readonly body: TreePlace }[] = [];
let there = true;
let slowness = 0; // ms before the arena answers
let many = 1; // moves that are not listed at first

beforeEach(() => {
  asked.length = 0;
  there = true;
  slowness = 0;
  many = 1;
  vi.stubGlobal("fetch", (path: string, { body }: { body?: string } = {}) => {
    const sent = body === undefined ? {} : (JSON.parse(body) as TreePlace);
    asked.push({ path, body: sent as TreePlace });
    if (!there || path === "/api/tables/gone")
      return Promise.resolve(
        Response.json({ code: "not_found", message: "there is nothing at this address" }, { status: 404 }),
      );
    const response = Response.json(answer(path, sent as TreePlace));
    return slowness ? new Promise((done) => setTimeout(() => done(response), slowness)) : Promise.resolve(response);
  });
});
afterEach(() => {
  render(null, document.body);
  vi.unstubAllGlobals();
});

function answer(path: string, body: TreePlace): unknown {
  if (path === "/api/dev") return ["tree"];
  if (path === "/api/games") return [{ name: "kuhn_poker", title: "Kuhn poker" }];
  if (path.startsWith("/api/games/kuhn_poker/rules?"))
    return { states: [{ name: "Acting", kind: "player", words: "" }], ways: [] };
  if (path === "/api/tables/7Q4K")
    return { id: "7Q4K", title: "Kuhn poker", seats: [{ role: "first", kind: "person", name: "Ada" }] };
  if (path === "/api/dev/start") return { ...kuhnRoot, record: (body as TreePlace).record ?? kuhnRoot.record };
  if (path === "/api/dev/count") return { ways: [3, 6, 12, 24, 12, 0] };
  const answers = body.answers ?? [];
  const node = kuhn(answers.length);
  if ((body.most ?? 0) <= 100) return node;
  const rest = Array.from({ length: many }, (_, number) => ({
    ...node.moves[0],
    move: `draw(Q${number || ""})`,
    description: `chance gives Q♠${number || ""}`,
  }));
  const from = body.first ?? 0;
  return { ...node, total: node.moves.length + many, moves: [...node.moves, ...rest].slice(from, from + (body.most ?? 0)) };
}

async function opened(address: string): Promise<void> {
  act(() => render(<DeveloperPage address={new URL(address, "http://arena.test")} />, document.body));
  await act(settled);
}

const settled = () => new Promise<void>((done) => setTimeout(done, 20));
const lines = () => [...document.body.querySelectorAll<HTMLElement>("[role=treeitem]")];
const line = (words: string) => lines().find((each) => each.textContent.includes(words)) as HTMLElement;
const named = (words: string) =>
  [...document.body.querySelectorAll("button")].find((each) => each.textContent === words) as HTMLElement;
const here = () => document.body.querySelector("[aria-selected=true]")?.textContent;

async function press(key: string): Promise<void> {
  await act(async () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    await settled();
  });
}

it("unfolds a tree by the keyboard alone, and asks for each node once", async () => {
  await opened("/dev/tree/game/kuhn_poker");
  expect(lines().map((each) => each.getAttribute("aria-level"))).toEqual(["1", "2", "2", "2"]);
  expect(lines().filter((each) => each.tabIndex === 0)).toHaveLength(1);
  lines()[0]?.focus();
  await press("ArrowDown");
  expect(here()).toContain("chance gives J");
  expect(line("chance gives J").getAttribute("aria-expanded")).toBe("false");
  await press("ArrowRight");
  expect(line("chance gives J").getAttribute("aria-expanded")).toBe("true");
  expect(line("chance gives J").textContent).toContain("33.3 %");
  await press("ArrowRight");
  await press("ArrowLeft");
  expect(document.activeElement?.textContent).toContain("chance gives J");
  await press("ArrowLeft");
  expect(lines()).toHaveLength(4);
  const nodes = asked
    .filter((each) => each.path === "/api/dev/node" && each.body.most !== 0)
    .map((each) => JSON.stringify(each.body.answers)); // without the moments
  expect(nodes).toEqual([...new Set(nodes)]);
});

it("goes on with who is quicker than the arena", async () => {
  await opened("/dev/tree/game/kuhn_poker");
  lines()[0]?.focus();
  slowness = 60;
  const way: string[] = [];
  const stop = tree.subscribe((now) => void (way.at(-1) !== keyOf(now.here) && way.push(keyOf(now.here))));
  await press("ArrowDown");
  await press("ArrowDown");
  await act(() => new Promise<void>((done) => setTimeout(done, 150)));
  stop();
  // Never back, also not when what was asked for on the way has come.
  expect(way).toEqual(["[]", '[["chance","draw(J)"]]', '[["chance","draw(K)"]]']);
  expect(tree.value.nodes.size).toBe(3);
});

it("lists the rest of the moves when asked, and goes to the first of them", async () => {
  await opened("/dev/tree/game/kuhn_poker");
  line("chance answers").focus();
  await press("End");
  expect(document.activeElement?.textContent).toBe("and 1 more");
  await press("Enter");
  expect(lines().map((each) => each.textContent)).not.toContain("and 1 more");
  expect(here()).toContain("chance gives Q");
  expect(document.activeElement?.textContent).toContain("chance gives Q");
});

it("lists many moves page by page", async () => {
  many = 1_003;
  await begin({ game: "kuhn_poker" }, []);
  const listed = () => tree.value.nodes.get(keyOf([]))?.moves.map(({ move }) => move) ?? [];
  await more([]);
  expect(listed()).toHaveLength(1_002);
  expect(tree.value.here).toEqual([{ role: "chance", move: "draw(Q)" }]);
  expect(rows(tree.value).at(-1)?.left).toBe(3);
  await more([]);
  expect(new Set(listed()).size).toBe(1_005);
  expect(tree.value.here).toEqual([{ role: "chance", move: "draw(Q1000)" }]);
  expect(rows(tree.value).at(-1)?.left).toBe(0);
});

it("shows what each role sees of a position, and what was counted below it", async () => {
  await opened(
    `/dev/tree/game/kuhn_poker#${encodeURIComponent(
      JSON.stringify([
        { role: "chance", move: "draw(J)" },
        { role: "chance", move: "draw(Q)" },
      ]),
    )}`,
  );
  expect(document.body.querySelector(".lead")?.textContent).toBe(kuhn(2).description);
  const faces = () => document.body.querySelectorAll(".position .card-front").length;
  expect(faces()).toBe(1); // the first sees its own card
  const eyes = document.body.querySelector(".eyes select") as HTMLSelectElement;
  await act(async () => {
    eyes.value = "observer";
    eyes.dispatchEvent(new Event("change", { bubbles: true }));
    await settled();
  });
  expect(faces()).toBe(0);
  await act(async () => {
    named("Count").click();
    await settled();
  });
  expect([...document.body.querySelectorAll(".ways td")].map((each) => each.textContent)).toEqual([
    "3",
    "6",
    "12",
    "24",
    "12",
    "0",
  ]);
});

it("begins with a game, a table of one's own, or a record", async () => {
  localStorage.setItem("rondel.table.7Q4K", JSON.stringify({ tokens: { first: "secret" }, since: 1 }));
  localStorage.setItem("rondel.table.gone", JSON.stringify({ tokens: { first: "secret" }, since: 2 }));
  await opened("/dev/tree");
  const links = [...document.body.querySelectorAll(".links a")].map(
    (each) => `${each.getAttribute("href")} ${each.textContent}`,
  );
  expect(links).toEqual(["/dev/tree/game/kuhn_poker Kuhn poker", "/dev/tree/table/7Q4K Kuhn poker"]);
  expect(document.body.textContent).not.toContain("secret");
  const record = { game: "kuhn_poker", answers: [] };
  const input = document.body.querySelector("input[type=file]") as HTMLInputElement;
  const choose = async (text: string) => {
    Object.defineProperty(input, "files", { configurable: true, value: [new File([text], "game.json")] });
    await act(async () => {
      input.dispatchEvent(new Event("change", { bubbles: true }));
      await settled();
    });
  };
  await choose("[1]");
  expect(document.body.querySelector("[role=alert]")?.textContent).toBe("game.json holds no record: it is no JSON object");
  await choose(JSON.stringify(record));
  await act(settled);
  expect(asked.find((each) => each.path === "/api/dev/start")?.body).toEqual({ record });
  expect(lines()).toHaveLength(4);
  localStorage.clear();
});

it("begins an answer earlier when asked, and stays where it was", async () => {
  await opened("/dev/tree");
  expect(named("Earlier")).toBeUndefined();
  const input = document.body.querySelector("input[type=file]") as HTMLInputElement;
  const record = {
    ...kuhnRoot.record,
    answers: [
      ["chance", "draw(J)"],
      ["chance", "draw(Q)"],
      ["first", "@undo"],
    ],
  };
  Object.defineProperty(input, "files", { value: [new File([JSON.stringify(record)], "game.json")] });
  await act(async () => {
    input.dispatchEvent(new Event("change", { bubbles: true }));
    await settled();
  });
  await act(settled);
  const back = async () => {
    await act(async () => {
      named("Earlier").click();
      await settled();
    });
  };
  expect(document.body.querySelector(".panel-head .sub")?.textContent).toBe("after 3 answers");
  await back();
  expect(here()).toContain("chance answers"); // what was taken back is no way to anywhere
  await back();
  await back();
  expect(asked.filter((each) => each.path === "/api/dev/start").at(-1)?.body.record["answers"]).toEqual([]);
  expect(named("Earlier")).toBeUndefined();
  expect([...document.body.querySelectorAll(".answers-given li")].map((each) => each.textContent)).toEqual([
    "draw(J)",
    "draw(Q)",
  ]);
});

it("is not there in an arena that has no developer's view", async () => {
  there = false;
  for (const address of ["/dev/tree/game/kuhn_poker", "/dev/tree"]) {
    await opened(address);
    expect(document.body.querySelector("h1")?.textContent).toBe("There is nothing here");
    render(null, document.body);
  }
});

it("breaks no rule of accessibility", async () => {
  document.documentElement.lang = "en";
  document.title = "Kuhn poker";
  await opened("/dev/tree/game/kuhn_poker");
  const { violations, passes } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
  expect(passes.length).toBeGreaterThan(12); // it did look
  expect(violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
});

it.each([
  ["/dev/tree/game/reversi?size=6&seats=2", { game: "reversi", options: { size: 6 }, seats: 2 }],
  ["/dev/tree/game/harvest_wheel?long=true&first=ash", { game: "harvest_wheel", options: { long: true, first: "ash" } }],
  ["/dev/tree/table/7Q4K", { table: "7Q4K" }],
  ["/dev/tree", null],
])("%s names %o", (address, start) => {
  expect(startOf(new URL(address, "http://arena.test"))).toEqual(start);
});

it("takes no node from an address that names none", () => {
  const path = (hash: string) => pathOf(new URL(`http://arena.test/dev/tree/game/reversi${hash}`));
  expect(path("")).toEqual([]);
  expect(path("#%5B")).toEqual([]);
  expect(path(`#${encodeURIComponent('[{"role":"x"},{"role":"x","move":"mark(a1)"}]')}`)).toEqual([
    { role: "x", move: "mark(a1)" },
  ]);
});

it("travels in time: what each answer has changed, and how it stood then, while the tree stays where it is", async () => {
  const path = [
    { role: "chance", move: "draw(J)" },
    { role: "chance", move: "draw(Q)" },
  ];
  await opened(`/dev/tree/game/kuhn_poker#${encodeURIComponent(JSON.stringify(path))}`);
  await act(settled);
  const list = document.body.querySelector("[role=listbox]") as HTMLElement;
  const at = () => list.querySelector("[aria-selected=true]")?.textContent;
  expect([list.querySelectorAll("[role=option]").length, at()]).toEqual([3, "2chance draw(Q)"]);
  expect(document.body.querySelector(".journal .changed")?.textContent).toContain("hand_second");
  act(() => void list.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true })));
  await act(settled);
  expect([at(), document.body.querySelectorAll(".all-seats > section").length]).toEqual(["1chance draw(J)", 3]);
  expect(document.body.querySelector(".journal .changed")?.textContent).toContain("hand_first");
  expect(tree.value.here).toEqual(path);
});

it("tells what has changed by what there is, and asks for a moment by the answers up to it", () => {
  const before = { state: "A", props: { bets: 0 }, containers: { deck: [{ id: 1, kind: "card", face: "JH" }], table: [] } };
  const after = {
    state: "A",
    props: { bets: 2 },
    containers: {
      deck: [],
      table: [
        { id: 1, kind: "card", face: "JH", at: 0 },
        { id: 7, kind: "chip" },
      ],
    },
  };
  expect(changesBetween(before, after)).toEqual([
    { of: "bets", was: "0", is: "2" },
    { of: "token 1", was: "card JH, deck", is: "card JH, table 0" },
    { of: "token 7", was: null, is: "chip, table" },
  ]);
  const record = {
    answers: [
      ["a", "1"],
      ["b", "2"],
    ],
  };
  const path = [{ role: "a", move: "3" }];
  expect(placeAt(record, path, 1)).toEqual({ record: { answers: [["a", "1"]] }, answers: [], most: 0 });
  expect(placeAt(record, path, 3)).toEqual({ record, answers: path, most: 0 });
  expect(answersTo(record, path).map((each) => each.move)).toEqual(["1", "2", "3"]);
});

it("follows a table: who looks at where it stood is led on, who looks at something else is told", async () => {
  const wires: { onmessage?: (event: { data: string }) => void; onopen?: () => void }[] = [];
  vi.stubGlobal(
    "WebSocket",
    class {
      onmessage?: (event: { data: string }) => void;
      onopen?: () => void;
      constructor() {
        wires.push(this);
      }
      send(): void {}
      close(): void {}
    },
  );
  const told = async (type: string, seq: number) =>
    act(async () => {
      wires[0]?.onmessage?.({ data: JSON.stringify({ type, seq }) });
      await settled();
    });
  const begun = () => asked.filter(({ path }) => path === "/api/dev/start").length;
  await opened("/dev/tree/table/7Q4K");
  wires[0]?.onopen?.();
  await told("welcome", 4);
  expect(begun()).toBe(1);
  await told("update", 5);
  expect([begun(), document.body.textContent.includes("The table has gone on")]).toEqual([2, false]);
  await act(async () => {
    lines()[1]!.click();
    await settled();
  });
  await told("update", 6);
  expect([begun(), document.body.textContent.includes("The table has gone on")]).toEqual([2, true]);
  await act(async () => {
    named("To where it stands").click();
    await settled();
  });
  expect([begun(), document.body.textContent.includes("The table has gone on")]).toEqual([3, false]);
});
