// The state of a replay: the loaded positions and the current one. Pure. A position is identified by the number of the answer
// that led to it (`seq`); people see the number of its move. An answer that is no move, as an undo or an offer, has the number of
// the move before it.

import { actionTexts } from "../play/actions";
import type { TableAction, Replay } from "../protocol";
import { start as nowhere, type State } from "../play/state";
import { type GameEvent, type Text, type View } from "../board/view";

/** Everything about a round except its positions. */
export type About = Omit<Replay, "steps" | "next">;

/** A position as the viewer saw it, with its events. */
export interface Position {
  readonly seq: number;
  readonly when: number; // ms since 1970
  readonly view: View;
  readonly events: readonly GameEvent[];
  readonly action: TableAction | null; // the action that led there, if it was no move
}

export interface Round {
  readonly about: About | null; // null until the first response
  readonly positions: ReadonlyMap<number, Position>;
  readonly at: number; // the current position
  readonly target: number | null; // the position to show once it is loaded
}

/** A line of the log, and the position it led to. */
export interface Line {
  readonly seq: number;
  readonly text: Text;
  readonly event: number | null; // number in the viewer's log; null for an action
  readonly move: number | null; // the number of its move, at the first line of each
}

export const start: Round = { about: null, positions: new Map(), at: -1, target: null };

/** Positions per request. */
export const BLOCK = 50;

/** Add loaded positions. The first response also sets the current one: the target, or the first position. */
export function withSteps(round: Round, { steps, next: _next, ...fresh }: Replay): Round {
  const about = { ...fresh, scene: round.about?.scene ?? fresh.scene }; // the same object, so that components need not draw again
  const positions = new Map(round.about?.viewer === fresh.viewer ? round.positions : []); // another viewer's positions differ
  for (const { seq, at: when, view, events, action } of steps)
    if (!positions.has(seq)) positions.set(seq, { seq, when, view: withoutMoves(view), events, action });
  const next = { ...round, about, positions };
  const target = round.target === null ? null : clamped(next, round.target);
  if (target !== null && positions.has(target)) return { ...next, at: target, target: null };
  return { ...next, target: target, at: positions.has(round.at) ? round.at : (steps[0]?.seq ?? about.first) };
}

/** Without moves: nobody is asked in a replay. */
function withoutMoves({ several: _several, ...view }: View): View {
  return { ...view, moves: [] };
}

/** Go to a position; if it is not loaded it becomes the target. */
export function goTo(round: Round, seq: number): Round {
  const to = clamped(round, seq);
  return round.positions.has(to) ? { ...round, at: to, target: null } : { ...round, target: to };
}

/** The last position with a move's number. */
export function seqOf({ about }: Round, move: number): number {
  let seq = (about?.first ?? 0) + move;
  for (const each of about?.besides ?? []) if (each <= seq + 1) seq += 1;
  return seq;
}
/** The number of the move that led to a position, or that was the last before it; 0 before the first. */
export function moveOf({ about }: Round, seq: number): number {
  const besides = about?.besides.filter((each) => each <= seq).length ?? 0;
  return seq - (about?.first ?? 0) - besides;
}

/** The target, else the current position. */
export function targetOf(round: Round): number {
  return round.target ?? round.at;
}

/** The start of the next block to load: the target's, then the one after it, then the one before; null if all are loaded. */
export function nextBlock(round: Round): number | null {
  const { about, positions } = round;
  if (!about) return null;
  const block = blockOf(round, targetOf(round));
  for (const since of [block, block + BLOCK, block - BLOCK]) {
    if (since >= about.first && since <= about.last && firstMissing(round, since) !== null) return since;
  }
  return positions.has(targetOf(round)) ? null : block;
}

/** The start of a position's block. */
export function blockOf({ about }: Round, seq: number): number {
  const first = about?.first ?? 0;
  return first + Math.floor((seq - first) / BLOCK) * BLOCK;
}

/** The first position of a block that is not loaded; null for none. */
function firstMissing({ about, positions }: Round, since: number): number | null {
  for (let seq = since; seq < since + BLOCK && seq <= (about?.last ?? -1); seq++) if (!positions.has(seq)) return seq;
  return null;
}

/** The first and last position of the loaded range around the current one. */
export function loadedRange({ positions, at }: Round): readonly [number, number] {
  let [from, to] = [at, at];
  while (positions.has(from - 1)) from -= 1;
  while (positions.has(to + 1)) to += 1;
  return [from, to];
}

/** The log lines of the loaded range. */
export function logLines(round: Round): readonly Line[] {
  const [from, to] = loadedRange(round);
  const lines: Line[] = [];
  let told = Math.max(0, moveOf(round, from - 1));
  for (let seq = from; seq <= to; seq++) {
    const { events = [], action } = round.positions.get(seq) ?? {};
    const done = action ? actionTexts(action).map((text) => ({ text, event: null })) : [];
    const said = events.flatMap(({ text, number: event }) => (text === null ? [] : [{ text, event }]));
    for (const line of [...done, ...said]) {
      const move = moveOf(round, seq);
      lines.push({ seq, ...line, move: move > told ? move : null });
      told = Math.max(told, move);
    }
  }
  return lines;
}

/** The position of an event, by its number in the viewer's log; null if it is not loaded. */
export function positionOf({ positions }: Round, event: number): number | null {
  for (const each of positions.values()) if (each.events.some(({ number }) => number === event)) return each.seq;
  return null;
}

/** The position as the state of a table, for the panels that draw one. */
export function asState(round: Round): State {
  const { about, positions, at } = round;
  const now = positions.get(at);
  if (!about || !now) return nowhere;
  const [from] = loadedRange(round);
  const events: GameEvent[] = [];
  for (let seq = from; seq <= at; seq++) events.push(...(positions.get(seq)?.events ?? []));
  const { table: id, game, title, seats, viewer, scene } = about;
  const outcome = now.action?.outcome ?? null;
  return {
    ...nowhere,
    link: "open",
    table: {
      id,
      game,
      title,
      seats: seats.map((seat) => ({ ...seat, present: true })),
      round: about.round,
      terms: {},
      host: "",
      over: about.over,
    },
    scene,
    roles: isOwnView(about) ? [viewer] : [],
    shown: viewer,
    agreements: outcome && { begun: true, clocks: {}, offers: [], departed: {}, away: [], outcome },
    seq: at,
    views: { [viewer]: now.view },
    events: { [viewer]: events },
  };
}

/** Whether the viewer is one of the user's own roles: the server lists these before the observer. */
function isOwnView({ viewer, viewers }: About): boolean {
  const place = viewers.indexOf(viewer);
  return place >= 0 && place < viewers.indexOf("observer");
}

/** The position that a key leads to, depending on the direction of reading; null for other keys. */
export function keyTarget(round: Round, key: string, direction: "ltr" | "rtl" = "ltr"): number | null {
  const { about } = round;
  if (!about) return null;
  const [back, on] = direction === "ltr" ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  if (key === "Home") return about.first;
  if (key === "End") return about.last;
  if (key === back) return Math.max(about.first, targetOf(round) - 1);
  if (key === on) return Math.min(about.last, targetOf(round) + 1);
  return null;
}

function clamped({ about }: Round, seq: number): number {
  return about ? Math.min(Math.max(seq, about.first), about.last) : seq;
}
