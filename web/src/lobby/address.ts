// Addresses of the lobby that open the form of a new table.

import { linkTo } from "../app/address";

/** The game whose form the address opens, perhaps with the tutorial. */
export interface RequestedTable {
  readonly game: string;
  readonly learn: boolean;
}

/** The address for a game: `/#game=chess`, with the tutorial `/#game=chess&learn=yes`. */
export function lobbyAt(game: string, learn = false): string {
  return linkTo(`/#${new URLSearchParams({ game, ...(learn && { learn: "yes" }) }).toString()}`);
}

/** The request in an address; null for none. */
export function requestedTable({ hash }: Pick<URL, "hash">): RequestedTable | null {
  const linked = new URLSearchParams(hash.slice(1));
  const game = linked.get("game");
  return game === null ? null : { game, learn: linked.get("learn") === "yes" };
}
