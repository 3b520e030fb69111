// The home of a page that plays in this browser alone: its own tables and the games.

import { useEffect, useState } from "preact/hooks";
import "../lobby/lobby.css";
import { isSite } from "../app/address";
import { Header } from "../app/header";
import { storedTable, storedTables } from "../app/local-settings";
import { Gradients } from "../board/tokens/faces";
import { ErrorText } from "../controls/refusal";
import { bots as askBots, games as askGames } from "../network/api";
import type { BotInfo, GameInfo } from "../protocol";
import { inOrder } from "../lobby/library/search";
import { Library, StudyGames } from "../lobby/library/library";
import { NewTable } from "../lobby/new-table/sheet";
import { translate } from "../text/text";
import { OpenRecord } from "./open-record";
import { FinishedTables, FIRST, ownTable, OwnTables, type OwnTable } from "./own-tables";

interface Home {
  readonly games: readonly GameInfo[];
  readonly bots: readonly BotInfo[];
  readonly own: readonly OwnTable[];
  readonly further: readonly string[]; // ids of tables that go on besides
  readonly over: readonly string[]; // ids of finished tables
}

export function LocalLobby() {
  const [home, setHome] = useState<Home | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  useEffect(() => {
    const [over, held] = [storedTables().filter(isOver), storedTables().filter((id) => !isOver(id))];
    void Promise.all([askGames(), askBots(), ownTables(held.slice(0, FIRST))]).then(
      ([games, bots, own]) => setHome({ games: inOrder(games, []), bots, own, further: held.slice(FIRST), over }),
      (error: unknown) => setWrong(error instanceof Error ? error.message : String(error)),
    );
  }, []);
  const showFurther = (ids: readonly string[]) =>
    void ownTables(ids).then((own) => setHome((now) => now && { ...now, own: [...now.own, ...own], further: [] }));
  const removed = (id: string) =>
    setHome(
      (now) => now && { ...now, own: now.own.filter((each) => each.id !== id), over: now.over.filter((each) => each !== id) },
    );
  return (
    <>
      <Header crumb={translate("In this browser")} />
      <main class="lobby local">
        {home && (
          <>
            <Gradients
              scenes={[
                ...home.games.map(({ picture }) => picture.scene),
                ...home.own.flatMap((each) => ("board" in each ? [each.board.scene] : [])),
              ]}
            />
            <OwnTables tables={home.own} further={home.further} showFurther={showFurther} removed={removed} />
            <Library games={home.games} bots={home.bots} fail={setWrong} />
            <StudyGames games={home.games} bots={home.bots} fail={setWrong} />
            <NewTable games={home.games} bots={home.bots} />
            <div class="kept">
              <FinishedTables tables={home.over} removed={removed} />
              <OpenRecord />
            </div>
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

const isOver = (id: string) => Boolean(storedTable(id)?.over);

const ownTables = async (ids: readonly string[]) => (await Promise.all(ids.map(ownTable))).flat();
