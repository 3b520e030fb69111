// A move marked while others think: it is played at once when it may be, and else let go of and said so. Pure, as state.ts. Who
// waits is sent no moves, so what is marked are places, and what a move looks like is known from those that were offered
// before. Only where all lies open, on a board, and one player is asked at a time: nowhere else would a move still mean the
// same later.

import { narrow, parts } from "./moves";
import { cancelled, next, play } from "./choosing";
import { lastPlaces, mayAct, view, type State, type Step } from "./state";
import { translate } from "../text/text";
import { tokensAt, type Move, type Place, type Scene, type View } from "../board/view";

/** What the moves of a role look like. */
export interface Form {
  readonly parts: number; // how many places each names
  readonly columns: boolean; // whether these are columns
  readonly actions: readonly string[]; // what is done there; none where it is not known
}

/** What is marked. */
export interface Premove {
  readonly role: string;
  readonly parts: readonly Place[];
  readonly lay: string; // what lay at the first of them
}

const BOARDS = ["grid", "hex"];

/** What the moves look like that may be marked now; null where none may. */
export function markable(state: State): Form | null {
  const { scene, shown, roles, pending, queue, pact } = state;
  const now = view(state);
  if (!now || !scene || now.over || pending || queue || pact?.begun === false || !roles.includes(shown)) return null;
  if (now.moves.length > 0 || now.active.length !== 1 || now.active.some((role) => roles.includes(role)) || !isOpen(scene, now))
    return null;
  return state.forms[shown] ?? formOf(state, lastPlaces(state));
}

/** Mark a place, or take back what is marked by marking it once more. */
export function marked(state: State, form: Form, place: Place): State {
  const now = view(state);
  const at = form.columns ? place.replace(/\d+$/, "") : place;
  if (!now || !onBoard(state, at)) return state;
  const before = state.premove?.parts ?? [];
  if (before.includes(at)) return { ...state, premove: null };
  const begun = before.length < form.parts ? before : [];
  if (begun.length === 0 && form.parts > 1 && !isOwn(now, at, state.shown)) return { ...state, premove: null };
  const lay = begun.length > 0 ? (state.premove?.lay ?? "") : lying(now, at);
  return { ...state, premove: { role: state.shown, parts: [...begun, at], lay }, refusal: null };
}

/** Take up what lies at a place, to mark where it is to go; null where that cannot be. */
export function lifted(state: State, form: Form, place: Place): State | null {
  if (form.parts < 2) return null;
  const next = marked({ ...state, premove: null }, form, place);
  return next.premove ? next : null;
}

/** Mark where what was taken up is laid down; beside the board it is let go of. */
export function laid(state: State, form: Form, from: Place, onto: Place | null): State {
  if (state.premove?.parts.length !== 1 || state.premove.parts[0] !== from || onto === from) return state;
  return onto === null ? cancelled(state) : marked(state, form, onto);
}

/** What follows a message of itself: the next of several answers, else the move that is marked. */
export function continued(state: State, id: string): Step {
  return state.queue ? next(state, id) : followed(state, id);
}

/** After the arena has told something: remember what moves look like, and play what is marked once it is asked for. */
export function followed(before: State, id: string): Step {
  const state = { ...before, forms: { ...before.forms, ...learned(before) } };
  const { premove } = state;
  if (!premove) return { state };
  const now = state.views[premove.role];
  const rest = { ...state, premove: null };
  if (!now || now.over) return { state: rest };
  if (!now.active.includes(premove.role)) return { state };
  if (state.shown !== premove.role || !mayAct(state)) return { state: rest };
  const form = before.forms[premove.role];
  const finished = premove.parts.length === (form?.parts ?? premove.parts.length);
  const same = now.active.length === 1 && !now.several && lying(now, premove.parts[0] ?? "") === premove.lay;
  const left = same ? narrow(now.moves, premove.parts).moves.filter((move) => !finished || alike(move, form)) : [];
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
  return { state: { ...rest, chosen: premove.parts } }; // the rest of it is asked for
}

/** Whether a move does what those did that were offered before. */
const alike = (move: Move, form: Form | undefined) => !form || form.actions.length === 0 || form.actions.includes(move.action);

/**
 * What the moves look like that the viewer's roles are offered as their turn begins: what is asked behind an own move comes of
 * that alone.
 */
function learned(state: State): State["forms"] {
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

/** What a move looks like that names these places; null where they are none of a board. */
function formOf(state: State, places: readonly Place[]): Form | null {
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

/** Whether something of a player's lies there; where nothing has an owner, whether anything does. */
function isOwn(now: View, place: Place, role: string): boolean {
  const owned = Object.values(now.containers).some(({ tokens = [] }) => tokens.some((token) => token.owner === role));
  return tokensAt(now, place).some((token) => !owned || token.owner === role);
}

function lying(now: View, place: Place): string {
  return JSON.stringify(tokensAt(now, place).map(({ kind, owner, face }) => [kind, owner ?? "", face ?? ""]));
}

/** What is marked, in words: "e2 e4". */
export const premoveWords = ({ parts: places }: Premove) =>
  places.map((place) => place.slice(place.indexOf(":") + 1)).join(" ");
