// The search for an opponent, on whichever page its player is: it is kept for the tab, and goes on at a table with a bot.

import { signal } from "@preact/signals";
import { SEARCH } from "../../app/local-settings";
import { searching } from "../../app/store";
import { ApiError, cancelSeek, seek, seeking } from "../../network/api";
import type { Seek, Seeking, Terms } from "../../protocol";

/** What is searched for. */
export interface Wanted extends Required<Pick<Seek, "game" | "pace" | "seats">> {
  readonly title: string;
  readonly name: string;
  readonly reliability?: number; // percent that opponents finish
  readonly since: number; // ms since 1970
}

export interface Search {
  readonly wanted: Wanted;
  readonly terms: Terms | null; // of the table to be found; null until the server has answered
  readonly others: number; // who search for the same
  readonly bot: boolean; // a bot is worth offering
  readonly table: string; // that was found; "" while there is none
  readonly wrong: string | null;
}

const AGAIN = 3000; // ms after a failed request

/** The search of this tab; null for none. */
export const search = signal<Search | null>(null);

let number = 0; // of the search: answers to earlier ones are ignored

/** Go on with the search of the page before; called once a page. */
export function resumeSearch(): void {
  const wanted = stored();
  if (wanted && !search.value) void run(wanted, false);
}

/** Begin a search; it replaces the one before. */
export function startSearch(wanted: Wanted): void {
  void run(wanted, true);
}

/** End the search. If an opponent was found meanwhile, the table is kept. */
export async function endSearch(): Promise<void> {
  forgetSearch();
  const last = await cancelSeek().catch(() => null);
  if (last?.state === "found") location.assign(`/table/${encodeURIComponent(last.table)}`);
}

/** Forget the search, here only. */
export function forgetSearch(): void {
  number++;
  forget();
  search.value = null;
  searching.value = false;
}

async function run(wanted: Wanted, fresh: boolean): Promise<void> {
  const own = ++number;
  store(wanted);
  searching.value = true;
  search.value = { wanted, terms: null, others: 0, bot: false, table: "", wrong: null };
  const { game, pace, seats, name, reliability = 0 } = wanted;
  const begin = () => seek({ game, pace, seats, reliability, ...(name && { name }) });
  let ask = fresh ? begin : seeking;
  while (own === number) {
    try {
      const now = await ask();
      if (own !== number) return;
      if (now.state !== "none" && now.game !== game) return forgetSearch(); // another tab has begun another search
      ask = now.state === "none" ? begin : seeking; // it ended as nobody asked, for example while the page was asleep
      heed(wanted, now);
      if (now.state === "found") return;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (own !== number) return;
      const lasting = error.status >= 400 && error.status < 500 && error.status !== 429;
      if (search.value) search.value = { ...search.value, wrong: error.message };
      if (lasting) return forget();
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}

function heed(wanted: Wanted, { state, terms, others = 0, bot = false, table = "" }: Seeking): void {
  if (state === "found") forget();
  search.value = { wanted, terms: terms ?? null, others, bot, table: state === "found" ? table : "", wrong: null };
}

function stored(): Wanted | null {
  try {
    return JSON.parse(sessionStorage.getItem(SEARCH) ?? "null") as Wanted | null;
  } catch {
    return null; // storage is blocked, or damaged
  }
}

function store(wanted: Wanted): void {
  try {
    sessionStorage.setItem(SEARCH, JSON.stringify(wanted));
  } catch {
    // the search ends with the page
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(SEARCH);
  } catch {
    // nothing was stored
  }
}
