// A list of the lobby's tables, fetched page by page and kept up to date by the feed.

import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, lobby } from "../network/api";
import { afterChange, matches, query, type TableFilter } from "./lobby-state";
import type { Listed, Lobby } from "../protocol";

export interface Listing {
  readonly tables: readonly Listed[];
  readonly next: string | null; // cursor of the next page
  readonly wrong: string | null;
  /** Fetch the first page again. */
  readonly look: () => void;
  /** Fetch the next page. */
  readonly more: () => void;
  readonly told: (message: Lobby) => void;
}

const NOTHING: { readonly tables: readonly Listed[]; readonly next: string | null } = { tables: [], next: null };

export function useListing(filter: TableFilter): Listing {
  const [page, setPage] = useState(NOTHING);
  const [wrong, setWrong] = useState<string | null>(null);
  const wanted = useRef(filter);
  wanted.current = filter;
  const asked = query(filter);

  async function read(after: string): Promise<void> {
    try {
      const { tables, next } = await lobby(query(wanted.current, after));
      if (query(wanted.current) !== asked) return; // the filter has changed meanwhile
      setPage((before) => ({
        tables: after
          ? [...before.tables, ...tables.filter(({ id }) => !before.tables.some((each) => each.id === id))]
          : tables,
        next,
      }));
      setWrong(null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setWrong(error.message);
    }
  }

  const first = useRef(true);
  useEffect(() => {
    if (!first.current) void read(""); // the feed's start fetches the first page
    first.current = false;
  }, [asked]);
  return {
    ...page,
    wrong,
    look: () => void read(""),
    more: () => void (page.next !== null && read(page.next)),
    told: (message) =>
      setPage((before) => ({
        ...before,
        tables: afterChange(before.tables, message, (table) => matches(table, wanted.current)),
      })),
  };
}
