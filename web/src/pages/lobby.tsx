// The lobby: choose a game and who plays, or go to a table there is.

import { useEffect, useState } from "preact/hooks";
import { ApiError, bots as askBots, games as askGames, table as askTable } from "../api";
import { Gradients } from "../board/faces";
import { Picture } from "../board/picture";
import { forget, heldTables } from "../memory";
import { sitterName } from "../state";
import { Header } from "../panels/header";
import { Complaint } from "../panels/refusal";
import type { BotInfo, GameInfo, Seat, Table } from "../protocol";
import { counted, say, translate } from "../text";
import { asContainers, asScene } from "../view";
import { NewTableForm } from "./newtable";

export function Lobby() {
  const [games, setGames] = useState<readonly GameInfo[] | null>(null);
  const [bots, setBots] = useState<readonly BotInfo[]>([]);
  const [tables, setTables] = useState<readonly Table[]>([]);
  const [wrong, setWrong] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);

  useEffect(() => {
    const fail = (error: ApiError) => setWrong(error.message);
    Promise.all([askGames(), askBots()]).then(([offered, known]) => {
      setBots(known);
      setGames(offered);
    }, fail);
    const look = () => document.hidden || void ownTables().then(setTables, fail);
    look();
    const timer = setInterval(look, 15_000);
    return () => clearInterval(timer);
  }, []);

  const game = games?.find((each) => each.name === chosen) ?? null;
  return (
    <>
      <Header />
      <main class="lobby">
        <section aria-labelledby="games">
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
        <section aria-labelledby="tables">
          <h2 id="tables">{translate("Your tables")}</h2>
          <Tables tables={tables} />
        </section>
      </main>
    </>
  );
}

const SHOWN = 12;

/** The tables this browser sat down at last. Others are nobody's business: who has a table's address may watch it. */
async function ownTables(): Promise<readonly Table[]> {
  return (await Promise.all(heldTables().slice(0, SHOWN).map(described))).flat();
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

function Tables({ tables }: { readonly tables: readonly Table[] }) {
  if (tables.length === 0) return <p class="sub">{translate("You sit at no table yet. Choose a game, or follow a friend's invitation.")}</p>;
  return (
    <>
      <p class="sub">{translate("Where this browser has a seat, the newest first.")}</p>
      <ul class="tables sheet">
        {tables.map((table) => (
          <li key={table.id}>
            <div>
              <a class="name" href={`/table/${table.id}`}>
                {translate(table.title)}
              </a>
              <div class="sub">{[...new Set(table.seats.map(sitter))].join(" · ")}</div>
            </div>
            <a class="button" href={`/table/${table.id}`}>
              {translate("Go on")}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function sitter(seat: Seat): string {
  if (seat.kind === "open") return translate("open seat");
  return sitterName(seat) || translate("Guest");
}

function players(game: GameInfo): string {
  const most = game.roles.length;
  if (most === 1) return translate("For one");
  return game.fewest < most ? say("{fewest} to {most} players", { fewest: game.fewest, most }) : counted("{number} player", "{number} players", most);
}
