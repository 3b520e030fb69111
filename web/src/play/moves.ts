// Narrows a list of moves part by part, as the player points at places. Pure; knows no rules.

import { capital, readable, translate } from "../text/text";
import type { Move, Place, Text, View } from "../board/view";
import { combinedActions, membersOf, setActions } from "./combinations";

/** A part of a move: a place of the table, or "=argument" for a part without a place. */
export type Part = string;

export interface Narrowed {
  readonly moves: readonly Move[]; // moves that begin with the chosen parts
  readonly combined: ReadonlySet<string>; // actions whose parts can be chosen in any order
  readonly places: ReadonlySet<Place>; // places for the next part
  readonly buttons: readonly MoveButton[]; // next parts without a place, and complete moves
  readonly ranges: readonly Move[]; // moves whose next and last part is a number of a range
}

export interface MoveButton {
  readonly key: string;
  readonly label: string;
  readonly verb: string | null; // what the label begins with, where the rest is a part of a move: "Bid" of "Bid 3"
  readonly rest: string; // label without the verb
  readonly move: Move | null; // the move that the button completes
  readonly part: Part | null; // the part that the button chooses
}

/** The result of a choice: the parts chosen so far, or a complete move. */
export type Choice = { readonly chosen: readonly Part[] } | { readonly move: Move };

/** The parts of a move; of a set of cells each of them. */
export function parts(move: Move): readonly Part[] {
  const words = wordsOf(move);
  return move.places.flatMap((place, index) => (place ? membersOf(place) : `=${words[index] ?? ""}`));
}

/** What can be chosen after `chosen`. */
export function narrowMoves(moves: readonly Move[], chosen: readonly Part[]): Narrowed {
  const depth = chosen.length;
  const sets = setActions(moves);
  const combined = new Set([...combinedActions(moves), ...sets]);
  const left = moves.filter((move) =>
    chosen.every((part, index) => (combined.has(move.action) ? parts(move).includes(part) : parts(move)[index] === part)),
  );
  const places = new Set<Place>();
  const buttons = new Map<string, MoveButton>();
  const ranges: Move[] = [];
  for (const move of left) {
    const rest = restOf(move, chosen, combined);
    const [next] = rest;
    if (next === undefined) {
      const text = label(move, sets.has(move.action) ? [] : wordsOf(move), depth);
      buttons.set(move.text, { key: move.text, label: text, verb: null, rest: text, move, part: null });
    } else if (move.numbers && rest.length === 1) {
      ranges.push(move);
    } else if (next.startsWith("=")) {
      const last = rest.length === 1;
      const word = capital(translate(next.slice(1)));
      const verb = depth === 0 ? translate(readable(move.action)) : null;
      buttons.set(last ? move.text : next, {
        key: next,
        label: verb ? label(move, [next.slice(1)], 0) : word,
        verb,
        rest: word,
        move: last ? move : null,
        part: next,
      });
    } else {
      for (const place of nextParts(move, chosen, combined)) places.add(place);
    }
  }
  return { moves: left, combined, places, buttons: [...buttons.values()], ranges };
}

/** The parts of a move that can be chosen next. */
export function nextParts(move: Move, chosen: readonly Part[], combined: ReadonlySet<string>): readonly Part[] {
  const rest = restOf(move, chosen, combined);
  return combined.has(move.action) ? rest : rest.slice(0, 1);
}

function restOf(move: Move, chosen: readonly Part[], combined: ReadonlySet<string>): readonly Part[] {
  return combined.has(move.action) ? parts(move).filter((part) => !chosen.includes(part)) : parts(move).slice(chosen.length);
}

/** The chosen parts without a place, in words: "Bid 3 ×"; null for none. */
export function chosenText(moves: readonly Move[], chosen: readonly Part[]): string | null {
  const [move] = moves;
  const words = chosen.filter((part) => part.startsWith("=")).map((part) => part.slice(1));
  if (!move || words.length === 0) return null;
  if (words.length < chosen.length) return [translate(readable(move.action)), ...words.map(translate)].join(" ");
  return `${label(move, words, 0)}${separator(move, words.length - 1)}`.trim();
}

/** The result of pointing at `place`; null for none. */
export function choosePlace(moves: readonly Move[], chosen: readonly Part[], place: Place): Choice | null {
  const { places, combined, moves: left } = narrowMoves(moves, chosen);
  if (places.has(place)) return chooseParts(moves, [...chosen, place]);
  const anyOrder = left.some((move) => combined.has(move.action));
  if (anyOrder && chosen.includes(place)) return { chosen: chosen.filter((each) => each !== place) };
  if (chosen.at(-1) === place) return { chosen: [] }; // pointed at again: cancel
  if (chosen.length > 0 && narrowMoves(moves, []).places.has(place)) return chooseParts(moves, [place]); // begins another move
  return null;
}

