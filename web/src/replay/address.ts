// The address of a replay: `/replay/TABLE?round=2&viewer=black#move=17`. Whoever is sent it sees that position; which round and
// whose eyes may be left out. An entry of a table's log is named by its number there, `#event=31`.

/** What an address names. */
export interface Place {
  readonly table: string;
  readonly round: number | null; // null: the last one that has ended, else the one that goes on
  readonly viewer: string; // "": the likeliest
  readonly move: number | null;
  readonly event: number | null;
}

/** What a replay's address names; null where it is none. */
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

/** A number from 0 on, as an address has it; null where it has none, or something else. */
function numberOf(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
