// The store of the replay page: its signals, and the commands that load positions and move between them.

import { batch, signal } from "@preact/signals";
import { queue, show, skip } from "../board/motion/animation-queue";
import { recordPositions } from "../board/motion/motion";
import * as arena from "../network/api";
import type { Place } from "./address";
import * as change from "./round";
import type { Round, Position } from "./round";

export const round = signal<Round>(change.start);
export const ended = signal<readonly number[]>([]); // finished rounds of the table, newest first
export const fault = signal<unknown>(null); // the error of the last command
export const playing = signal(false);
export const pace = signal(1); // of playback; 2 is twice as fast

const HURRY = 180; // ms; faster steps are not animated
const PAUSE = 1100; // ms between positions, at normal pace

let here: { readonly table: string; readonly number: number } | null = null;
let viewer = "";
let timer: ReturnType<typeof setTimeout> | undefined;
let lastMove = -Infinity; // time of the last step
let fetching: Promise<void> | null = null;
let latest = -1; // number of the table's last known answer
let catchingUp: Promise<void> | null = null;

/** Open the round of an address. */
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
      viewer = ""; // the viewer of whoever sent the address: use one's own
      return fetched(0);
    });
    await toPlace(move, event);
  });
}

/** Go to the place of a changed address. */
export async function seek({ move, event }: Place): Promise<void> {
  pause();
  await attempt(() => toPlace(move, event));
}

async function toPlace(move: number | null, event: number | null): Promise<void> {
  if (move !== null) await to(change.seqOf(round.value, move));
  else if (event !== null) await toEvent(event);
  else await more();
}

/** Reset everything. */
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

/** Go to a position. A step to a neighbour is animated. */
export async function to(seq: number): Promise<void> {
  const old = round.value;
  const next = change.goTo(old, seq);
  if (next === old) return;
  const before = old.positions.get(old.at);
  const after = next.positions.get(next.at);
  // fast stepping shows positions only
  const hurried = performance.now() - lastMove < HURRY;
  lastMove = performance.now();
  if (next.at !== old.at && !hurried) recordPositions();
  batch(() => {
    round.value = next;
    if (before && after) animateStep(before, after, hurried);
  });
  await attempt(more);
}

function animateStep(before: Position, after: Position, hurried: boolean): void {
  skip();
  if (after.seq === before.seq + 1 && !hurried) show(before.view, after.events, after.view);
}

/** The table has advanced: load the new positions; a replay at the end stays there. */
export async function advanceTo(seq: number): Promise<void> {
  latest = Math.max(latest, seq);
  catchingUp ??= catchUp().finally(() => (catchingUp = null));
  await catchingUp;
}

async function catchUp(): Promise<void> {
  for (let { about } = round.value; about && !about.over && latest > about.last; about = round.value.about) {
    const { last } = about;
    const atEnd = change.targetOf(round.value) === last;
    await attempt(() => fetched(last + 1));
    const now = round.value.about;
    if (!now || now.last === last) return; // another round was opened, or the server cannot be reached
    if (atEnd && change.targetOf(round.value) === last) await to(now.last);
  }
}

/** Go some positions forward or back. The end of a running round may have moved. */
export async function step(by: number): Promise<void> {
  const { about } = round.value;
  if (!about) return;
  const seq = change.targetOf(round.value) + by;
  if (seq > about.last && !about.over) await attempt(() => fetched(about.last + 1));
  await to(seq);
}

/** Show the position to another viewer. */
export async function viewAs(eyes: string): Promise<void> {
  pause();
  skip();
  viewer = eyes;
  await attempt(async () => {
    await fetched(change.blockOf(round.value, round.value.at));
    await more();
  });
}

/** Load the block before the loaded range, or after it. */
export async function loadMore(by: -1 | 1): Promise<void> {
  const [from, last] = change.loadedRange(round.value);
  await attempt(() => fetched(by < 0 ? from - change.BLOCK : last + 1));
}

/** Play on from here; from the first position if this is the last. */
export function play(): void {
  const { about, at } = round.value;
  if (!about || playing.value) return;
  playing.value = true;
  if (at >= about.last) void to(about.first);
  clearTimeout(timer);
  timer = setTimeout(playNext, PAUSE / 2 / pace.value);
}

/** Stop playback. */
export function pause(): void {
  clearTimeout(timer);
  playing.value = false;
}

function playNext(): void {
  if (!playing.value) return;
  const { about, at, target } = round.value;
  if (about && at >= about.last) return pause();
  if (target === null && queue.value.length === 0) void step(1); // else animations are still running
  timer = setTimeout(playNext, PAUSE / pace.value);
}

/** Load blocks as long as `nextBlock` names one. */
async function more(): Promise<void> {
  fetching ??= allWanted().finally(() => (fetching = null));
  await fetching;
}

async function allWanted(): Promise<void> {
  for (let since = change.nextBlock(round.value); since !== null && here; since = change.nextBlock(round.value)) {
    const before = round.value.positions.size;
    await fetched(since);
    if (round.value.positions.size === before) return; // the server has no more
  }
}

async function fetched(since: number): Promise<void> {
  const [from, eyes] = [here, viewer];
  if (!from) return;
  const come = await arena.replay(from.table, from.number, eyes, Math.max(0, since), change.BLOCK);
  if (from === here && eyes === viewer) round.value = change.withSteps(round.value, come);
}

/** Go to an event; loads blocks until it is found. */
async function toEvent(event: number): Promise<void> {
  for (let at = change.positionOf(round.value, event); ; at = change.positionOf(round.value, event)) {
    if (at !== null) return to(at);
    const { about } = round.value;
    const [, last] = change.loadedRange(round.value);
    if (!about || last >= about.last) return more();
    const before = round.value.positions.size;
    await fetched(last + 1);
    if (round.value.positions.size === before) return;
  }
}

async function attempt(task: () => Promise<void>): Promise<void> {
  fault.value = null;
  try {
    await task();
  } catch (error) {
    pause();
    round.value = { ...round.value, target: null };
    fault.value = error;
  }
}
