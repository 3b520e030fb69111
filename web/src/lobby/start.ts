// Begins a game at once: against the bot played last.

import { goTo } from "../app/address";
import { storeTable, storedBot } from "../app/local-settings";
import { defaultName } from "../app/current-user";
import { createTable } from "../network/api";
import type { BotInfo, GameInfo, NewSeat } from "../protocol";

/** The bot somebody meets first: it plays as people do who know the game. */
export const USUAL = "level:3";

/** The bot played last at a game; a middling one the first time. */
export function botFor(game: string, bots: readonly BotInfo[]): BotInfo | undefined {
  const known = (name: string) => bots.find((each) => each.name === name);
  return known(storedBot(game)) ?? known(USUAL) ?? bots[0];
}

/** Open a table with oneself on the first seat and bots on the others, and go there. */
export async function playBots(game: GameInfo, bot: BotInfo | undefined): Promise<void> {
  goTo(`/table/${encodeURIComponent(await opened(game, bot))}`);
}

/** Open a table with oneself on the first seat and bots on the others; its id. */
export async function opened(game: GameInfo, bot: BotInfo | undefined): Promise<string> {
  const name = defaultName().trim();
  const roles = game.roles.slice(0, game.usual);
  const seats = roles.map((role, index): NewSeat =>
    index === 0 ? { role, kind: "me", name } : bot ? { role, kind: "bot", bot: bot.name } : { role, kind: "open" },
  );
  const made = await createTable({ game: game.name, seats, name });
  storeTable(made.table, { tokens: made.tokens, invite: made.invite });
  return made.table;
}
