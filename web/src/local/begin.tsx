// One game at once, without the library: `#/new/GAME`, the address for a frame on somebody's page. Moves, options and the bots of
// a puzzle may follow it (`rondel.server.local.puzzle`).

import { useEffect, useState } from "preact/hooks";
import { linkTo } from "../app/address";
import { storedTable, storedTables, storeTable } from "../app/local-settings";
import { NotFound } from "../app/not-found";
import { botFor, opened } from "../lobby/start";
import { ApiError, bots as askBots, games as askGames, openPuzzle, table as askTable } from "../network/api";

/** Goes on with the latest table of this address that is not over, or begins one. */
export function Begin({ game, search }: { readonly game: string; readonly search: string }) {
  const [wrong, setWrong] = useState<{ readonly code: string; readonly message: string } | null>(null);
  useEffect(() => {
    void tableOf(game, puzzleOf(search)).then(
      (table) => {
        if (table === null) return setWrong({ code: "unknown_page", message: "" });
        location.replace(linkTo(`/table/${encodeURIComponent(table)}`)); // going back does not begin a further one
      },
      (error: unknown) =>
        setWrong({
          code: error instanceof ApiError ? error.code : "internal",
          message: error instanceof Error ? error.message : String(error),
        }),
    );
  }, []);
  return wrong && <NotFound id={null} why={wrong} />;
}

/** What describes a puzzle in the query of an address; empty for a game from its start. */
function puzzleOf(search: string): string {
  const given = new URLSearchParams(search);
  given.delete("lang");
  return given.toString();
}

/** The id of the table; null where there is no such game. */
async function tableOf(name: string, puzzle: string): Promise<string | null> {
  const [games, bots] = await Promise.all([askGames(), askBots()]);
  const game = games.find((each) => each.name === name);
  if (!game) return null;
  const own = storedTables().map((id) => [id, storedTable(id)] as const);
  for (const [id] of own.filter(([, stored]) => !stored?.over && (stored?.puzzle ?? "") === puzzle)) {
    const found = await askTable(id).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    });
    if (found?.game === name) return id;
  }
  if (!puzzle) return opened(game, botFor(name, bots));
  const { table, tokens, invite } = await openPuzzle(name, puzzle);
  storeTable(table, { tokens, invite, puzzle });
  return table;
}
