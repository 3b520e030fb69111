// The containers that are no grids: a file of its own (others.tsx), which the arena names in the page of a table that has one.

export { Cards } from "./cards";
export { Spots } from "./spots";
export { Track } from "./track";
