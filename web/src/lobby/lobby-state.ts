// The tables that the lobby shows. Pure functions.

import type { Listed, Lobby, Mine, Seat, Table } from "../protocol";

/** One of the player's own tables. */
export interface OwnTable {
  readonly id: string;
  readonly title: string;
  readonly seats: readonly Seat[];
  readonly roles: readonly string[]; // the player's own
  readonly turn: boolean; // it is the player's turn
}

/** A filter of listed tables; an empty value or false stands for any. */
export interface TableFilter {
  readonly game: string;
  readonly pace: "" | "live" | "days" | "none";
  readonly rated: boolean;
  readonly open: boolean; // true: with an open seat; false: full, and open to spectators
}

/** The filter as a query of the server. */
export function query({ game, pace, rated, open }: TableFilter, after = ""): string {
  return new URLSearchParams({
    ...(game && { game }),
    ...(pace && { pace }),
    ...(rated && { rated: "true" }),
    open: String(open),
    ...(!open && { watchable: "true" }),
    ...(after && { after }),
  }).toString();
}

// seconds per answer from which a game counts as played over days, as in src/rondel/server/storage/table_repository.py
const DAYS = 21_600;

/** Whether a table matches a filter. */
export function matches(table: Listed, { game, pace, rated, open }: TableFilter): boolean {
  const { clock, rated: counts = false, watchable = true } = table.terms;
  const goes = !clock ? "none" : clock.kind === "per_move" && clock.seconds >= DAYS ? "days" : "live";
  return (
    (!game || table.game === game) &&
    (!pace || goes === pace) &&
    (!rated || counts) &&
    (open ? hasRoom(table) : !hasRoom(table) && watchable)
  );
}

/** The listed tables after a change, the newest first. */
export function afterChange(
  tables: readonly Listed[],
  { tables: fresh, gone }: Lobby,
  wanted: (table: Listed) => boolean,
): readonly Listed[] {
  const out = new Set([...gone, ...fresh.map((table) => table.id)]);
  return [...tables.filter((table) => !out.has(table.id)), ...fresh.filter(wanted)].sort(
    (one, other) => other.created_at - one.created_at,
  );
}

/** The player's own tables: unfinished ones as the server orders them, then others that this browser has a seat at and that go on. */
export function ownTables(mines: readonly Mine[], held: readonly Table[]): readonly OwnTable[] {
  const known = new Set(mines.map(({ table }) => table.id));
  return [
    ...mines.map(({ table, roles, turn }) => ({ id: table.id, title: table.title, seats: table.seats, roles, turn })),
    ...held
      .filter((table) => !known.has(table.id) && !table.over)
      .map(({ id, title, seats }) => ({ id, title, seats, roles: [], turn: false })),
  ];
}

/** The listed tables that are not the player's own. */
export function others(tables: readonly Listed[], mine: readonly OwnTable[]): readonly Listed[] {
  const known = new Set(mine.map((table) => table.id));
  return tables.filter((table) => !known.has(table.id));
}

/** Whether a table has an open seat. */
export const hasRoom = (table: { readonly seats: readonly Seat[] }) => table.seats.some((seat) => seat.kind === "open");
