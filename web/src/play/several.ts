// Several things chosen together: marked and unmarked in any order, then answered one by one in the order the moves are listed.

import type { Place, Several, View } from "../board/view";

/** What may be marked now; null where nothing is asked like that, or some of it lies nowhere on the table. */
export function markable(view: View | null): Several | null {
  const several = view?.several;
  if (!view || !several || several.most < 2 || view.moves.length === 0) return null;
  const places = several.options.flatMap((option) => option.places);
  return places.every((place) => place.includes(":")) && new Set(places).size === places.length ? several : null;
}

/** Where something may be pointed at: everywhere, or only at what is marked once there is no room for more. */
export function open(several: Several, marked: readonly Place[]): ReadonlySet<Place> {
  return new Set(marked.length < several.most ? several.options.flatMap((option) => option.places) : marked);
}

/** What is marked after pointing at a place: one more or one less. */
export function toggled(several: Several, marked: readonly Place[], place: Place): readonly Place[] {
  if (marked.includes(place)) return marked.filter((each) => each !== place);
  return open(several, marked).has(place) ? [...marked, place] : marked;
}

/** Whether as many are marked as are asked for. */
export function enough(several: Several, marked: readonly Place[]): boolean {
  return marked.length >= several.least && marked.length <= several.most;
}

/** The answers that choose what is marked, in their order. */
export function answers(several: Several, marked: readonly Place[]): readonly string[] {
  const chosen = several.options.flatMap((option) =>
    option.places.filter((place) => marked.includes(place)).map(() => option.move),
  );
  return marked.length < several.most ? [...chosen, "done"] : chosen;
}
