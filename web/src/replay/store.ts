// What the replay page shows, as signals, and the actions that change it: between the functions of round.ts, the arena and the
// components.

import { batch, signal } from "@preact/signals";
import { queue, show, skip } from "../board/motion/animation-queue";
import { remember } from "../board/motion/motion";
import * as arena from "../network/api";
import type { Place } from "./address";
import * as change from "./round";
import type { Round, Seen } from "./round";

export const round = signal<Round>(change.start);
export const ended = signal<readonly number[]>([]); // the rounds of the table that have ended, the last first
export const fault = signal<unknown>(null); // why the last thing did not work
export const playing = signal(false);
export const pace = signal(1); // of playing: 2 is twice as quick

const HURRY = 180; // ms: so soon after another, a step is not shown as a motion
const PAUSE = 1100; // ms from one position to the next, at the usual pace

let here: { readonly table: string; readonly number: number } | null = null;
let viewer = "";
let timer: ReturnType<typeof setTimeout> | undefined;
let went = -Infinity; // when somebody went to another position last
let fetching: Promise<void> | null = null;
let latest = -1; // the number of the table's last answer, as far as it is known
let catching: Promise<void> | null = null;

/** Open a round at the place an address names. */
export async function open({ table, round: wanted, viewer: eyes, move, event }: Place): Promise<void> {
  leave();
  await attempt(async () => {
    const past = (await arena.rounds(table)).rounds.map((each) => each.round);
    ended.value = past;
    const number = wanted ?? past[0] ?? (await arena.table(table)).round;
    here = { table, number };
    viewer = eyes;
    await fetched(0).catch((error: unknown) => {
      if (!(error instanceof arena.ApiError) || error.code !== "not_seated" || viewer === "") throw error;
      viewer = ""; // the eyes of who has sent the address; one looks through one's own
      return fetched(0);
    });
    await toPlace(move, event);
  });
}

/** Go where the address of this very page leads now. */
export async function seek({ move, event }: Place): Promise<void> {
  pause();
  await attempt(() => toPlace(move, event));
}

async function toPlace(move: number | null, event: number | null): Promise<void> {
  if (move !== null) await to(change.seqOf(round.value, move));
  else if (event !== null) await toEvent(event);
  else await more();
}

/** Forget it all. */
export function leave(): void {
  pause();
  skip();
  here = null;
  latest = -1;
  batch(() => {
    round.value = change.start;
    ended.value = [];
    fault.value = null;
  });
}

/** Go to a position. A neighbour is moved to, as it came about; any other is there at once. */
export async function to(seq: number): Promise<void> {
  const old = round.value;
  const next = change.gone(old, seq);
  if (next === old) return;
  const before = old.seen.get(old.at);
  const after = next.seen.get(next.at);
  // whoever leafs through quickly wants to see where things are, not how they come there
  const hurried = performance.now() - went < HURRY;
  went = performance.now();
  if (next.at !== old.at && !hurried) remember();
  batch(() => {
    round.value = next;
    if (before && after) moved(before, after, hurried);
  });
  await attempt(more);
}

function moved(before: Seen, after: Seen, hurried: boolean): void {
  skip();
  if (after.seq === before.seq + 1 && !hurried) show(before.view, after.events, after.view);
}

/** The table has come to that number: what is new is fetched, and who is at the end stays there. */
export async function further(seq: number): Promise<void> {
  latest = Math.max(latest, seq);
  catching ??= caughtUp().finally(() => (catching = null));
  await catching;
}

async function caughtUp(): Promise<void> {
  for (let { about } = round.value; about && !about.over && latest > about.last; about = round.value.about) {
    const { last } = about;
    const atEnd = change.goal(round.value) === last;
    await attempt(() => fetched(last + 1));
    const now = round.value.about;
    if (!now || now.last === last) return; // another round has begun, or the arena cannot be reached
    if (atEnd && change.goal(round.value) === last) await to(now.last);
  }
}

/** Go so many positions on, or back. The end of a round that goes on may be further by now. */
export async function step(by: number): Promise<void> {
  const { about } = round.value;
  if (!about) return;
  const seq = change.goal(round.value) + by;
  if (seq > about.last && !about.over) await attempt(() => fetched(about.last + 1));
  await to(seq);
}

/** Look through other eyes, from where one is. */
export async function look(eyes: string): Promise<void> {
  pause();
  skip();
  viewer = eyes;
  await attempt(async () => {
    await fetched(change.blockOf(round.value, round.value.at));
    await more();
  });
}

/** Fetch the block of positions before those in reach, or behind them. */
export async function widen(by: -1 | 1): Promise<void> {
  const [from, last] = change.reach(round.value);
  await attempt(() => fetched(by < 0 ? from - change.BLOCK : last + 1));
}

/** Play on from here, from the beginning when one is at the end. */
export function play(): void {
  const { about, at } = round.value;
  if (!about || playing.value) return;
  playing.value = true;
  if (at >= about.last) void to(about.first);
  clearTimeout(timer);
  timer = setTimeout(onward, PAUSE / 2 / pace.value);
}

/** Stay where one is. */
export function pause(): void {
  clearTimeout(timer);
  playing.value = false;
}

function onward(): void {
  if (!playing.value) return;
  const { about, at, sought } = round.value;
  if (about && at >= about.last) return pause();
  if (sought === null && queue.value.length === 0) void step(1); // else what has led here has not been seen yet
  timer = setTimeout(onward, PAUSE / pace.value);
}

/** Fetch what is wanted, block by block, as long as something is. */
async function more(): Promise<void> {
  fetching ??= allWanted().finally(() => (fetching = null));
  await fetching;
}

async function allWanted(): Promise<void> {
  for (let since = change.wanted(round.value); since !== null && here; since = change.wanted(round.value)) {
    const before = round.value.seen.size;
    await fetched(since);
    if (round.value.seen.size === before) return; // the arena has no more to give
  }
}

async function fetched(since: number): Promise<void> {
  const [from, eyes] = [here, viewer];
  if (!from) return;
  const come = await arena.replay(from.table, from.number, eyes, Math.max(0, since), change.BLOCK);
  if (from === here && eyes === viewer) round.value = change.known(round.value, come);
}

/** Go to where an event was told: the blocks before it are looked through. */
async function toEvent(event: number): Promise<void> {
  for (let at = change.positionOf(round.value, event); ; at = change.positionOf(round.value, event)) {
    if (at !== null) return to(at);
    const { about } = round.value;
    const [, last] = change.reach(round.value);
    if (!about || last >= about.last) return more();
    const before = round.value.seen.size;
    await fetched(last + 1);
    if (round.value.seen.size === before) return;
  }
}

async function attempt(task: () => Promise<void>): Promise<void> {
  fault.value = null;
  try {
    await task();
  } catch (error) {
    pause();
    round.value = { ...round.value, sought: null };
    fault.value = error;
  }
}
