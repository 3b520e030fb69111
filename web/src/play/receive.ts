// The state after a message of the server. Pure functions, except for `Inbox`, which holds one message back.

import type { GameEvent } from "../board/view";
import type { Refused, Resumed, Seat, ServerMessage, Since, Update, Welcome } from "../protocol";
import { type State, log, questionKey, view } from "./state";

// Codes after which a new hello would fail too.
const FINAL = new Set(["unknown_table", "unknown_seat", "version"]);

/**
 * Orders the messages of one connection: an accepted answer waits for the position it leads to, which follows at once, so that
 * both are drawn together.
 */
export class Inbox {
  private accepted: ServerMessage | null = null;

  /** The state after a message; null as long as the message waits. */
  take(state: State, message: ServerMessage): State | null {
    const { accepted } = this;
    this.accepted = message.type === "accepted" && message.seq > state.seq ? message : null;
    return this.accepted ? null : receive(accepted ? receive(state, accepted) : state, message);
  }
}

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
      return message.id === state.pending?.id
        ? clearStored({ ...withAnswer(state), stored: message.seq, refusal: null })
        : state;
    case "refused":
      return refused(state, message);
    case "seats":
      return { ...withSeats(state, message.seats), watching: message.watching };
    case "pong":
    case "chat": // chat.ts has it
    case "lobby": // lobby/feed.ts and store.ts have it
      return state;
    default:
      throw new TypeError(`unknown message ${JSON.stringify((message as { type: unknown }).type)}: reload the page`);
  }
}

function welcomed(state: State, message: Welcome): State {
  const views = message.views;
  const fresh = {
    table: message.table,
    scene: message.scene,
    roles: message.roles,
    lost: lostSeats(state, message.roles),
    seq: message.seq,
    views,
    events: message.events,
    answered: message.answered,
    agreements: message.standing,
    undoable: message.undoable,
    closed: null,
  };
  return showAskedRole(clearStored({ ...state, ...fresh, chosen: [], premove: null, asked: null }));
}

/** Reconnected: adds what has happened meanwhile. */
function resumed(state: State, message: Resumed): State {
  const { table, roles, seq, undoable, answered, standing: agreements } = message;
  const events = message.events;
  const whole = Object.fromEntries(
    Object.entries(events).map(([role, fresh]) => [role, appended(state.events[role] ?? [], fresh)]),
  );
  const views = message.views;
  return keepSelection(
    state,
    showAskedRole(
      clearStored({
        ...state,
        table,
        roles,
        lost: lostSeats(state, roles),
        seq,
        views,
        events: whole,
        agreements,
        undoable,
        answered,
        closed: null,
      }),
    ),
  );
}

/** The seats that the client has lost. Where seats rotate, it has others instead. */
function lostSeats({ roles: old, lost }: State, roles: readonly string[]): readonly string[] {
  if (roles.length < old.length) return old.filter((role) => !roles.includes(role));
  return roles.length > old.length ? [] : lost;
}

/** The position that the client has, for a new hello. */
export function since(state: State): Since | null {
  return state.table && { seq: state.seq, events: mapped(state.events, following) };
}

function updated(state: State, message: Update): State {
  if (message.seq < state.seq) return state; // a welcome was faster
  const events = { ...state.events };
  for (const [role, fresh] of Object.entries(message.events)) {
    events[role] = appended(events[role] ?? [], fresh);
  }
  const answered = { ...state.answered, ...answeredElsewhere(state, events) };
  const fresh = {
    ...state,
    seq: message.seq,
    views: message.views,
    events,
    answered,
    agreements: message.standing,
    undoable: message.undoable,
  };
  return keepSelection(state, showAskedRole(clearStored({ ...fresh, refusal: null })));
}

/** Keep what the player has chosen so far if the question is the same as before. */
function keepSelection(state: State, next: State): State {
  return next.shown === state.shown && questionKey(view(next)) === questionKey(view(state))
    ? next
    : { ...next, chosen: [], asked: null };
}

/** Clear the pending message once the position it led to has arrived. */
function clearStored(state: State): State {
  if (state.stored === null || state.seq < state.stored) return state;
  return { ...state, pending: null, stored: null, queue: state.queue?.moves.length ? state.queue : null };
}

/** Answers that the same player gave on another page are not news either. */
function answeredElsewhere(state: State, events: State["events"]): State["answered"] {
  const own = Object.entries(events).flatMap(([role, told]) => {
    const heard = following(state.events[role] ?? []);
    const last = told.findLast((event) => event.role === role && event.number >= heard);
    return last && state.roles.includes(role) ? [[role, last.number] as const] : [];
  });
  return Object.fromEntries(own);
}

/** Everything from here on is news to the player who has just answered. */
function withAnswer(state: State): State {
  if (state.pending?.type !== "play") return state;
  const { role } = state.pending;
  return { ...state, answered: { ...state.answered, [role]: following(state.events[role] ?? []) } };
}

function refused(state: State, message: Refused): State {
  const sentAway = message.code === "not_seated" && message.id === null; // the terms exclude spectators
  if (FINAL.has(message.code) || sentAway || !state.table) return { ...state, closed: message, pending: null, stored: null };
  const mine = message.id === state.pending?.id;
  const pending = mine ? null : state.pending;
  // Two players asked for the next game at the same time, and it has started.
  if (mine && state.pending?.type === "again" && message.code === "not_over" && !view(state)?.over)
    return { ...state, pending, stored: null };
  if (mine && state.queue && message.code === "stale" && state.pending?.type === "play") {
    const moves = [state.pending.move, ...state.queue.moves];
    return { ...state, pending, stored: null, queue: { ...state.queue, moves, late: true } };
  }
  return { ...state, queue: null, pending, stored: mine ? null : state.stored, refusal: message, chosen: [], asked: null };
}

/** The events that the shown log has in addition. */
export function newEvents(before: State, after: State): readonly GameEvent[] {
  return log(after).slice(log(before).length);
}

function withSeats(state: State, seats: readonly Seat[]): State {
  return state.table ? { ...state, table: { ...state.table, seats } } : state;
}

/** Show a role of this client that is asked; else keep the shown one. */
function showAskedRole(state: State): State {
  const isAsked = (role: string) => state.views[role]?.active.includes(role) ?? false;
  const kept = state.roles.includes(state.shown) ? state.shown : state.roles[0];
  if (state.shared && isAsked(state.shown)) return state; // a player who shares the screen keeps it while they are asked
  const shown = state.roles.find(isAsked) ?? kept ?? "observer";
  return { ...state, shown, covered: (state.covered || shown !== state.shown) && isSecret(state) };
}

/** Whether people at the same screen must not see each other's views. */
function isSecret(state: State): boolean {
  return state.shared && state.roles.length > 1 && !state.scene?.open;
}

/** The player whose turn it is has uncovered the table. */
export function uncovered(state: State): State {
  return { ...state, covered: false };
}

/** The connection was opened or lost. */
export function linked(state: State, link: State["link"]): State {
  return link === state.link ? state : { ...state, link };
}

function appended(old: readonly GameEvent[], fresh: readonly GameEvent[]): readonly GameEvent[] {
  const last = old.at(-1)?.number ?? -1;
  return [...old, ...fresh.filter((event) => event.number > last)];
}

/** The number of the event that comes after these. */
function following(events: readonly GameEvent[]): number {
  return (events.at(-1)?.number ?? -1) + 1;
}

function mapped<Old, New>(record: Readonly<Record<string, Old>>, change: (value: Old) => New): Record<string, New> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
