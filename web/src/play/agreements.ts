// What people settle between them besides answering, as it may be read and done: clocks, resigning, offers, claims. Pure, as
// state.ts.

import type { Clock, OpenOffer, Seat, Terms } from "../protocol";
import { sayTo } from "./choosing";
import { nameOf } from "./naming";
import { noUndo, view, type State, type Step } from "./state";
import { counted, mark, say, translate } from "../text/text";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** So much time, as a clock shows it: "4:59", "1:02:03", from two days on "2 days". */
export function clockFace(left: number): string {
  if (left >= 2 * DAY) return counted("{number} day", "{number} days", Math.floor(left / DAY));
  const seconds = Math.ceil(left / SECOND); // 0:00 is shown when the flag falls, and not before
  const two = (number: number) => String(number).padStart(2, "0");
  const [minutes, hours] = [Math.floor(seconds / 60) % 60, Math.floor(seconds / 3600)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** What is said of one's own clock when so many seconds are left of it. */
export const WARNINGS: readonly { readonly seconds: number; readonly words: string }[] = [
  { seconds: 60, words: mark("One minute left on your clock") },
  { seconds: 10, words: mark("Ten seconds left on your clock") },
];

const FALLEN: Clock = { left: 0, runs: false };

/** A role's clock; one that has run out stays to be seen. Null for none. */
export function clockOf({ pact }: State, role: string): Clock | null {
  return pact?.clocks[role] ?? (pact?.departed[role] === "time" ? FALLEN : null);
}

/** The clock that is agreed on, in a few words; null for none. */
export function clockWords({ clock }: Terms): string | null {
  if (!clock) return null;
  if (clock.kind === "per_move") return say("{time} for each answer", { time: span(clock.seconds * SECOND) });
  const time = span(clock.initial * SECOND);
  return clock.increment
    ? say("{time} + {more} per turn", { time, more: span(clock.increment * SECOND) })
    : say("{time} each", { time });
}

/** So much time in words: "10 min". */
export function span(time: number): string {
  if (time % DAY === 0) return counted("{number} day", "{number} days", time / DAY);
  if (time % HOUR === 0) return say("{number} h", { number: time / HOUR });
  if (time % MINUTE === 0) return say("{number} min", { number: time / MINUTE });
  return say("{number} s", { number: time / SECOND });
}

/** How a round ended otherwise than by its rules. */
export const REASONS: Readonly<Record<string, string>> = {
  resigned: mark("by resignation"),
  time: mark("as time ran out"),
  claimed: mark("as the other stayed away"),
  agreed: mark("by agreement"),
  ended: mark("ended without a result"),
};

/** The same, of a role that has left the game. */
export const LEFT: Readonly<Record<string, string>> = {
  resigned: mark("has resigned"),
  time: mark("out of time"),
  claimed: mark("stayed away"),
};

/** Why the game cannot be played yet; null once it has begun. */
export function waitsFor(state: State): string | null {
  if (!state.table || state.pact?.begun !== false) return null;
  if (state.table.seats.some(isOpen)) return translate("The game begins when every seat is taken");
  return state.table.terms.start === "host"
    ? say("{name} starts the game", { name: nameOf(state, state.table.host) })
    : translate("One moment");
}

/** Whether the viewer is the host, and it is for them to start. */
export const mayStart = (state: State) =>
  state.pact?.begun === false &&
  state.table?.terms.start === "host" &&
  !state.table.seats.some(isOpen) &&
  state.roles.includes(state.table.host);

/** What there is to do for who plays among people: each is a button. */
export function settling(state: State): readonly ("resign" | "draw" | "undo" | "claim" | "end")[] {
  const { table, pact } = state;
  const role = speaker(state);
  if (!table || !pact?.begun || role === null || view(state)?.over) return [];
  const others = table.seats.filter(
    (seat) => seat.kind === "person" && !state.roles.includes(seat.role) && !(seat.role in pact.departed),
  );
  if (others.length === 0 && Object.keys(pact.clocks).length === 0) return []; // alone, or among bots: one simply leaves
  const free = (what: OpenOffer["what"]) => !pact.offers.some((offer) => offer.what === what);
  const bots = table.seats.some((seat) => seat.kind === "bot");
  const active = view(state)?.active ?? [];
  const { undo = "free", absence } = table.terms;
  const away = pact.away.some((each) => !state.roles.includes(each));
  return [
    ...(away && absence?.policy === "claim" && !active.includes(role) ? (["claim"] as const) : []),
    ...(away && absence?.policy === "vote" && free("end") ? (["end"] as const) : []),
    ...(others.length > 0 && undo !== "never" && noUndo(state)?.code === "undo_barrier" && free("undo")
      ? (["undo"] as const)
      : []),
    ...(others.length > 0 && !bots && free("draw") ? (["draw"] as const) : []),
    "resign",
  ];
}

/** The role for which the viewer speaks: the one that is shown, where it plays on. */
function speaker(state: State): string | null {
  const staying = state.roles.filter((role) => !(role in (state.pact?.departed ?? {})));
  return staying.find((role) => role === state.shown) ?? staying[0] ?? null;
}

/** The role of the viewer's that is asked about an offer; null for none. */
export const askedOf = (state: State, offer: OpenOffer) => state.roles.find((role) => offer.asked.includes(role)) ?? null;

/** Do one of those things. */
export function settle(state: State, what: "resign" | "draw" | "undo" | "claim" | "end", id: string): Step {
  const role = what === "undo" ? (asker(state) ?? speaker(state)) : speaker(state);
  if (role === null) return { state };
  const { seq } = state;
  return sayTo(
    state,
    what === "resign" || what === "claim" ? { type: what, id, role, seq } : { type: "offer", what, id, role, seq },
  );
}

/** Who would take something back: the one of the viewer's roles that has answered last. */
function asker(state: State): string | null {
  const events = state.events[state.shown] ?? [];
  return events.findLast((event) => event.role !== null && state.roles.includes(event.role))?.role ?? null;
}

/** Answer an offer, or take one's own back. */
export function answer(state: State, how: "agree" | "decline" | "withdraw", offer: OpenOffer, id: string): Step {
  const role = how === "withdraw" ? offer.role : askedOf(state, offer);
  return role === null ? { state } : sayTo(state, { type: how, id, role, offer: offer.number });
}

/** As the host, start the game. */
export const begin = (state: State, id: string): Step =>
  mayStart(state) && state.table ? sayTo(state, { type: "start", id, role: state.table.host }) : { state };

const isOpen = (seat: Seat) => seat.kind === "open";
