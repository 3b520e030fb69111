// All that the page knows, and every change to it, as plain functions from one state to the next. No DOM, no network,
// no clock: the store (store.ts) holds one of these and the components draw it.

import { extend, narrow, point, type Narrowed, type Part } from "./moves";
import type { Form, Premove } from "./premove";
import type {
  ClientMessage,
  Refused,
  Resumed,
  Seat,
  ServerMessage,
  Since,
  Standing,
  Table,
  Update,
  Welcome,
} from "../protocol";
import { answers, enough, markable, open, toggled } from "./several";
import { amid, capital, say, translate } from "../text/text";
import {
  asEvents,
  asScene,
  asView,
  type Arg,
  type GameEvent,
  type Move,
  type Place,
  type Scene,
  type View,
} from "../board/view";

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

// Saying hello again would not help.
const FINAL = new Set(["unknown_table", "unknown_seat", "version"]);
const STALE: Refused = {
  type: "refused",
  id: null,
  code: "stale",
  message: "the answer was given to another question",
  seq: null,
};

/** The state after a message of the server. */
export function receive(state: State, message: ServerMessage): State {
  switch (message.type) {
    case "welcome":
      return welcomed(state, message);
    case "resumed":
      return resumed(state, message);
    case "update":
      return updated(state, message);
    case "accepted":
      return message.id === state.pending?.id ? seen({ ...hasAnswered(state), stored: message.seq, refusal: null }) : state;
    case "refused":
      return refused(state, message);
    case "seats":
      return seated(state, message.seats);
    case "pong":
    case "chat": // chat.ts has it
    case "lobby": // lobby/feed.ts and store.ts have it
      return state;
    default:
      throw new TypeError(`unknown message ${JSON.stringify((message as { type: unknown }).type)}: reload the page`);
  }
}

function welcomed(state: State, message: Welcome): State {
  const views = mapped(message.views, asView);
  const fresh = {
    table: message.table,
    scene: asScene(message.scene),
    roles: message.roles,
    lost: lostBy(state, message.roles),
    seq: message.seq,
    views,
    events: mapped(message.events, asEvents),
    answered: message.answered,
    pact: message.standing,
    undoable: message.undoable,
    closed: null,
  };
  return turned(seen({ ...state, ...fresh, chosen: [], premove: null, asked: null }));
}

/** Back at the table, and told what has happened meanwhile. */
function resumed(state: State, message: Resumed): State {
  const { table, roles, seq, undoable, answered, standing: pact } = message;
  const events = mapped(message.events, asEvents);
  const whole = Object.fromEntries(
    Object.entries(events).map(([role, fresh]) => [role, joined(state.events[role] ?? [], fresh)]),
  );
  const views = mapped(message.views, asView);
  return inHand(
    state,
    turned(
      seen({
        ...state,
        table,
        roles,
        lost: lostBy(state, roles),
        seq,
        views,
        events: whole,
        pact,
        undoable,
        answered,
        closed: null,
      }),
    ),
  );
}

/** The seats one has no more; where seats rotate, one has another instead, and none is lost. */
function lostBy({ roles: old, lost }: State, roles: readonly string[]): readonly string[] {
  if (roles.length < old.length) return old.filter((role) => !roles.includes(role));
  return roles.length > old.length ? [] : lost;
}

/** What a connection that comes back says of where this page is. */
export function since(state: State): Since | null {
  return state.table && { seq: state.seq, events: mapped(state.events, (events) => (events.at(-1)?.seq ?? -1) + 1) };
}

function updated(state: State, message: Update): State {
  if (message.seq < state.seq) return state; // overtaken by a welcome
  const events = { ...state.events };
  for (const [role, fresh] of Object.entries(mapped(message.events, asEvents))) {
    events[role] = joined(events[role] ?? [], fresh);
  }
  const answered = { ...state.answered, ...answeredElsewhere(state, events) };
  const fresh = {
    ...state,
    seq: message.seq,
    views: mapped(message.views, asView),
    events,
    answered,
    pact: message.standing,
    undoable: message.undoable,
  };
  return inHand(state, turned(seen({ ...fresh, refusal: null })));
}

