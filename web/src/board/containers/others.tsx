// The containers that are no grids, as deferred components.

import { deferred } from "../../app/deferred";

const { fetched, part } = deferred(() => import("./deferred"));

export const fetchContainers = fetched;
export const Cards = part((chunk) => chunk.Cards);
export const Spots = part((chunk) => chunk.Spots);
export const Track = part((chunk) => chunk.Track);
