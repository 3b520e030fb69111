// The current choice, as the containers need it, and the callback for pointing.

import type { Place } from "./view";

export interface Pointing {
  readonly title: string; // the game's, for screen readers
  readonly places: ReadonlySet<Place>; // legal places
  readonly chosen: ReadonlySet<Place>; // chosen parts of a move
  readonly planned?: ReadonlySet<Place>; // places of a premove; undefined where none can be marked
  readonly asked: Place | null; // waits for a second tap
  readonly last: readonly Place[]; // places of the last action
  readonly marks?: ReadonlyMap<Place, string>; // places that the rules mark, each with the reason
  point(place: Place, event: Event): void;
}
