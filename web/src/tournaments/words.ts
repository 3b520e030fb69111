// What tournaments say: formats, states, results, times. Pure.

import { clockWords, span } from "../play/agreements";
import type { Tournament, TournamentGame, TournamentListed, TournamentTerms } from "../protocol";
import { number } from "../text/numbers";
import { counted, mark, say, translate } from "../text/text";

export const FORMATS: Readonly<Record<TournamentTerms["format"], string>> = {
  swiss: mark("Swiss"),
  round_robin: mark("Round robin"),
  knock_out: mark("Knock-out"),
  arena: mark("Arena"),
};

/** What a format means for who plays. */
export const MEANINGS: Readonly<Record<TournamentTerms["format"], string>> = {
  swiss: mark("Each round, players with equal points meet. Nobody is out, and nobody meets twice."),
  round_robin: mark("Everybody meets everybody once."),
  knock_out: mark("Who loses is out. A drawn game is repeated once."),
  arena: mark("Whoever is free plays again at once, until the time is over. Wins in a row count double."),
};

/** The same at tables of more than two players. */
export const MEANINGS_OF_MANY: Readonly<Partial<typeof MEANINGS>> = {
  swiss: mark("Each round, players with similar points sit together. Points are the share of the opponents who are behind."),
  arena: mark(
    "Whoever is free plays again at once, until the time is over. Each opponent behind is worth 2 points, and wins in a row count double.",
  ),
};

export const TIE_BREAKS: Readonly<Record<string, readonly [name: string, short: string]>> = {
  buchholz_cut_1: [mark("Buchholz without the lowest opponent"), "BH−1"],
  buchholz: [mark("Buchholz: the points of all opponents"), "BH"],
  sonneborn_berger: [mark("Sonneborn-Berger: the points of beaten opponents"), "SB"],
  direct_encounter: [mark("Direct encounter of players who are level"), "DE"],
  wins: [mark("Wins"), "W"],
  opponents: [mark("Points of all opponents, on average"), "Opp"],
};

const REASONS: Readonly<Record<string, string>> = {
  too_few: mark("Cancelled: too few players were there at the start."),
  host: mark("Cancelled by its host."),
  moderator: mark("Cancelled by a moderator."),
  rules: mark("Cancelled: the rules of the game broke down."),
};

/** The terms in a few words. */
export function termWords({ terms, rounds }: TournamentListed): readonly (string | null)[] {
  const { format, rated = false, seats = 2 } = terms;
  return [
    translate(FORMATS[format]),
    seats > 2 ? say("tables of {number}", { number: seats }) : null,
    lengthOf(terms, rounds),
    clockWords({ clock: terms.clock }),
    rated ? translate("rated") : null,
  ];
}

function lengthOf(terms: TournamentTerms, rounds: number): string | null {
  if (terms.format === "arena") return span((terms.minutes ?? 0) * 60_000);
  const known = rounds || (terms.rounds ?? 0);
  return known > 0 ? counted("{number} round", "{number} rounds", known) : null;
}

/** How far a tournament is, in a line. */
export function stateWords(listed: TournamentListed, now: number): string {
  if (listed.state === "open") return say("Begins in {time}", { time: countdown(listed.starts_at - now) });
  if (listed.state === "cancelled") return translate("Cancelled");
  if (listed.state === "ended") return listed.winner ? say("{name} has won", { name: listed.winner }) : translate("Over");
  return listed.terms.format === "arena" || listed.rounds === 0
    ? translate("Running")
    : say("Round {round} of {rounds}", { round: listed.round, rounds: listed.rounds });
}

/** Why there will be no more games; null where there will. */
export const reasonWords = ({ reason }: Tournament) => (reason ? translate(REASONS[reason] ?? "Cancelled") : null);

/** A time that is left: "2 days", "1:05:09", "4:07". */
export function countdown(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  if (seconds >= 2 * 86_400) return counted("{number} day", "{number} days", Math.floor(seconds / 86_400));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Points as they are written in tournaments: "2½"; "1.67" where tables have more than two players. */
export function points(value: number): string {
  const whole = Math.floor(value);
  if (value - whole !== 0.5) return number(Math.round(value * 100) / 100);
  return whole === 0 ? "½" : `${whole}½`;
}

/** The result of a game, first seat first; null while it goes on. */
export function resultWords({ points: made, played, players }: TournamentGame): string | null {
  if (made === null) return null;
  if (players.length === 1) return translate("bye");
  if (players.length > 2) return translate(played ? "over" : "not played");
  if (played) return made.map(points).join(" – ");
  return made.map((each) => (each === 1 ? "+" : each ? points(each) : "−")).join(" – ");
}

/** The rounds that have games, the last first. */
export const roundsOf = (games: readonly TournamentGame[]) =>
  [...new Set(games.map(({ round }) => round))].toSorted((one, other) => other - one);
