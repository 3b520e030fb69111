// Addresses of tournaments.

/** The page that an address means: all tournaments, or one. */
export type Place = { readonly page: "list" } | { readonly page: "tournament"; readonly id: string };

export const LIST = "/tournaments";
export const tournamentAddress = (id: string) => `${LIST}/${encodeURIComponent(id)}`;

/** The page at an address; null for none. */
export function placeOf(pathname: string): Place | null {
  const found = /^\/tournaments(?:\/([\w-]+))?\/?$/.exec(pathname);
  if (!found) return null;
  return found[1] === undefined ? { page: "list" } : { page: "tournament", id: found[1] };
}
