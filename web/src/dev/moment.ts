// A moment of a game: the position after the first answers of a record and of a path in the tree. Pure.

import type { Json, TreeAnswer, TreePlace } from "../protocol";

/** All answers up to a node. */
export function answersTo(record: Json, path: readonly TreeAnswer[]): readonly TreeAnswer[] {
  const given = Array.isArray(record["answers"]) ? (record["answers"] as readonly (readonly [string, string])[]) : [];
  return [...given.map(([role, move]) => ({ role, move })), ...path];
}

/** The moment after `count` answers, as a request. */
export function placeAt(record: Json, path: readonly TreeAnswer[], count: number): TreePlace {
  const given = Array.isArray(record["answers"]) ? record["answers"] : [];
  const answers = path.slice(0, Math.max(0, count - given.length));
  return { record: { ...record, answers: given.slice(0, count) }, answers, most: 0 };
}

/** A fact about a position. */
export interface Fact {
  readonly of: string;
  readonly is: string;
}

/** All facts of a position: the state, props, and the place of each token. */
export function factsOf(position: Json): readonly Fact[] {
  const { containers = {}, props = {}, ...rest } = position as Record<string, unknown>;
  return [
    ...Object.entries(rest).map(([of, is]) => ({ of, is: inShort(is) })),
    ...Object.entries(props as Json).map(([of, is]) => ({ of, is: inShort(is) })),
    ...Object.entries(containers as Json).flatMap(([name, inside]) => contentsOf(name, inside)),
  ];
}

function contentsOf(name: string, inside: unknown): readonly Fact[] {
  if (!Array.isArray(inside)) return [{ of: name, is: inShort(inside) }];
  return inside.map((each: unknown, index) => {
    if (typeof each !== "object" || each === null || !("id" in each)) return { of: `${name} ${index + 1}`, is: inShort(each) };
    const { id, kind, face, owner, at, ...more } = each as Record<string, unknown>;
    const called = [kind, face, owner].filter((word) => typeof word === "string").join(" ");
    const where = at === undefined ? name : `${name} ${inShort(at)}`;
    return {
      of: `token ${inShort(id)}`,
      is: [called, where, ...Object.entries(more).map(([key, value]) => `${key} ${inShort(value)}`)].join(", "),
    };
  });
}

/** A difference between two positions. */
export interface Change {
  readonly of: string;
  readonly was: string | null; // null if it did not exist
  readonly is: string | null;
}

export function changesBetween(before: Json, after: Json): readonly Change[] {
  const [old, now] = [new Map(factsOf(before).map(pair)), new Map(factsOf(after).map(pair))];
  const all = [...new Set([...old.keys(), ...now.keys()])];
  return all
    .filter((of) => old.get(of) !== now.get(of))
    .map((of) => ({ of, was: old.get(of) ?? null, is: now.get(of) ?? null }));
}

function pair({ of, is }: Fact): readonly [string, string] {
  return [of, is];
}

/** A value on one line. */
function inShort(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.length > 0 ? value.map(inShort).join(", ") : "–";
  if (typeof value !== "object" || value === null) return String(value);
  return (
    Object.entries(value)
      .map(([key, each]) => `${key}: ${inShort(each)}`)
      .join(", ") || "–"
  );
}
