// What every container needs to know of the choice at hand, and what it calls when something is pointed at.

import type { Place } from "./view";

export interface Pointing {
  readonly title: string; // of the game, for screen readers
  readonly places: ReadonlySet<Place>; // may be pointed at now
  readonly chosen: ReadonlySet<Place>; // pointed at already, for a move with several parts
  readonly planned?: ReadonlySet<Place>; // marked while others think; there where it may be
  readonly asked: Place | null; // waits for a second tap
  readonly last: readonly Place[]; // where the last action was
  point(place: Place, event: Event): void;
}
