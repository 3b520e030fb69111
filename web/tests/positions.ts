// Positions made by the engine (fixtures/make.py), as the messages a client would get.

import reversi from "./fixtures/reversi.json";
import ticTacToe from "./fixtures/tic_tac_toe.json";
import unfolded from "./fixtures/tree.json";
import { withNode, start as bare, setOpen, type Path, type Tree } from "../src/dev/tree";
import type { GameEvent, Json, Scene, Seat, TreeNode, Update, View, Welcome } from "../src/protocol";
import { receive } from "../src/play/receive";
import { start, type State } from "../src/play/state";

const GAMES = { reversi, tic_tac_toe: ticTacToe } as unknown as Record<string, Game>;

interface Game {
  readonly scene: Scene;
  readonly steps: readonly { readonly views: Record<string, View>; readonly events: Record<string, readonly GameEvent[]> }[];
}

export function welcome(
  game: string,
  step: number,
  roles: readonly string[],
  names: readonly string[] = ["Ada", "Bob"],
): Welcome {
  const { scene, at } = position(game, step);
  const seats: Seat[] = scene.roles.map(({ name }, index) => ({
    role: name,
    kind: "person",
    name: names[index] ?? "",
    present: true,
    bot: "",
    number: 0,
    badge: "",
  }));
  const table = { id: "7Q4K", game, title: scene.title, seats, round: 1, terms: {}, host: "", over: false };
  return { type: "welcome", version: 1, table, scene, roles, seq: step, answered: {}, ...kept(at, roles) };
}

export function update(game: string, step: number, roles: readonly string[]): Update {
  const { at } = position(game, step);
  return { type: "update", seq: step, ...kept(at, roles) };
}

export function atTable(game: string, step: number, roles: readonly string[], names?: readonly string[]): State {
  return receive({ ...start, link: "open" }, welcome(game, step, roles, names));
}

/** What the first of these roles sees. */
export function viewOf(game: string, step: number, role: string): View {
  const view = position(game, step).at.views[role];
  if (!view) throw new Error(`no view of ${role} in ${game}: see fixtures/make.py`);
  return view;
}

function position(game: string, step: number) {
  const found = GAMES[game];
  const at = found?.steps[step];
  if (!found || !at) throw new Error(`no fixture for ${game} at step ${step}: see fixtures/make.py`);
  return { scene: found.scene, at };
}

function kept(at: Game["steps"][number], roles: readonly string[]) {
  const wanted = roles.length > 0 ? roles : ["observer"];
  const pick = <Value>(all: Record<string, Value>) =>
    Object.fromEntries(Object.entries(all).filter(([role]) => wanted.includes(role)));
  const undoable = roles.filter((role) => at.events[role]?.some((event) => event.role === role)); // as if the others were bots
  const standing = { begun: true, clocks: {}, offers: [], departed: {}, away: [], outcome: null };
  const numbered = (told: readonly GameEvent[]) => told.map((event, index) => ({ ...event, move: index + 1 })); // each is a move
  const events = Object.fromEntries(Object.entries(pick(at.events)).map(([role, told]) => [role, numbered(told)]));
  return { views: pick(at.views), events, undoable, standing };
}

/** How a game begins, as the lobby is told. */
export function opening(game: string) {
  const { scene, at } = position(game, 0);
  return { scene, containers: at.views["observer"]?.containers ?? {}, faces: {} };
}

const KUHN = unfolded as unknown as {
  readonly record: Json;
  readonly scene: Scene;
  readonly nodes: readonly { readonly answers: Path; readonly node: TreeNode }[];
};

/** Where the tree of Kuhn poker begins. */
export const kuhnRoot = { record: KUHN.record, scene: KUHN.scene };

/** The node after so many answers: chance gives J and Q, the first checks. Two moves of each are listed. */
export function kuhn(depth: number): TreeNode {
  return at(depth).node;
}

export function kuhnPath(depth: number): Path {
  return at(depth).answers;
}

function at(depth: number): (typeof KUHN.nodes)[number] {
  const found = KUHN.nodes[depth];
  if (!found) throw new Error(`no node of Kuhn poker after ${depth} answers: see fixtures/make.py`);
  return found;
}

/** All of them, open. */
export function kuhnTree(): Tree {
  return KUHN.nodes.reduce((tree, { answers, node }) => setOpen(withNode(tree, answers, node), answers, true), bare);
}
