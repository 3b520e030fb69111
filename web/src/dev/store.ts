// The store of the developer's view: its signals, and the commands that load nodes, count and solve.

import { batch, signal } from "@preact/signals";
import { developer } from "../network/api";
import type { Json, TreeStart } from "../protocol";
import { type Scene } from "../board/view";
import * as change from "./tree";
import type { Path, Tree } from "./tree";

export interface Root {
  readonly record: Json;
  readonly scene: Scene;
}

export const root = signal<Root | null>(null); // where the tree starts
export const tree = signal<Tree>(change.start);
export const fault = signal<unknown>(null); // the error of the last command
export const busy = signal(false); // counting or solving is running

export const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error));

const FEW = 100; // moves of a node that are loaded at first
const PAGE = 1000; // moves per further request

/** Start a tree and open it down to the node at `path`. */
export async function begin(wanted: TreeStart, path: Path): Promise<void> {
  batch(() => {
    root.value = null;
    tree.value = change.start;
  });
  await attempt(async () => {
    const { record, scene } = await developer.start(wanted);
    root.value = { record, scene };
    tree.value = change.goTo(change.setOpen(tree.value, [], true), path);
    for (let length = 0; length <= path.length; length += 1) await fetched(path.slice(0, length));
  });
}

/** The answers before the root, from its record. */
export function before(from: Root): Path {
  const given = from.record["answers"];
  return Array.isArray(given) ? given.map(([role, move]: [string, string]) => ({ role, move })) : [];
}

/** Start the tree one answer earlier and stay at the node. An undone answer leads nowhere. */
export async function earlier(): Promise<void> {
  const from = root.value;
  const given = from ? before(from) : [];
  const last = given.at(-1);
  if (!from || !last) return;
  const kept = given.slice(0, -1).map(({ role, move }) => [role, move]);
  await begin({ record: { ...from.record, answers: kept } }, last.move.startsWith("@undo") ? [] : [last, ...tree.value.here]);
}

/** Select a node. */
export function look(path: Path): Promise<void> {
  return attempt(async () => {
    const above = path.slice(0, -1);
    const move = path.at(-1);
    const parent = tree.value.nodes.get(change.keyOf(above));
    if (move && parent && !parent.moves.some((each) => each.role === move.role && each.move === move.move))
      await fetched(above, Infinity);
    tree.value = change.goTo(tree.value, path);
    await fetched(path);
  });
}

/** Open or close a node. */
export function turn(path: Path, open: boolean): Promise<void> {
  return attempt(async () => {
    if (open) await fetched(path);
    tree.value = change.setOpen(tree.value, path, open);
  });
}

/** Load the next page of a node's moves, and select the first of them. */
export function more(path: Path): Promise<void> {
  return attempt(async () => {
    const listed = tree.value.nodes.get(change.keyOf(path))?.moves.length ?? 0;
    await fetched(path, listed + PAGE);
    const move = tree.value.nodes.get(change.keyOf(path))?.moves[listed];
    if (!move) return;
    tree.value = change.goTo(tree.value, change.after(path, move));
    await fetched(change.after(path, move));
  });
}

/** Count the lines of play from a node, by their length. */
export function count(path: Path): Promise<void> {
  return work(async ({ record }) => {
    const ways = await developer.count({ record, answers: path });
    tree.value = change.counted(tree.value, path, ways);
  });
}

/** Solve a node. */
export function solve(path: Path): Promise<void> {
  return work(async ({ record }) => {
    const worth = await developer.solve({ record, answers: path });
    if (worth.moves.length > FEW) await fetched(path, Infinity);
    const moves = tree.value.nodes.get(change.keyOf(path))?.moves ?? [];
    tree.value = change.setOpen(change.solved(tree.value, path, moves, worth), path, true);
  });
}

async function work(task: (from: Root) => Promise<void>): Promise<void> {
  const from = root.value;
  if (!from || busy.value) return;
  busy.value = true;
  await attempt(() => task(from));
  busy.value = false;
}

/** Load a node and its first `most` moves, page by page. */
async function fetched(path: Path, most = FEW): Promise<void> {
  const from = root.value;
  while (from && from === root.value) {
    const node = tree.value.nodes.get(change.keyOf(path));
    const first = node?.moves.length ?? 0;
    if (node && first >= Math.min(node.total, most)) return;
    const page = Math.min(PAGE, most - first);
    const come = await developer.node({ record: from.record, answers: path, first, most: page });
    tree.value = change.withNode(tree.value, path, come, first); // the current tree, which may have changed meanwhile
    if (come.moves.length < page) return;
  }
}

async function attempt(task: () => Promise<void>): Promise<void> {
  fault.value = null;
  try {
    await task();
  } catch (error) {
    fault.value = error;
  }
}
