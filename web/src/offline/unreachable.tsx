// The lobby without a network: what works here, and what comes back with the network.

import { useEffect, useState } from "preact/hooks";
import "./offline.css";
import { Header } from "../app/header";
import { storedTable, storedTables } from "../app/local-settings";
import { Logo } from "../app/logo";
import { listen } from "../controls/listen";
import { moment } from "../text/dates";
import { translate } from "../text/text";
import { rulesAreKept } from "./updates";

export function Unreachable() {
  const online = useOnline();
  return (
    <>
      <Header />
      <main class="lobby unreachable">
        <div class="unreachable-head">
          <Logo />
          <div role="status">
            <h1>{translate(online ? "The arena does not answer" : "You are offline")}</h1>
            <p>{translate("The page tries again by itself.")}</p>
          </div>
        </div>
        <div class="halves">
          <WorksHere />
          <section class="sheet" aria-labelledby="needs-network">
            <h2 id="needs-network">{translate("Needs the network")}</h2>
            <ul>
              <li>{translate("Tables with other people, and looking on")}</li>
              <li>{translate("Your games in the arena: they wait there as you left them")}</li>
              <li>{translate("Your account, ratings and replays")}</li>
            </ul>
          </section>
        </div>
      </main>
    </>
  );
}

const SHOWN = 5;

/** The unfinished tables of this browser, and the way to its games; how to get them where the rules are not kept yet. */
function WorksHere() {
  const [kept, setKept] = useState<boolean | null>(null);
  useEffect(() => void rulesAreKept().then(setKept, () => setKept(false)), []);
  if (kept === null) return null;
  return (
    <section class="sheet works" aria-labelledby="works-here">
      <h2 id="works-here">{translate("Works here")}</h2>
      {kept && <TablesHere />}
      <p>
        {translate(
          kept
            ? "Every game, against bots or with several people at this screen."
            : "No game yet. Play once in this browser while there is a network: from then on it needs none.",
        )}
      </p>
      {kept && (
        <a class="button main" href="#/">
          {translate("Play in this browser")}
        </a>
      )}
    </section>
  );
}

function TablesHere() {
  const tables = storedTables(true).flatMap((id) => {
    const { title, over, since } = storedTable(id, true) ?? {};
    return title === undefined || over ? [] : [{ id, title, since }];
  });
  if (tables.length === 0) return null;
  return (
    <ul>
      {tables.slice(0, SHOWN).map(({ id, title, since }) => (
        <li key={id}>
          <a href={`#/table/${encodeURIComponent(id)}`}>{translate(title)}</a>
          {since !== undefined && <span class="sub">{moment(since)}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Whether the browser has a network, as far as it knows. */
function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine);
  const look = () => setOnline(navigator.onLine);
  useEffect(() => {
    const timer = setInterval(look, 1000); // not every browser says when it changes
    const unlisten = listen(window, { online: look, offline: look });
    return () => {
      clearInterval(timer);
      unlisten();
    };
  }, []);
  return online;
}
