// What the player does: each function gives the next state and, maybe, a message to send. Plain functions, as state.ts.

import type { Move, Place } from "../board/view";
import type { Refused } from "../protocol";
import { extend, point, type Part } from "./moves";
import { answers, enough, markable, toggled } from "./several";
import { type State, type Sent, type Step, questionOf, view, mayAct, offered, undoable, noUndo } from "./state";

// A queued answer whose question is no longer asked.
const STALE: Refused = {
  type: "refused",
  id: null,
  code: "stale",
  message: "the answer was given to another question",
  seq: null,
};

/** Point at a place. With `confirm`, a whole move waits to be pointed at once more. */
export function pointed(state: State, place: Place, id: string, confirm = false): Step {
  if (!mayAct(state)) return { state };
  const several = markable(view(state));
  if (several) return { state: { ...state, chosen: toggled(several, state.chosen, place), refusal: null } };
  if (state.asked?.places.at(-1) === place) return play(state, state.asked, id);
  const choice = point(view(state)?.moves ?? [], state.chosen, place);
  if (choice === null) return { state: { ...state, asked: null } };
  if ("chosen" in choice) return { state: { ...state, chosen: choice.chosen, asked: null, refusal: null } };
  return confirm ? { state: { ...state, asked: choice.move } } : play(state, choice.move, id);
}

/**
 * Take up what lies at a place, to lay it down elsewhere: the first part of a move is chosen then, so that what is left glows.
 * A move that has no other part is made when it is laid down. Null where nothing may be taken up.
 */
export function grabbed(state: State, place: Place): State | null {
  if (!mayAct(state) || markable(view(state))) return null;
  if (state.chosen.at(-1) === place) return state;
  const choice = point(view(state)?.moves ?? [], state.chosen, place);
  if (choice === null || ("chosen" in choice && choice.chosen.length === 0)) return null;
  return { ...state, asked: null, refusal: null, chosen: "chosen" in choice ? choice.chosen : [] };
}

/** Lay down what was taken up: on a place, or away from where it lay. What may not be done lets go of it. */
export function dropped(state: State, from: Place, onto: Place | null, away: boolean, id: string): Step {
  if (state.chosen.at(-1) !== from) return away ? pointed(state, from, id) : { state };
  if (onto !== null && onto !== from && offered(state).places.has(onto)) return pointed(state, onto, id);
  return { state: onto === from ? state : cancelled(state) };
}

/** Choose a part that is nowhere on the table, by its button. */
export function picked(state: State, part: Part, id: string): Step {
  if (!mayAct(state)) return { state };
  const choice = extend(view(state)?.moves ?? [], [...state.chosen, part]);
  if ("move" in choice) return play(state, choice.move, id);
  return { state: { ...state, chosen: choice.chosen } };
}

/** Answer with all that is marked. */
export function confirmed(state: State, id: string): Step {
  const several = markable(view(state));
  if (!several || !mayAct(state) || !enough(several, state.chosen)) return { state };
  return next(queued(state, answers(several, state.chosen)), id);
}

function queued(state: State, moves: readonly string[]): State {
  return { ...state, queue: { role: state.shown, moves, seq: state.seq - 1, question: "", late: false } };
}

/** Send the next of the answers that follow one another, once the position is there that it is given to. */
export function next(state: State, id: string): Step {
  const [move, ...moves] = state.queue?.moves ?? [];
  if (!state.queue || state.pending || state.seq <= state.queue.seq) return { state };
  const { role, late } = state.queue;
  if (move === undefined) return { state: { ...state, queue: null } };
  const question = questionOf(state.views[role] ?? null);
  const asked = state.views[role]?.moves.some((each) => each.text === move);
  // No longer asked: taken back by others, or the game went on.
  if (late && (!asked || question !== state.queue.question)) return { state: { ...state, queue: null, refusal: STALE } };
  if (!asked) return { state: { ...state, queue: null } };
  const queue = { role, moves, seq: state.seq, question, late: false };
  return send({ ...state, queue }, { type: "play", id, role, move, seq: state.seq });
}

/** Let go of what is chosen. */
export function cancelled(state: State): State {
  if (state.chosen.length === 0 && !state.premove && !state.asked && !state.refusal) return state;
  return { ...state, chosen: [], premove: null, asked: null, refusal: null };
}

/** Answer with a move. */
export function play(state: State, move: Move, id: string): Step {
  return mayAct(state) ? next(queued(state, [move.text]), id) : { state };
}

/** Take back the last answer of the role that gave one last, of those this client plays; or say why that cannot be. */
export function undo(state: State, id: string): Step {
  const role = undoable(state);
  if (role !== null) return send(state, { type: "undo", id, role, seq: state.seq });
  const reason = noUndo(state);
  return { state: reason ? { ...state, refusal: { type: "refused", id: null, ...reason, seq: null } } : state };
}

/** Ask for the next game. */
export function again(state: State, id: string): Step {
  return view(state)?.over && !state.pending ? send(state, { type: "again", id }) : { state };
}

/** Say something besides answering, once nothing is on its way. */
export function sayTo(state: State, message: Sent): Step {
  return state.pending ? { state } : send(state, message);
}

function send(state: State, message: Sent): Step {
  return { state: { ...state, pending: message, stored: null, chosen: [], asked: null, refusal: null }, send: message };
}
