// The one store: the state as a signal, and the actions that change it. Between the pure functions of state.ts, the
// connection and the components; holds no logic of its own.

import { batch, signal } from "@preact/signals";
import { heard } from "./chat";
import { Connection, type Socket } from "../network/connection";
import { animate, skip } from "../board/motion/animation-queue";
import { webSocket } from "../network/socket";
import { settings } from "../app/local-settings";
import * as pact from "./agreements";
import { greeting } from "../network/preload";
import * as premove from "./premove";
import type { OpenOffer, ServerMessage } from "../protocol";
import * as choosing from "./choosing";
import { Inbox } from "./inbox";
import * as incoming from "./receive";
import * as reading from "./state";
import { translate } from "../text/text";
import type { Move, Place } from "../board/view";

export const state = signal<reading.State>(reading.start);

/** The table as it is while something is tried out beside it, and is what `state` holds; null where nothing is. */
export const live = signal<reading.State | null>(null);

/** How often it was told that something has happened at one's own tables; while that is followed. */
export const elsewhere = signal(0);

let connection: Connection | null = null;
let behind: Connection | null = null; // the table's, while something is tried out

/** Sit down at a table, or watch it: connect with the tokens there are. */
export function join(table: string, tokens: readonly string[], open: () => Socket = webSocket, shared = false): void {
  leave();
  begin(table, tokens, open, shared);
}

function begin(table: string, tokens: readonly string[], open: () => Socket, shared: boolean): void {
  state.value = { ...reading.start, shared };
  const brought = greeting(table, tokens.length);
  if (brought) state.value = incoming.receive(state.value, brought);
  const inbox = new Inbox();
  const mine: Connection = new Connection(
    table,
    tokens,
    {
      message: (message) => received(mine, inbox, message),
      link: (link) => linked(mine, link),
      since: () => incoming.since(heldBy(mine)),
    },
    open,
  );
  connection = mine;
  mine.start();
}

/** Try something out beside the table, which goes on meanwhile. */
export function tryOut(table: string, open: () => Socket): void {
  if (behind) return;
  skip();
  batch(() => {
    [behind, live.value] = [connection, state.value];
    begin(table, [], open, false);
  });
}

/** Back to the table as it is by now. */
export function tryNoMore(): void {
  if (!behind || !live.value) return;
  skip();
  connection?.stop();
  const now = live.value;
  batch(() => {
    [connection, behind] = [behind, null];
    [state.value, live.value] = [now, null];
  });
}

/** The state that a connection's messages are for. */
const heldBy = (mine: Connection) => (mine === behind && live.value ? live.value : state.value);

/** Whose turn it is has come, and may see what is theirs. */
export const uncover = () => set(incoming.uncovered(state.value));

/** Come back to the same table with other seats. */
export function reseat(tokens: readonly string[]): void {
  connection?.reseat(tokens);
}

/** Leave the table. */
export function leave(): void {
  connection?.stop();
  behind?.stop();
  connection = behind = null;
  live.value = null;
  state.value = reading.start;
}

export const hurry = () => (behind ?? connection)?.hurry();
export const cut = () => (behind ?? connection)?.cut();
export const follow = (on: boolean) => (behind ?? connection)?.follow(on);
export const renew = () => (behind ?? connection)?.renew();

/** What may be marked while others think; null for nothing. */
export const mayMark = (now: reading.State) => (settings.value.premoves ? premove.markable(now) : null);

/** Point at a place: to answer, or to mark what is to be answered. */
export function pointAt(place: Place, confirm = false): void {
  const form = mayMark(state.value);
  step(form ? { state: premove.marked(state.value, form, place) } : choosing.pointed(state.value, place, fresh(), confirm));
}

export const pick = (part: string) => step(choosing.picked(state.value, part, fresh()));
export const play = (move: Move) => step(choosing.play(state.value, move, fresh()));
export const confirm = () => step(choosing.confirmed(state.value, fresh()));
export const cancel = () => set(choosing.cancelled(state.value));
export const undo = () => step(choosing.undo(state.value, fresh()));
export const again = () => step(choosing.again(state.value, fresh()));

/** Say that something could not be fetched, as there is no connection. */
export const unreached = () =>
  set({
    ...state.value,
    refusal: {
      type: "refused",
      id: null,
      code: "offline",
      message: translate("The arena cannot be reached. Is it running, and are you online?"),
      seq: null,
    },
  });

export const settle = (what: Parameters<typeof pact.settle>[1]) => step(pact.settle(state.value, what, fresh()));
export const answer = (how: Parameters<typeof pact.answer>[1], offer: OpenOffer) =>
  step(pact.answer(state.value, how, offer, fresh()));
export const startGame = () => step(pact.begin(state.value, fresh()));

/** Take up what lies at a place; whether it may be. */
export function grab(place: Place): boolean {
  const form = mayMark(state.value);
  const next = form ? premove.lifted(state.value, form, place) : choosing.grabbed(state.value, place);
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
  const next = choosing.dropped(state.value, from, onto, away, fresh());
  step(next);
  return next.send !== undefined;
}

function received(mine: Connection, inbox: Inbox, message: ServerMessage): void {
  if (message.type === "chat") return heard(message);
  if (message.type === "lobby") return void (message.mine && (elsewhere.value += 1));
  const old = heldBy(mine);
  const next = inbox.take(old, message);
  if (!next) return;
  batch(() => {
    if (mine !== behind)
      animate(reading.view(old), reading.view(next), message.type === "update" ? incoming.told(old, next) : null);
    hold(mine, next);
  });
  if (next.closed) return mine.stop();
  const { state: now, send } = premove.continued(next, fresh());
  hold(mine, now);
  if (send) mine.send(send);
}

function linked(mine: Connection, link: reading.State["link"]): void {
  hold(mine, incoming.linked(heldBy(mine), link));
}

function hold(mine: Connection, next: reading.State): void {
  if (mine === behind) live.value = next;
  else set(next);
}

/** Go to the next state, and send what comes with it. */
export function step({ state: next, send }: reading.Step): void {
  set(next);
  if (send) connection?.send(send);
}

function set(next: reading.State): void {
  state.value = next;
}

/** A message's id: the client's own, never used twice. */
export function fresh(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
