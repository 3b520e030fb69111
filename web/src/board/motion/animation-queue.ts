// What happened between two positions, seen one after the other: a trick is whole before it is taken. The positions come from
// the journal: each event says what had changed when it was told. What is shown never falls far behind: it is cut, and quicker
// the more of it waits; and whoever touches the table sees how it is now.

import { signal } from "@preact/signals";
import { moving, remember, time } from "./motion";
import type { Contents, GameEvent, View } from "../view";

const LONGEST = 6; // positions that may wait to be seen
const STILL = 160; // ms: each is looked at so long once all lies still

/** The positions that are still to be seen before the one that is; the first is on the table now. */
export const queue = signal<readonly View[]>([]);

let timer: ReturnType<typeof setTimeout> | undefined;

/** The positions between two, the last of which is not among them. */
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

/** Show how it came to `after`, behind what is still being shown. */
export function show(before: View, events: readonly GameEvent[], after: View): void {
  const fresh = moving() && !document.hidden ? between(before, events, after) : [];
  if (fresh.length === 0 && queue.value.length === 0) return;
  const waiting = queue.value.length > 0 ? [...queue.value, { ...before, moves: [] }] : [];
  queue.value = [...waiting, ...fresh].slice(-LONGEST);
  if (waiting.length === 0) next();
}

/** The table changes, before it is drawn: by an update, which tells how it came about; else at once, where it changes at all. */
export function animate(before: View | null, after: View | null, told: readonly GameEvent[] | null): void {
  if (told) remember();
  if (told && before && after && before.role === after.role) show(before, told, after);
  else if (after !== before) skip(); // what says nothing of the position, as a pong does, cuts nothing short
}

/** Show how it is now. */
export function skip(): void {
  clearTimeout(timer);
  if (queue.value.length > 0) queue.value = [];
}

function next(): void {
  clearTimeout(timer);
  if (queue.value.length === 0) return;
  timer = setTimeout(
    () => {
      remember();
      queue.value = queue.value.slice(1);
      next();
    },
    (time() + STILL) / Math.max(1, queue.value.length / 2),
  );
}

function same(one: View["containers"], other: View["containers"]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
