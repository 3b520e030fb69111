// The tree of a game as far as it is loaded: nodes, open ones, the selected one. Pure. A node is identified by the answers that
// lead to it.

import type { TreeAnswer, TreeCount, TreeMove, TreeNode, TreeWorth } from "../protocol";

export type Path = readonly TreeAnswer[];
export type Values = Readonly<Record<string, number>>;

export interface Tree {
  readonly nodes: ReadonlyMap<string, TreeNode>;
  readonly open: ReadonlySet<string>;
  readonly here: Path; // the selected node
  readonly values: ReadonlyMap<string, Values>; // of solved nodes
  readonly best: ReadonlySet<string>;
  readonly lineCounts: ReadonlyMap<string, readonly number[]>;
}

/** A line of the tree. */
export interface Row {
  readonly key: string;
  readonly path: Path;
  readonly level: number; // from 1
  readonly place: number; // among its siblings, from 1
  readonly siblings: number;
  readonly move: TreeMove | null; // the move that leads here; null for the root
  readonly open: boolean | null; // null for a leaf
  readonly left: number; // moves not loaded yet, for the line that stands for them; else 0
}

export const start: Tree = {
  nodes: new Map(),
  open: new Set(),
  here: [],
  values: new Map(),
  best: new Set(),
  lineCounts: new Map(),
};

/** The key of a node. */
export function keyOf(path: Path): string {
  return JSON.stringify(path.map(({ role, move }) => [role, move]));
}

/** The path to a child. */
export function after(path: Path, { role, move }: TreeAnswer): Path {
  return [...path, { role, move }];
}

/** Add a loaded node, with its moves from `first` on. */
export function withNode(tree: Tree, path: Path, node: TreeNode, first = 0): Tree {
  const key = keyOf(path);
  const before = tree.nodes.get(key)?.moves.slice(0, first) ?? [];
  return { ...tree, nodes: new Map(tree.nodes).set(key, { ...node, moves: [...before, ...node.moves] }) };
}

/** Select a node, and open all above it. */
export function goTo(tree: Tree, path: Path): Tree {
  const above = path.map((_, length) => keyOf(path.slice(0, length)));
  return { ...tree, here: path, open: new Set([...tree.open, ...above]) };
}

/** Open or close a node; a selected node below it is replaced by it. */
export function setOpen(tree: Tree, path: Path, open: boolean): Tree {
  const key = keyOf(path);
  const set = new Set(tree.open);
  if (open) set.add(key);
  else set.delete(key);
  const below = !open && tree.here.length > path.length && keyOf(tree.here.slice(0, path.length)) === key;
  return { ...tree, open: set, here: below ? path : tree.here };
}

export function counted(tree: Tree, path: Path, { ways }: TreeCount): Tree {
  return { ...tree, lineCounts: new Map(tree.lineCounts).set(keyOf(path), ways) };
}

/** Add the values of a solved node and of its moves. */
export function solved(tree: Tree, path: Path, all: readonly TreeAnswer[], { value, moves, best }: TreeWorth): Tree {
  const worth = new Map(tree.values).set(keyOf(path), value);
  const marked = new Set(tree.best);
  moves.forEach((each, index) => {
    const move = all[index];
    if (!move) return;
    const key = keyOf(after(path, move));
    worth.set(key, each);
    if (index === best) marked.add(key);
  });
  return { ...tree, values: worth, best: marked };
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

/** The effect of a key at a line: go to another line, or open and close the node; null for none. */
export type KeyAction = { readonly to: Row } | { readonly turn: boolean } | null;

export function keyAction(all: readonly Row[], at: Row, key: string): KeyAction {
  const index = all.findIndex((row) => row.key === at.key);
  const to = (row: Row | undefined): KeyAction => (row ? { to: row } : null);
  if (key === "ArrowDown") return to(all[index + 1]);
  if (key === "ArrowUp") return to(all[index - 1]);
  if (key === "Home") return to(all[0]);
  if (key === "End") return to(all.at(-1));
  if (key === "ArrowRight") return at.open === false ? { turn: true } : at.open ? to(all[index + 1]) : null;
  if (key === "ArrowLeft") return at.open ? { turn: false } : to(all.slice(0, index).findLast((row) => row.level < at.level));
  if (key === "Enter" || key === " ") return at.open === null ? null : { turn: !at.open };
  return null;
}

/** Values in short: "a +1 · b 0 · c −1"; for two players with opposite values the first one's: "x +1". */
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

/** A probability in per cent. */
export function percent(probability: number): string {
  return `${Number((probability * 100).toPrecision(3))} %`;
}
