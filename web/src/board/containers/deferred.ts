// The deferred chunk of all containers except grids, and of tables with them (others.tsx).
// The server preloads it for tables that have such containers.

import "./deferred.css";

export { CardDrawing } from "../tokens/card";
export { Bodies, DecisiveLines } from "./joined/bodies";
export { Cards } from "./cards/cards";
export { EdgeBars, EdgeButtons } from "./between/edges";
export { Folded } from "./folded/folded";
export { Spots } from "./spots/spots";
export { Track } from "./track";
export { MatTable, Purses, SeatTable } from "../tabletop/tables";
