// What this browser stores: tokens of seats, the player's name, settings. Seat tokens are stored here only; no address contains
// one.

import { signal } from "@preact/signals";
import { isLocal, keptAs } from "./address";

export interface StoredTable {
  readonly tokens: Readonly<Record<string, string>>; // role → token
  readonly invite?: string; // code of the invitation, if this browser knows it
  readonly since?: number; // ms since 1970
  readonly over?: boolean; // its last round is over
  readonly learn?: string | null; // summary of the game while the tutorial is on; null when it was turned off
  readonly shared?: boolean; // its seats belong to several people at this screen
  readonly puzzle?: string; // the address that it began with, where that names moves, options or bots
  readonly title?: string; // of its game, where this browser is the arena
}

const unsaved = new Map<string, string>(); // values that could not be stored; kept until the page is closed

/** The browser's storage; null where it is blocked, for example in a frame of another site. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

export type Confirm = "small" | "always" | "never";

export interface Settings {
  readonly theme: "system" | "light" | "dark";
  readonly motion: boolean;
  readonly speed: number; // of animations; 1 is normal, 2 twice as fast
  readonly sound: boolean;
  readonly volume: number; // of the sounds, from 0 to 1
  readonly haptics: boolean; // a phone vibrates at the start of one's turn
  readonly board: "natural" | "blue" | "green" | "grey"; // colours of boards and table tops
  readonly pieces: "shaded" | "flat" | "outlined";
  readonly zen: boolean; // nothing but the board, the question and the clocks
  readonly confirmLive: Confirm; // a second tap before a move, on touch screens; at tables with a clock for one sitting
  readonly confirmSlow: Confirm; // at all other tables
  readonly language: string; // a language tag; "" for the browser's
  readonly words: boolean; // the table in words is shown too
  readonly typing: boolean; // moves can be typed
  readonly sorted: boolean; // cards in hand are sorted
  readonly premoves: boolean; // premoves can be marked
  readonly notices: boolean; // the browser tells of a turn while another tab is in front, if it may
  readonly keep: boolean; // the page is kept on this device, to start without a network
}

export const DEFAULTS: Settings = {
  theme: "system",
  motion: true,
  speed: 1,
  sound: true,
  volume: 0.6,
  haptics: true,
  board: "natural",
  pieces: "shaded",
  zen: false,
  confirmLive: "small",
  confirmSlow: "always",
  language: "",
  words: false,
  typing: false,
  sorted: false,
  premoves: true,
  notices: true,
  keep: true,
};

/** The settings; stored by `change`. */
export const settings = signal<Settings>({ ...DEFAULTS, ...storedSettings() });

/** What is stored. One setting of confirmation counted at all tables once: it counts for both paces until they are set. */
export function storedSettings(): Partial<Settings> {
  const { confirm, ...stored } = read<Partial<Settings> & { readonly confirm?: Confirm }>("rondel.settings", {});
  return confirm ? { confirmLive: confirm, confirmSlow: confirm, ...stored } : stored;
}

/** Change some settings and store them. */
export function changeSettings(some: Partial<Settings>): void {
  settings.value = { ...settings.value, ...some };
  write("rondel.settings", settings.value);
}

/** What the keys of tables begin with: those of an arena and those of this browser do not know each other. */
const tablePrefix = (local = isLocal()) => (local ? `${keptAs("rondel.local")}.` : "rondel.table.");

/** What is stored about a table, of this browser or of an arena; null without a seat or an invitation. */
export function storedTable(table: string, local = isLocal()): StoredTable | null {
  return read<StoredTable | null>(`${tablePrefix(local)}${table}`, null);
}

/** Store more about a table. */
export function storeTable(table: string, more: Partial<StoredTable>): StoredTable {
  const old = storedTable(table);
  const now = { since: Date.now(), ...old, ...more, tokens: { ...old?.tokens, ...more.tokens } };
  write(`${tablePrefix()}${table}`, now);
  return now;
}

