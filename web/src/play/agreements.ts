// Agreements between players besides moves: clocks, resigning, offers, claims. Pure.

import type { Clock, Offer, OpenOffer, Seat, Terms } from "../protocol";
import { sendWhenIdle } from "./choosing";
import { nameOf } from "./naming";
import { undoRefusal, view, type State, type Step } from "./state";
import { counted, mark, say, translate } from "../text/text";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time as a clock shows it: "4:59", "1:02:03", from two days on "2 days". */
export function clockFace(left: number): string {
  if (left >= 2 * DAY) return counted("{number} day", "{number} days", Math.floor(left / DAY));
  const seconds = Math.ceil(left / SECOND); // rounded up: 0:00 means that the flag has fallen
  const two = (number: number) => String(number).padStart(2, "0");
  const [minutes, hours] = [Math.floor(seconds / 60) % 60, Math.floor(seconds / 3600)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const EXPIRED: Clock = { left: 0, runs: false };

/** A role's clock; an expired one stays at zero. Null for none. */
export function clockOf({ agreements }: State, role: string): Clock | null {
  return agreements?.clocks[role] ?? (agreements?.departed[role] === "time" ? EXPIRED : null);
}

/** Whether a clock of this client's runs that ends within the hour: each second counts then. */
export function isPressed(state: State): boolean {
  return state.roles.some((role) => {
    const clock = clockOf(state, role);
    return clock !== null && clock.waits === undefined && (clock.runs || clock.first !== undefined) && clock.left < HOUR;
  });
}

/** The clock of the terms in a few words; null for none. */
export function clockWords({ clock }: Terms): string | null {
  if (!clock) return null;
  if (clock.kind === "per_move") return say("{time} for each answer", { time: span(clock.seconds * SECOND) });
  const time = span(clock.initial * SECOND);
  return clock.increment
    ? say("{time} + {more} per turn", { time, more: span(clock.increment * SECOND) })
    : say("{time} each", { time });
}

/** A duration in words: "10 min". */
export function span(time: number): string {
  if (time % DAY === 0) return counted("{number} day", "{number} days", time / DAY);
  if (time % HOUR === 0) return say("{number} h", { number: time / HOUR });
  if (time % MINUTE === 0) return say("{number} min", { number: time / MINUTE });
  return say("{number} s", { number: time / SECOND });
}

/** A duration in words, rounded up to minutes, hours or days. */
export function roughSpan(time: number): string {
  const unit = time >= 2 * DAY ? DAY : time >= 2 * HOUR ? HOUR : MINUTE;
  return span(Math.ceil(time / unit) * unit);
}

/** Why a round ended, other than by its rules. */
export const REASONS: Readonly<Record<string, string>> = {
  resigned: mark("by resignation"),
  time: mark("as time ran out"),
  claimed: mark("as the other stayed away"),
  agreed: mark("by agreement"),
  ended: mark("ended without a result"),
};

/** Why a role has left the game. */
export const DEPARTED: Readonly<Record<string, string>> = {
  resigned: mark("has resigned"),
  time: mark("out of time"),
  claimed: mark("stayed away"),
};

/** What the start of the game waits for; null once it has started. */
export function startBlocker(state: State): string | null {
  if (!state.table || state.agreements?.begun !== false) return null;
  if (state.table.seats.some(isOpen)) return translate("The game begins when every seat is taken");
  return state.table.terms.start === "host"
    ? say("{name} starts the game", { name: nameOf(state, state.table.host) })
    : translate("One moment");
}

/** Whether the viewer is the host and can start the game. */
export const mayStart = (state: State) =>
  state.agreements?.begun === false &&
  state.table?.terms.start === "host" &&
  !state.table.seats.some(isOpen) &&
  state.roles.includes(state.table.host);

/** What a player can do beside moves. */
export type TableDeed = "resign" | "claim" | Offer["what"];

/** The actions that are possible now; each is a button. */
export function availableActions(state: State): readonly TableDeed[] {
  const { table, agreements } = state;
  const role = speakingRole(state);
  if (!table || !agreements?.begun || role === null || view(state)?.over) return [];
  const others = table.seats.filter(
    (seat) => seat.kind === "person" && !state.roles.includes(seat.role) && !(seat.role in agreements.departed),
  );
  // alone, or among bots without a clock: nobody to agree with
  if (others.length === 0 && Object.keys(agreements.clocks).length === 0) return [];
  const free = (what: OpenOffer["what"]) => !agreements.offers.some((offer) => offer.what === what);
  const bots = table.seats.some((seat) => seat.kind === "bot");
  const active = view(state)?.active ?? [];
  const { undo = "free", absence, pauses = true } = table.terms;
  const isTimed = pauses && Object.keys(agreements.clocks).length > 0;
  const pausing = agreements.paused === undefined ? "pause" : "resume";
  const away = agreements.away.some((each) => !state.roles.includes(each));
  return [
    ...(away && absence?.policy === "claim" && !active.includes(role) ? (["claim"] as const) : []),
    ...(away && absence?.policy === "vote" && free("end") ? (["end"] as const) : []),
    ...(others.length > 0 && undo !== "never" && undoRefusal(state)?.code === "undo_barrier" && free("undo")
      ? (["undo"] as const)
      : []),
    ...(others.length > 0 && !bots && free("draw") ? (["draw"] as const) : []),
    ...(isTimed && free(pausing) ? ([pausing] as const) : []),
    "resign",
  ];
}

/** The role that the viewer acts for: the shown one, unless it has left the game. */
function speakingRole(state: State): string | null {
  const staying = state.roles.filter((role) => !(role in (state.agreements?.departed ?? {})));
  return staying.find((role) => role === state.shown) ?? staying[0] ?? null;
}

/** The viewer's role that is asked about an offer; null for none. */
export const askedRole = (state: State, offer: OpenOffer) => state.roles.find((role) => offer.asked.includes(role)) ?? null;

/** Take one of those actions. */
export function takeAction(state: State, what: TableDeed, id: string): Step {
  const role = what === "undo" ? (undoingRole(state) ?? speakingRole(state)) : speakingRole(state);
  if (role === null) return { state };
  const { seq } = state;
  return sendWhenIdle(
    state,
    what === "resign" || what === "claim" ? { type: what, id, role, seq } : { type: "offer", what, id, role, seq },
  );
}

/** The role whose answer would be undone: the one of the viewer's that answered last. */
function undoingRole(state: State): string | null {
  const events = state.events[state.shown] ?? [];
  return events.findLast((event) => event.role !== null && state.roles.includes(event.role))?.role ?? null;
}

/** Answer an offer, or withdraw one's own. */
export function answer(state: State, how: "agree" | "decline" | "withdraw", offer: OpenOffer, id: string): Step {
  const role = how === "withdraw" ? offer.role : askedRole(state, offer);
  if (role === null) return { state };
  return sendWhenIdle(
    state,
    offer.what === "rematch" && how === "agree" ? { type: "again", id } : { type: how, id, role, offer: offer.number },
  );
}

/** The open offer of a rematch; null for none. */
export const rematchOffer = ({ agreements }: State) => agreements?.offers.find(({ what }) => what === "rematch") ?? null;

/** The rematch that was declined or taken back last; null for none. */
export const closedRematch = ({ agreements }: State) => (agreements?.closed?.what === "rematch" ? agreements.closed : null);

/** Somebody who has agreed to a rematch and has left: it does not begin without them. Who plays for days comes and goes. */
export function hasLeft({ table }: State, { asked }: OpenOffer): Seat | null {
  if (!table || isForDays(table.terms)) return null;
  return table.seats.find((seat) => seat.kind === "person" && !seat.present && !asked.includes(seat.role)) ?? null;
}

/** Whether a clock has days for each answer; the same as in src/rondel/server/table/entries.py. */
export const isForDays = ({ clock }: Terms) => clock?.kind === "per_move" && clock.seconds * SECOND >= 6 * HOUR;

/** Start the game, as the host. */
export const startGame = (state: State, id: string): Step =>
  mayStart(state) && state.table ? sendWhenIdle(state, { type: "start", id, role: state.table.host }) : { state };

const isOpen = (seat: Seat) => seat.kind === "open";
