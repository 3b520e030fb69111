// Premoves: a move that is marked during another player's turn, and played when the turn comes, or dropped with a message. A
// client that waits has no moves, so places are marked, and the shape of a move is known from earlier ones. Only on boards
// where nothing is hidden and one player is asked at a time: elsewhere a move would mean something else later. Pure.

import { narrowMoves, parts } from "./moves";
import { cancelled, sendNext, play } from "./choosing";
import { lastPlaces, mayAct, view, type State, type Step } from "./state";
import { translate } from "../text/text";
import { tokensAt, type Move, type Place, type Scene, type View } from "../board/view";

/** The shape of a role's moves. */
export interface MoveShape {
  readonly parts: number; // number of places in each
  readonly columns: boolean; // the places are columns
  readonly actions: readonly string[]; // their actions; empty if unknown
}

/** What is marked. */
export interface Premove {
  readonly role: string;
  readonly parts: readonly Place[];
  readonly lay: string; // what lay at the first place
}

const BOARDS = ["grid", "hex"];

/** The shape of a premove that can be marked now; null for none. */
export function markable(state: State): MoveShape | null {
  const { scene, shown, roles, pending, queue, agreements } = state;
  const now = view(state);
  if (!now || !scene || now.over || pending || queue || agreements?.begun === false || !roles.includes(shown)) return null;
  if (now.moves.length > 0 || now.active.length !== 1 || now.active.some((role) => roles.includes(role)) || !isOpen(scene, now))
    return null;
  return state.forms[shown] ?? formOf(state, lastPlaces(state));
}

/** Mark a place; a place that is marked already cancels the premove. */
export function marked(state: State, form: MoveShape, place: Place): State {
  const now = view(state);
  const at = form.columns ? place.replace(/\d+$/, "") : place;
  if (!now || !onBoard(state, at)) return state;
  const before = state.premove?.parts ?? [];
  if (before.includes(at)) return { ...state, premove: null };
  const begun = before.length < form.parts ? before : [];
  if (begun.length === 0 && form.parts > 1 && !isOwn(now, at, state.shown)) return { ...state, premove: null };
  const lay = begun.length > 0 ? (state.premove?.lay ?? "") : contentsKey(now, at);
  return { ...state, premove: { role: state.shown, parts: [...begun, at], lay }, refusal: null };
}

/** Begin to drag a premove; null where that is not possible. */
export function lifted(state: State, form: MoveShape, place: Place): State | null {
  if (form.parts < 2) return null;
  const next = marked({ ...state, premove: null }, form, place);
  return next.premove ? next : null;
}

/** End the drag of a premove; outside the board it is cancelled. */
export function laid(state: State, form: MoveShape, from: Place, onto: Place | null): State {
  if (state.premove?.parts.length !== 1 || state.premove.parts[0] !== from || onto === from) return state;
  return onto === null ? cancelled(state) : marked(state, form, onto);
}

/** After a message: send the next queued answer, or play the premove. */
export function afterMessage(state: State, id: string): Step {
  return state.queue ? sendNext(state, id) : playPremove(state, id);
}

/** After a message: remember the shapes of moves, and play the premove if its role is asked. */
export function playPremove(before: State, id: string): Step {
  const state = { ...before, forms: { ...before.forms, ...learnedShapes(before) } };
  const { premove } = state;
  if (!premove) return { state };
  const now = state.views[premove.role];
  const rest = { ...state, premove: null };
  if (!now || now.over) return { state: rest };
  if (!now.active.includes(premove.role)) return { state };
  if (state.shown !== premove.role || !mayAct(state)) return { state: rest };
  const form = before.forms[premove.role];
  const finished = premove.parts.length === (form?.parts ?? premove.parts.length);
  const same = now.active.length === 1 && !now.several && contentsKey(now, premove.parts[0] ?? "") === premove.lay;
  const left = same ? narrowMoves(now.moves, premove.parts).moves.filter((move) => !finished || sameAction(move, form)) : [];
  if (left.length === 0)
    return {
      state: {
        ...rest,
        refusal: {
          type: "refused",
          id: null,
          code: "premove",
          message: translate("The move you had marked is not possible now"),
          seq: null,
        },
      },
    };
  const [only] = left;
  if (only && left.length === 1 && only.places.length === premove.parts.length) return play(rest, only, id);
  return { state: { ...rest, chosen: premove.parts } }; // the player chooses the remaining parts
}

/** Whether a move has the same action as earlier ones. */
const sameAction = (move: Move, form: MoveShape | undefined) =>
  !form || form.actions.length === 0 || form.actions.includes(move.action);

/**
 * The shapes of the moves offered at the beginning of each own turn; later questions of the same turn follow from one's own
 * answer.
 */
function learnedShapes(state: State): State["forms"] {
  return Object.fromEntries(
    state.roles.flatMap((role) => {
      const moves =
        state.events[role]?.findLast((event) => event.role !== null)?.role === role ? [] : (state.views[role]?.moves ?? []);
      const places = moves.map((move) => parts(move).filter((part) => !part.startsWith("=")));
      const longest = places.reduce((most, each) => (each.length > most.length ? each : most), []);
      const form = formOf(state, longest);
      return form ? [[role, { ...form, actions: [...new Set(moves.map(({ action }) => action))] }]] : [];
    }),
  );
}

/** The shape of a move with these places; null if one is not on a board. */
function formOf(state: State, places: readonly Place[]): MoveShape | null {
  if (places.length === 0 || !places.every((place) => onBoard(state, place))) return null;
  return { parts: places.length, columns: places.every((place) => !/\d$/.test(place)), actions: [] };
}

function onBoard({ scene }: State, place: Place): boolean {
  const container = scene?.containers.find(({ name }) => place.startsWith(`${name}:`));
  return container !== undefined && BOARDS.includes(container.layout);
}

/** Whether nothing on the table is hidden from the viewer. */
function isOpen(scene: Scene, now: View): boolean {
  return scene.containers.every(({ name }) => {
    const contents = now.containers[name];
    return (
      contents !== undefined &&
      !contents.backs &&
      (contents.tokens ?? []).every((token) => token.at !== undefined && (!token.down || token.face))
    );
  });
}

/** Whether a place holds something of a role; where nothing has an owner, anything. */
function isOwn(now: View, place: Place, role: string): boolean {
  const owned = Object.values(now.containers).some(({ tokens = [] }) => tokens.some((token) => token.owner === role));
  return tokensAt(now, place).some((token) => !owned || token.owner === role);
}

function contentsKey(now: View, place: Place): string {
  return JSON.stringify(tokensAt(now, place).map(({ kind, owner, face }) => [kind, owner ?? "", face ?? ""]));
}

/** The marked places in words: "e2 e4". */
export const premoveWords = ({ parts: places }: Premove) =>
  places.map((place) => place.slice(place.indexOf(":") + 1)).join(" ");