/** What others do meanwhile takes nothing out of a player's hand who is asked the same as before. */
function inHand(state: State, next: State): State {
  return next.shown === state.shown && questionOf(view(next)) === questionOf(view(state))
    ? next
    : { ...next, chosen: [], asked: null };
}

/** What is asked in a view, to be compared: the same question may be asked in another position, as long as others think.
 * Not its words: they name who else is asked. */
function questionOf(view: View | null): string {
  return JSON.stringify(view && [view.state, view.private, view.moves.map((move) => move.text)]);
}

/** Nothing is on its way any more once the position that came of it is here. */
function seen(state: State): State {
  if (state.stored === null || state.seq < state.stored) return state;
  return { ...state, pending: null, stored: null, queue: state.queue?.moves.length ? state.queue : null };
}

/** What a role has answered by another page of its player's is no news either. */
function answeredElsewhere(state: State, events: State["events"]): State["answered"] {
  const own = Object.entries(events).flatMap(([role, told]) => {
    const last = told.slice(state.events[role]?.length ?? 0).findLast((event) => event.role === role);
    return last && state.roles.includes(role) ? [[role, last.seq] as const] : [];
  });
  return Object.fromEntries(own);
}

/** From here on all is news to who has just answered. */
function hasAnswered(state: State): State {
  if (state.pending?.type !== "play") return state;
  const { role } = state.pending;
  return { ...state, answered: { ...state.answered, [role]: state.events[role]?.length ?? 0 } };
}

function refused(state: State, message: Refused): State {
  const sentAway = message.code === "not_seated" && message.id === null; // by the terms nobody looks on
  if (FINAL.has(message.code) || sentAway || !state.table) return { ...state, closed: message, pending: null, stored: null };
  const mine = message.id === state.pending?.id;
  const pending = mine ? null : state.pending;
  // Both have asked for the next game at once, and it has begun: that is what was asked for.
  if (mine && state.pending?.type === "again" && message.code === "not_over" && !view(state)?.over)
    return { ...state, pending, stored: null };
  if (mine && state.queue && message.code === "stale" && state.pending?.type === "play") {
    const moves = [state.pending.move, ...state.queue.moves];
    return { ...state, pending, stored: null, queue: { ...state.queue, moves, late: true } };
  }
  return { ...state, queue: null, pending, stored: mine ? null : state.stored, refusal: message, chosen: [], asked: null };
}

function seated(state: State, seats: readonly Seat[]): State {
  return state.table ? { ...state, table: { ...state.table, seats } } : state;
}

/** Show the view of a role that is asked, of those this client plays; else the one shown so far. */
function turned(state: State): State {
  const isAsked = (role: string) => state.views[role]?.active.includes(role) ?? false;
  const kept = state.roles.includes(state.shown) ? state.shown : state.roles[0];
  if (state.shared && isAsked(state.shown)) return state; // nobody is sent away in the middle of it
  const shown = state.roles.find(isAsked) ?? kept ?? "observer";
  return { ...state, shown, covered: (state.covered || shown !== state.shown) && isSecret(state) };
}

/** Whether people who share this screen must not see what is shown to each other. */
function isSecret(state: State): boolean {
  return state.shared && state.roles.length > 1 && !state.scene?.open;
}

/** Who was asked to come is there. */
export function uncovered(state: State): State {
  return { ...state, covered: false };
}

/** The connection was made or lost. */
export function linked(state: State, link: State["link"]): State {
  return link === state.link ? state : { ...state, link };
}

// -- what the player does: each gives the next state and, maybe, a message to send ------------------------------------

export interface Step {
  readonly state: State;
  readonly send?: Sent;
}

