// The home: what waits for the player, the games, and who plays now.

import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import "./lobby.css";
import { finished as askFinished } from "../network/api";
import { Gradients } from "../board/tokens/faces";
import { others, type TableFilter } from "./lobby-state";
import { useListing } from "./listing";
import { FilterForm } from "./filter";
import { Header } from "../app/header";
import { ErrorText } from "../controls/refusal";
import { OpenTables } from "./open-tables";
import { OwnBoards } from "./boards/own-boards";
import { LiveBoards } from "./boards/live-boards";
import { inOrder } from "./library/search";
import { Library, StudyGames } from "./library/library";
import { NewTable } from "./new-table/sheet";
import { translate } from "../text/text";
import { Button } from "../controls/button";
import { Notice } from "../controls/notice";
import { useHome } from "./home";
import { Unreachable } from "../offline/deferred";
import { Upcoming } from "../tournaments/upcoming";

export function Lobby() {
  const [filter, setFilter] = useState<TableFilter>({ game: "", pace: "", rated: false, open: true });
  const open = useListing(filter);
  const full = useListing({ ...filter, open: false });
  const lists = useRef([open, full]);
  lists.current = [open, full];
  const [home, fail] = useHome({
    begun: () => lists.current.forEach((each) => each.look()),
    changed: (message) => lists.current.forEach((each) => each.told(message)),
  });
  const { games, bots, own, live } = home;
  const [looking, setLooking] = useState(false);
  const shown = useShownAbove(home.ready, own.length > 0);
  // The games are drawn once, not at every move of a live table, and keep their order while the page is open.
  const library = useMemo(() => {
    const tables = [...live.map(({ table }) => table), ...open.tables, ...own];
    const played = tables.map(({ title }) => title);
    return <Library {...{ bots, fail }} games={inOrder(games, played)} />;
  }, [games, bots, home.ready]);
  const study = useMemo(
    () => (
      <>
        <StudyGames {...{ games, bots, fail }} />
        <NewTable games={games} bots={bots} />
      </>
    ),
    [games, bots],
  );
  const filtered = Boolean(filter.game || filter.pace || filter.rated);
  const boards = [...Object.values(home.boards), ...live.map(({ board }) => board)];
  const played = others(full.tables, own).filter((table) => !live.some((each) => each.table.id === table.id));

  if (home.away) return <Unreachable />;
  return (
    <>
      <Header />
      <main class="lobby">
        {home.ready && (
          <>
            <Gradients scenes={[...games.map(({ picture }) => picture.scene), ...boards.map(({ scene }) => scene)]} />
            {shown && <OwnBoards tables={own} boards={home.boards} />}
            {library}
            <div class="people-now">
              <section aria-labelledby="full-tables">
                <h2 id="full-tables">{translate("Live now")}</h2>
                {live.length > 0 && <LiveBoards boards={live} />}
                {live.length === 0 && played.length === 0 && (
                  <p class="sub">
                    {translate(
                      "Nobody plays in public now. Find an opponent at any game: whoever comes next is seated with you.",
                    )}
                  </p>
                )}
                {played.length > 0 && <OpenTables tables={played} nothing="" />}
                {full.next !== null && <OlderButton onClick={full.more} />}
              </section>
              <section aria-labelledby="open-tables">
                <h2 id="open-tables">{translate("Open tables")}</h2>
                {open.wrong && <ErrorText message={open.wrong} />}
                <OpenTables
                  tables={others(open.tables, own)}
                  nothing={translate(
                    filtered
                      ? "No such table waits for players now."
                      : "Nobody waits for players now. Open a table for anybody, and it is shown here.",
                  )}
                />
                {open.next !== null && <OlderButton onClick={open.more} />}
                <FilterForm filter={filter} games={games} set={setFilter} />
                <details class="finding" onToggle={(event) => setLooking(event.currentTarget.open)}>
                  <summary>{translate("Finished games")}</summary>
                  {looking && <FinishedGamesList />}
                </details>
              </section>
              {home.tournaments && <Upcoming found={home.tournaments} />}
              <p class="sub">
                {translate("No arena needed:")} <a href="#/">{translate("Play in this browser")}</a> ·{" "}
                <a href="/play/">{translate("Write rules of your own")}</a>
              </p>
            </div>
            {study}
            {home.wrong && <Notice message={home.wrong} close={() => fail(null)} />}
          </>
        )}
      </main>
    </>
  );
}

/** Whether the player's tables are shown above the games. Once the page is drawn, they are added only while nobody looks. */
function useShownAbove(ready: boolean, some: boolean): boolean {
  const [shown, setShown] = useState<boolean | null>(null);
  useEffect(() => {
    if (!ready) return;
    const look = () => (document.hidden || shown === null) && setShown(shown === true || some);
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [ready, some]);
  return shown ?? some;
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
