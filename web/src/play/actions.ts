// Actions at a table besides moves (resigning, offers, a flag that falls), in words; the same texts as
// src/rondel/server/history/table_actions.py writes into a downloaded log.

import { ApiError, actions as fetchActions } from "../network/api";
import type { TableAction, TableActionEntry } from "../protocol";
import { log, type State } from "./state";
import { actions } from "./store";
import { mark } from "../text/text";
import type { GameEvent, Text } from "../board/view";

/** Fetch the actions of a round as a viewer may see them; with null, clear them. */
export async function read(
  at: { readonly table: string; readonly round: number; readonly viewer: string } | null,
): Promise<void> {
  if (at === null) {
    actions.value = [];
    return;
  }
  try {
    actions.value = (await fetchActions(at.table, at.round, at.viewer)).actions;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error; // the log is shown without them
  }
}

/** Cache key of the actions: they are fetched again when it changes. */
export function actionsKey(state: State): string {
  const { begun, offers, departed, outcome } = state.agreements ?? {};
  const last = log(state).at(-1);
  return JSON.stringify([begun, offers, departed, outcome, last?.name === "undo" ? last.number : null]);
}

/** A line of the log: an event of the game, the first one of a move with its number as in the replay, or an action. */
export interface Entry {
  readonly key: string;
  readonly number: number | null;
  readonly event: GameEvent | null;
  readonly text: Text;
}

/** Events and actions, in order. */
export function entries(events: readonly GameEvent[], actions: readonly TableActionEntry[]): readonly Entry[] {
  let last = 0;
  const told = events.flatMap((event) => {
    if (event.text === null) return [];
    const { move = 0, text, number: at } = event;
    const number = move > last ? (last = move) : null;
    return [{ event, text, key: `event ${at}`, number, at }];
  });
  const besides = actions.flatMap(({ action, told: at }) =>
    actionTexts(action).map((text) => ({
      key: `action ${action.seq} ${text.text}`,
      number: null,
      event: null,
      text,
      at: at - 0.5,
    })),
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
  "offer pause": mark("{player} proposes to pause the clocks"),
  "offer resume": mark("{player} proposes to end the pause"),
  agree: mark("{player} agrees"),
  "agree alone": mark("All who are there have agreed"),
  decline: mark("{player} declines"),
  withdraw: mark("{player} withdraws the offer"),
};
const OUTCOMES: Readonly<Record<string, string>> = {
  agreed: mark("The game is a draw by agreement"),
  ended: mark("The game ends without a result"),
};

/** An action in words, and the end of the round where the action ended it. */
export function actionTexts({ kind, role, what, outcome }: TableAction): readonly Text[] {
  const key = kind === "offer" ? `offer ${what}` : kind === "agree" && !role ? "agree alone" : kind;
  const [text, end] = [TEXTS[key], OUTCOMES[outcome?.reason ?? ""]];
  if (text === undefined) throw new TypeError(`unknown action ${JSON.stringify(key)}: reload the page`);
  return [{ text, args: { player: { role } } }, ...(end === undefined ? [] : [{ text: end }])];
}
