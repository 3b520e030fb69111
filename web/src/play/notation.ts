// A move that is typed: its text, its parts, or the game's own notation, "Nf3", made of what the scene says that things are
// written as.

import { argumentsOf } from "./moves";
import { play } from "./choosing";
import { mayAct, view as viewOf, type State, type Step } from "./state";
import { say, sentence, translate } from "../text/text";
import { tokensAt, type Move, type Scene, type View } from "../board/view";

const FEW = 3; // so many more are named

/** Answer with a move that was typed; without one that fits, say so. */
export function written(state: State, text: string, id: string): Step {
  if (!mayAct(state)) return { state };
  const now = viewOf(state);
  const moves = now?.moves ?? [];
  const noted = state.scene && now ? writtenAs(text, moves, (move) => spellings(state.scene!, now, move)) : [];
  const [move, ...others] = noted.length > 0 ? noted : typed(moves, text);
  if (move && others.length === 0) return play(state, move, id);
  const some = (meant: readonly Move[]) =>
    meant
      .slice(0, FEW + 1)
      .map((each) => each.text)
      .join(", ") + (meant.length > FEW + 1 ? "…" : "");
  const message = move
    ? say("{typed} can mean {moves}.", { typed: text, moves: some([move, ...others]) })
    : [
        say("I do not understand {typed}.", { typed: text }),
        moves.length > 0 && say("You can play {moves}.", { moves: some(moves) }),
      ]
        .filter(Boolean)
        .join(" ");
  return { state: { ...state, refusal: { type: "refused", id: null, code: "unclear", message, seq: null } } };
}

/** The moves that somebody may mean who types this: their text, their parts ("e2e4"), or one that tells enough ("e4"). */
export function typed(moves: readonly Move[], text: string): readonly Move[] {
  const wanted = bare(text);
  const exact = moves.filter((move) => bare(move.text) === wanted);
  if (exact.length > 0 || wanted === "") return exact;
  return moves.filter((move) => {
    const words = argumentsOf(move.text);
    const said = Object.values(move.describe.args ?? {}).filter((arg) => typeof arg === "string");
    return [words.join(""), translate(sentence(move.action)) + words.join(""), ...said].some((each) => bare(each) === wanted);
  });
}

/** What counts of what is typed: letters and digits, and what tells two moves apart. */
function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}+=♠♥♦♣]/gu, "");
}

/**
 * How a move is written: by what moves, as much of where it stood as is needed or wished, and where it goes; nothing where the
 * game has no notation.
 */
export function spellings({ written = {} }: Scene, view: View, move: Move): readonly string[] {
  const [start = "", goal = ""] = move.places;
  const face = tokensAt(view, start)[0]?.face ?? "";
  const letter = written[face];
  if (letter === undefined || !goal) return [];
  const [from, to] = [cellOf(start), cellOf(goal)];
  const own = written[`${face} ${from} ${to}`];
  if (own !== undefined) return [own];
  const rest = argumentsOf(move.text)
    .slice(2)
    .map((word) => written[word] ?? word)
    .join("");
  // what has no letter is called by its column where it leaves it
  const straight = letter !== "" || columnOf(from) === columnOf(to);
  return [...(straight ? [""] : []), columnOf(from), from.slice(columnOf(from).length), from].map(
    (which) => letter + which + to + rest,
  );
}

/**
 * The moves that are written like this: capitals count where they tell two apart; what a move takes, threatens or becomes need
 * not be marked.
 */
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
