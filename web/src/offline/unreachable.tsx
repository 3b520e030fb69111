// The lobby without a network: what works here, and what comes back with the network.

import { useEffect, useState } from "preact/hooks";
import "./offline.css";
import { Header } from "../app/header";
import { Logo } from "../app/logo";
import { listen } from "../controls/listen";
import { translate } from "../text/text";

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