/** The result of choosing these parts: a complete move if exactly one is left and its other parts have no place. */
export function chooseParts(moves: readonly Move[], chosen: readonly Part[]): Choice {
  const { moves: left, combined } = narrowMoves(moves, chosen);
  if (left.some(({ action }) => setActions(moves).has(action))) return { chosen }; // a button plays what is marked
  const only = left.length === 1 ? left[0] : undefined;
  if (only && !only.numbers && restOf(only, chosen, combined).every((part) => part.startsWith("="))) return { move: only };
  return { chosen };
}

/** The move of a number of a range. */
export function withNumber({ numbers, ...move }: Move, number: number | string): Move {
  if (!numbers) return move;
  const { text, args } = move.describe;
  return {
    ...move,
    text: `${numbers.before}${number}${numbers.after}`,
    describe: { text, args: { ...args, [numbers.part]: String(number) } },
  };
}

/** A move as it is written and described; a range with its limits: "bet(1–200)". */
export function withLimits(move: Move): Move {
  return move.numbers ? withNumber(move, `${move.numbers.least}–${move.numbers.most}`) : move;
}

/** What a button of a move says, without the parts that are chosen already: "Bet 40". */
export function moveLabel(move: Move, depth: number): string {
  return label(move, wordsOf(move), depth);
}

const WHOLE = /^-?[0-9]+$/;
const MANY = 6; // so many combinations of numbers are better set than listed

/** The moves of each action whose parts are several whole numbers, such as a bid of a quantity and a face. */
export function numericActions(moves: readonly Move[]): readonly (readonly Move[])[] {
  const actions = new Map<string, Move[]>();
  for (const move of moves) actions.set(move.action, [...(actions.get(move.action) ?? []), move]);
  const numeric = ({ text, numbers }: Move) => {
    const words = argumentsOf(text);
    return numbers === undefined && words.length > 1 && words.every((word) => WHOLE.test(word));
  };
  return [...actions.values()].filter((some) => some.length >= MANY && some.every(numeric));
}

/** A move in a few words, as the rules say it; null where they do not. */
export function shortText(view: View, move: Move): Text | null {
  const text = view.says?.[move.action];
  return move.says ?? (text === undefined ? null : { ...move.describe, text });
}

/** The move of a text; null for none. */
export function moveOfText(moves: readonly Move[], text: string): Move | null {
  for (const move of moves) {
    if (move.text === text) return move;
    const found =
      move.numbers && text.startsWith(move.numbers.before) ? numbered(move, text.slice(move.numbers.before.length)) : null;
    if (found?.text === text) return found;
  }
  return null;
}

/** The move of the number that a text ends with; null if it is outside the range. */
export function numbered(move: Move, text: string): Move | null {
  const number = Number(/-?[0-9]+(?=\W*$)/.exec(text)?.[0] ?? "x");
  const { least, most, step } = move.numbers ?? { least: 1, most: 0, step: 1 };
  return number >= least && number <= most && (number - least) % step === 0 ? withNumber(move, number) : null;
}

/** The arguments in a move's text: "play(a,b)" has "a" and "b". */
export function argumentsOf(text: string): readonly string[] {
  const inside = /^[^(]*\((.*)\)$/s.exec(text)?.[1];
  return inside ? inside.split(",") : [];
}

/** The words of a move's parts: a text may have commas, "1 ruby, 2 gold", as the name of an area's place has. */
function wordsOf(move: Move): readonly string[] {
  const words = [...argumentsOf(move.text)];
  const sizes = move.places.map((place) => (place ? place.slice(place.indexOf(":") + 1).split(",").length : 1));
  let spare = words.length - sizes.reduce((sum, size) => sum + size, 0);
  return move.places.map((place, index) => {
    const more = place ? 0 : Math.max(0, spare);
    spare -= more;
    return words.splice(0, (sizes[index] ?? 1) + more).join(",");
  });
}

function label(move: Move, words: readonly string[], depth: number): string {
  const rest = words.slice(depth).map((word, index) => (index > 0 ? separator(move, depth + index - 1) : "") + translate(word));
  return [translate(readable(move.action)), rest.join("")].filter(Boolean).join(" ");
}

/** The sign between an argument and the next one in the move's sentence, if it is no word: "×" of "{quantity} × {face}". */
function separator(move: Move, index: number): string {
  const words = wordsOf(move);
  const holders = [...move.describe.text.matchAll(/\{(\w+)\}/g)].filter(([, name]) =>
    words.includes(String(move.describe.args?.[name ?? ""])),
  );
  const [one, next] = [holders[index], holders[index + 1]];
  if (!one || !next || holders.length !== words.length || String(move.describe.args?.[one[1] ?? ""]) !== words[index])
    return " ";
  const sign = move.describe.text.slice(one.index + one[0].length, next.index);
  return /\p{L}/u.test(sign) ? " " : sign;
}
