// A round looked at again: its positions as they come, block by block, and the way through them; against an arena that answers
// from a fixture, see fixtures/make.py.

import { readFileSync } from "node:fs";
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addressOf, placeOf } from "../../src/replay/address";
import {
  asState,
  BLOCK,
  goTo,
  withSteps,
  moveOf,
  seqOf,
  positionOf,
  loadedRange,
  start,
  keyTarget,
  logLines,
  nextBlock,
  type Round,
} from "../../src/replay/round";
import { ReplayPage } from "../../src/replay/page";
import * as store from "../../src/replay/store";
import { endingText } from "../../src/table/result/ending";
import { ApiError } from "../../src/network/api";
import { actionTexts } from "../../src/play/actions";
import type { Branch, TableAction, Replay, Try } from "../../src/protocol";
import { BranchSocket } from "../../src/tryout/branch";
import { nameOf } from "../../src/play/naming";
import { lastPlaces, choices, view } from "../../src/play/state";
import * as sitting from "../../src/play/session";
import * as tableStore from "../../src/play/store";
import { changeSettings, forgetTable, storeTable } from "../../src/app/local-settings";
import { welcome } from "../positions";

const FIRST = 7; // the number of the answer the round began with
const DEPTH = 2; // positions of the fixture

/** What the arena gives of a round of so many positions: those of the fixture, again and again. */
function given(since: number, all: number, viewer = "black", over = true): Replay {
  const from = Math.max(since, FIRST);
  const { table, scene } = welcome("reversi", 0, ["black"]);
  const steps = Array.from({ length: Math.max(0, Math.min(BLOCK, FIRST + all - from)) }, (_, index) => {
    const seq = from + index;
    const { views } = welcome("reversi", (seq - FIRST) % DEPTH, [viewer]);
    const text = { text: "{player} plays {cell}", args: { player: { role: "black" }, cell: "d3" } };
    const event = { number: seq - FIRST, name: "play_disc", role: "black", args: text.args, text, changes: [] };
    return { seq, at: 1, role: "black", view: views[viewer]!, events: seq > FIRST ? [event] : [], action: null };
  });
  return {
    table: "7Q4K",
    game: "reversi",
    title: "Reversi",
    round: 2,
    seats: table.seats,
    scene,
    viewer,
    viewers: ["black", "observer", "white"],
    first: FIRST,
    last: FIRST + all - 1,
    besides: [],
    over,
    steps,
    next: null,
    formats: ["log"],
    open: true,
  };
}

const opened = (all: number, since = FIRST): Round => withSteps(start, given(since, all));

