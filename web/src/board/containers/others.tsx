// The containers that are no grids, drawn when they are there.

import { deferred } from "../../app/deferred";

const { fetched, part } = deferred(() => import("./deferred"));

export const fetchKinds = fetched;
export const Cards = part((there) => there.Cards);
export const Spots = part((there) => there.Spots);
export const Track = part((there) => there.Track);
