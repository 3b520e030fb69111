// One game of the library: a position in play, its tags, and the ways to begin.

import { isLocal } from "../../app/address";
import type { BotInfo, GameInfo } from "../../protocol";
import { ApiError } from "../../network/api";
import { Button } from "../../controls/button";
import { say, translate } from "../../text/text";
import { defaultName } from "../../app/current-user";
import { lobbyAt } from "../address";
import { BoardPicture } from "../boards/board-picture";
import { botFor, playBots } from "../start";
import { tags } from "./search";

interface CardProps {
  readonly game: GameInfo;
  readonly bots: readonly BotInfo[];
  readonly busy: boolean;
  readonly setBusy: (busy: boolean) => void;
  readonly fail: (message: string) => void;
}

/** Search for an opponent; the bar at the foot of the page shows how it goes on. */
async function find(game: GameInfo): Promise<void> {
  const { startSearch } = await import("../match/seek");
  const seats = Math.max(game.fewest, Math.min(2, game.roles.length));
  startSearch({ game: game.name, title: game.title, pace: "live", seats, name: defaultName().trim(), since: Date.now() });
}

export function GameCard({ game, bots, busy, setBusy, fail }: CardProps) {
  const title = translate(game.title);
  const bot = botFor(game.name, bots);

  async function play(): Promise<void> {
    setBusy(true);
    try {
      await playBots(game, bot);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      fail(error.message);
      setBusy(false);
    }
  }

  const against =
    game.roles.length > 1 && bot
      ? say("Play {game} against: {bot}", { game: title, bot: translate(bot.label) })
      : say("Play {game}", { game: title });
  return (
    <li class="game sheet" data-game={game.name}>
      <BoardPicture {...game.picture} crop />
      <div class="game-words">
        <h3 class="game-title">
          <a href={lobbyAt(game.name)}>{title}</a>
        </h3>
        <p class="sub">{translate(game.summary)}</p>
        <ul class="tags">
          {tags(game).map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      </div>
      <div class="game-acts">
        <Button
          kind="main"
          disabled={busy}
          aria-label={against}
          title={against}
          onClick={() => void play()}
          text={translate("Play")}
        />
        {game.roles.length > 1 && !isLocal() && (
          <Button
            aria-label={say("Find opponent: {game}", { game: title })}
            onClick={() => void find(game)}
            text={translate("Find opponent")}
          />
        )}
      </div>
    </li>
  );
}
