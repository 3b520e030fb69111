// A game's tree as far as it has been unfolded: which nodes are known, which are open, where one is. Plain functions, no DOM,
// no network; a node is named by the answers that lead to it.

import type { TreeAnswer, TreeCount, TreeMove, TreeNode, TreeWorth } from "../protocol";

export type Path = readonly TreeAnswer[];
export type Values = Readonly<Record<string, number>>;

export interface Tree {
  readonly nodes: ReadonlyMap<string, TreeNode>;
  readonly open: ReadonlySet<string>;
  readonly here: Path; // the node that is looked at
  readonly worth: ReadonlyMap<string, Values>; // with best play, where it was solved
  readonly best: ReadonlySet<string>;
  readonly ways: ReadonlyMap<string, readonly number[]>;
}

/** One line of the tree as it is shown. */
export interface Row {
  readonly key: string;
  readonly path: Path;
  readonly level: number; // from 1
  readonly place: number; // among its siblings, from 1
  readonly siblings: number;
  readonly move: TreeMove | null; // what leads here; none to the root
  readonly open: boolean | null; // null where nothing follows
  readonly left: number; // for the line that stands for the moves not listed yet: how many; else 0
}

export const start: Tree = { nodes: new Map(), open: new Set(), here: [], worth: new Map(), best: new Set(), ways: new Map() };

/** The name of a node. */
export function keyOf(path: Path): string {
  return JSON.stringify(path.map(({ role, move }) => [role, move]));
}

/** The node one move further. */
export function after(path: Path, { role, move }: TreeAnswer): Path {
  return [...path, { role, move }];
}

/** A node has come, with its moves from `first` on; those before it are known already. */
export function known(tree: Tree, path: Path, node: TreeNode, first = 0): Tree {
  const key = keyOf(path);
  const before = tree.nodes.get(key)?.moves.slice(0, first) ?? [];
  return { ...tree, nodes: new Map(tree.nodes).set(key, { ...node, moves: [...before, ...node.moves] }) };
}

/** Look at a node; all above it are opened, so that it can be seen. */
export function gone(tree: Tree, path: Path): Tree {
  const above = path.map((_, length) => keyOf(path.slice(0, length)));
  return { ...tree, here: path, open: new Set([...tree.open, ...above]) };
}

/** Open a node or close it; whoever looked at something below it looks at the node itself. */
export function turned(tree: Tree, path: Path, open: boolean): Tree {
  const key = keyOf(path);
  const set = new Set(tree.open);
  if (open) set.add(key);
  else set.delete(key);
  const below = !open && tree.here.length > path.length && keyOf(tree.here.slice(0, path.length)) === key;
  return { ...tree, open: set, here: below ? path : tree.here };
}

export function counted(tree: Tree, path: Path, { ways }: TreeCount): Tree {
  return { ...tree, ways: new Map(tree.ways).set(keyOf(path), ways) };
}

/** A node has been solved, and its moves with it, in their order. */
export function solved(tree: Tree, path: Path, all: readonly TreeAnswer[], { value, moves, best }: TreeWorth): Tree {
  const worth = new Map(tree.worth).set(keyOf(path), value);
  const marked = new Set(tree.best);
  moves.forEach((each, index) => {
    const move = all[index];
    if (!move) return;
    const key = keyOf(after(path, move));
    worth.set(key, each);
    if (index === best) marked.add(key);
  });
  return { ...tree, worth, best: marked };
}

/** All lines, from top to bottom. */
export function rows(tree: Tree): readonly Row[] {
  const root = tree.nodes.get(keyOf([]));
  return root ? lines(tree, [], null, root.total, 1, 1) : [];
}

function lines(tree: Tree, path: Path, move: TreeMove | null, moves: number, place: number, siblings: number): readonly Row[] {
  const key = keyOf(path);
  const node = tree.nodes.get(key);
  const open = moves === 0 ? null : tree.open.has(key);
  const level = path.length + 1;
  const found: Row[] = [{ key, path, level, place, siblings, move, open, left: 0 }];
  if (!open || !node) return found;
  const left = node.total - node.moves.length;
  const below = node.moves.length + (left > 0 ? 1 : 0);
  node.moves.forEach((each, index) => found.push(...lines(tree, after(path, each), each, each.moves, index + 1, below)));
  if (left > 0)
    found.push({ key: `${key}+`, path, level: level + 1, place: below, siblings: below, move: null, open: null, left });
  return found;
}

/** What a key of the keyboard does at a line: another line to go to, a node to open or close; null where it does nothing. */
export type Stroke = { readonly to: Row } | { readonly turn: boolean } | null;

export function stroke(all: readonly Row[], at: Row, key: string): Stroke {
  const index = all.findIndex((row) => row.key === at.key);
  const to = (row: Row | undefined): Stroke => (row ? { to: row } : null);
  if (key === "ArrowDown") return to(all[index + 1]);
  if (key === "ArrowUp") return to(all[index - 1]);
  if (key === "Home") return to(all[0]);
  if (key === "End") return to(all.at(-1));
  if (key === "ArrowRight") return at.open === false ? { turn: true } : at.open ? to(all[index + 1]) : null;
  if (key === "ArrowLeft") return at.open ? { turn: false } : to(all.slice(0, index).findLast((row) => row.level < at.level));
  if (key === "Enter" || key === " ") return at.open === null ? null : { turn: !at.open };
  return null;
}

/** Worths and gains in short: "a +1 · b 0 · c −1"; of two whose gains are each other's losses the first one's: "x +1". */
export function valuesIn(values: Values): string {
  const all = Object.entries(values);
  const [one, other] = all;
  const shown = all.length === 2 && one && other && one[1] === -other[1] ? [one] : all;
  return shown.map(([role, value]) => `${role} ${signed(value)}`).join(" · ");
}

function signed(value: number): string {
  const shown = String(Number(Math.abs(value).toPrecision(4)));
  return value > 0 ? `+${shown}` : value < 0 ? `−${shown}` : "0";
}

/** How likely something is, in per cent. */
export function percent(probability: number): string {
  return `${Number((probability * 100).toPrecision(3))} %`;
}
