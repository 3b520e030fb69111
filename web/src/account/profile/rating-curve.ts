// A rating over time as a curve: where its points lie in a box that is drawn. Pure.

import type { Course } from "../../protocol";

export const WIDTH = 640;
export const HEIGHT = 200;
const EDGE = 12; // around the curve

export interface Curve {
  readonly points: readonly (readonly [x: number, y: number])[]; // the first round first
  readonly low: number; // the ratings at the lower and the upper edge
  readonly high: number;
  readonly nought: number | null; // the height of a rating of 0, where everybody begins
}

/** The curve of rounds that are listed the last first, as the arena sends them. It begins at 0 when all of them are there. */
export function curveOf(rounds: readonly Course[], whole: boolean): Curve {
  const ratings = [...(whole ? [0] : []), ...rounds.map((round) => round.rating).toReversed()];
  const low = Math.floor(Math.min(...ratings));
  const high = Math.max(Math.ceil(Math.max(...ratings)), low + 1);
  const across = (index: number) =>
    ratings.length < 2 ? WIDTH / 2 : EDGE + (index * (WIDTH - 2 * EDGE)) / (ratings.length - 1);
  const up = (rating: number) => EDGE + ((high - rating) / (high - low)) * (HEIGHT - 2 * EDGE);
  return {
    points: ratings.map((rating, index) => [across(index), up(rating)] as const),
    low,
    high,
    nought: low <= 0 && high >= 0 ? up(0) : null,
  };
}
