// The lobby: choose a game and who plays, or go to a table there is.

import { useEffect, useState } from "preact/hooks";
import { ApiError, bots as askBots, games as askGames, lobby as askLobby, mine as askMine, table as askTable } from "../api";
import { Gradients } from "../board/faces";
import { Picture } from "../board/picture";
import { follow } from "../feed";
import { changed, others, own, type Own } from "../hall";
import { forget, heldTables } from "../memory";
import { Header } from "../panels/header";
import { Complaint } from "../panels/refusal";
import { OpenTables, OwnTables } from "../panels/tables";
import type { BotInfo, GameInfo, Listed, Table } from "../protocol";
import { counted, say, translate } from "../text";
import { asContainers, asScene } from "../view";
import { NewTableForm } from "./newtable";

export function Lobby() {
  const [games, setGames] = useState<readonly GameInfo[] | null>(null);
  const [bots, setBots] = useState<readonly BotInfo[]>([]);
  const [mine, setMine] = useState<readonly Own[]>([]);
  const [listed, setListed] = useState<readonly Listed[]>([]);
  const [wrong, setWrong] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);

  useEffect(() => {
    const fail = (error: ApiError) => setWrong(error.message);
    Promise.all([askGames(), askBots()]).then(([offered, known]) => {
      setBots(known);
      setGames(offered);
    }, fail);
    const lookAtMine = () => void ownTables().then(setMine, fail);
    const timer = setInterval(() => document.hidden || lookAtMine(), 15_000);
    const unfollow = follow({
      begun() {
        lookAtMine();
        askLobby().then(({ tables }) => setListed(tables), fail);
      },
      changed(message) {
        setListed((tables) => changed(tables, message));
        if (message.mine) lookAtMine();
      },
    });
    return () => {
      clearInterval(timer);
      unfollow();
    };
  }, []);

  const game = games?.find((each) => each.name === chosen) ?? null;
  return (
    <>
      <Header />
      <main class="lobby">
        <section class="waiting" aria-labelledby="tables">
          <h2 id="tables">{translate("Your tables")}</h2>
          <OwnTables tables={mine} />
        </section>
        <section class="waiting" aria-labelledby="open-tables">
          <h2 id="open-tables">{translate("Open tables")}</h2>
          <OpenTables tables={others(listed, mine)} />
        </section>
        <section class="all-games" aria-labelledby="games">
          <h1 id="games">{translate("What shall we play?")}</h1>
          {games && <Gradients scenes={games.map(({ opening }) => asScene(opening.scene))} />}
          {wrong && <Complaint message={wrong} />}
          <ul class="games">
            {games?.map((each) => (
              <li key={each.name}>
                <button type="button" class={each === game ? "game sheet chosen" : "game sheet"} aria-expanded={each === game} onClick={() => setChosen(each === game ? null : each.name)}>
                  <Picture scene={asScene(each.opening.scene)} containers={asContainers(each.opening.containers)} />
                  <span class="game-words">
                    <span class="game-title">{translate(each.title)}</span>
                    <span class="sub">{translate(each.summary)}</span>
                    <span class="sub">{players(each)}</span>
                  </span>
                </button>
                {each === game && <NewTableForm key={each.name} game={each} bots={bots} />}
              </li>
            ))}
          </ul>
        </section>
      </main>
    </>
  );
}

const SHOWN = 12;

/** One's own tables, and those this browser sat down at last. Others are nobody's business: who has a table's address may watch it. */
async function ownTables(): Promise<readonly Own[]> {
  const [mines, held] = await Promise.all([askMine(), Promise.all(heldTables().slice(0, SHOWN).map(described))]);
  return own(mines.tables, held.flat());
}

async function described(id: string): Promise<readonly Table[]> {
  try {
    return [await askTable(id)];
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    forget(id); // it is gone for good
    return [];
  }
}

function players(game: GameInfo): string {
  const most = game.roles.length;
  if (most === 1) return translate("For one");
  return game.fewest < most ? say("{fewest} to {most} players", { fewest: game.fewest, most }) : counted("{number} player", "{number} players", most);
}
