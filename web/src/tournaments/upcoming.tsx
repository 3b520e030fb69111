// The next tournaments, in the lobby.

import type { Tournaments } from "../protocol";
import { translate } from "../text/text";
import { LIST } from "./address";
import { TournamentList } from "./list";
import { useNow } from "./time";

const FEW = 3;

export function Upcoming({ found }: { readonly found: Tournaments }) {
  const now = useNow(found.now);
  const live = found.tournaments.filter(({ state }) => state === "open" || state === "running").slice(0, FEW);
  return (
    <section aria-labelledby="tournaments">
      <h2 id="tournaments">{translate("Tournaments")}</h2>
      {live.length > 0 && <TournamentList tournaments={live} now={now} />}
      <p class="sub">
        {live.length === 0 && translate("None is announced.")}{" "}
        <a href={LIST}>{translate(live.length === 0 ? "Announce a tournament" : "All tournaments")}</a>
      </p>
    </section>
  );
}
