// The analysis of a finished round: which positions are asked for, and what their values tell. Pure.

import type { PositionEvaluation } from "../protocol";

export type Evaluations = ReadonlyMap<number, PositionEvaluation>; // by the number of the answer

/** A move that cost its player much. */
export interface Swing {
  readonly seq: number; // the position after it
  readonly role: string;
  readonly before: number; // value for the role
  readonly after: number;
}

const COARSE = 16; // positions between those that are asked for first
const SWINGS = 3;
const LEAST = 0.12; // share of the range that a swing covers

export const WIDTH = 320;
export const HEIGHT = 96;
const EDGE = 6;

/** The positions of a round in the order in which they are asked for: `at` first, then the whole curve, finer and finer. */
export function inOrder(first: number, last: number, at: number): readonly number[] {
  const found = new Set<number>([at, last]);
  for (let step = COARSE; step >= 1; step /= 2) for (let seq = first; seq <= last; seq += step) found.add(seq);
  return [...found].filter((seq) => seq >= first && seq <= last);
}

/** Whether values are the expected result, from -1 to 1; else they are in units of the game. */
export function isResult(evaluations: Evaluations): boolean {
  return rangeOf(evaluations) <= 1;
}

/** The largest value, at least 1. */
export function rangeOf(evaluations: Evaluations): number {
  return Math.max(1, ...[...evaluations.values()].flatMap(({ values }) => Object.values(values).map(Math.abs)));
}

/** The moves that cost their players most, in the order of the game. */
export function swings(evaluations: Evaluations): readonly Swing[] {
  const least = LEAST * 2 * rangeOf(evaluations);
  const found = [...evaluations.values()].flatMap(({ seq, role, played, values }) => {
    const [before, after] = [values[role], evaluations.get(seq + 1)?.values[role]];
    if (played || before === undefined || after === undefined || before - after < least) return [];
    return [{ seq: seq + 1, role, before, after }];
  });
  const worst = found.toSorted((one, other) => other.before - other.after - (one.before - one.after)).slice(0, SWINGS);
  return worst.toSorted((one, other) => one.seq - other.seq);
}

/** The point of a position on the curve. */
export function point(seq: number, value: number, first: number, last: number, range: number): readonly [number, number] {
  const x = last === first ? WIDTH / 2 : EDGE + ((seq - first) / (last - first)) * (WIDTH - 2 * EDGE);
  return [Math.round(x * 10) / 10, Math.round((HEIGHT / 2 - (value / range) * (HEIGHT / 2 - EDGE)) * 10) / 10];
}

/** The curve of a role, as the points of a polyline. */
export function curve(
  evaluations: Evaluations,
  role: string,
  first: number,
  last: number,
): readonly (readonly [number, number])[] {
  const range = rangeOf(evaluations);
  return [...evaluations.values()]
    .toSorted((one, other) => one.seq - other.seq)
    .map(({ seq, values }) => point(seq, values[role] ?? 0, first, last, range));
}
