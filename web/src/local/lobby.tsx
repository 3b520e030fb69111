// The home of a page that plays in this browser alone: its own tables and the games.

import { useEffect, useState } from "preact/hooks";
import "../lobby/lobby.css";
import { isSite } from "../app/address";
import { Header } from "../app/header";
import { forgetTable, storedTable, storedTables } from "../app/local-settings";
import { Gradients } from "../board/tokens/faces";
import { ErrorText } from "../controls/refusal";
import { ApiError, bots as askBots, games as askGames, table as askTable } from "../network/api";
import type { BotInfo, GameInfo, Table } from "../protocol";
import { inOrder } from "../lobby/library/search";
import { Library, StudyGames } from "../lobby/library/library";
import { NewTable } from "../lobby/new-table/sheet";
import { translate } from "../text/text";
import { OwnTables } from "./own-tables";

interface Home {
  readonly games: readonly GameInfo[];
  readonly bots: readonly BotInfo[];
  readonly own: readonly Table[];
}

export function LocalLobby() {
  const [home, setHome] = useState<Home | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  useEffect(() => {
    void Promise.all([askGames(), askBots(), ownTables()]).then(
      ([games, bots, own]) => setHome({ games: inOrder(games, []), bots, own }),
      (error: unknown) => setWrong(error instanceof Error ? error.message : String(error)),
    );
  }, []);
  return (
    <>
      <Header crumb={translate("In this browser")} />
      <main class="lobby local">
        {home && (
          <>
            <Gradients scenes={home.games.map(({ picture }) => picture.scene)} />
            <OwnTables tables={home.own} />
            <Library games={home.games} bots={home.bots} fail={setWrong} />
            <StudyGames games={home.games} bots={home.bots} fail={setWrong} />
            <NewTable games={home.games} bots={home.bots} />
            {!isSite() && (
              <p class="sub">
                <a href="/play/">{translate("Write rules of your own")}</a>
              </p>
            )}
          </>
        )}
        {wrong && <ErrorText message={wrong} />}
      </main>
    </>
  );
}

const SHOWN = 12;

/** The last tables of this browser. */
async function ownTables(): Promise<readonly Table[]> {
  const held = storedTables().filter((id) => !storedTable(id)?.over);
  return (await Promise.all(held.slice(0, SHOWN).map(found))).flat();
}

async function found(id: string): Promise<readonly Table[]> {
  try {
    return [await askTable(id)];
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    forgetTable(id);
    return [];
  }
}
