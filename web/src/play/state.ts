// The state of a table's page and what can be read off it, as plain functions. No DOM, no network, no clock: the store (store.ts)
// holds one state, receive.ts changes it by a message, choosing.ts by what the player does.

import type { Arg, GameEvent, Move, Place, Scene, View } from "../board/view";
import type { ClientMessage, Refused, Standing, Table } from "../protocol";
import { translate } from "../text/text";
import { narrow, type Narrowed, type Part } from "./moves";
import type { Form, Premove } from "./premove";
import { enough, markable, open } from "./several";

export interface State {
  readonly link: "connecting" | "open" | "offline";
  readonly table: Table | null; // null until the first welcome
  readonly scene: Scene | null;
  readonly roles: readonly string[]; // the roles this client plays
  readonly lost: readonly string[]; // the roles it played and plays no more: the seats are open again, or others'
  readonly shown: string; // whose view is drawn: one of them, or "observer"
  readonly shared: boolean; // they are played by several people, who pass the screen round
  readonly covered: boolean; // the view is not drawn until whose it is has come
  readonly seq: number;
  readonly views: Readonly<Record<string, View>>;
  readonly events: Readonly<Record<string, readonly GameEvent[]>>; // the whole log, for each role
  readonly answered: Readonly<Record<string, number>>; // how many events each role had been told when its player answered last
  readonly pact: Standing | null; // what is settled besides the position: clocks, offers, how it ended
  readonly undoable: readonly string[]; // the roles whose last answer may be taken back unasked, as the arena says
  readonly chosen: readonly Part[]; // the parts of a move chosen so far
  readonly premove: Premove | null; // a move that is marked while others think
  readonly forms: Readonly<Record<string, Form>>; // what the moves of each role looked like when it was asked last
  readonly asked: Move | null; // a move that waits for its second tap
  readonly pending: Sent | null; // said and not yet stored and seen
  readonly stored: number | null; // the position that came of it: until that is here, the old one is no longer to be answered
  readonly queue: Queue | null; // answers that are to follow one another
  readonly refusal: Refused | null; // the last refusal, until something else happens
  readonly closed: Refused | null; // why there is no table: unknown, or another version
}

/** Answers of one role that are sent one by one, each to the position that came of the one before: one after `seq`. */
export interface Queue {
  readonly role: string;
  readonly moves: readonly string[];
  readonly seq: number;
  readonly question: string; // what the last one sent was an answer to
  readonly late: boolean; // it came too late, as somebody else was quicker: the first of `moves` is to be sent once more
}

/** What is sent and must be answered. */
export type Sent = Extract<ClientMessage, { readonly id: string }>;

export interface Step {
  readonly state: State;
  readonly send?: Sent;
}

export const start: State = {
  link: "connecting",
  table: null,
  scene: null,
  roles: [],
  lost: [],
  shown: "observer",
  shared: false,
  covered: false,
  seq: -1,
  views: {},
  events: {},
  answered: {},
  pact: null,
  undoable: [],
  chosen: [],
  premove: null,
  forms: {},
  asked: null,
  pending: null,
  stored: null,
  queue: null,
  refusal: null,
  closed: null,
};

/**
 * What is asked in a view, to be compared: the same question may be asked in another position, as long as others think. Not its
 * words: they name who else is asked.
 */
export function questionOf(view: View | null): string {
  return JSON.stringify(view && [view.state, view.private, view.moves.map((move) => move.text)]);
}

/** The view that is drawn. */
export function view(state: State): View | null {
  return state.views[state.shown] ?? null;
}

/** Whether the player is asked for something and nothing is on its way. */
export function mayAct(state: State): boolean {
  return !state.covered && state.pending === null && state.queue === null && (view(state)?.moves.length ?? 0) > 0;
}

/** The answer that is kept until the connection is back; null for none. */
export function unsent(state: State): Move | null {
  const { pending, link } = state;
  return (
    (pending?.type === "play" &&
      link === "offline" &&
      state.views[pending.role]?.moves.find(({ text }) => text === pending.move)) ||
    null
  );
}

