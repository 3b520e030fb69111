import { describe, expect, test } from "vitest";
import { changed, hasRoom, others, own } from "../src/hall";
import type { Listed, Lobby, Mine, Seat, Table } from "../src/protocol";

const seat = (kind: Seat["kind"]) => ({ role: "x", kind, name: "", present: false, bot: "", number: 0, badge: "" }) as Seat;
const listed = (id: string, created_at: number, ...seats: Seat[]) => ({ id, title: id, created_at, seats }) as unknown as Listed;
const told = (tables: Listed[], gone: string[] = []): Lobby => ({ type: "lobby", tables, gone, mine: false });
const ids = (tables: readonly { readonly id: string }[]) => tables.map(({ id }) => id);

describe("the listed tables", () => {
  test("new ones come first, changed ones stay where they are, and those that are gone go", () => {
    const before = [listed("b", 2), listed("a", 1)];
    const now = changed(before, told([listed("c", 3), listed("a", 1, seat("open"))], ["b"]));
    expect(ids(now)).toEqual(["c", "a"]);
    expect(now[1]?.seats).toHaveLength(1);
    expect(ids(changed(now, told([], ["never", "c"])))).toEqual(["a"]);
  });

  test("leave out one's own", () => {
    const mine = own([{ table: listed("a", 1), roles: ["x"], turn: true } as Mine], []);
    expect(ids(others([listed("b", 2), listed("a", 1)], mine))).toEqual(["b"]);
  });

  test("have room where a seat is open", () => {
    expect(hasRoom(listed("a", 1, seat("person"), seat("open")))).toBe(true);
    expect(hasRoom(listed("a", 1, seat("person"), seat("bot")))).toBe(false);
  });
});

test("one's own tables are as the arena lists them, and then those only this browser knows", () => {
  const mines = [
    { table: listed("waits", 1), roles: ["x"], turn: true },
    { table: listed("goes on", 2), roles: ["x"], turn: false },
  ] as Mine[];
  const held = [{ id: "over" }, { id: "waits" }] as Table[];
  expect(own(mines, held).map(({ id, turn }) => [id, turn])).toEqual([
    ["waits", true],
    ["goes on", false],
    ["over", false],
  ]);
});
