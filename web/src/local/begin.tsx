// One game at once, without the library: `#/new/GAME`, the address for a frame on somebody's page.

import { useEffect, useState } from "preact/hooks";
import { linkTo } from "../app/address";
import { storedTable, storedTables } from "../app/local-settings";
import { NotFound } from "../app/not-found";
import { botFor, opened } from "../lobby/start";
import { ApiError, bots as askBots, games as askGames, table as askTable } from "../network/api";

/** Goes on with the latest table of the game that is not over, or begins one. */
export function Begin({ game }: { readonly game: string }) {
  const [wrong, setWrong] = useState<{ readonly code: string; readonly message: string } | null>(null);
  useEffect(() => {
    void tableOf(game).then(
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

/** The id of the table; null where there is no such game. */
async function tableOf(name: string): Promise<string | null> {
  const [games, bots] = await Promise.all([askGames(), askBots()]);
  const game = games.find((each) => each.name === name);
  if (!game) return null;
  for (const id of storedTables().filter((each) => !storedTable(each)?.over)) {
    const found = await askTable(id).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    });
    if (found?.game === name) return id;
  }
  return opened(game, botFor(name, bots));
}
