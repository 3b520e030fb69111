// What one will answer: conditional moves, and trying out beside a table that goes on.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Socket } from "../../src/network/connection";
import { TablePage } from "../../src/table/page";
import { ConditionalMovesPanel } from "../../src/table/panels/conditional-moves";
import { answerWords, lineOf, allowed, read, withLine, type Line } from "../../src/play/conditional-moves";
import { conditionalMoves } from "../../src/play/store";
import type { Branch, Json, Try } from "../../src/protocol";
import { BranchSocket, newTried } from "../../src/tryout/branch";
import { view } from "../../src/play/state";
import * as sitting from "../../src/play/session";
import * as tableStore from "../../src/play/store";
import { atTable, update, welcome } from "../positions";

const line = (...moves: string[]): Line => moves.map((move, index) => ({ role: index % 2 ? "black" : "white", move }));

describe("a line", () => {
  it("is what was tried, from another's answer to one's own", () => {
    const tried = line("play_disc(c3)", "play_disc(c4)", "play_disc(e3)");
    expect(lineOf(tried, "black")).toEqual(tried.slice(0, 2));
    expect([lineOf(tried, "white"), lineOf(tried.slice(0, 1), "black"), lineOf([], "black")]).toEqual([null, null, null]);
  });

  it("takes the place of those that answer otherwise to the same, and of those it goes on from", () => {
    const [one, other] = [line("a", "b"), line("c", "d")];
    expect(withLine([one, other], line("a", "x"), "black")).toEqual([other, line("a", "x")]);
    expect(withLine([one, other], line("a", "b", "e", "f"), "black")).toEqual([other, line("a", "b", "e", "f")]);
    const lines = [line("a", "b", "e", "f")];
    expect(withLine(lines, one, "black")).toBe(lines);
    expect(withLine(lines, line("a", "b", "g", "h"), "black")).toEqual([...lines, line("a", "b", "g", "h")]);
  });

  it("is told by what its answers name, or by what they do", () => {
    expect(
      [
        { role: "x", move: "move(e7,e5)" },
        { role: "x", move: "pass_turn" },
      ].map(answerWords),
    ).toEqual(["e7 e5", "Pass turn"]);
  });
});

describe("conditional moves", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    conditionalMoves.value = [];
  });

  it("is for those who play among others where all lies open and no rating is at stake", () => {
    const open = (roles: readonly string[]) => {
      const state = atTable("reversi", 0, roles);
      return { ...state, scene: { ...state.scene!, open: true } };
    };
    const ann = open(["black"]);
    expect([ann, open(["black", "white"]), open([])].map(allowed)).toEqual([true, false, false]);
    expect(allowed({ ...ann, table: { ...ann.table!, terms: { rated: true } } })).toBe(false);
    expect(allowed({ ...ann, scene: { ...ann.scene!, open: false } })).toBe(false);
  });

  it("is shown line by line, and dropped so", async () => {
    const asked: unknown[] = [];
    const saved = [{ role: "black", seq: 1, lines: [line("play_disc(c3)", "play_disc(c4)"), line("pass", "play_disc(e3)")] }];
    vi.stubGlobal("fetch", (_path: string, { method, body }: RequestInit) => {
      if (method === "POST") asked.push(JSON.parse(String(body)));
      return Promise.resolve(new Response(JSON.stringify(method === "POST" ? {} : { conditional_moves: saved })));
    });
    await read("7Q4K");
    const root = document.createElement("div");
    act(() => render(<ConditionalMovesPanel state={atTable("reversi", 1, ["black"])} />, root));
    expect([...root.querySelectorAll("li b")].map((each) => each.textContent)).toEqual(["c3", "c4", "Pass", "e3"]);
    saved[0]!.lines.push(line("a1", "a2")); // by another page
    await act(async () => (root.querySelector('[aria-label="Drop: c3, c4"]') as HTMLElement).click());
    await vi.waitFor(() =>
      expect(asked).toEqual([{ role: "black", seq: 1, lines: [line("pass", "play_disc(e3)"), line("a1", "a2")] }]),
    );
    act(() => render(<ConditionalMovesPanel state={atTable("reversi", 0, ["black"])} />, root));
    expect(root.textContent).toBe(""); // it was made at another position
  });
});

