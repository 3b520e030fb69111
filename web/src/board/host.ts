// The interface to the page: texts and settings that the board needs. The page sets them before anything is drawn (app/board-
// host.ts), so the board imports nothing of the page.

import type { Text } from "./view";

/** The name of a role at this table. */
export type Names = (role: string) => string;

export interface BoardSettings {
  readonly motion: boolean;
  readonly speed: number; // of animations; 1 is normal, 2 twice as fast
  readonly sorted: boolean; // cards in hand are sorted
}

export interface Host {
  readonly translate: (msgid: string) => string;
  readonly say: (msgid: string, words?: Readonly<Record<string, string | number>>) => string;
  readonly readable: (name: string) => string; // an identifier of the rules as text
  readonly plain: (text: Text | string, names: Names, viewer?: string) => string;
  readonly settings: { readonly value: BoardSettings }; // a signal
  readonly change: (some: Partial<BoardSettings>) => void;
  /** The content of a file of a game's own look; null where the browser loads it from its address. */
  readonly look: ((address: string) => Promise<string>) | null;
}

export let translate: Host["translate"];
export let say: Host["say"];
export let readable: Host["readable"];
export let plain: Host["plain"];
export let settings: Host["settings"];
export let change: Host["change"];
export let look: Host["look"];

/** Set the interface. */
export function install(host: Host): void {
  ({ translate, say, readable, plain, settings, change, look } = host);
}

/** Marks a text for translation where it is written, if it is translated later. */
export const mark = (msgid: string) => msgid;
