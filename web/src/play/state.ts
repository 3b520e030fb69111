// The state of a table, and what can be derived from it. Pure: no DOM, network or clock. store.ts holds it, receive.ts changes
// it by messages, choosing.ts by the player's actions.

import type { Arg, GameEvent, Move, Place, Scene, View } from "../board/view";
import type { ClientMessage, Refused, Standing, Table } from "../protocol";
import { translate } from "../text/text";
import { moveOfText, narrowMoves, type Narrowed, type Part } from "./moves";
import type { MoveShape, Premove } from "./premove";
import { enough, multipleChoice, open } from "./multiple-choice";

export interface State {
  readonly link: "connecting" | "open" | "offline";
  readonly table: Table | null; // null until the first welcome
  readonly scene: Scene | null;
  readonly roles: readonly string[]; // of this client
  readonly lost: readonly string[]; // roles that this client had and has lost
  readonly shown: string; // whose view is drawn: one of them, or "observer"
  readonly shared: boolean; // its roles belong to several people at one screen
  readonly covered: boolean; // hidden until the person whose turn it is uncovers it
  readonly seq: number;
  readonly views: Readonly<Record<string, View>>;
  readonly events: Readonly<Record<string, readonly GameEvent[]>>; // the log by role; of a long one the latest part
  readonly answered: Readonly<Record<string, number>>; // number of events each role had seen at its last answer
  readonly watching: number; // people who look on
  readonly agreements: Standing | null; // clocks, offers, departures
  readonly undoable: readonly string[]; // roles that can undo without asking, as the server says
  readonly chosen: readonly Part[]; // the parts of a move chosen so far
  readonly premove: Premove | null; // marked during another player's turn
  readonly forms: Readonly<Record<string, MoveShape>>; // shapes of each role's last moves
  readonly asked: Move | null; // waits for a second tap
  readonly pending: Sent | null; // sent, but the resulting position has not arrived
  readonly stored: number | null; // number of that position; until it arrives, the old one must not be answered again
  readonly queue: Queue | null; // answers that are sent one by one
  readonly refusal: Refused | null; // the last refusal
  readonly closed: Refused | null; // why there is no table: unknown, or another version
}

/** Answers of one role, each to the position after the one before. */
export interface Queue {
  readonly role: string;
  readonly moves: readonly string[];
  readonly seq: number;
  readonly question: string; // key of the question that the last answer belongs to
  readonly late: boolean; // another player was faster, so the first of `moves` is sent again
}

/** A message that the server must answer. */
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
  watching: 0,
  agreements: null,
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
 * A key of what a view asks; it stays the same in another position as long as others are thinking. Without the question's
 * words, which name the other players who are asked.
 */
export function questionKey(view: View | null): string {
  return JSON.stringify(view && [view.state, view.private, view.moves.map((move) => move.text)]);
}

/** The shown view. */
export function view(state: State): View | null {
  return state.views[state.shown] ?? null;
}

/** Whether the player is asked and nothing is pending. */
export function mayAct(state: State): boolean {
  return !state.covered && state.pending === null && state.queue === null && (view(state)?.moves.length ?? 0) > 0;
}

/** The answer that waits for the connection; null for none. */
export function unsentMove(state: State): Move | null {
  const { pending, link } = state;
  return (
    (pending?.type === "play" && link === "offline" && moveOfText(state.views[pending.role]?.moves ?? [], pending.move)) || null
  );
}

/** What can be pointed at now. */
export function choices(state: State): Narrowed {
  const several = mayAct(state) ? multipleChoice(view(state)) : null;
  if (several)
    return {
      moves: view(state)?.moves ?? [],
      places: open(several, state.chosen),
      buttons: [],
      ranges: [],
      combined: new Set(),
    };
  return narrowMoves(mayAct(state) ? (view(state)?.moves ?? []) : [], state.chosen);
}

/** Marked places and limit of a question with several answers; null for other questions. */
export function selection(state: State): { readonly count: number; readonly most: number; readonly enough: boolean } | null {
  const several = mayAct(state) ? multipleChoice(view(state)) : null;
  return several && { count: state.chosen.length, most: several.most, enough: enough(several, state.chosen) };
}

/** The role whose answer Undo would take back: the last to answer of those that can undo. */
export function undoable(state: State): string | null {
  if (state.pending) return null;
  const answer = eventsThatStand(log(state)).findLast((event) => event.role !== null && state.undoable.includes(event.role));
  return answer?.role ?? state.undoable.at(-1) ?? null;
}

/** Why Undo is not possible now, with the server's code; null where it is possible, or for spectators. */
export function undoRefusal(state: State): Pick<Refused, "code" | "message"> | null {
  if (state.roles.length === 0 || undoable(state) !== null) return null;
  if (state.pending) return { code: "wait", message: translate("Your last answer is still on its way") };
  const answered = state.roles.some((role) => eventsThatStand(state.events[role] ?? []).some((event) => event.role === role));
  if (!answered) return { code: "nothing_to_undo", message: translate("There is nothing to take back yet") };
  return {
    code: "undo_barrier",
    message: translate("The others would have to agree: the game has gone on since your last answer"),
  };
}

/** The last answer of a role that stands; null for none. */
export function lastAnswer(state: State, role: string): GameEvent | null {
  return eventsThatStand(log(state)).findLast((event) => event.role === role && event.text !== null) ?? null;
}

/** The numbers of the undone events. */
export function undoneEvents(events: readonly GameEvent[]): ReadonlySet<number> {
  const gone = new Set<number>();
  for (const event of events) {
    if (event.name !== "undo") continue;
    for (let seq = Number(event.args["since"]); seq < Number(event.args["until"]); seq++) gone.add(seq);
  }
  return gone;
}

/** The events that stand: without undone ones and the undos. */
function eventsThatStand(events: readonly GameEvent[]): readonly GameEvent[] {
  const gone = undoneEvents(events);
  return events.filter((event) => event.name !== "undo" && !gone.has(event.number));
}

/** The log of the shown view. */
export function log(state: State): readonly GameEvent[] {
  return state.events[state.shown] ?? [];
}

/** The numbers of events that others caused since the shown role's last answer; empty before its first, and for spectators. */
export function unseenEvents(state: State): ReadonlySet<number> {
  const since = state.answered[state.shown] ?? 0;
  return new Set(
    since === 0 ? [] : log(state).flatMap((event) => (event.number >= since && event.role !== state.shown ? event.number : [])),
  );
}

/** The places of the last action. */
export function lastPlaces(state: State): readonly Place[] {
  const event = eventsThatStand(log(state)).findLast((each) => each.role !== null);
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
