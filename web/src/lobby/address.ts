// The address of the lobby with the form for a table of a game: `/#game=chess`, for who learns it `/#game=chess&learn=yes`.

/** What the address of the lobby asks for: a table of a game, perhaps to learn it. */
export interface Asked {
  readonly game: string;
  readonly learn: boolean;
}

/** The address of the lobby with the form for a table of a game: `/#game=chess&learn=yes`. */
export function lobbyAt(game: string, learn = false): string {
  return `/#${new URLSearchParams({ game, ...(learn && { learn: "yes" }) }).toString()}`;
}

/** What that address asks for. */
export function askedAt({ hash }: Pick<URL, "hash">): Asked | null {
  const linked = new URLSearchParams(hash.slice(1));
  const game = linked.get("game");
  return game === null ? null : { game, learn: linked.get("learn") === "yes" };
}
