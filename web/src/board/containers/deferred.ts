// The deferred chunk of all containers except grids (others.tsx). The server preloads it for tables that have such containers.

export { Cards } from "./cards";
export { Spots } from "./spots/spots";
export { Track } from "./track";
