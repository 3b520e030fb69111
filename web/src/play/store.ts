// The store of a table's page: its signals, and nothing else. session.ts and the modules that fetch change them, components read
// them.

import { signal } from "@preact/signals";
import type { ChatLine, TableActionEntry, ConditionalMoves } from "../protocol";
import { start, type State } from "./state";

/** The table that is drawn; a branch while the player tries moves out. */
export const state = signal<State>(start);

/** The real table while the player tries moves out; else null. */
export const live = signal<State | null>(null);

/** Number of notices that one of the player's other tables has changed. */
export const otherTableNotices = signal(0);

/** Actions besides moves in the current round. */
export const actions = signal<readonly TableActionEntry[]>([]);

/** The player's conditional moves, by role. */
export const conditionalMoves = signal<readonly ConditionalMoves[]>([]);

export type Channel = ChatLine["channel"];

export interface Chat {
  readonly channels: readonly Channel[] | null; // readable now; empty without a chat; null until that is known
  readonly lines: readonly ChatLine[]; // by time
  readonly muted: ReadonlySet<number>; // for the host: numbers of gallery lines whose authors are muted
}

export const NO_CHAT: Chat = { channels: null, lines: [], muted: new Set() };

export const chat = signal<Chat>(NO_CHAT);
