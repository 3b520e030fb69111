// A moment of a game: how it stood after the first so many answers, those of the record a tree begins with and those of the way
// down the tree. What an answer has changed is the difference between two moments. Plain functions, no DOM, no network.

import type { Json, TreeAnswer, TreePlace } from "../protocol";

/** Every answer up to a node. */
export function answersTo(record: Json, path: readonly TreeAnswer[]): readonly TreeAnswer[] {
  const given = Array.isArray(record["answers"]) ? (record["answers"] as readonly (readonly [string, string])[]) : [];
  return [...given.map(([role, move]) => ({ role, move })), ...path];
}

/** The moment after the first so many of them, as the arena is asked for it. */
export function placeAt(record: Json, path: readonly TreeAnswer[], count: number): TreePlace {
  const given = Array.isArray(record["answers"]) ? record["answers"] : [];
  const answers = path.slice(0, Math.max(0, count - given.length));
  return { record: { ...record, answers: given.slice(0, count) }, answers, most: 0 };
}

/** One thing that holds of a position: what it is about, and how it is. */
export interface Fact {
  readonly of: string;
  readonly is: string;
}

/** All that holds of a position, in order: the state and whatever else there is, the props, and where each token lies. */
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

/** What has changed from one position to the next. */
export interface Change {
  readonly of: string;
  readonly was: string | null; // null where there was none
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
