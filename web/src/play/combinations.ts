// Finds the actions whose parts are a combination, as "take three of these": they can be chosen in any order. Pure.

import type { Move, Place } from "../board/view";

/** The cells of a place that is a set of them: "dice:a" and "dice:c" of "dice:a+c". */
export function membersOf(place: Place): readonly Place[] {
  const start = place.indexOf(":") + 1;
  const names = place.slice(start).split("+");
  return names.length > 1 ? names.map((name) => place.slice(0, start) + name) : [place];
}

/** The actions of which a part is a set of cells, which can be marked in any order. */
export function setActions(moves: readonly Move[]): ReadonlySet<string> {
  return new Set(moves.filter(({ places }) => places.some((place) => membersOf(place).length > 1)).map(({ action }) => action));
}

/**
 * The actions whose moves name distinct places of one container, no two moves the same ones, and the same place now first and now
 * later. Cells must also appear in every combination: else a cell is the start of one move and the goal of another.
 */
export function combinedActions(moves: readonly Move[]): ReadonlySet<string> {
  const several = moves.filter((move) => move.places.length > 1);
  const actions = new Set(several.map((move) => move.action));
  return new Set([...actions].filter((action) => combined(several.filter((move) => move.action === action))));
}

function combined(moves: readonly Move[]): boolean {
  const size = moves[0]?.places.length ?? 0;
  const seen = new Set<string>();
  const first = new Set<string>();
  const later = new Set<string>();
  let container = "";
  let named = false; // by their own names, as cells are, and not by what lies there
  for (const { text, places } of moves) {
    const [start = "", ...rest] = places;
    container ||= containerOf(start);
    if (places.length !== size || places.some((place) => !container || containerOf(place) !== container)) return false;
    if (new Set(places).size < size) return false;
    const key = [...places].sort().join();
    if (seen.has(key)) return false;
    seen.add(key);
    first.add(start);
    for (const place of rest) later.add(place);
    named ||= text.endsWith(`(${places.map((place) => place.slice(container.length + 1)).join()})`);
  }
  if (![...first].some((place) => later.has(place))) return false;
  return !named || moves.length === combinations(new Set([...first, ...later]).size, size);
}

const containerOf = (place: string) => place.slice(0, Math.max(0, place.indexOf(":")));

function combinations(number: number, size: number): number {
  let count = 1;
  for (let index = 0; index < size; index++) count = (count * (number - index)) / (index + 1);
  return count;
}
