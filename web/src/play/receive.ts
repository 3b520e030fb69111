// The state after a message of the server. Plain functions, as state.ts.

import type { GameEvent } from "../board/view";
import type { Refused, Resumed, Seat, ServerMessage, Since, Update, Welcome } from "../protocol";
import { type State, log, questionOf, view } from "./state";

// Saying hello again would not help.
const FINAL = new Set(["unknown_table", "unknown_seat", "version"]);

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
  const views = message.views;
  const fresh = {
    table: message.table,
    scene: message.scene,
    roles: message.roles,
    lost: lostBy(state, message.roles),
    seq: message.seq,
    views,
    events: message.events,
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
  const events = message.events;
  const whole = Object.fromEntries(
    Object.entries(events).map(([role, fresh]) => [role, joined(state.events[role] ?? [], fresh)]),
  );
  const views = message.views;
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
  return state.table && { seq: state.seq, events: mapped(state.events, (events) => (events.at(-1)?.number ?? -1) + 1) };
}

function updated(state: State, message: Update): State {
  if (message.seq < state.seq) return state; // overtaken by a welcome
  const events = { ...state.events };
  for (const [role, fresh] of Object.entries(message.events)) {
    events[role] = joined(events[role] ?? [], fresh);
  }
  const answered = { ...state.answered, ...answeredElsewhere(state, events) };
  const fresh = {
    ...state,
    seq: message.seq,
    views: message.views,
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

/** Nothing is on its way any more once the position that came of it is here. */
function seen(state: State): State {
  if (state.stored === null || state.seq < state.stored) return state;
  return { ...state, pending: null, stored: null, queue: state.queue?.moves.length ? state.queue : null };
}

/** What a role has answered by another page of its player's is no news either. */
function answeredElsewhere(state: State, events: State["events"]): State["answered"] {
  const own = Object.entries(events).flatMap(([role, told]) => {
    const last = told.slice(state.events[role]?.length ?? 0).findLast((event) => event.role === role);
    return last && state.roles.includes(role) ? [[role, last.number] as const] : [];
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

/** What the log of the view that is drawn has more than before. */
export function told(before: State, after: State): readonly GameEvent[] {
  return log(after).slice(log(before).length);
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

function joined(old: readonly GameEvent[], fresh: readonly GameEvent[]): readonly GameEvent[] {
  const last = old.at(-1)?.number ?? -1;
  return [...old, ...fresh.filter((event) => event.number > last)];
}

function mapped<Old, New>(record: Readonly<Record<string, Old>>, change: (value: Old) => New): Record<string, New> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
