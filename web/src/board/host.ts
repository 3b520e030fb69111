// What the page lends to the board: words in the reader's language, and the settings of how it moves. The page gives them before
// anything is drawn (app/board-host.ts), so the board imports nothing of the page.

import type { Text } from "./view";

/** What a role is called at this table. */
export type Names = (role: string) => string;

export interface BoardSettings {
  readonly motion: boolean;
  readonly speed: number; // 1 is usual, 2 twice as fast
  readonly sorted: boolean; // the cards in hand
}

export interface Host {
  readonly translate: (msgid: string) => string;
  readonly say: (msgid: string, words?: Readonly<Record<string, string | number>>) => string;
  readonly sentence: (name: string) => string; // a name from the rules as a person reads it
  readonly plain: (text: Text | string, names: Names, viewer?: string) => string;
  readonly settings: { readonly value: BoardSettings }; // a signal
  readonly change: (some: Partial<BoardSettings>) => void;
}

export let translate: Host["translate"];
export let say: Host["say"];
export let sentence: Host["sentence"];
export let plain: Host["plain"];
export let settings: Host["settings"];
export let change: Host["change"];

/** Take what the page lends. */
export function install(host: Host): void {
  ({ translate, say, sentence, plain, settings, change } = host);
}

/** A text, marked for translation where it is written and not yet said. */
export const mark = (msgid: string) => msgid;