/** A table's end of a socket, which says what the test has it say. */
class Table implements Socket {
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: { readonly data: string }) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  readonly sent: Json[] = [];

  send(frame: string): void {
    this.sent.push(JSON.parse(frame) as Json);
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  close(): void {}
}

describe("trying out beside a table", () => {
  const settled = () => new Promise((done) => setTimeout(done, 5));
  const arena = (tried: Try): Promise<Branch> => {
    const { views, events } = welcome("reversi", tried.answers?.length ?? 0, ["black", "white"]);
    return Promise.resolve({ seq: tried.seq + (tried.answers?.length ?? 0), views, events, certain: true });
  };
  let table: Table;
  let so = newTried();

  beforeEach(async () => {
    so = newTried();
    table = new Table();
    sitting.join("7Q4K", [], () => table);
    table.onopen?.(undefined as never);
    table.say(welcome("reversi", 0, ["black"]));
    const root = {
      table: tableStore.state.value.table!,
      scene: welcome("reversi", 0, []).scene,
      viewer: "black",
      seq: 0,
      name: "b",
    };
    sitting.startTryout("7Q4K", () => new BranchSocket(root, arena, so));
    await settled();
  });
  afterEach(() => sitting.leave());

  it("tells the table nothing, and remembers what was tried", async () => {
    sitting.pointAt("board:d3");
    await settled();
    expect([tableStore.state.value.seq, tableStore.live.value?.seq]).toEqual([1, 0]);
    expect(so.value.answers).toEqual([{ role: "black", move: "play_disc(d3)" }]);
    expect(table.sent.filter(({ type }) => type !== "hello" && type !== "ping")).toEqual([]);
  });

  it("keeps what happens at the table meanwhile, and comes back to that", async () => {
    table.say(update("reversi", 1, ["black"]));
    expect([tableStore.state.value.seq, tableStore.live.value?.seq, tableStore.live.value?.events["black"]?.length]).toEqual([
      0, 1, 1,
    ]);
    sitting.endTryout();
    expect([tableStore.live.value, tableStore.state.value.seq, view(tableStore.state.value)?.active]).toEqual([
      null,
      1,
      ["white"],
    ]);
    table.say(welcome("reversi", 0, ["black"]));
    sitting.pointAt("board:d3");
    expect(table.sent.at(-1)).toMatchObject({ type: "play", move: "play_disc(d3)" });
  });

  it("says it where nothing can be tried, and leads back to the table", async () => {
    sitting.endTryout();
    tableStore.state.value = { ...tableStore.state.value, scene: { ...tableStore.state.value.scene!, open: true } };
    const asked = vi.fn((_path: string, _init: RequestInit) => Promise.reject(new TypeError("offline")));
    vi.stubGlobal("fetch", asked);
    const root = document.createElement("div");
    act(() => render(<TablePage id="7Q4K" invite={null} here />, root));
    const press = async (words: string) => {
      const button = () => [...root.querySelectorAll("button")].find(({ textContent }) => textContent === words);
      await vi.waitFor(() => expect(button()).toBeDefined());
      act(() => button()?.click());
      await act(async () => void (await settled()));
    };
    await act(async () => void (await import("../../src/tryout/page")));
    await press("Try out");
    await vi.waitFor(() => expect(root.textContent).toContain("cannot be reached"));
    await act(async () => void (await settled()));
    expect([
      root.querySelector("h2")?.textContent,
      asked.mock.calls.filter(([path]) => path.endsWith("/branch")).length,
    ]).toEqual(["You are trying out", 1]);
    await press("Back to the game");
    expect([root.querySelector(".ask h1")?.textContent, tableStore.live.value]).toEqual([expect.any(String), null]);
    act(() => render(null, root));
    vi.unstubAllGlobals();
  });
});
