// Questions with several answers at once: places are marked in any order, then sent one by one in the order of the moves. Pure.

import type { Place, Several, View } from "../board/view";

/** The question, if places can be marked for it; null if some of its options have no place. */
export function multipleChoice(view: View | null): Several | null {
  const several = view?.several;
  if (!view || !several || several.most < 2 || view.moves.length === 0) return null;
  const places = several.options.flatMap((option) => option.places);
  return places.every((place) => place.includes(":")) && new Set(places).size === places.length ? several : null;
}

/** The places that can be pointed at: all, or only marked ones once the limit is reached. */
export function open(several: Several, marked: readonly Place[]): ReadonlySet<Place> {
  return new Set(marked.length < several.most ? several.options.flatMap((option) => option.places) : marked);
}

/** The marked places after pointing at one. */
export function toggle(several: Several, marked: readonly Place[], place: Place): readonly Place[] {
  if (marked.includes(place)) return marked.filter((each) => each !== place);
  return open(several, marked).has(place) ? [...marked, place] : marked;
}

/** Whether the number of marked places is valid. */
export function enough(several: Several, marked: readonly Place[]): boolean {
  return marked.length >= several.least && marked.length <= several.most;
}

/** The answers for the marked places, in their order. */
export function answers(several: Several, marked: readonly Place[]): readonly string[] {
  const chosen = several.options.flatMap((option) =>
    option.places.filter((place) => marked.includes(place)).map(() => option.move),
  );
  return marked.length < several.most ? [...chosen, "done"] : chosen;
}
