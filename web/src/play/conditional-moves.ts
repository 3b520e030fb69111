// What one will answer if others answer as foreseen: one's own plan at the table that is looked at, as a signal; and what a
// plan becomes by one line more or less, as plain functions. The arena keeps it, follows it and has the last word.

import { signal } from "@preact/signals";
import { ApiError, keepPlan, plans } from "../network/api";
import { argumentsOf } from "./moves";
import type { Plan, TriedAnswer } from "../protocol";
import { view, type State } from "./state";
import { sentence, translate } from "../text/text";

/** Answers by turns: it begins with another's, and ends with one's own. */
export type Line = readonly TriedAnswer[];

/** One's plan, by the role it is for; none where nothing is planned. */
export const planned = signal<readonly Plan[]>([]);

/** Whether anything can be planned at a table: where all lies open, among others, and no rating is at stake. */
export function plannable({ scene, table, roles, shown }: State): boolean {
  return (
    scene?.open === true &&
    roles.includes(shown) &&
    !table?.terms.rated &&
    (table?.seats.some(({ role }) => !roles.includes(role)) ?? false)
  );
}

/** Ask for the plan at a table; without one, forget what is known. */
export async function read(table: string | null): Promise<void> {
  if (table === null) {
    planned.value = [];
    return;
  }
  try {
    planned.value = (await plans(table)).plans;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error; // no arena now: it is asked again when the table goes on
  }
}

/** Have the arena keep what `change` makes of the lines there are, though they be of another page; raises `ApiError`. */
export async function keep(now: State, change: (lines: readonly Line[]) => readonly Line[]): Promise<void> {
  const { table, shown: role, seq } = now;
  if (!table) throw new Error("one plans at a table that is there");
  const { plans: there } = await plans(table.id);
  await keepPlan(table.id, { role, seq, lines: change(linesOf(there, now)) });
  await read(table.id);
}

/** The lines there are for the role that is shown, at the position the table is at. */
export const linesOf = (plan: readonly Plan[], { shown, seq }: State): readonly Line[] =>
  plan.find((each) => each.role === shown && each.seq === seq)?.lines ?? [];

/** As much of what was tried as can be kept: up to the role's last answer, and from another's on. Null for nothing. */
export function lineOf(tried: Line, role: string): Line | null {
  const length = tried.findLastIndex((answer) => answer.role === role) + 1;
  return length > 0 && tried[0]?.role !== role ? tried.slice(0, length) : null;
}

/** The lines with one more; those that answer otherwise to the same, and those it goes on from, are no more. */
export function withLine(lines: readonly Line[], line: Line, role: string): readonly Line[] {
  if (lines.some((other) => apart(other, line) === line.length)) return lines; // it is the beginning of one there is
  return [...lines.filter((other) => apart(other, line) < other.length && other[apart(other, line)]?.role !== role), line];
}

export const withoutLine = (lines: readonly Line[], line: Line) =>
  lines.filter((other) => other.length !== line.length || apart(other, line) < line.length);

/** How many answers two lines begin with alike. */
function apart(one: Line, other: Line): number {
  const at = one.findIndex((answer, index) => answer.role !== other[index]?.role || answer.move !== other[index]?.move);
  return at < 0 ? one.length : at;
}

/** An answer in words, as short as it can be: "e7 e5", or what is done where it names nothing. */
export function answerWords({ move }: TriedAnswer): string {
  return argumentsOf(move).map(translate).join(" ") || translate(sentence(move.replace(/\(.*/s, "")));
}

/** Whether it is for another to answer first. */
export const others = (state: State) => !(view(state)?.active.includes(state.shown) ?? false);
