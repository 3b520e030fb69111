import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { afterChange, matches, hasRoom, others, ownTables, query, type TableFilter } from "../../src/lobby/lobby-state";
import type { Listed, Lobby, Mine, Seat, Table, Terms } from "../../src/protocol";

const seat = (kind: Seat["kind"]) => ({ role: "x", kind, name: "", present: false, bot: "", number: 0, badge: "" }) as Seat;
const listed = (id: string, created_at: number, ...seats: Seat[]) =>
  ({ id, title: id, created_at, seats }) as unknown as Listed;
const told = (tables: Listed[], gone: string[] = []): Lobby => ({ type: "lobby", tables, gone, mine: false });
const ids = (tables: readonly { readonly id: string }[]) => tables.map(({ id }) => id);

describe("the listed tables", () => {
  test("new ones come first, changed ones stay where they are, and those that are gone go", () => {
    const before = [listed("b", 2), listed("a", 1)];
    const now = afterChange(before, told([listed("c", 3), listed("a", 1, seat("open"))], ["b"]), () => true);
    expect(ids(now)).toEqual(["c", "a"]);
    expect(now[1]?.seats).toHaveLength(1);
    expect(ids(afterChange(now, told([], ["never", "c"]), () => true))).toEqual(["a"]);
  });

  test("leave out one's own", () => {
    const mine = ownTables([{ table: listed("a", 1), roles: ["x"], turn: true } as Mine], []);
    expect(ids(others([listed("b", 2), listed("a", 1)], mine))).toEqual(["b"]);
  });

  test("have room where a seat is open", () => {
    expect(hasRoom(listed("a", 1, seat("person"), seat("open")))).toBe(true);
    expect(hasRoom(listed("a", 1, seat("person"), seat("bot")))).toBe(false);
  });
});

describe("what is looked for", () => {
  const any: TableFilter = { game: "", pace: "", rated: false, open: true };
  const table = (game: string, terms: Terms, ...kinds: Seat["kind"][]) =>
    ({ ...listed(game, 1, ...kinds.map(seat)), game, terms }) as Listed;
  const chess = table("chess", { clock: { kind: "fischer", initial: 60 }, rated: true }, "person", "open");
  const slow = table("go", { clock: { kind: "per_move", seconds: 86_400 } }, "person", "person");
  const brisk = table("hex", { clock: { kind: "per_move", seconds: 60 } }, "open");

  test("is found, and nothing else", () => {
    const found = (some: Partial<TableFilter>) =>
      [chess, slow, brisk].filter((each) => matches(each, { ...any, ...some })).map(({ game }) => game);
    expect(found({})).toEqual(["chess", "hex"]);
    expect(found({ open: false })).toEqual(["go"]);
    expect(found({ open: false, pace: "days" })).toEqual(["go"]);
    expect(found({ pace: "live" })).toEqual(["chess", "hex"]);
    expect(found({ pace: "none" })).toEqual([]);
    expect(found({ rated: true })).toEqual(["chess"]);
    expect(found({ game: "hex" })).toEqual(["hex"]);
    expect(matches(table("go", { watchable: false }, "person"), { ...any, open: false })).toBe(false); // nobody may look on
  });

  test("is asked of the arena, and told of only where it is wanted", () => {
    expect(query(any)).toBe("open=true");
    expect(query({ game: "chess", pace: "live", rated: true, open: false }, "next page")).toBe(
      "game=chess&pace=live&rated=true&open=false&watchable=true&after=next+page",
    );
    const before = [{ ...chess, id: "full now" }];
    expect(ids(afterChange(before, told([{ ...slow, id: "full now" }, brisk]), (each) => matches(each, any)))).toEqual(["hex"]);
  });

  test("goes over days from as long an answer on as the arena says", () => {
    expect(readFileSync("../src/rondel/server/table/entries.py", "utf8")).toContain("DAYS: Final = 6 * 3_600");
    const wish: TableFilter = { ...any, pace: "days" };
    expect(
      [21_599, 21_600].map((seconds) => matches(table("go", { clock: { kind: "per_move", seconds } }, "open"), wish)),
    ).toEqual([false, true]);
  });
});

test("one's own tables are as the arena lists them, and then those only this browser knows", () => {
  const mines = [
    { table: listed("waits", 1), roles: ["x"], turn: true },
    { table: listed("goes on", 2), roles: ["x"], turn: false },
  ] as Mine[];
  const held = [{ id: "over" }, { id: "waits" }] as Table[];
  expect(ownTables(mines, held).map(({ id, turn }) => [id, turn])).toEqual([
    ["waits", true],
    ["goes on", false],
    ["over", false],
  ]);
});
