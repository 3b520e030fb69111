// What this browser remembers: the seats it holds, the player's name, the settings. Seat tokens live here and nowhere
// else; no address ever holds one.

import { signal } from "@preact/signals";

export interface Holding {
  readonly tokens: Readonly<Record<string, string>>; // role → token
  readonly invite?: string; // the code for others to sit down with, when this browser knows it
  readonly since?: number; // when it was taken
  readonly learn?: string | null; // what the game is about, for who learns as they play; null when they want no more help
  readonly shared?: boolean; // its seats are those of several people, who pass the screen round
}

const meanwhile = new Map<string, string>(); // what would be kept and cannot be, for as long as the page is open

/** What the browser keeps; null where it keeps nothing, as some do for a page in a frame of somebody else's. */
function kept(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

export interface Settings {
  readonly theme: "system" | "light" | "dark";
  readonly motion: boolean;
  readonly speed: number; // of what moves; 1 is usual, 2 twice as fast
  readonly sound: boolean; // when it is one's turn
  readonly confirm: "small" | "always" | "never"; // on touch: ask once more before a move
  readonly language: string; // a tag; "" for the browser's
  readonly words: boolean; // the table is written out as well
  readonly typing: boolean; // moves may be typed
  readonly sorted: boolean; // the cards in hand
  readonly premoves: boolean; // a move may be marked while others think
}

const DEFAULTS: Settings = {
  theme: "system",
  motion: true,
  speed: 1,
  sound: false,
  confirm: "always",
  language: "",
  words: false,
  typing: false,
  sorted: false,
  premoves: true,
};

/** The settings, kept. */
export const settings = signal<Settings>({ ...DEFAULTS, ...read<Partial<Settings>>("rondel.settings", {}) });

/** Change some settings and keep them. */
export function change(some: Partial<Settings>): void {
  settings.value = { ...settings.value, ...some };
  write("rondel.settings", settings.value);
}

/** The seats this browser holds at a table; null when it has none and knows no invitation. */
export function holding(table: string): Holding | null {
  return read<Holding | null>(`rondel.table.${table}`, null);
}

/** Remember more about a table. */
export function hold(table: string, more: Partial<Holding>): Holding {
  const old = holding(table);
  const now = { since: Date.now(), ...old, ...more, tokens: { ...old?.tokens, ...more.tokens } };
  write(`rondel.table.${table}`, now);
  return now;
}

/** Of the seats at a table, those of these roles are still one's own; a table at which none is left is forgotten. */
export function keepSeats(table: string, roles: readonly string[]): void {
  const now = holding(table);
  const left = Object.entries(now?.tokens ?? {}).filter(([role]) => roles.includes(role));
  if (!now || left.length === Object.keys(now.tokens).length) return;
  if (left.length === 0) forget(table);
  else write(`rondel.table.${table}`, { ...now, tokens: Object.fromEntries(left) });
}

const HUSHED = "rondel.hushed";
const TABLES = 100; // of so many it is kept, the latest

/** Whom the player does not want to hear at a table. */
export function unheardAt(table: string): readonly string[] {
  return read<Readonly<Record<string, readonly string[]>>>(HUSHED, {})[table] ?? [];
}

/** Hear no more from somebody there, or hear them again; gives back whom one does not hear now. */
export function hushAt(table: string, who: string, hushed: boolean): readonly string[] {
  const { [table]: old = [], ...others } = read<Readonly<Record<string, readonly string[]>>>(HUSHED, {});
  const now = [...old.filter((each) => each !== who), ...(hushed ? [who] : [])];
  write(
    HUSHED,
    Object.fromEntries([...Object.entries(others), ...(now.length > 0 ? [[table, now] as const] : [])].slice(-TABLES)),
  );
  return now;
}

/** Forget a table, because it is gone. */
export function forget(table: string): void {
  const key = `rondel.table.${table}`;
  kept()?.removeItem(key);
  meanwhile.delete(key);
}

/** Forget every table: who has logged out leaves nobody in their seats. */
export function forgetAll(): void {
  heldTables().forEach(forget);
}

/** The tables this browser has a seat at, the newest first. */
export function heldTables(): readonly string[] {
  const prefix = "rondel.table.";
  const keys = new Set([...Object.keys(kept() ?? {}), ...meanwhile.keys()]);
  const held = [...keys].flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  const age = new Map(held.map((id) => [id, -(holding(id)?.since ?? 0)]));
  return held.sort((one, other) => (age.get(one) ?? 0) - (age.get(other) ?? 0));
}

/** The lessons about a table that have been given already. */
export function given(): readonly string[] {
  return read<readonly string[]>("rondel.lessons", []);
}

export function rememberLesson(name: string): void {
  write("rondel.lessons", [...new Set([...given(), name])]);
}

/** The name the player used last. */
export function playerName(): string {
  return read("rondel.name", "");
}

export function rememberName(name: string): void {
  write("rondel.name", name);
}

function read<Value>(key: string, otherwise: Value): Value {
  const said = meanwhile.get(key) ?? kept()?.getItem(key) ?? null;
  if (said === null) return otherwise;
  try {
    return JSON.parse(said) as Value;
  } catch {
    return otherwise; // somebody else's or half written: as if it were not there
  }
}

function write(key: string, value: unknown): void {
  const said = JSON.stringify(value);
  meanwhile.set(key, said);
  try {
    const storage = kept();
    if (!storage) return;
    storage.setItem(key, said);
    meanwhile.delete(key);
  } catch {
    // It is full: what has been kept there is older than what is known now.
  }
}