/** Point at a place. With `confirm`, a whole move waits to be pointed at once more. */
export function pointed(state: State, place: Place, id: string, confirm = false): Step {
  if (!mayAct(state)) return { state };
  const several = markable(view(state));
  if (several) return { state: { ...state, chosen: toggled(several, state.chosen, place), refusal: null } };
  if (state.asked?.places.at(-1) === place) return play(state, state.asked, id);
  const choice = point(view(state)?.moves ?? [], state.chosen, place);
  if (choice === null) return { state: { ...state, asked: null } };
  if ("chosen" in choice) return { state: { ...state, chosen: choice.chosen, asked: null, refusal: null } };
  return confirm ? { state: { ...state, asked: choice.move } } : play(state, choice.move, id);
}

/**
 * Take up what lies at a place, to lay it down elsewhere: the first part of a move is chosen then, so that what is left glows.
 * A move that has no other part is made when it is laid down. Null where nothing may be taken up.
 */
export function grabbed(state: State, place: Place): State | null {
  if (!mayAct(state) || markable(view(state))) return null;
  if (state.chosen.at(-1) === place) return state;
  const choice = point(view(state)?.moves ?? [], state.chosen, place);
  if (choice === null || ("chosen" in choice && choice.chosen.length === 0)) return null;
  return { ...state, asked: null, refusal: null, chosen: "chosen" in choice ? choice.chosen : [] };
}

/** Lay down what was taken up: on a place, or away from where it lay. What may not be done lets go of it. */
export function dropped(state: State, from: Place, onto: Place | null, away: boolean, id: string): Step {
  if (state.chosen.at(-1) !== from) return away ? pointed(state, from, id) : { state };
  if (onto !== null && onto !== from && offered(state).places.has(onto)) return pointed(state, onto, id);
  return { state: onto === from ? state : cancelled(state) };
}

/** Choose a part that is nowhere on the table, by its button. */
export function picked(state: State, part: Part, id: string): Step {
  if (!mayAct(state)) return { state };
  const choice = extend(view(state)?.moves ?? [], [...state.chosen, part]);
  if ("move" in choice) return play(state, choice.move, id);
  return { state: { ...state, chosen: choice.chosen } };
}

/** Answer with all that is marked. */
export function confirmed(state: State, id: string): Step {
  const several = markable(view(state));
  if (!several || !mayAct(state) || !enough(several, state.chosen)) return { state };
  return next(queued(state, answers(several, state.chosen)), id);
}

function queued(state: State, moves: readonly string[]): State {
  return { ...state, queue: { role: state.shown, moves, seq: state.seq - 1, question: "", late: false } };
}

/** Send the next of the answers that follow one another, once the position is there that it is given to. */
export function next(state: State, id: string): Step {
  const [move, ...moves] = state.queue?.moves ?? [];
  if (!state.queue || state.pending || state.seq <= state.queue.seq) return { state };
  const { role, late } = state.queue;
  if (move === undefined) return { state: { ...state, queue: null } };
  const question = questionOf(state.views[role] ?? null);
  const asked = state.views[role]?.moves.some((each) => each.text === move);
  // No longer asked: taken back by others, or the game went on.
  if (late && (!asked || question !== state.queue.question)) return { state: { ...state, queue: null, refusal: STALE } };
  if (!asked) return { state: { ...state, queue: null } };
  const queue = { role, moves, seq: state.seq, question, late: false };
  return send({ ...state, queue }, { type: "play", id, role, move, seq: state.seq });
}

/** Let go of what is chosen. */
export function cancelled(state: State): State {
  if (state.chosen.length === 0 && !state.premove && !state.asked && !state.refusal) return state;
  return { ...state, chosen: [], premove: null, asked: null, refusal: null };
}

/** Answer with a move. */
export function play(state: State, move: Move, id: string): Step {
  return mayAct(state) ? next(queued(state, [move.text]), id) : { state };
}

/** Take back the last answer of the role that gave one last, of those this client plays; or say why that cannot be. */
export function undo(state: State, id: string): Step {
  const role = undoable(state);
  if (role !== null) return send(state, { type: "undo", id, role, seq: state.seq });
  const reason = noUndo(state);
  return { state: reason ? { ...state, refusal: { type: "refused", id: null, ...reason, seq: null } } : state };
}

