// What the player does: each function returns the next state, and a message to send if there is one. Pure.

import type { Move, Place } from "../board/view";
import type { Refused } from "../protocol";
import { chooseParts, choosePlace, moveOfText, type Part } from "./moves";
import { answers, enough, multipleChoice, toggle } from "./multiple-choice";
import { type State, type Sent, type Step, questionKey, view, mayAct, choices, undoable, undoRefusal } from "./state";

// The refusal of a queued answer whose question is no longer asked.
const STALE: Refused = {
  type: "refused",
  id: null,
  code: "stale",
  message: "the answer was given to another question",
  seq: null,
};

/** Point at a place. With `confirm`, a complete move waits for a second tap. */
export function pointed(state: State, place: Place, id: string, confirm = false): Step {
  if (!mayAct(state)) return { state };
  const several = multipleChoice(view(state));
  if (several) return { state: { ...state, chosen: toggle(several, state.chosen, place), refusal: null } };
  if (state.asked?.places.at(-1) === place) return play(state, state.asked, id);
  const choice = choosePlace(view(state)?.moves ?? [], state.chosen, place);
  if (choice === null) return { state: { ...state, asked: null } };
  if ("chosen" in choice) return { state: { ...state, chosen: choice.chosen, asked: null, refusal: null } };
  return confirm ? { state: { ...state, asked: choice.move } } : play(state, choice.move, id);
}

/**
 * Begin to drag from a place: chooses the first part of a move, so that the possible targets light up. A move with one part is
 * played by the drop. Null where nothing can be dragged.
 */
export function grabbed(state: State, place: Place): State | null {
  if (!mayAct(state) || multipleChoice(view(state))) return null;
  if (state.chosen.at(-1) === place) return state;
  const choice = choosePlace(view(state)?.moves ?? [], state.chosen, place);
  if (choice === null || ("chosen" in choice && choice.chosen.length === 0)) return null;
  return { ...state, asked: null, refusal: null, chosen: "chosen" in choice ? choice.chosen : [] };
}

/** End a drag, on a place or outside the container it started in; a drop that is no move cancels. */
export function dropped(state: State, from: Place, onto: Place | null, away: boolean, id: string): Step {
  if (state.chosen.at(-1) !== from) return away ? pointed(state, from, id) : { state };
  if (onto !== null && onto !== from && choices(state).places.has(onto)) return pointed(state, onto, id);
  return { state: onto === from ? state : cancelled(state) };
}

/** Choose a part that has no place on the table, by its button. */
export function picked(state: State, part: Part, id: string): Step {
  if (!mayAct(state)) return { state };
  const choice = chooseParts(view(state)?.moves ?? [], [...state.chosen, part]);
  if ("move" in choice) return play(state, choice.move, id);
  return { state: { ...state, chosen: choice.chosen } };
}

/** Answer with everything that is marked. */
export function confirmed(state: State, id: string): Step {
  const several = multipleChoice(view(state));
  if (!several || !mayAct(state) || !enough(several, state.chosen)) return { state };
  return sendNext(withQueue(state, answers(several, state.chosen)), id);
}

function withQueue(state: State, moves: readonly string[]): State {
  return { ...state, queue: { role: state.shown, moves, seq: state.seq - 1, question: "", late: false } };
}

/** Send the next of several queued answers, once the position it belongs to has arrived. */
export function sendNext(state: State, id: string): Step {
  const [move, ...moves] = state.queue?.moves ?? [];
  if (!state.queue || state.pending || state.seq <= state.queue.seq) return { state };
  const { role, late } = state.queue;
  if (move === undefined) return { state: { ...state, queue: null } };
  const question = questionKey(state.views[role] ?? null);
  const asked = moveOfText(state.views[role]?.moves ?? [], move) !== null;
  // No longer asked: others undid something, or the game has moved on.
  if (late && (!asked || question !== state.queue.question)) return { state: { ...state, queue: null, refusal: STALE } };
  if (!asked) return { state: { ...state, queue: null } };
  const queue = { role, moves, seq: state.seq, question, late: false };
  return send({ ...state, queue }, { type: "play", id, role, move, seq: state.seq });
}

/** Cancel the current choice. */
export function cancelled(state: State): State {
  if (state.chosen.length === 0 && !state.premove && !state.asked && !state.refusal) return state;
  return { ...state, chosen: [], premove: null, asked: null, refusal: null };
}

/** Answer with a move. */
export function play(state: State, move: Move, id: string): Step {
  return mayAct(state) ? sendNext(withQueue(state, [move.text]), id) : { state };
}

/** Undo the last answer of this client's roles, or say why that is not possible. */
export function undo(state: State, id: string): Step {
  const role = undoable(state);
  if (role !== null) return send(state, { type: "undo", id, role, seq: state.seq });
  const reason = undoRefusal(state);
  return { state: reason ? { ...state, refusal: { type: "refused", id: null, ...reason, seq: null } } : state };
}

/** Start the next game. */
export function again(state: State, id: string): Step {
  return view(state)?.over && !state.pending ? send(state, { type: "again", id }) : { state };
}

/** Send another message, unless one is pending. */
export function sendWhenIdle(state: State, message: Sent): Step {
  return state.pending ? { state } : send(state, message);
}

function send(state: State, message: Sent): Step {
  return { state: { ...state, pending: message, stored: null, chosen: [], asked: null, refusal: null }, send: message };
}