describe("a round", () => {
  it("begins at its beginning, and asks nobody anything", () => {
    const round = opened(3);
    expect([round.at, moveOf(round, round.at), loadedRange(round)]).toEqual([FIRST, 0, [FIRST, FIRST + 2]]);
    expect(view(asState(round))?.moves).toEqual([]);
  });

  it("is gone through within its bounds, by the keys that lead on as it is read", () => {
    const round = goTo(opened(3), FIRST + 1);
    expect(["Home", "ArrowLeft", "ArrowRight", "End", "x"].map((key) => keyTarget(round, key))).toEqual([
      FIRST,
      FIRST,
      FIRST + 2,
      FIRST + 2,
      null,
    ]);
    expect(keyTarget(round, "ArrowLeft", "rtl")).toBe(FIRST + 2);
    expect(goTo(round, 10_000).at).toBe(FIRST + 2);
    expect(goTo(round, -3).at).toBe(FIRST);
  });

  it("wants the block one goes to first, then those around it, and nothing else of a long one", () => {
    let round = goTo(opened(1000), FIRST + 520);
    expect([round.at, round.target]).toEqual([FIRST, FIRST + 520]);
    const asked: number[] = [];
    for (let since = nextBlock(round); since !== null; since = nextBlock(round)) {
      asked.push(moveOf(round, since));
      round = withSteps(round, given(since, 1000));
    }
    expect(asked).toEqual([500, 550, 450]);
    expect([round.at, round.target, loadedRange(round)]).toEqual([FIRST + 520, null, [FIRST + 450, FIRST + 599]]);
  });

  it("tells what was told around where one is, each with the position it led to", () => {
    const round = goTo(opened(4), FIRST + 2);
    expect(logLines(round).map((line) => line.seq)).toEqual([FIRST + 1, FIRST + 2, FIRST + 3]);
    expect(asState(round).events["black"]).toHaveLength(2); // what came later has not happened yet
    expect(positionOf(round, 3)).toBe(FIRST + 3);
    expect(positionOf(round, 99)).toBeNull();
  });

  it("numbers moves alone: an offer or an undo has the number of the move before it", () => {
    const round = withSteps(start, { ...given(FIRST, 8), besides: [FIRST + 2, FIRST + 3, FIRST + 6] });
    const all = Array.from({ length: 8 }, (_, index) => moveOf(round, FIRST + index));
    expect(all).toEqual([0, 1, 1, 1, 2, 3, 3, 4]);
    expect([0, 1, 2, 3, 4].map((move) => seqOf(round, move) - FIRST)).toEqual([0, 3, 4, 6, 7]);
    expect(logLines(round).map(({ move }) => move)).toEqual([1, null, null, 2, 3, null, 4]);
  });

  it("tells what was done there besides, before what came of it, as the arena's own log has it", () => {
    const arena = readFileSync("../src/rondel/server/history/table_actions.py", "utf8");
    const done = { seq: FIRST + 1, at: 1, role: "white", what: "draw", outcome: null };
    const end = { reason: "agreed" as const, ranks: {} };
    const { steps, ...rest } = given(FIRST, 3);
    const actions: (TableAction | null)[] = [
      null,
      { ...done, kind: "offer" },
      { ...done, seq: FIRST + 2, kind: "agree", role: "black", outcome: end },
    ];
    const round = withSteps(start, {
      ...rest,
      besides: [FIRST + 1, FIRST + 2],
      steps: steps.map((step, index) => ({ ...step, action: actions[index]!, events: index === 1 ? [] : step.events })),
    });
    expect(endingText(asState(round))).toBeNull();
    expect(endingText(asState(goTo(round, FIRST + 2)))).toBe("by agreement");
    expect(logLines(round).map(({ seq, text, event }) => [seq, text.text, event])).toEqual([
      [FIRST + 1, "{player} offers a draw", null],
      [FIRST + 2, "{player} agrees", null],
      [FIRST + 2, "The game is a draw by agreement", null],
      [FIRST + 2, "{player} plays {cell}", 2],
    ]);
    const kinds = ["start", "resign", "flag", "claim", "decline", "withdraw", "agree"] as const;
    const all = [
      ...kinds.map((kind) => ({ kind, what: "", role: "x" })),
      { kind: "agree" as const, what: "end", role: "" },
      ...["draw", "undo", "end"].map((what) => ({ kind: "offer" as const, what, role: "x" })),
    ];
    for (const each of all)
      for (const { text } of actionTexts({ ...done, ...each, outcome: { reason: "ended", ranks: {} } }))
        expect(arena).toContain(`_("${text}")`);
  });

  it("is seen as a table is, addressed to who plays there and to nobody else", () => {
    const own = asState(goTo(opened(3), FIRST + 1));
    expect([own.roles, nameOf(own, "white"), lastPlaces(own)]).toEqual([["black"], "Bob", ["board:d3"]]);
    const other = asState(withSteps(start, given(FIRST, 3, "white")));
    expect([other.roles, other.shown]).toEqual([[], "white"]);
  });
});

