// Tables of the lobby that somebody looks for, page by page, kept as they are told of while they change.

import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, lobby } from "../network/api";
import { changed, fits, query, type Wish } from "./lobby-state";
import type { Listed, Lobby } from "../protocol";

export interface Listing {
  readonly tables: readonly Listed[];
  readonly next: string | null; // where older ones begin
  readonly wrong: string | null;
  /** Ask for the first page anew. */
  readonly look: () => void;
  /** And the next one. */
  readonly more: () => void;
  readonly told: (message: Lobby) => void;
}

const NOTHING: { readonly tables: readonly Listed[]; readonly next: string | null } = { tables: [], next: null };

export function useListing(wish: Wish): Listing {
  const [page, setPage] = useState(NOTHING);
  const [wrong, setWrong] = useState<string | null>(null);
  const wanted = useRef(wish);
  wanted.current = wish;
  const asked = query(wish);

  async function read(after: string): Promise<void> {
    try {
      const { tables, next } = await lobby(query(wanted.current, after));
      if (query(wanted.current) !== asked) return; // something else is looked for by now
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
    if (!first.current) void read(""); // at first whoever follows the lobby has it looked at
    first.current = false;
  }, [asked]);
  return {
    ...page,
    wrong,
    look: () => void read(""),
    more: () => void (page.next !== null && read(page.next)),
    told: (message) =>
      setPage((before) => ({ ...before, tables: changed(before.tables, message, (table) => fits(table, wanted.current)) })),
  };
}
