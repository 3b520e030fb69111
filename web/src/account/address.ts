// Addresses of the account page, the page of people, profiles and leaderboards.

/** What a link in a mail is for. */
export type MailedPurpose = "confirm" | "reset" | "unsubscribe";

const PURPOSES: readonly string[] = ["confirm", "reset", "unsubscribe"];

/** The page that an address means. */
export type Place =
  | { readonly page: "account"; readonly next: string | null }
  | { readonly page: "mailed"; readonly purpose: MailedPurpose; readonly token: string }
  | { readonly page: "people" }
  | { readonly page: "messages"; readonly name: string }
  | { readonly page: "profile"; readonly name: string }
  | { readonly page: "leaders"; readonly game: string; readonly season: string | null };

/** The page at an address; null for none. */
export function placeOf({ pathname, hash }: { readonly pathname: string; readonly hash: string }): Place | null {
  const [, kind, name, rest, ...more] = pathname.replace(/\/$/, "").split("/").map(decoded);
  if (kind === "account" && name === undefined)
    return { page: "account", next: local(new URLSearchParams(hash.slice(1)).get("next")) };
  if (kind === "mail" && name && isPurpose(name) && rest === undefined)
    return { page: "mailed", purpose: name, token: hash.slice(1) }; // in the fragment, so that no server logs it
  if (kind === "people" && name === undefined) return { page: "people" };
  if (kind === "people" && name && rest === "messages" && more.length === 0) return { page: "messages", name };
  if (kind === "people" && name && rest === undefined) return { page: "profile", name };
  if (kind === "games" && name && rest === "leaderboard" && more.length === 0)
    return { page: "leaders", game: name, season: null };
  if (kind === "games" && name && rest === "seasons" && more.length < 2)
    return { page: "leaders", game: name, season: more[0] ?? "" };
  return null;
}

export const profileAddress = (name: string) => `/people/${encodeURIComponent(name)}`;
export const messagesAddress = (name: string) => `${profileAddress(name)}/messages`;
export const leaderboardAddress = (game: string) => `/games/${encodeURIComponent(game)}/leaderboard`;
export const seasonAddress = (game: string, season: string) =>
  `/games/${encodeURIComponent(game)}/seasons${season && `/${encodeURIComponent(season)}`}`;

/** The address to log in and then return. The target is in the fragment, so that no invitation is sent to the server. */
export const signInAddress = (next: string) => `/account#${new URLSearchParams({ next }).toString()}`;

const isPurpose = (name: string): name is MailedPurpose => PURPOSES.includes(name);

/** An address of this site; null for others, to prevent open redirects. */
function local(address: string | null): string | null {
  return address !== null && /^\/(?![/\\])/.test(address) ? address : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return ""; // malformed escape
  }
}
