// Moves in a game's own notation, "Nf3": made of what the scene says that things are written as, and of where they go.

import { tokensAt } from "./board/inventory";
import { argumentsOf } from "./moves";
import type { Move, Scene, View } from "./view";

/** How a move is written: by what moves, as much of where it stood as is needed or wished, and where it goes; nothing where the game has no notation. */
export function spellings({ written = {} }: Scene, view: View, move: Move): readonly string[] {
  const [start = "", goal = ""] = move.places;
  const face = tokensAt(view, start)[0]?.face ?? "";
  const letter = written[face];
  if (letter === undefined || !goal) return [];
  const [from, to] = [cellOf(start), cellOf(goal)];
  const own = written[`${face} ${from} ${to}`];
  if (own !== undefined) return [own];
  const rest = argumentsOf(move.text).slice(2).map((word) => written[word] ?? word).join("");
  const straight = letter !== "" || columnOf(from) === columnOf(to); // what has no letter is called by its column where it leaves it
  return [...(straight ? [""] : []), columnOf(from), from.slice(columnOf(from).length), from].map((which) => letter + which + to + rest);
}

/** The moves that are written like this: capitals count where they tell two apart; what a move takes, threatens or becomes need not be marked. */
export function writtenAs(text: string, moves: readonly Move[], spelt: (move: Move) => readonly string[]): readonly Move[] {
  const wanted = plain(text);
  const found = (same: (spelling: string) => boolean) => moves.filter((move) => wanted !== "" && spelt(move).some(same));
  const exact = found((spelling) => plain(spelling) === wanted);
  return exact.length > 0 ? exact : found((spelling) => plain(spelling).toLowerCase() === wanted.toLowerCase());
}

/** Without marks; a nought is written for an O, too. */
function plain(text: string): string {
  const castled = /^\s*[0Oo]-[0Oo]/.test(text) ? text.replace(/[0o]/g, "O") : text;
  return castled.replace(/e\.p\.|[^\p{L}\p{N}]|x/gu, "");
}

const cellOf = (place: string) => place.slice(place.indexOf(":") + 1);
const columnOf = (cell: string) => cell.replace(/\d+$/, "");
