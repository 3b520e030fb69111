// All tournaments: what is to come, what is running, what is over; and the form of a new one.

import { useEffect, useState } from "preact/hooks";
import { ApiError, games as askGames } from "../network/api";
import { NotFound } from "../app/not-found";
import { Header } from "../app/header";
import { currentUser } from "../app/store";
import { signInAddress } from "../account/address";
import { Button } from "../controls/button";
import type { GameInfo, Tournaments } from "../protocol";
import { language, translate } from "../text/text";
import { LIST } from "./address";
import { NewTournamentForm } from "./new-tournament";
import { TournamentList } from "./list";
import { tournaments } from "./requests";
import { useNow } from "./time";

const EVERY = 10_000; // ms

export function TournamentsPage() {
  const [found, setFound] = useState<Tournaments | null>(null);
  const [games, setGames] = useState<readonly GameInfo[]>([]);
  const [wrong, setWrong] = useState<ApiError | null>(null);
  const [making, setMaking] = useState(false);
  const now = useNow(found?.now);
  useEffect(() => {
    const look = () => void tournaments.list().then(setFound, (error) => setWrong((before) => before ?? error));
    look();
    void askGames().then(setGames, setWrong);
    const timer = setInterval(() => document.hidden || look(), EVERY);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    document.title = `${translate("Tournaments")} · Rondel`;
  }, [language()]);
  if (wrong && !found) return <NotFound id={null} why={wrong} />;
  if (!found) return <Header crumb={translate("Tournaments")} />;
  const open = found.tournaments.filter(({ state }) => state === "open");
  const running = found.tournaments.filter(({ state }) => state === "running");
  const over = found.tournaments.filter(({ state }) => state === "ended" || state === "cancelled");
  const me = currentUser.value;
  return (
    <>
      <Header crumb={translate("Tournaments")} />
      <main class="people">
        <div class="headline">
          <h1>{translate("Tournaments")}</h1>
          {me?.kind === "account" ? (
            !making && <Button kind="main" onClick={() => setMaking(true)} text={translate("Announce a tournament")} />
          ) : (
            <a class="button" href={signInAddress(LIST)}>
              {translate("Log in to take part")}
            </a>
          )}
        </div>
        {making && games.length > 0 && <NewTournamentForm games={games} close={() => setMaking(false)} />}
        {running.length > 0 && (
          <section class="of-tournaments" aria-labelledby="running">
            <h2 id="running">{translate("Running")}</h2>
            <TournamentList tournaments={running} now={now} />
          </section>
        )}
        <section class="of-tournaments" aria-labelledby="to-come">
          <h2 id="to-come">{translate("To come")}</h2>
          {open.length > 0 ? (
            <TournamentList tournaments={open} now={now} />
          ) : (
            <p class="sub">{translate("None is announced. Announce one, and it is shown in the lobby.")}</p>
          )}
        </section>
        {over.length > 0 && (
          <section class="of-tournaments" aria-labelledby="over">
            <h2 id="over">{translate("Over")}</h2>
            <TournamentList tournaments={over} now={now} />
          </section>
        )}
      </main>
    </>
  );
}
