// The curve of a rating over time. Pure.

import type { RatedRound } from "../../protocol";

export const WIDTH = 640;
export const HEIGHT = 200;
const EDGE = 12; // margin around the curve

export interface Curve {
  readonly points: readonly (readonly [x: number, y: number])[]; // the oldest round first
  readonly low: number; // ratings at the lower and upper edge
  readonly high: number;
  readonly start: number | null; // y of the rating with which everybody begins
}

export const START = 1500; // points

/** The curve of rounds that are listed newest first. With all of them (`whole`) it begins where everybody does. */
export function curveOf(rounds: readonly RatedRound[], whole: boolean): Curve {
  const ratings = [...(whole ? [START] : []), ...rounds.map((round) => round.rating).toReversed()];
  const [least, most] = [Math.floor(Math.min(...ratings)), Math.ceil(Math.max(...ratings))];
  const margin = least === most ? 1 : 0; // a rating that has not changed is a line in the middle
  const [low, high] = [least - margin, most + margin];
  const across = (index: number) =>
    ratings.length < 2 ? WIDTH / 2 : EDGE + (index * (WIDTH - 2 * EDGE)) / (ratings.length - 1);
  const up = (rating: number) => EDGE + ((high - rating) / (high - low)) * (HEIGHT - 2 * EDGE);
  return {
    points: ratings.map((rating, index) => [across(index), up(rating)] as const),
    low,
    high,
    start: low <= START && high >= START ? up(START) : null,
  };
}