/** Ask for the next game. */
export function again(state: State, id: string): Step {
  return view(state)?.over && !state.pending ? send(state, { type: "again", id }) : { state };
}

/** Say something besides answering, once nothing is on its way. */
export function sayTo(state: State, message: Sent): Step {
  return state.pending ? { state } : send(state, message);
}

function send(state: State, message: Sent): Step {
  return { state: { ...state, pending: message, stored: null, chosen: [], asked: null, refusal: null }, send: message };
}

// -- what can be read off -----------------------------------------------------------------------------------------------

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
  return events.filter((event) => event.name !== "undo" && !gone.has(event.seq));
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
    since === 0 ? [] : log(state).flatMap((event) => (event.seq >= since && event.role !== state.shown ? event.seq : [])),
  );
}

/** Where the last action was: the places that its arguments name. */
export function lastPlaces(state: State): readonly Place[] {
  const event = kept(log(state)).findLast((each) => each.role !== null);
  const told = event?.args["places"];
  if (Array.isArray(told)) return (told as readonly Place[]).filter(Boolean);
  return event ? Object.values(event.args).flatMap((arg) => placesOf(state, arg)) : [];
}

/** The role that a text calls "you"; nobody where this client plays several, of which "you" would name none. */
export function addressed(state: State): string {
  return state.roles.length === 1 ? (state.roles[0] ?? "") : "";
}

/** A role's name at this table: the player's, or the role's own where that would be ambiguous. */
export function nameOf(state: State, role: string): string {
  const seats = state.table?.seats ?? [];
  const seat = seats.find((each) => each.role === role);
  if (seat?.name && seats.filter((each) => sitterName(each) === sitterName(seat)).length === 1) return sitterName(seat);
  return labelOf(state, role);
}

/** What somebody who sits down is called; "" for an open seat. A bot's label comes from the arena, to be translated; a program that
 *  plays from elsewhere is said to be one, wherever its name stands. */
export function sitterName(seat: Seat): string {
  if (seat.badge === "bot") return say("{name} (bot)", { name: seat.name });
  if (seat.kind !== "bot") return seat.name;
  return seat.number > 0 ? say("{bot} {number}", { bot: translate(seat.name), number: seat.number }) : translate(seat.name);
}

/** A role's own name, as a sentence begins. */
export function labelOf(state: State, role: string): string {
  return capital(translate(state.scene?.roles.find((each) => each.name === role)?.label ?? role));
}

/** The result in words. */
export function verdict(state: State): string {
  const winners = view(state)?.winners ?? [];
  const [first, ...others] = winners;
  if (first === undefined) return translate("Nobody wins");
  if (others.length > 0)
    return winners.length === (state.scene?.roles.length ?? 0)
      ? translate("A draw")
      : say("{names} share the win", { names: listed(winners.map((role) => nameOf(state, role))) });
  if (addressed(state) === first) return translate("You win");
  const name = nameOf(state, first);
  const label = labelOf(state, first);
  return name === label ? say("{name} wins", { name }) : say("{name} wins as {role}", { name, role: amid(label) });
}

/** Whose turn it is, or how it ended, in a few words: for the tab's title. */
export function standing(state: State): string | null {
  const now = view(state);
  if (!now) return null;
  if (now.over) return verdict(state);
  if (state.pact?.begun === false) return null;
  if (now.active.length === 0) return null;
  if (now.active.includes(addressed(state))) return translate("Your turn");
  return say("{names} to move", { names: listed(now.active.map((role) => nameOf(state, role))) });
}

/** Names in a row: "Ada, Bob and Cleo". */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : say("{some} and {last}", { some: names.slice(0, -1).join(", "), last });
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

function joined(old: readonly GameEvent[], fresh: readonly GameEvent[]): readonly GameEvent[] {
  const last = old.at(-1)?.seq ?? -1;
  return [...old, ...fresh.filter((event) => event.seq > last)];
}

function mapped<Old, New>(record: Readonly<Record<string, Old>>, change: (value: Old) => New): Record<string, New> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
