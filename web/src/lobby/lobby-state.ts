// The hall: the tables the lobby shows, as a pure function of what the arena has told. Knows neither the network nor the page.

import type { Listed, Lobby, Mine, Seat, Table } from "../protocol";

/** A table of one's own, as it is listed. */
export interface Own {
  readonly id: string;
  readonly title: string;
  readonly seats: readonly Seat[];
  readonly turn: boolean; // it waits for whoever looks at this
}

/** What somebody looks for among the listed tables; empty, null or false where it is all the same to them. */
export interface Wish {
  readonly game: string;
  readonly pace: "" | "live" | "days" | "none";
  readonly rated: boolean;
  readonly open: boolean; // a seat is free, or none is and others may look on
}

/** The same as the arena is asked for it. */
export function query({ game, pace, rated, open }: Wish, after = ""): string {
  return new URLSearchParams({
    ...(game && { game }),
    ...(pace && { pace }),
    ...(rated && { rated: "true" }),
    open: String(open),
    ...(!open && { watchable: "true" }),
    ...(after && { after }),
  }).toString();
}

// seconds for an answer from which on a game goes over days, as src/rondel/server/storage/table_repository.py has it
const DAYS = 21_600;

/** Whether a table is looked for. */
export function fits(table: Listed, { game, pace, rated, open }: Wish): boolean {
  const { clock, rated: counts = false, watchable = true } = table.terms;
  const goes = !clock ? "none" : clock.kind === "per_move" && clock.seconds >= DAYS ? "days" : "live";
  return (
    (!game || table.game === game) &&
    (!pace || goes === pace) &&
    (!rated || counts) &&
    (open ? hasRoom(table) : !hasRoom(table) && watchable)
  );
}

/** The listed tables after a change, the newest first: of all that is told, those that are looked for. */
export function changed(
  tables: readonly Listed[],
  { tables: fresh, gone }: Lobby,
  wanted: (table: Listed) => boolean,
): readonly Listed[] {
  const out = new Set([...gone, ...fresh.map((table) => table.id)]);
  return [...tables.filter((table) => !out.has(table.id)), ...fresh.filter(wanted)].sort(
    (one, other) => other.created_at - one.created_at,
  );
}

/**
 * One's own tables: those that are not over, as the arena lists them, what waits first; then others where this browser has a
 * seat.
 */
export function own(mines: readonly Mine[], held: readonly Table[]): readonly Own[] {
  const known = new Set(mines.map(({ table }) => table.id));
  return [
    ...mines.map(({ table, turn }) => ({ id: table.id, title: table.title, seats: table.seats, turn })),
    ...held.filter((table) => !known.has(table.id)).map(({ id, title, seats }) => ({ id, title, seats, turn: false })),
  ];
}

/** The listed tables that are others'. */
export function others(tables: readonly Listed[], mine: readonly Own[]): readonly Listed[] {
  const known = new Set(mine.map((table) => table.id));
  return tables.filter((table) => !known.has(table.id));
}

/** Whether there is a seat for who comes. */
export const hasRoom = (table: { readonly seats: readonly Seat[] }) => table.seats.some((seat) => seat.kind === "open");