/** What may be pointed at now. */
export function offered(state: State): Narrowed {
  const several = mayAct(state) ? markable(view(state)) : null;
  if (several) return { moves: view(state)?.moves ?? [], places: open(several, state.chosen), buttons: [] };
  return narrow(mayAct(state) ? (view(state)?.moves ?? []) : [], state.chosen);
}

/** How many are marked of how many that are asked for, and whether that is enough; null where nothing is marked. */
export function marked(state: State): { readonly count: number; readonly most: number; readonly enough: boolean } | null {
  const several = mayAct(state) ? markable(view(state)) : null;
  return several && { count: state.chosen.length, most: several.most, enough: enough(several, state.chosen) };
}

/** The role whose last answer Undo would take back: of those for which it is possible, the one that answered last. */
export function undoable(state: State): string | null {
  if (state.pending) return null;
  const answer = kept(log(state)).findLast((event) => event.role !== null && state.undoable.includes(event.role));
  return answer?.role ?? state.undoable.at(-1) ?? null;
}

/** Why Undo is not possible now, with the code the arena would refuse it with; null where it is, or for who watches. */
export function noUndo(state: State): Pick<Refused, "code" | "message"> | null {
  if (state.roles.length === 0 || undoable(state) !== null) return null;
  if (state.pending) return { code: "wait", message: translate("Your last answer is still on its way") };
  const answered = state.roles.some((role) => kept(state.events[role] ?? []).some((event) => event.role === role));
  if (!answered) return { code: "nothing_to_undo", message: translate("There is nothing to take back yet") };
  return {
    code: "undo_barrier",
    message: translate("The others would have to agree: the game has gone on since your last answer"),
  };
}

/** The numbers of the events that have been taken back. */
export function takenBack(events: readonly GameEvent[]): ReadonlySet<number> {
  const gone = new Set<number>();
  for (const event of events) {
    if (event.name !== "undo") continue;
    for (let seq = Number(event.args["since"]); seq < Number(event.args["until"]); seq++) gone.add(seq);
  }
  return gone;
}

/** What was done and stands: without what has been taken back, and without the taking back. */
function kept(events: readonly GameEvent[]): readonly GameEvent[] {
  const gone = takenBack(events);
  return events.filter((event) => event.name !== "undo" && !gone.has(event.number));
}

/** The log of the view that is drawn. */
export function log(state: State): readonly GameEvent[] {
  return state.events[state.shown] ?? [];
}

/**
 * What others did since the viewer answered last, by the numbers of the events; nothing for who has not answered yet, or only
 * watches.
 */
export function news(state: State): ReadonlySet<number> {
  const since = state.answered[state.shown] ?? 0;
  return new Set(
    since === 0 ? [] : log(state).flatMap((event) => (event.number >= since && event.role !== state.shown ? event.number : [])),
  );
}

/** Where the last action was: the places that its arguments name. */
export function lastPlaces(state: State): readonly Place[] {
  const event = kept(log(state)).findLast((each) => each.role !== null);
  const told = event?.args["places"];
  if (Array.isArray(told)) return (told as readonly Place[]).filter(Boolean);
  return event ? Object.values(event.args).flatMap((arg) => placesOf(state, arg)) : [];
}

function placesOf(state: State, arg: Arg): readonly Place[] {
  if (typeof arg !== "string") return [];
  const grids = state.scene?.containers.filter((container) => container.layout === "grid") ?? [];
  const cell = arg.includes(":") ? arg.slice(arg.indexOf(":") + 1) : arg;
  const owner = arg.includes(":") ? arg.slice(0, arg.indexOf(":")) : null;
  const spot = /^([a-z]+)([0-9]+)$/.exec(cell);
  if (!spot?.[1] || !spot[2]) return [];
  const column = [...spot[1]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);
  return grids
    .filter(
      (grid) => (owner === null || grid.name === owner) && column <= (grid.columns ?? 0) && Number(spot[2]) <= (grid.rows ?? 0),
    )
    .map((grid) => `${grid.name}:${cell}`);
}
