// Which games of the library fit what was typed, and their order. Pure.

import type { GameInfo } from "../../protocol";
import { counted, say, translate } from "../../text/text";

/** The games of a family ("" for any) whose title, summary or tags contain every typed word. */
export function found(games: readonly GameInfo[], typed: string, family: string): readonly GameInfo[] {
  const words = plainLetters(typed).split(/\s+/).filter(Boolean);
  return games.filter((game) => {
    if (family && game.family !== family) return false;
    const text = plainLetters([game.title, translate(game.title), translate(game.summary), ...tags(game)].join(" "));
    return words.every((word) => text.includes(word));
  });
}

/**
 * Games that are played now, the most played first; then those that people know. Games for study are listed apart. `played` has
 * the title of each table's game.
 */
export function inOrder(games: readonly GameInfo[], played: readonly string[]): readonly GameInfo[] {
  const tables = (game: GameInfo) => played.filter((title) => title === game.title).length;
  return [...games].sort(
    (one, other) =>
      tables(other) - tables(one) || Number(other.known) - Number(one.known) || Number(one.study) - Number(other.study),
  );
}

/** In lower case and without accents. */
const plainLetters = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The families of the games, the largest first; games for study do not count. */
export function families(games: readonly GameInfo[]): readonly string[] {
  const sizes = new Map<string, number>();
  for (const { family, study } of games) if (family && !study) sizes.set(family, (sizes.get(family) ?? 0) + 1);
  return [...sizes.keys()].sort((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0));
}

const ALIKE = 3; // games beside one

/** The games like one: those that the arena names, then others of its family, those for as many players first. */
export function alike(games: readonly GameInfo[], name: string): readonly GameInfo[] {
  const game = games.find((each) => each.name === name);
  if (!game) return [];
  const named = game.like.flatMap((other) => games.filter((each) => each.name === other));
  const farther = (other: GameInfo) => Math.abs(other.usual - game.usual);
  const related = games
    .filter((each) => each !== game && game.family && each.family === game.family && !each.study && !named.includes(each))
    .sort((one, other) => farther(one) - farther(other));
  return [...named, ...related].slice(0, ALIKE);
}

/** Number of players, duration and family, in words. */
export function tags(game: GameInfo): readonly string[] {
  return [
    players(game),
    ...(game.minutes > 0 ? [say("{number} min", { number: game.minutes })] : []),
    translate(game.family),
  ].filter(Boolean);
}

function players({ fewest, roles }: GameInfo): string {
  const most = roles.length;
  if (most === 1) return translate("For one");
  return fewest < most
    ? say("{fewest} to {most} players", { fewest, most })
    : counted("{number} player", "{number} players", most);
}
