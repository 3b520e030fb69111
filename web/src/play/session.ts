// The session at a table: its connections, and the player's commands. Applies the pure functions of receive.ts, choosing.ts,
// premove.ts and agreements.ts to the store, and sends what they give.

import { batch } from "@preact/signals";
import { settings } from "../app/local-settings";
import { animate, skip } from "../board/motion/animation-queue";
import type { Move, Place } from "../board/view";
import { Connection, type Open } from "../network/connection";
import { preloadedWelcome } from "../network/preload";
import { webSocket } from "../network/socket";
import type { OpenOffer, ServerMessage } from "../protocol";
import { translate } from "../text/text";
import * as agreements from "./agreements";
import { receiveLine } from "./chat";
import * as choosing from "./choosing";
import * as premove from "./premove";
import { Inbox, linked, newEvents, receive, since, uncovered } from "./receive";
import { start, view, type State, type Step } from "./state";
import { otherTableNotices, live, state } from "./store";

let connection: Connection | null = null; // of what `state` holds
let background: Connection | null = null; // of the real table, while moves are tried out

/** Connect to a table, with the tokens of its seats that this browser has. */
export function join(table: string, tokens: readonly string[], open: Open = webSocket, shared = false): void {
  leave();
  connect(table, tokens, open, shared);
}

function connect(table: string, tokens: readonly string[], open: Open, shared: boolean): void {
  state.value = { ...start, shared };
  const preloaded = preloadedWelcome(table, tokens.length);
  if (preloaded) state.value = receive(state.value, preloaded);
  const inbox = new Inbox();
  const mine: Connection = new Connection(
    table,
    tokens,
    {
      message: (message) => receiveFrom(mine, inbox, message),
      link: (link) => setState(mine, linked(stateOf(mine), link)),
      since: () => since(stateOf(mine)),
    },
    open,
  );
  connection = mine;
  mine.start();
}

/** Try moves out on a branch; the table stays connected in the background. */
export function startTryout(table: string, open: Open): void {
  if (background) return;
  skip();
  batch(() => {
    [background, live.value] = [connection, state.value];
    connect(table, [], open, false);
  });
}

/** Return to the table in its current state. */
export function endTryout(): void {
  if (!background || !live.value) return;
  skip();
  connection?.stop();
  const now = live.value;
  batch(() => {
    [connection, background] = [background, null];
    [state.value, live.value] = [now, null];
  });
}

/** Reconnect to the same table with other seats. */
export function reseat(tokens: readonly string[]): void {
  connection?.reseat(tokens);
}

/** Leave the table. */
export function leave(): void {
  connection?.stop();
  background?.stop();
  connection = background = null;
  live.value = null;
  state.value = start;
}

export const retryNow = () => (background ?? connection)?.retryNow();
export const networkLost = () => (background ?? connection)?.networkLost();
export const networkBack = () => (background ?? connection)?.networkBack();
export const follow = (on: boolean) => (background ?? connection)?.follow(on);

/** The shape of a premove that may be marked now; null for none. */
export const premoveShape = (now: State) => (settings.value.premoves ? premove.markable(now) : null);

/** Point at a place: to answer, or to mark a premove. */
export function pointAt(place: Place, confirm = false): void {
  const shape = premoveShape(state.value);
  step(shape ? { state: premove.marked(state.value, shape, place) } : choosing.pointed(state.value, place, newId(), confirm));
}

export const pick = (part: string) => step(choosing.picked(state.value, part, newId()));
export const play = (move: Move) => step(choosing.play(state.value, move, newId()));
export const confirm = () => step(choosing.confirmed(state.value, newId()));
export const cancel = () => void (state.value = choosing.cancelled(state.value));
export const undo = () => step(choosing.undo(state.value, newId()));
export const again = () => step(choosing.again(state.value, newId()));
export const uncover = () => void (state.value = uncovered(state.value));

/** Show that something could not be fetched because the server cannot be reached. */
export function showUnreachable(): void {
  const message = translate("The arena cannot be reached. Is it running, and are you online?");
  state.value = { ...state.value, refusal: { type: "refused", id: null, code: "offline", message, seq: null } };
}

export const takeAction = (what: Parameters<typeof agreements.takeAction>[1]) =>
  step(agreements.takeAction(state.value, what, newId()));
export const answer = (how: Parameters<typeof agreements.answer>[1], offer: OpenOffer) =>
  step(agreements.answer(state.value, how, offer, newId()));
export const startGame = () => step(agreements.startGame(state.value, newId()));

/** Begin to drag from a place; returns whether that is allowed. */
export function grab(place: Place): boolean {
  const shape = premoveShape(state.value);
  const next = shape ? premove.lifted(state.value, shape, place) : choosing.grabbed(state.value, place);
  if (next) state.value = next;
  return next !== null;
}

/** End a drag; returns whether a move was sent. */
export function drop(from: Place, onto: Place | null, away: boolean): boolean {
  const shape = premoveShape(state.value);
  if (shape) {
    state.value = premove.laid(state.value, shape, from, onto);
    return false;
  }
  const next = choosing.dropped(state.value, from, onto, away, newId());
  step(next);
  return next.send !== undefined;
}

/** Set the next state, and send the message that belongs to it. */
export function step({ state: next, send }: Step): void {
  state.value = next;
  if (send) connection?.send(send);
}

/** A new message id: 96 random bits in hexadecimal. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function receiveFrom(mine: Connection, inbox: Inbox, message: ServerMessage): void {
  if (message.type === "chat") return receiveLine(message);
  if (message.type === "lobby") return void (message.mine && (otherTableNotices.value += 1));
  const old = stateOf(mine);
  const next = inbox.take(old, message);
  if (!next) return;
  batch(() => {
    if (mine !== background) animate(view(old), view(next), message.type === "update" ? newEvents(old, next) : null);
    setState(mine, next);
  });
  if (next.closed) return mine.stop();
  const { state: now, send } = premove.afterMessage(next, newId());
  setState(mine, now);
  if (send) mine.send(send);
}

/** The state that a connection's messages change. */
const stateOf = (mine: Connection) => (mine === background && live.value ? live.value : state.value);

function setState(mine: Connection, next: State): void {
  if (mine === background) live.value = next;
  else state.value = next;
  mine.hurry(agreements.isPressed(next));
}
