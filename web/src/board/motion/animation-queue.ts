// The animation queue: intermediate positions between two views, shown one after the other, so that a trick is complete before
// it is taken. They are made from the changes in the events. The queue is bounded and runs faster the longer it is; any click
// or key skips it.

import { signal } from "@preact/signals";
import { motionEnabled, recordPositions, duration } from "./motion";
import type { Contents, GameEvent, View } from "../view";

const MOST_WAITING = 6; // positions in the queue
const PAUSE = 160; // ms between the end of a motion and the next position

/** The positions still to be shown; the first is on the table. */
export const queue = signal<readonly View[]>([]);

let timer: ReturnType<typeof setTimeout> | undefined;

/** The positions between two views; without the last one. */
export function between(before: View, events: readonly GameEvent[], after: View): readonly View[] {
  const frames: View[] = [];
  let containers = before.containers;
  for (const { changes = [] } of events) {
    const changed = changes.filter(({ of }) => of.startsWith("container:"));
    if (changed.length === 0) continue;
    containers = {
      ...containers,
      ...Object.fromEntries(changed.map(({ of, is }) => [of.slice("container:".length), is as Contents])),
    };
    if (!same(containers, (frames.at(-1) ?? before).containers)) frames.push({ ...after, over: false, moves: [], containers });
  }
  const last = frames.at(-1);
  return last && same(last.containers, after.containers) ? frames.slice(0, -1) : frames;
}

/** Queue the positions that lead to `after`. */
export function show(before: View, events: readonly GameEvent[], after: View): void {
  const fresh = motionEnabled() && !document.hidden ? between(before, events, after) : [];
  if (fresh.length === 0 && queue.value.length === 0) return;
  const waiting = queue.value.length > 0 ? [...queue.value, { ...before, moves: [] }] : [];
  queue.value = [...waiting, ...fresh].slice(-MOST_WAITING);
  if (waiting.length === 0) next();
}

/** Called before the table changes. With events the change is animated; without, a new view is shown at once. */
export function animate(before: View | null, after: View | null, told: readonly GameEvent[] | null): void {
  if (told) recordPositions();
  if (told && before && after && before.role === after.role) show(before, told, after);
  else if (after !== before) skip(); // a message without a view, such as a pong, skips nothing
}

/** Clear the queue: show the current position. */
export function skip(): void {
  clearTimeout(timer);
  if (queue.value.length > 0) queue.value = [];
}

function next(): void {
  clearTimeout(timer);
  if (queue.value.length === 0) return;
  timer = setTimeout(
    () => {
      recordPositions();
      queue.value = queue.value.slice(1);
      next();
    },
    (duration() + PAUSE) / Math.max(1, queue.value.length / 2),
  );
}

function same(one: View["containers"], other: View["containers"]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
