// The games that are like one: below the form of a new table, and below its rules.

import { useEffect, useState } from "preact/hooks";
import "./more-like-this.css";
import { Gradients } from "../../board/tokens/faces";
import { games as askGames } from "../../network/api";
import type { GameInfo } from "../../protocol";
import { translate } from "../../text/text";
import { lobbyAt } from "../address";
import { BoardPicture } from "../boards/board-picture";
import { alike } from "./search";

interface MoreProps {
  readonly game: string;
  readonly games?: readonly GameInfo[]; // all that are offered; asked for where they are missing
  readonly instead?: boolean; // the form of the other game takes the place of this one's
}

export function MoreLikeThis({ game, games, instead = false }: MoreProps) {
  const [fetched, setFetched] = useState<readonly GameInfo[]>([]);
  // Nobody misses them where they do not arrive.
  useEffect(() => void (games || askGames().then(setFetched, () => {})), [games]);
  const found = alike(games ?? fetched, game);
  if (found.length === 0) return null;
  const open = (event: MouseEvent & { readonly currentTarget: HTMLAnchorElement }) => {
    if (!instead || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    location.replace(event.currentTarget.href);
  };
  return (
    <section class="alike" aria-labelledby="alike">
      {!games && <Gradients scenes={found.map(({ picture }) => picture.scene)} />}
      <h3 id="alike">{translate("More like this")}</h3>
      <ul>
        {found.map(({ name, title, picture }) => (
          <li key={name}>
            <a href={lobbyAt(name)} onClick={open}>
              <BoardPicture {...picture} crop />
              <span>{translate(title)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
