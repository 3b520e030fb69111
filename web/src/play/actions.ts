// Actions: what people do at a table besides answering, and what time does, in words. As
// src/rondel/server/history/table_actions.py has them for a log that is taken home. And those of the round that goes on, as a
// signal.

import { signal } from "@preact/signals";
import { ApiError, deeds } from "../network/api";
import type { Deed, DoneDeed } from "../protocol";
import { log, type State } from "./state";
import { mark } from "../text/text";
import type { GameEvent, Text } from "../board/view";

/** What was done at the table that is looked at, in its round. */
export const done = signal<readonly DoneDeed[]>([]);

/** Ask what was done in a table's round, for somebody who looks on; without one, forget it. */
export async function read(
  at: { readonly table: string; readonly round: number; readonly viewer: string } | null,
): Promise<void> {
  if (at === null) {
    done.value = [];
    return;
  }
  try {
    done.value = (await deeds(at.table, at.round, at.viewer)).deeds;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error; // the log is told without them
  }
}

/** What there is to know of it is another when this is: a table tells of deeds by how it stands then. */
export function standingOf(state: State): string {
  const { begun, offers, departed, outcome } = state.pact ?? {};
  const last = log(state).at(-1);
  return JSON.stringify([begun, offers, departed, outcome, last?.name === "undo" ? last.number : null]);
}

/** A line of a log: an event of the game, by its place among those that are told, or what was done besides. */
export interface Entry {
  readonly key: string;
  readonly number: number | null;
  readonly event: GameEvent | null;
  readonly text: Text;
}

/** All that happened, in order. */
export function entries(events: readonly GameEvent[], deeds: readonly DoneDeed[]): readonly Entry[] {
  const told = events
    .flatMap((event) => (event.text === null ? [] : [{ event, text: event.text }]))
    .map((each, index) => ({ ...each, key: `event ${each.event.number}`, number: index + 1, at: each.event.number }));
  const besides = deeds.flatMap(({ deed, told: at }) =>
    actionTexts(deed).map((text) => ({ key: `deed ${deed.seq} ${text.text}`, number: null, event: null, text, at: at - 0.5 })),
  );
  return besides.length === 0 ? told : [...told, ...besides].sort((one, other) => one.at - other.at);
}

const TEXTS: Readonly<Record<string, string>> = {
  start: mark("The game begins"),
  resign: mark("{player} resigns"),
  flag: mark("The time of {player} is up"),
  claim: mark("{player} claims the win"),
  "offer draw": mark("{player} offers a draw"),
  "offer undo": mark("{player} asks to take back the last answer"),
  "offer end": mark("{player} proposes to end the game without a result"),
  agree: mark("{player} agrees"),
  "agree alone": mark("All who are there have agreed"),
  decline: mark("{player} declines"),
  withdraw: mark("{player} withdraws the offer"),
};
const OUTCOMES: Readonly<Record<string, string>> = {
  agreed: mark("The game is a draw by agreement"),
  ended: mark("The game ends without a result"),
};

/** What was done, and how the round has ended by it where that does not say so. */
export function actionTexts({ kind, role, what, outcome }: Deed): readonly Text[] {
  const key = kind === "offer" ? `offer ${what}` : kind === "agree" && !role ? "agree alone" : kind;
  const [text, end] = [TEXTS[key], OUTCOMES[outcome?.reason ?? ""]];
  if (text === undefined) throw new TypeError(`unknown deed ${JSON.stringify(key)}: reload the page`);
  return [{ text, args: { player: { role } } }, ...(end === undefined ? [] : [{ text: end }])];
}
