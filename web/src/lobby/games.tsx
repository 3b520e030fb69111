// The games of the lobby; the form of a new table opens below the chosen one.

import { useState } from "preact/hooks";
import { Thumbnail } from "../board/thumbnail";
import type { BotInfo, GameInfo } from "../protocol";
import { counted, say, translate } from "../text/text";
import { requestedTable } from "./address";
import { NewTableForm } from "./new-table";

interface GameListProps {
  readonly games: readonly GameInfo[];
  readonly bots: readonly BotInfo[];
}

export function GameList({ games, bots }: GameListProps) {
  const [asked] = useState(() => requestedTable(new URL(location.href)));
  const [chosen, setChosen] = useState<string | null>(asked?.game ?? null);
  return (
    <ul class="games">
      {games.map((each) => {
        const open = each.name === chosen;
        return (
          <li key={each.name}>
            <button
              type="button"
              class={open ? "game sheet chosen" : "game sheet"}
              aria-expanded={open}
              onClick={() => setChosen(open ? null : each.name)}
            >
              <Thumbnail scene={each.opening.scene} containers={each.opening.containers} faces={each.opening.faces} />
              <span class="game-words">
                <span class="game-head">
                  <span class="game-title">{translate(each.title)}</span> <span class="sub">{players(each)}</span>
                </span>
                <span class="sub">{translate(each.summary)}</span>
              </span>
            </button>
            {open && <NewTableForm game={each} bots={bots} asked={asked?.game === each.name ? asked : null} />}
          </li>
        );
      })}
    </ul>
  );
}

function players(game: GameInfo): string {
  const most = game.roles.length;
  if (most === 1) return translate("For one");
  return game.fewest < most
    ? say("{fewest} to {most} players", { fewest: game.fewest, most })
    : counted("{number} player", "{number} players", most);
}
