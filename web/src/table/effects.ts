// Effects of the page of a table: what it fetches, stores and listens to.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { isLocal } from "../app/address";
import { keepSeats, storedTable, storeTable } from "../app/local-settings";
import { skip } from "../board/motion/animation-queue";
import { actionsKey, read as readActions } from "../play/actions";
import { allowed, read as readConditionalMoves } from "../play/conditional-moves";
import { cancel, drop, grab, join, leave, networkBack, networkLost, retryNow } from "../play/session";
import { listen } from "../controls/listen";
import { view, type State } from "../play/state";
import { conditionalMoves, live, state as store } from "../play/store";
import { fetchDeferred } from "./deferred-panels";

/** Join a table with the seats of this browser. */
export function joinStored(id: string): void {
  const stored = storedTable(id);
  join(id, Object.values(stored?.tokens ?? {}), undefined, stored?.shared);
}

/** Be at a table while `present`; `here` if the session has joined it already. */
export function useSession(id: string, present: boolean, here: boolean): void {
  const already = useRef(here);
  useLayoutEffect(() => {
    if (!present) return;
    if (!already.current) joinStored(id);
    already.current = false;
    return leave;
  }, [id, present]);
}

/** Follow the network, and handle keys and clicks outside the controls. */
export function usePageEvents(): void {
  useEffect(() => listen(window, { offline: networkLost, online: networkBack, focus: retryNow, beforeunload: warnUnsent }), []);
  useEffect(() => listen(document, { keydown: onKey }), []);
  useEffect(() => listen(document, { pointerdown: skip, keydown: skip }), []); // any input skips the animations
}

/** Escape cancels the choice; F2, a key that types nothing, goes to the question or the result. */
function onKey(event: KeyboardEvent): void {
  if (event.key === "Escape" && !live.value) cancel();
  if (event.key !== "F2") return;
  event.preventDefault();
  document.querySelector<HTMLElement>("main.table :is(.ask, .result, .outcome) h1")?.focus();
}

/** Enable dragging once its chunk is loaded; returns the function that ends it. */
export function enableDragging(play: HTMLElement): () => void {
  let stop: (() => void) | null = () => {};
  void fetchDeferred().then(({ dragging }) => {
    if (stop) stop = dragging(play, { grab, drop });
  });
  return () => {
    stop?.();
    stop = null;
  };
}

/**
 * Remove the tokens of seats that this browser has lost before the first action. Only the answer over the socket counts, as it
 * checks the tokens; the document's data depends on the session alone.
 */
export function useSeats(id: string, { seq, roles, table, link, closed }: State): void {
  const lost = table !== null && seq === 0 && link === "open";
  const sentAway = closed?.code === "not_seated"; // spectators are excluded, so the seats' new owners are not sent
  useEffect(() => {
    if (sentAway) keepSeats(id, []);
    else if (lost) keepSeats(id, roles);
  }, [id, lost, sentAway, roles.join()]);
}

/** Store what the lobby without a network shows of a table of this browser, before anybody sees the result and may leave. */
export function useStoredTitle(id: string, state: State): void {
  const title = state.scene?.title;
  const over = view(state)?.over ?? false;
  useLayoutEffect(() => {
    if (isLocal() && title !== undefined && storedTable(id)) storeTable(id, { title, over });
  }, [id, title, over]);
}

/** Fetch the actions of the round, where other people play. */
export function useActions(id: string, state: State): void {
  const { table, shown, link } = state;
  const people =
    link === "open" && (table?.seats.some(({ kind, role }) => kind === "person" && !state.roles.includes(role)) ?? false);
  const stands = actionsKey(state);
  const round = table?.round ?? 0;
  useEffect(() => {
    if (people) void readActions({ table: id, round, viewer: shown });
  }, [id, people, round, shown, stands]);
  useEffect(() => () => void readActions(null), [id, round, shown]);
}

/** Fetch the conditional moves at the start, and after each answer while there are any. */
export function useConditionalMoves(id: string, state: State): void {
  const able = allowed(state) && state.link === "open" && !view(state)?.over;
  useEffect(() => {
    if (able) void readConditionalMoves(id);
    return () => void readConditionalMoves(null);
  }, [id, able, state.shown]);
  useEffect(() => {
    if (conditionalMoves.peek().length > 0) void readConditionalMoves(id);
  }, [id, state.seq]);
}

/** A pending answer without connection exists on this page only: ask before it is closed. */
function warnUnsent(event: Event): void {
  const { pending, link } = live.value ?? store.value;
  if (pending && link !== "open") event.preventDefault();
}