describe("a branch", () => {
  const tries: Try[] = [];
  let refused = false;
  const round = goTo(opened(3), FIRST + 1);
  const { table } = asState(round);
  const root = { table: table!, scene: round.about!.scene, viewer: "observer", seq: FIRST + 1, name: "b" };
  const arena = (tried: Try): Promise<Branch> => {
    if (refused) return Promise.reject(new ApiError(422, "illegal_move", "that is no move"));
    tries.push(tried);
    const all = welcome("reversi", tried.answers?.length ?? 0, ["black", "white"]).views;
    const seen = welcome("reversi", tried.answers?.length ?? 0, []);
    return Promise.resolve({
      seq: tried.seq + (tried.answers?.length ?? 0),
      views: { ...all, ...seen.views },
      events: seen.events,
      certain: true,
    });
  };
  const settled = () => new Promise((done) => setTimeout(done, 5));

  beforeEach(async () => {
    [tries.length, refused] = [0, false];
    sitting.join("7Q4K", [], () => new BranchSocket(root, arena));
    await settled();
  });
  afterEach(() => sitting.leave());

  const now = () => tableStore.state.value;

  it("is played at as a table, by whoever is asked, seen by one and the same", async () => {
    expect([now().seq, now().shown, [...choices(now()).places].sort()]).toEqual([
      FIRST + 1,
      "observer",
      ["board:c4", "board:d3", "board:e6", "board:f5"],
    ]);
    sitting.pointAt("board:d3");
    await settled();
    expect(tries.at(-1)).toEqual({ seq: FIRST + 1, answers: [{ role: "black", move: "play_disc(d3)" }], name: "b" });
    expect([now().seq, now().pending, now().shown, view(now())?.active]).toEqual([FIRST + 2, null, "observer", ["white"]]);
    sitting.play(view(now())!.moves[0]!);
    await settled();
    expect(tries.at(-1)?.answers?.map((each) => each.role)).toEqual(["black", "white"]);
  });

  it("takes back what was tried last, and says what is refused", async () => {
    sitting.pointAt("board:d3");
    await settled();
    sitting.undo();
    await settled();
    expect([tries.at(-1)?.answers, now().seq, now().undoable]).toEqual([[], FIRST + 1, []]);
    refused = true;
    sitting.pointAt("board:d3");
    await settled();
    expect([now().refusal?.code, now().pending, now().seq]).toEqual(["illegal_move", null, FIRST + 1]);
  });

  it("has nothing to tell of other tables, and refuses nobody who would know of them", async () => {
    sitting.follow(true);
    await settled();
    expect(now().refusal).toBeNull();
  });
});

it("has an address for each position, and for each entry of a table's log", () => {
  const at = (address: string) => placeOf(new URL(address, "http://arena.test"));
  const place = { table: "7Q/4K", round: 2, viewer: "black", move: 17, event: null };
  expect(addressOf(place)).toBe("/replay/7Q%2F4K?round=2&viewer=black#move=17");
  expect(at(addressOf(place))).toEqual(place);
  expect(at(addressOf({ table: "7Q4K", event: 3 }))).toEqual({ table: "7Q4K", round: null, viewer: "", move: null, event: 3 });
  expect(at("/replay/7Q4K?round=-1#move=two")).toEqual({ table: "7Q4K", round: null, viewer: "", move: null, event: null });
  expect(at("/table/7Q4K")).toBeNull();
});

