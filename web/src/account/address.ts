// Where the pages of people lie, and which page an address means.

/** What a page of people is about. */
export type Place =
  | { readonly page: "account"; readonly next: string | null }
  | { readonly page: "profile"; readonly name: string }
  | { readonly page: "leaders"; readonly game: string };

/** The page of people at an address; null where there is none. */
export function placeOf({ pathname, hash }: { readonly pathname: string; readonly hash: string }): Place | null {
  const [, kind, name, rest, ...more] = pathname.replace(/\/$/, "").split("/").map(decoded);
  if (kind === "account" && name === undefined)
    return { page: "account", next: local(new URLSearchParams(hash.slice(1)).get("next")) };
  if (kind === "people" && name && rest === undefined) return { page: "profile", name };
  if (kind === "games" && name && rest === "leaderboard" && more.length === 0) return { page: "leaders", game: name };
  return null;
}

export const profileAddress = (name: string) => `/people/${encodeURIComponent(name)}`;
export const leadersAddress = (game: string) => `/games/${encodeURIComponent(game)}/leaderboard`;

/** Where to log in and then go on. It is behind the #, so that no invitation in it is sent to the server. */
export const signInAddress = (next: string) => `/account#${new URLSearchParams({ next }).toString()}`;

/** An address of this arena; null for one of another, to which nobody is led from here. */
function local(address: string | null): string | null {
  return address !== null && /^\/(?![/\\])/.test(address) ? address : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return ""; // half an escape: nothing of that name
  }
}
