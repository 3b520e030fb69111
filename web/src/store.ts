// The one store: the state as a signal, and the actions that change it. Between the pure functions of state.ts, the
// connection and the components; holds no logic of its own.

import { batch, signal } from "@preact/signals";
import { heard } from "./chat";
import { Connection, type Socket } from "./connection";
import { show, skip } from "./board/film";
import { webSocket } from "./socket";
import { remember } from "./board/motion";
import { settings } from "./memory";
import * as pact from "./pact";
import * as premove from "./premove";
import type { OpenOffer } from "./protocol";
import * as change from "./state";
import type { Move, Place } from "./view";

export const state = signal<change.State>(change.start);

let connection: Connection | null = null;

/** Sit down at a table, or watch it: connect with the tokens there are. */
export function join(table: string, tokens: readonly string[], open: () => Socket = webSocket, shared = false): void {
  leave();
  state.value = { ...change.start, shared };
  const events = { message: received, link: linked, since: () => change.since(state.value) };
  connection = new Connection(table, tokens, events, open);
  connection.start();
}

/** Whose turn it is has come, and may see what is theirs. */
export const uncover = () => set(change.uncovered(state.value));

/** Come back to the same table with other seats. */
export function reseat(tokens: readonly string[]): void {
  connection?.reseat(tokens);
}

/** Leave the table. */
export function leave(): void {
  connection?.stop();
  connection = null;
  state.value = change.start;
}

export const hurry = () => connection?.hurry();
export const cut = () => connection?.cut();
export const renew = () => connection?.renew();

/** What may be marked while others think; null for nothing. */
export const mayMark = (now: change.State) => (settings.value.premoves ? premove.markable(now) : null);

/** Point at a place: to answer, or to mark what is to be answered. */
export function pointAt(place: Place, confirm = false): void {
  const form = mayMark(state.value);
  step(form ? { state: premove.marked(state.value, form, place) } : change.pointed(state.value, place, fresh(), confirm));
}

export const type = (text: string) => step(change.written(state.value, text, fresh()));
export const pick = (part: string) => step(change.picked(state.value, part, fresh()));
export const play = (move: Move) => step(change.play(state.value, move, fresh()));
export const confirm = () => step(change.confirmed(state.value, fresh()));
export const cancel = () => set(change.cancelled(state.value));
export const undo = () => step(change.undo(state.value, fresh()));
export const again = () => step(change.again(state.value, fresh()));

export const settle = (what: Parameters<typeof pact.settle>[1]) => step(pact.settle(state.value, what, fresh()));
export const answer = (how: Parameters<typeof pact.answer>[1], offer: OpenOffer) => step(pact.answer(state.value, how, offer, fresh()));
export const begin = () => step(pact.begin(state.value, fresh()));

/** Take up what lies at a place; whether it may be. */
export function grab(place: Place): boolean {
  const form = mayMark(state.value);
  const next = form ? premove.lifted(state.value, form, place) : change.grabbed(state.value, place);
  if (next) set(next);
  return next !== null;
}

/** Lay it down; whether a move came of it. */
export function drop(from: Place, onto: Place | null, away: boolean): boolean {
  const form = mayMark(state.value);
  if (form) {
    set(premove.laid(state.value, form, from, onto));
    return false;
  }
  const next = change.dropped(state.value, from, onto, away, fresh());
  step(next);
  return next.send !== undefined;
}

function received(message: Parameters<typeof change.receive>[1]): void {
  if (message.type === "chat") return heard(message);
  if (message.type === "update") remember();
  const old = state.value;
  const next = change.receive(old, message);
  batch(() => {
    set(next);
    const [was, is] = [change.view(old), change.view(next)];
    if (message.type !== "update" || !was || !is || was.role !== is.role) skip();
    else show(was, change.log(next).slice(change.log(old).length), is);
  });
  if (next.closed) connection?.stop();
  else if (next.queue) step(change.next(next, fresh()));
  else step(premove.followed(state.value, fresh()));
}

function linked(link: change.State["link"]): void {
  set(change.linked(state.value, link));
}

function step({ state: next, send }: change.Step): void {
  set(next);
  if (send) connection?.send(send);
}

function set(next: change.State): void {
  state.value = next;
}

/** A message's id: the client's own, never used twice. */
export function fresh(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