describe("the page's store", () => {
  const asked: string[] = [];
  let all = 120;
  let over = true;

  beforeEach(() => {
    vi.useFakeTimers();
    changeSettings({ motion: false });
    [asked.length, all, over] = [0, 120, true];
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(path);
      const { pathname, searchParams } = new URL(path, "http://arena.test");
      if (pathname.endsWith("/rounds"))
        return Promise.resolve(Response.json({ rounds: [{ round: 2 }, { round: 1 }], next: null }));
      const viewer = searchParams.get("viewer") || "black";
      if (viewer === "red")
        return Promise.resolve(
          Response.json({ code: "not_seated", message: "you may not look at this round as 'red'" }, { status: 403 }),
        );
      return Promise.resolve(Response.json(given(Number(searchParams.get("since")), all, viewer, over)));
    });
  });
  afterEach(() => {
    store.leave();
    changeSettings({ motion: true });
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  const open = (address: string) => store.open(placeOf(new URL(address, "http://arena.test"))!);
  const at = () => moveOf(store.round.value, store.round.value.at);

  it("opens the last round that has ended, at the move the address names", async () => {
    await open("/replay/7Q4K#move=70");
    expect([at(), store.ended.value]).toEqual([70, [2, 1]]);
    expect(asked[1]).toContain("/rounds/2?");
    await open("/replay/7Q4K?round=1#event=110"); // a block further, which is looked for
    expect([at(), asked.at(-2)]).toEqual([110, expect.stringContaining("/rounds/1?")]);
  });

  it("fetches what is sought also when nothing was to be fetched before", async () => {
    all = 400;
    await open("/replay/7Q4K");
    await store.step(1);
    await store.step(-1);
    await store.to(FIRST + 399);
    expect(at()).toBe(399);
  });

  it("looks through one's own eyes where the address has those of somebody else", async () => {
    await open("/replay/7Q4K?viewer=red");
    expect([store.fault.value, store.round.value.about?.viewer]).toEqual([null, "black"]);
  });

  it("looks through other eyes from the same place, and shows what it has until those are there", async () => {
    await open("/replay/7Q4K#move=3");
    const looked = store.viewAs("white");
    expect(view(asState(store.round.value))?.role).toBe("black");
    await looked;
    expect([at(), store.round.value.about?.viewer, view(asState(store.round.value))?.role]).toEqual([3, "white", "white"]);
  });

  it("plays on to the end by itself, and stops for who touches it", async () => {
    all = 4;
    await open("/replay/7Q4K");
    store.play();
    await vi.advanceTimersByTimeAsync(1700);
    expect([at(), store.playing.value]).toEqual([2, true]);
    store.pause();
    await vi.advanceTimersByTimeAsync(5000);
    expect(at()).toBe(2);
    store.play();
    await vi.advanceTimersByTimeAsync(5000);
    expect([at(), store.playing.value]).toEqual([3, false]);
  });

  it("finds what has happened since in a round that goes on", async () => {
    [all, over] = [2, false];
    await open("/replay/7Q4K#move=1");
    all = 3;
    await store.step(1);
    expect(at()).toBe(2);
  });

  it("stays at the end of a round that goes on, and where one is in the middle of it", async () => {
    [all, over] = [2, false];
    await open("/replay/7Q4K#move=1");
    all = 3;
    await store.advanceTo(FIRST + 2);
    expect(at()).toBe(2);
    await store.to(FIRST);
    [all, over] = [120, true];
    await Promise.all([store.advanceTo(FIRST + 3), store.advanceTo(FIRST + 119)]);
    expect([at(), store.round.value.about?.last, store.round.value.about?.over]).toEqual([0, FIRST + 119, true]);
    const fetched = asked.length;
    await store.advanceTo(FIRST + 200); // of the next round
    expect(asked.length).toBe(fetched);
  });

  it("does not go on under what is tried out from it", async () => {
    [all, over] = [2, false];
    const wires: { closed: boolean }[] = [];
    vi.stubGlobal(
      "WebSocket",
      class {
        closed = false;
        constructor() {
          wires.push(this);
        }
        send(): void {}
        close(): void {
          this.closed = true;
        }
      },
    );
    const root = document.createElement("div");
    const place = placeOf(new URL("/replay/7Q4K", "http://arena"))!;
    const follows = async (words?: string) => {
      const button = () =>
        [...root.querySelectorAll("button")].find((each) =>
          [each.textContent, each.getAttribute("aria-label")].includes(words ?? ""),
        );
      await vi.waitFor(() => expect(button()).toBeDefined());
      act(() => button()?.click());
      return wires.map(({ closed }) => !closed);
    };
    act(() => render(h(ReplayPage, { place }), root));
    expect(await follows("Turn the board")).toEqual([true]);
    expect(root.querySelector(".ask .sub")?.textContent).toMatch(/19(69|70)/); // and says when the position came about
    expect(await follows("Try out from here")).toEqual([false]);
    expect(await follows("Back to the game")).toEqual([false, true]);
    act(() => render(null, root));
  });

  it("comes with the tokens of the seats held here, and without those that are no longer good", async () => {
    const sent: (string | null)[] = [];
    storeTable("7Q4K", { tokens: { black: "key" } });
    vi.stubGlobal("fetch", (path: string, { headers }: RequestInit) => {
      sent.push(new Headers(headers).get("rondel-seat"));
      if (path.includes("/rounds?") || path.endsWith("/rounds"))
        return Promise.resolve(Response.json({ rounds: [{ round: 1 }], next: null }));
      if (sent.at(-1) !== null) return Promise.resolve(Response.json({ code: "unknown_seat", message: "no" }, { status: 403 }));
      return Promise.resolve(Response.json(given(0, 3)));
    });
    await open("/replay/7Q4K");
    forgetTable("7Q4K");
    expect([sent.slice(0, 3), store.fault.value]).toEqual([["key", "key", null], null]);
  });

  it("says what went wrong, and stays where it was", async () => {
    await open("/replay/7Q4K");
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    await store.loadMore(1);
    expect(store.fault.value).toBeInstanceOf(Error);
    expect(at()).toBe(0);
  });
});