/** Keep the tokens of these roles only; a table without any is removed. */
export function keepSeats(table: string, roles: readonly string[]): void {
  const now = storedTable(table);
  const left = Object.entries(now?.tokens ?? {}).filter(([role]) => roles.includes(role));
  if (!now || left.length === Object.keys(now.tokens).length) return;
  if (left.length === 0) forgetTable(table);
  else write(`${tablePrefix()}${table}`, { ...now, tokens: Object.fromEntries(left) });
}

const IGNORED = "rondel.hushed";
const TABLES = 100; // tables for which ignored people are stored; older ones are dropped

/** The people that the player ignores at a table. */
export function ignoredAt(table: string): readonly string[] {
  return read<Readonly<Record<string, readonly string[]>>>(IGNORED, {})[table] ?? [];
}

/** Ignore somebody at a table, or no longer; returns everybody who is ignored there. */
export function ignoreAt(table: string, who: string, hushed: boolean): readonly string[] {
  const { [table]: old = [], ...others } = read<Readonly<Record<string, readonly string[]>>>(IGNORED, {});
  const now = [...old.filter((each) => each !== who), ...(hushed ? [who] : [])];
  write(
    IGNORED,
    Object.fromEntries([...Object.entries(others), ...(now.length > 0 ? [[table, now] as const] : [])].slice(-TABLES)),
  );
  return now;
}

/** Remove a table that no longer exists. */
export function forgetTable(table: string): void {
  const key = `${tablePrefix()}${table}`;
  storage()?.removeItem(key);
  unsaved.delete(key);
}

/** Remove every table, after logging out. */
export function forgetTables(): void {
  storedTables().forEach(forgetTable);
}

/** The stored tables, of this browser or of an arena, the newest first. */
export function storedTables(local = isLocal()): readonly string[] {
  const prefix = tablePrefix(local);
  const keys = new Set([...Object.keys(storage() ?? {}), ...unsaved.keys()]);
  const held = [...keys].flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  const age = new Map(held.map((id) => [id, -(storedTable(id, local)?.since ?? 0)]));
  return held.sort((one, other) => (age.get(one) ?? 0) - (age.get(other) ?? 0));
}

/** The player's own notes on a round. */
export function notesOn(table: string, round: number): string {
  return read(`rondel.notes.${table}.${round}`, "");
}

export function storeNotes(table: string, round: number, notes: string): void {
  write(`rondel.notes.${table}.${round}`, notes);
}

/** The lessons of the tutorial that were given already. */
export function learnedLessons(): readonly string[] {
  return read<readonly string[]>("rondel.lessons", []);
}

export function rememberLesson(name: string): void {
  write("rondel.lessons", [...new Set([...learnedLessons(), name])]);
}

/** The bot that was played last at a game; "" for none. */
export function storedBot(game: string): string {
  return read<Readonly<Record<string, string>>>("rondel.bots", {})[game] ?? "";
}

export function rememberBot(game: string, bot: string): void {
  write("rondel.bots", { ...read<Readonly<Record<string, string>>>("rondel.bots", {}), [game]: bot });
}

/** The key of the browser's storage for the notices of moderators that were put aside. */
export const NOTICES = "rondel.notices";

/** The key of the tab's storage for a search for an opponent. */
export const SEARCH = "rondel.search";

/** Whether the page before has left a search for an opponent. */
export function searchedBefore(): boolean {
  try {
    return sessionStorage.getItem(SEARCH) !== null;
  } catch {
    return false; // storage is blocked
  }
}

/** The name the player used last. */
export function playerName(): string {
  return read("rondel.name", "");
}

export function rememberName(name: string): void {
  write("rondel.name", name);
}

function read<Value>(key: string, otherwise: Value): Value {
  const said = unsaved.get(key) ?? storage()?.getItem(key) ?? null;
  if (said === null) return otherwise;
  try {
    return JSON.parse(said) as Value;
  } catch {
    return otherwise; // damaged, or another program's: as if it were missing
  }
}

function write(key: string, value: unknown): void {
  const said = JSON.stringify(value);
  unsaved.set(key, said);
  try {
    const available = storage();
    if (!available) return;
    available.setItem(key, said);
    unsaved.delete(key);
  } catch {
    // Storage is full. What it holds is older than what is known now.
  }
}
