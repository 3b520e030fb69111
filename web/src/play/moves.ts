// Narrowing a list of moves part by part, as the player points at places. Knows no rule: only what is listed is offered.

import { capital, sentence, translate } from "../text/text";
import type { Move, Place } from "../board/view";

/** One part of a move: a place of the table, or "=argument" for a part that is nowhere on it. */
export type Part = string;

export interface Narrowed {
  readonly moves: readonly Move[]; // those that begin with what is chosen
  readonly places: ReadonlySet<Place>; // where the next part may be pointed at
  readonly buttons: readonly Button[]; // what is chosen by a button instead
}

export interface Button {
  readonly key: string;
  readonly label: string;
  readonly verb: string | null; // what the label begins with, where the rest is a part of a move: "Bid" of "Bid 3"
  readonly rest: string; // the label without it
  readonly move: Move | null; // the move it completes
  readonly part: Part | null; // or the part it chooses
}

/** A choice: more is chosen now, or a move is complete. */
export type Choice = { readonly chosen: readonly Part[] } | { readonly move: Move };

/** The parts of a move. */
export function parts(move: Move): readonly Part[] {
  const words = argumentsOf(move.text);
  return move.places.map((place, index) => place || `=${words[index] ?? ""}`);
}

/** What may be chosen next, after `chosen`. */
export function narrow(moves: readonly Move[], chosen: readonly Part[]): Narrowed {
  const depth = chosen.length;
  const left = moves.filter((move) => chosen.every((part, index) => parts(move)[index] === part));
  const places = new Set<Place>();
  const buttons = new Map<string, Button>();
  for (const move of left) {
    const next = parts(move)[depth];
    if (next === undefined) {
      const text = label(move, argumentsOf(move.text), depth);
      buttons.set(move.text, { key: move.text, label: text, verb: null, rest: text, move, part: null });
    } else if (next.startsWith("=")) {
      const last = parts(move).length === depth + 1;
      const rest = capital(translate(next.slice(1)));
      const verb = depth === 0 ? translate(sentence(move.action)) : null;
      buttons.set(last ? move.text : next, {
        key: next,
        label: verb ? label(move, [next.slice(1)], 0) : rest,
        verb,
        rest,
        move: last ? move : null,
        part: next,
      });
    } else {
      places.add(next);
    }
  }
  return { moves: left, places, buttons: [...buttons.values()] };
}

/** What is chosen so far of parts that are nowhere on the table, in words: "Bid 3 ×"; null where there is none. */
export function begun(moves: readonly Move[], chosen: readonly Part[]): string | null {
  const [move] = moves;
  const words = chosen.filter((part) => part.startsWith("=")).map((part) => part.slice(1));
  if (!move || words.length === 0) return null;
  if (words.length < chosen.length) return [translate(sentence(move.action)), ...words.map(translate)].join(" ");
  return `${label(move, words, 0)}${glue(move, words.length - 1)}`.trim();
}

/** What pointing at `place` does, or null where it means nothing. */
export function point(moves: readonly Move[], chosen: readonly Part[], place: Place): Choice | null {
  if (narrow(moves, chosen).places.has(place)) return extend(moves, [...chosen, place]);
  if (chosen.at(-1) === place) return { chosen: [] }; // pointed at again: let go
  if (chosen.length > 0 && narrow(moves, []).places.has(place)) return extend(moves, [place]); // another first part
  return null;
}

/** What choosing this much does: it is a whole move when only one is left and nothing of it is open. */
export function extend(moves: readonly Move[], chosen: readonly Part[]): Choice {
  const left = narrow(moves, chosen).moves;
  const only = left.length === 1 ? left[0] : undefined;
  if (
    only &&
    parts(only)
      .slice(chosen.length)
      .every((part) => part.startsWith("="))
  )
    return { move: only };
  return { chosen };
}

/** The arguments in a move's text: "play(a,b)" has "a" and "b". */
export function argumentsOf(text: string): readonly string[] {
  const inside = /^[^(]*\((.*)\)$/s.exec(text)?.[1];
  return inside ? inside.split(",") : [];
}

function label(move: Move, words: readonly string[], depth: number): string {
  const rest = words.slice(depth).map((word, index) => (index > 0 ? glue(move, depth + index - 1) : "") + translate(word));
  return [translate(sentence(move.action)), rest.join("")].filter(Boolean).join(" ");
}

/**
 * What stands between an argument and the next in the sentence about the move, where that is a sign: "×" of "{quantity} ×
 * {face}".
 */
function glue(move: Move, index: number): string {
  const words = argumentsOf(move.text);
  const holders = [...move.describe.text.matchAll(/\{(\w+)\}/g)].filter(([, name]) =>
    words.includes(String(move.describe.args?.[name ?? ""])),
  );
  const [one, next] = [holders[index], holders[index + 1]];
  if (!one || !next || holders.length !== words.length || String(move.describe.args?.[one[1] ?? ""]) !== words[index])
    return " ";
  const sign = move.describe.text.slice(one.index + one[0].length, next.index);
  return /\p{L}/u.test(sign) ? " " : sign;
}
