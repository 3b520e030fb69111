// Tournaments in a list, in the lobby and on their own page.

import type { TournamentListed } from "../protocol";
import { DotSeparated } from "../controls/row";
import { counted, translate } from "../text/text";
import { tournamentAddress } from "./address";
import { stateWords, termWords } from "./words";

interface ListProps {
  readonly tournaments: readonly TournamentListed[];
  readonly now: number; // the server's time
}

export function TournamentList({ tournaments, now }: ListProps) {
  return (
    <ul class="tournaments sheet">
      {tournaments.map((each) => (
        <li key={each.id}>
          <a href={tournamentAddress(each.id)} class={each.mine ? "mine" : undefined}>
            <span class="titled">
              <span class="name" dir="auto">
                {each.title}
              </span>
              <span class="sub">
                <DotSeparated of={[translate(each.game_title), ...termWords(each)]} />
              </span>
            </span>
            <span class="standing">
              <span class={each.state === "running" ? "now" : undefined}>{stateWords(each, now)}</span>
              <span class="sub">
                <DotSeparated
                  of={[counted("{number} player", "{number} players", each.entrants), each.mine && translate("you take part")]}
                />
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
