// Addresses of replays: `/replay/TABLE?round=2&viewer=black#move=17`; round and viewer are optional. An event of a table's log
// is addressed by its number: `#event=31`.

/** What an address names. */
export interface Place {
  readonly table: string;
  readonly round: number | null; // null: the last finished round, else the current one
  readonly viewer: string; // "": the server's choice
  readonly move: number | null;
  readonly event: number | null;
}

/** The place in an address; null for no replay. */
export function placeOf({ pathname, searchParams, hash }: URL): Place | null {
  const table = /^\/replay\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (!table) return null;
  const fragment = new URLSearchParams(hash.slice(1));
  return {
    table: decodeURIComponent(table),
    round: numberOf(searchParams.get("round")),
    viewer: searchParams.get("viewer") ?? "",
    move: numberOf(fragment.get("move")),
    event: numberOf(fragment.get("event")),
  };
}

/** The address of a place. */
export function addressOf({
  table,
  round = null,
  viewer = "",
  move = null,
  event = null,
}: Partial<Place> & Pick<Place, "table">): string {
  const query = new URLSearchParams({ ...(round !== null && { round: String(round) }), ...(viewer && { viewer }) }).toString();
  const fragment = move !== null ? `#move=${move}` : event !== null ? `#event=${event}` : "";
  return `/replay/${encodeURIComponent(table)}${query && `?${query}`}${fragment}`;
}

/** A natural number in an address; null for anything else. */
function numberOf(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
