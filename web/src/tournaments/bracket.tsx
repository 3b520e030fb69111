// The bracket of a knock-out: a column for each round.

import type { Entrant, Tournament, TournamentGame } from "../protocol";
import { say, translate } from "../text/text";
import { gameAddress, namesOf } from "./pairings";
import { Name } from "./tournament";
import { points } from "./words";

export function Bracket({ tournament }: { readonly tournament: Tournament }) {
  const { games, listed, me } = tournament;
  const names = namesOf(tournament);
  const first = games.filter(({ round, game }) => round === 1 && game === 1).length;
  return (
    <section class="sheet part bracket" aria-label={translate("Bracket")}>
      <ol>
        {Array.from({ length: listed.rounds }, (_, index) => index + 1).map((round) => (
          <li key={round}>
            <h2>{roundName(round, listed.rounds)}</h2>
            <ul>
              {Array.from({ length: Math.max(1, Math.ceil(first / 2 ** (round - 1))) }, (_, board) => (
                <Match
                  key={board}
                  games={games.filter((each) => each.round === round && each.board === board + 1)}
                  names={names}
                  mine={me?.seed ?? 0}
                />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

function roundName(round: number, rounds: number): string {
  if (round === rounds) return translate("Final");
  if (round === rounds - 1) return translate("Semi-finals");
  return say("Round {number}", { number: round });
}

interface MatchProps {
  readonly games: readonly TournamentGame[];
  readonly names: ReadonlyMap<number, Entrant>;
  readonly mine: number;
}

/** A match: both sides with their points, and a link to its last game. */
function Match({ games, names, mine }: MatchProps) {
  const [opening] = games;
  const last = games.at(-1);
  const sides = opening ? opening.players.toSorted((one, other) => one - other) : [];
  const made = (seed: number) =>
    games.reduce((sum, { players, points: each }) => sum + (each?.[players.indexOf(seed)] ?? 0), 0);
  const decided = games.length > 0 && games.every((each) => each.points !== null);
  const best = decided ? sides.toSorted((one, other) => made(other) - made(one))[0] : undefined;
  return (
    <li class={sides.includes(mine) ? "match mine" : "match"}>
      {[sides[0], sides[1]].map((seed, index) => (
        <span key={index} class={decided && seed !== undefined && seed === best ? "contestant won" : "contestant"}>
          {seed === undefined ? (
            <span class="sub">{opening && translate("bye")}</span>
          ) : (
            <Name name={names.get(seed)?.name ?? ""} />
          )}
          {seed !== undefined && sides.length > 1 && decided && <span class="figure">{points(made(seed))}</span>}
        </span>
      ))}
      {last?.table && (
        <a class={last.points === null ? "versus now" : "versus"} href={gameAddress(last)}>
          <span class="nowhere">{translate("Show the game")}: </span>
          {last.points === null ? translate("live") : "›"}
        </a>
      )}
    </li>
  );
}
