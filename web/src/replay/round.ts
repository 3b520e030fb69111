// A round that is looked at again: which of its positions are known, and at which one is. Plain functions, no DOM, no network;
// a position is named by the number of the answer that led to it, as the arena counts them, and to people by its distance from
// the beginning.

import { actionTexts } from "../play/actions";
import type { Deed, Replay } from "../protocol";
import { start as nowhere, type State } from "../play/state";
import { type GameEvent, type Text, type View } from "../board/view";

/** What there is to know of a round besides its positions. */
export type About = Omit<Replay, "steps" | "next">;

/** One position, as the viewer saw it, and what was told when it came about. */
export interface Seen {
  readonly seq: number;
  readonly when: number; // it came about, in ms since 1970
  readonly view: View;
  readonly events: readonly GameEvent[];
  readonly deed: Deed | null; // what was done there, where it was no answer to the game
}

export interface Round {
  readonly about: About | null; // null until something has come
  readonly seen: ReadonlyMap<number, Seen>;
  readonly at: number; // the position that is looked at
  readonly sought: number | null; // where one wants to be, while it is fetched
}

/** A line of what happened, and the position it led to. */
export interface Line {
  readonly seq: number;
  readonly text: Text;
  readonly event: number | null; // as the viewer's log counts it; null where it is no event of the game
  readonly first: boolean; // of those that led there
}

export const start: Round = { about: null, seen: new Map(), at: -1, sought: null };

/** So many positions are fetched at once. */
export const BLOCK = 50;

/** Some positions have come. The first that come decide where one is: at the position that is sought, or at the beginning. */
export function known(round: Round, { steps, next: _next, ...fresh }: Replay): Round {
  const about = { ...fresh, scene: round.about?.scene ?? fresh.scene }; // the same one: what is drawn from it need not be drawn anew
  const seen = new Map(round.about?.viewer === fresh.viewer ? round.seen : []); // what other eyes have seen is another round
  for (const { seq, at: when, view, events, deed } of steps)
    if (!seen.has(seq)) seen.set(seq, { seq, when, view: quiet(view), events: events, deed });
  const next = { ...round, about, seen };
  const sought = round.sought === null ? null : within(next, round.sought);
  if (sought !== null && seen.has(sought)) return { ...next, at: sought, sought: null };
  return { ...next, sought, at: seen.has(round.at) ? round.at : (steps[0]?.seq ?? about.first) };
}

/** Nobody is asked anything by what is past. */
function quiet({ several: _several, ...view }: View): View {
  return { ...view, moves: [] };
}

/** Go to a position; where it is not known yet, it is sought. */
export function gone(round: Round, seq: number): Round {
  const to = within(round, seq);
  return round.seen.has(to) ? { ...round, at: to, sought: null } : { ...round, sought: to };
}

/** The position a number of answers after the beginning, and back. */
export function seqOf({ about }: Round, move: number): number {
  return (about?.first ?? 0) + move;
}
export function moveOf({ about }: Round, seq: number): number {
  return seq - (about?.first ?? 0);
}

/** Where one is, or is going to. */
export function goal(round: Round): number {
  return round.sought ?? round.at;
}

/**
 * Where the block begins that is to be fetched next: what is sought, then what follows it, then what is before it; null where
 * all of that is there.
 */
export function wanted(round: Round): number | null {
  const { about, seen } = round;
  if (!about) return null;
  const block = blockOf(round, goal(round));
  for (const since of [block, block + BLOCK, block - BLOCK]) {
    if (since >= about.first && since <= about.last && hole(round, since) !== null) return since;
  }
  return seen.has(goal(round)) ? null : block;
}

/** Where the block of a position begins. */
export function blockOf({ about }: Round, seq: number): number {
  const first = about?.first ?? 0;
  return first + Math.floor((seq - first) / BLOCK) * BLOCK;
}

/** The first position of the block beginning at `since` that is not known. */
function hole({ about, seen }: Round, since: number): number | null {
  for (let seq = since; seq < since + BLOCK && seq <= (about?.last ?? -1); seq++) if (!seen.has(seq)) return seq;
  return null;
}

/** The known positions around the one that is looked at, without a gap: the first and the last. */
export function reach({ seen, at }: Round): readonly [number, number] {
  let [from, to] = [at, at];
  while (seen.has(from - 1)) from -= 1;
  while (seen.has(to + 1)) to += 1;
  return [from, to];
}

/** What was told between the first and the last position in reach, in order. */
export function told(round: Round): readonly Line[] {
  const [from, to] = reach(round);
  const lines: Line[] = [];
  for (let seq = from; seq <= to; seq++) {
    const { events = [], deed } = round.seen.get(seq) ?? {};
    const done = deed ? actionTexts(deed).map((text) => ({ text, event: null })) : [];
    const said = events.flatMap(({ text, number: event }) => (text === null ? [] : [{ text, event }]));
    lines.push(...[...done, ...said].map((line, index) => ({ seq, ...line, first: index === 0 })));
  }
  return lines;
}

/** The position at which an event was told, by the event's number in the viewer's log; null where that is not known (yet). */
export function positionOf({ seen }: Round, event: number): number | null {
  for (const each of seen.values()) if (each.events.some(({ number }) => number === event)) return each.seq;
  return null;
}

/** The position as a table's page would have it, for the panels that draw one. */
export function asState(round: Round): State {
  const { about, seen, at } = round;
  const now = seen.get(at);
  if (!about || !now) return nowhere;
  const [from] = reach(round);
  const events: GameEvent[] = [];
  for (let seq = from; seq <= at; seq++) events.push(...(seen.get(seq)?.events ?? []));
  const { table: id, game, title, seats, viewer, scene } = about;
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
    },
    scene: scene,
    roles: ownEyes(about) ? [viewer] : [],
    shown: viewer,
    seq: at,
    views: { [viewer]: now.view },
    events: { [viewer]: events },
  };
}

/** Whether the viewer is a role of who looks: such a one is addressed. The arena names these before the observer. */
function ownEyes({ viewer, viewers }: About): boolean {
  const place = viewers.indexOf(viewer);
  return place >= 0 && place < viewers.indexOf("observer");
}

/** Which way a key leads, as it is read from left to right or from right to left; null where it leads nowhere. */
export function stroke(round: Round, key: string, direction: "ltr" | "rtl" = "ltr"): number | null {
  const { about } = round;
  if (!about) return null;
  const [back, on] = direction === "ltr" ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  if (key === "Home") return about.first;
  if (key === "End") return about.last;
  if (key === back) return Math.max(about.first, goal(round) - 1);
  if (key === on) return Math.min(about.last, goal(round) + 1);
  return null;
}

function within({ about }: Round, seq: number): number {
  return about ? Math.min(Math.max(seq, about.first), about.last) : seq;
}
