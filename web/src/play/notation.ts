// Typed moves: by text, by parts, or in the game's own notation, "Nf3", which is built from the scene's letters.

import { argumentsOf, numbered, withLimits } from "./moves";
import { play } from "./choosing";
import { mayAct, view as viewOf, type State, type Step } from "./state";
import { say, readable, translate } from "../text/text";
import { tokensAt, type Move, type Scene, type View } from "../board/view";

const FEW = 3; // candidates named in a message, after the first

/** Answer with a typed move, or say why it is not understood. */
export function playTyped(state: State, text: string, id: string): Step {
  if (!mayAct(state)) return { state };
  const now = viewOf(state);
  const listed = now?.moves ?? [];
  const moves = listed.flatMap((move) => (move.numbers ? (numbered(move, text) ?? []) : move));
  const noted = state.scene && now ? movesWritten(text, moves, (move) => spellings(state.scene!, now, move)) : [];
  const [move, ...others] = noted.length > 0 ? noted : movesTyped(moves, text);
  if (move && others.length === 0) return play(state, move, id);
  const some = (meant: readonly Move[]) =>
    meant
      .slice(0, FEW + 1)
      .map((each) => withLimits(each).text)
      .join(", ") + (meant.length > FEW + 1 ? "…" : "");
  const message = move
    ? say("{typed} can mean {moves}.", { typed: text, moves: some([move, ...others]) })
    : [
        say("I do not understand {typed}.", { typed: text }),
        listed.length > 0 && say("You can play {moves}.", { moves: some(listed) }),
      ]
        .filter(Boolean)
        .join(" ");
  return { state: { ...state, refusal: { type: "refused", id: null, code: "unclear", message, seq: null } } };
}

/** The moves that a typed text can mean: their text, their parts ("e2e4"), or one part that is unambiguous ("e4"). */
export function movesTyped(moves: readonly Move[], text: string): readonly Move[] {
  const wanted = normalized(text);
  const exact = moves.filter((move) => normalized(move.text) === wanted);
  if (exact.length > 0 || wanted === "") return exact;
  return moves.filter((move) => {
    const words = argumentsOf(move.text);
    const said = Object.values(move.describe.args ?? {}).filter((arg) => typeof arg === "string");
    return [words.join(""), translate(readable(move.action)) + words.join(""), ...said].some(
      (each) => normalized(each) === wanted,
    );
  });
}

/** The text in lower case, without anything but letters, digits, and signs that tell moves apart. */
function normalized(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}+=♠♥♦♣]/gu, "");
}

/** The spellings of a move: letter of the piece, origin as far as needed, target. Empty for a game without notation. */
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
  // a piece without a letter is named by its column when it changes columns
  const straight = letter !== "" || columnOf(from) === columnOf(to);
  return [...(straight ? [""] : []), columnOf(from), from.slice(columnOf(from).length), from].map(
    (which) => letter + which + to + rest,
  );
}

/**
 * The moves with a typed spelling. Case counts only if both spellings exist; marks of captures, checks and promotions are
 * optional.
 */
export function movesWritten(text: string, moves: readonly Move[], spelt: (move: Move) => readonly string[]): readonly Move[] {
  const wanted = withoutMarks(text);
  const found = (same: (spelling: string) => boolean) => moves.filter((move) => wanted !== "" && spelt(move).some(same));
  const exact = found((spelling) => withoutMarks(spelling) === wanted);
  return exact.length > 0 ? exact : found((spelling) => withoutMarks(spelling).toLowerCase() === wanted.toLowerCase());
}

/** The text without marks, with castling zeros as O. */
function withoutMarks(text: string): string {
  const castled = /^\s*[0Oo]-[0Oo]/.test(text) ? text.replace(/[0o]/g, "O") : text;
  return castled.replace(/e\.p\.|[^\p{L}\p{N}]|x/gu, "");
}

const cellOf = (place: string) => place.slice(place.indexOf(":") + 1);
const columnOf = (cell: string) => cell.replace(/\d+$/, "");
