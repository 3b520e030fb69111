// The containers that are no grids, and tables with them, as deferred components.

import { deferred } from "../../app/deferred";

const { fetched, part } = deferred(() => import("./deferred"));

export const fetchContainers = fetched;
export const Bodies = part((chunk) => chunk.Bodies);
export const DecisiveLines = part((chunk) => chunk.DecisiveLines);
export const CardDrawing = part((chunk) => chunk.CardDrawing);
export const Cards = part((chunk) => chunk.Cards);
export const EdgeBars = part((chunk) => chunk.EdgeBars);
export const EdgeButtons = part((chunk) => chunk.EdgeButtons);
export const Folded = part((chunk) => chunk.Folded);
export const Spots = part((chunk) => chunk.Spots);
export const Track = part((chunk) => chunk.Track);
export const MatTable = part((chunk) => chunk.MatTable);
export const SeatTable = part((chunk) => chunk.SeatTable);
export const Purses = part((chunk) => chunk.Purses);
