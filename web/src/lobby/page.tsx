// The lobby: games, the form of a new table, and lists of tables.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import {
  ApiError,
  bots as askBots,
  finished as askFinished,
  games as askGames,
  mine as askMine,
  table as askTable,
} from "../network/api";
import { Gradients } from "../board/tokens/faces";
import { follow } from "./feed";
import { others, ownTables, type OwnTable, type TableFilter } from "./lobby-state";
import { useListing } from "./listing";
import { forgetTable, storedTables } from "../app/local-settings";
import { FilterForm } from "./filter";
import { Header } from "../app/header";
import { ErrorText } from "../controls/refusal";
import { OpenTables, OwnTables } from "./tables";
import type { BotInfo, GameInfo, Table } from "../protocol";
import { translate } from "../text/text";
import { GameList } from "./games";
import { Button } from "../controls/button";

export function Lobby() {
  const [games, setGames] = useState<readonly GameInfo[] | null>(null);
  const [bots, setBots] = useState<readonly BotInfo[]>([]);
  const [mine, setMine] = useState<readonly OwnTable[]>([]);
  const [filter, setFilter] = useState<TableFilter>({ game: "", pace: "", rated: false, open: true });
  const open = useListing(filter);
  const full = useListing({ ...filter, open: false });
  const lists = useRef([open, full]);
  lists.current = [open, full];
  const [wrong, setWrong] = useState<string | null>(null);
  const [looking, setLooking] = useState(false);

  useEffect(() => {
    const fail = (error: ApiError) => setWrong(error.message);
    Promise.all([askGames(), askBots()]).then(([offered, known]) => {
      setBots(known);
      setGames(offered);
    }, fail);
    const lookAtMine = () => void fetchOwnTables().then(setMine, fail);
    const timer = setInterval(() => document.hidden || lookAtMine(), 15_000);
    const unfollow = follow({
      begun() {
        lookAtMine();
        for (const each of lists.current) each.look();
      },
      changed(message) {
        for (const each of lists.current) each.told(message);
        if (message.mine) lookAtMine();
      },
    });
    return () => {
      clearInterval(timer);
      unfollow();
    };
  }, []);

  const filtered = Boolean(filter.game || filter.pace || filter.rated);
  const next = mine.find((table) => table.turn);
  return (
    <>
      <Header />
      <main class="lobby">
        <section class="waiting" aria-labelledby="tables">
          <div class="headline">
            <h2 id="tables">{translate("Your tables")}</h2>
            {next && (
              <a class="button main" href={`/table/${encodeURIComponent(next.id)}`}>
                {translate("Next game")}
              </a>
            )}
          </div>
          <OwnTables tables={mine} />
          <details class="finding" onToggle={(event) => setLooking(event.currentTarget.open)}>
            <summary>{translate("Finished games")}</summary>
            {looking && <FinishedGamesList />}
          </details>
        </section>
        <section class="waiting" aria-labelledby="open-tables">
          <h2 id="open-tables">{translate("Open tables")}</h2>
          <FilterForm filter={filter} games={games ?? []} set={setFilter} />
          {open.wrong && <ErrorText message={open.wrong} />}
          <OpenTables
            tables={others(open.tables, mine)}
            nothing={translate(
              filtered
                ? "No such table waits for players now."
                : "Nobody waits for players now. Open a table for anybody, and it is shown here.",
            )}
          />
          {open.next !== null && <OlderButton onClick={open.more} />}
        </section>
        {full.tables.length > 0 && (
          <section class="waiting" aria-labelledby="full-tables">
            <h2 id="full-tables">{translate("Being played")}</h2>
            <OpenTables tables={others(full.tables, mine)} nothing={translate("Only tables of yours.")} />
            {full.next !== null && <OlderButton onClick={full.more} />}
          </section>
        )}
        <section class="all-games" aria-labelledby="games">
          <h1 id="games">{translate("What shall we play?")}</h1>
          {games && <Gradients scenes={games.map(({ opening }) => opening.scene)} />}
          {wrong && <ErrorText message={wrong} />}
          <GameList games={games ?? []} bots={bots} />
        </section>
      </main>
    </>
  );
}

function OlderButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <div class="acts">
      <Button onClick={onClick} text={translate("Older tables")} />
    </div>
  );
}

/** The player's finished games; the chunk is loaded when the list is opened. */
function FinishedGamesList() {
  const [games, setGames] = useState<JSX.Element | null>(null);
  useEffect(() => {
    void import("../account/profile/finished-games").then(({ FinishedGames }) =>
      setGames(<FinishedGames ask={askFinished} nothing={translate("None has ended yet.")} />),
    );
  }, []);
  return games;
}

const SHOWN = 12;

/** The player's own tables: those of the session, and the last ones of this browser. */
async function fetchOwnTables(): Promise<readonly OwnTable[]> {
  const [mines, held] = await Promise.all([askMine(), Promise.all(storedTables().slice(0, SHOWN).map(fetchTable))]);
  return ownTables(mines.tables, held.flat());
}

async function fetchTable(id: string): Promise<readonly Table[]> {
  try {
    return [await askTable(id)];
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    forgetTable(id); // it no longer exists
    return [];
  }
}
