// Conditional moves: answers that the server plays for the player if the others answer as foreseen. Fetches and saves them; the
// functions on lines are pure.

import { ApiError, conditionalMoves as fetchLines, saveConditionalMoves } from "../network/api";
import { argumentsOf } from "./moves";
import type { ConditionalMoves, TriedAnswer } from "../protocol";
import { view, type State } from "./state";
import { conditionalMoves } from "./store";
import { readable, translate } from "../text/text";

/** A line of answers: the first is another role's, the last the player's. */
export type Line = readonly TriedAnswer[];

/** Whether a table allows conditional moves: nothing is hidden, others play too, and the game is not rated. */
export function allowed({ scene, table, roles, shown }: State): boolean {
  return (
    scene?.open === true &&
    roles.includes(shown) &&
    !table?.terms.rated &&
    (table?.seats.some(({ role }) => !roles.includes(role)) ?? false)
  );
}

/** Fetch the lines of a table; with null, clear them. */
export async function read(table: string | null): Promise<void> {
  if (table === null) {
    conditionalMoves.value = [];
    return;
  }
  try {
    conditionalMoves.value = (await fetchLines(table)).conditional_moves;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error; // no server now: fetched again after the next position
  }
}

/** Fetch the lines, which another page may have changed, apply `change` and save the result; raises `ApiError`. */
export async function save(now: State, change: (lines: readonly Line[]) => readonly Line[]): Promise<void> {
  const { table, shown: role, seq } = now;
  if (!table) throw new Error("conditional moves need a table");
  const { conditional_moves: saved } = await fetchLines(table.id);
  await saveConditionalMoves(table.id, { role, seq, lines: change(linesOf(saved, now)) });
  await read(table.id);
}

/** The lines of the shown role at the current position. */
export const linesOf = (all: readonly ConditionalMoves[], { shown, seq }: State): readonly Line[] =>
  all.find((each) => each.role === shown && each.seq === seq)?.lines ?? [];

/** The part of the tried answers that makes a line: up to the role's last one. Null where the role answers first or never. */
export function lineOf(tried: Line, role: string): Line | null {
  const length = tried.findLastIndex((answer) => answer.role === role) + 1;
  return length > 0 && tried[0]?.role !== role ? tried.slice(0, length) : null;
}

/** The lines with one more. It replaces its own beginnings, and lines that answer otherwise to the same. */
export function withLine(lines: readonly Line[], line: Line, role: string): readonly Line[] {
  if (lines.some((other) => commonLength(other, line) === line.length)) return lines; // a line begins with it
  return [
    ...lines.filter((other) => commonLength(other, line) < other.length && other[commonLength(other, line)]?.role !== role),
    line,
  ];
}

export const withoutLine = (lines: readonly Line[], line: Line) =>
  lines.filter((other) => other.length !== line.length || commonLength(other, line) < line.length);

/** The number of answers that two lines have in common at their beginning. */
function commonLength(one: Line, other: Line): number {
  const at = one.findIndex((answer, index) => answer.role !== other[index]?.role || answer.move !== other[index]?.move);
  return at < 0 ? one.length : at;
}

/** An answer in few words: its arguments, "e7 e5", or the action where it has none. */
export function answerWords({ move }: TriedAnswer): string {
  return argumentsOf(move).map(translate).join(" ") || translate(readable(move.replace(/\(.*/s, "")));
}

/** Whether another role answers first. */
export const othersFirst = (state: State) => !(view(state)?.active.includes(state.shown) ?? false);
