// Who meets whom, round by round.

import { useState } from "preact/hooks";
import { SelectField } from "../controls/field";
import type { Entrant, Tournament, TournamentGame } from "../protocol";
import { say, translate } from "../text/text";
import { Name } from "./tournament";
import { resultWords, roundsOf } from "./words";

export function Pairings({ tournament }: { readonly tournament: Tournament }) {
  const { games, listed, me } = tournament;
  const isArena = listed.terms.format === "arena";
  const rounds = roundsOf(games);
  const [chosen, setChosen] = useState<number | null>(null); // null: the last one
  const round = chosen ?? rounds[0] ?? 1;
  const shown = isArena ? games.toSorted(latestFirst) : games.filter((each) => each.round === round);
  const names = namesOf(tournament);
  return (
    <section class="sheet part pairings" aria-labelledby="pairings">
      <div class="headline">
        <h2 id="pairings">{translate(isArena ? "Games" : "Pairings")}</h2>
        {!isArena && rounds.length > 1 && (
          <SelectField
            label={translate("Round")}
            value={String(round)}
            options={rounds.map((each) => [String(each), say("Round {number}", { number: each })] as const)}
            set={(value) => setChosen(Number(value) === rounds[0] ? null : Number(value))}
          />
        )}
      </div>
      <ul>
        {shown.map((game) => (
          <li
            key={`${game.round}-${game.board}-${game.game}`}
            class={me && game.players.includes(me.seed) ? "mine" : undefined}
          >
            <Game game={game} names={names} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface GameProps {
  readonly game: TournamentGame;
  readonly names: ReadonlyMap<number, Entrant>;
}

function Game({ game, names }: GameProps) {
  const [first, second] = game.players.map((seed) => names.get(seed)?.name ?? String(seed));
  const result = resultWords(game);
  const won = (seat: number) => (game.points?.[seat] === 1 && game.players.length > 1 ? "contestant won" : "contestant");
  return (
    <>
      <span class={won(0)}>
        <Name name={first ?? ""} />
      </span>
      {game.table ? (
        <a class={result === null ? "versus now" : "versus"} href={gameAddress(game)}>
          <span class="nowhere">{translate("Show the game")}: </span>
          {result ?? translate("live")}
        </a>
      ) : (
        <span class="versus">{result}</span>
      )}
      <span class={won(1)}>{second !== undefined && <Name name={second} />}</span>
    </>
  );
}

/** The table of a game, or its replay once it is over. */
export function gameAddress({ table, points }: TournamentGame): string {
  const id = encodeURIComponent(table);
  return points === null ? `/table/${id}` : `/replay/${id}`;
}

export const namesOf = ({ entrants }: Tournament): ReadonlyMap<number, Entrant> =>
  new Map(entrants.map((each) => [each.seed, each]));

const latestFirst = (one: TournamentGame, other: TournamentGame) =>
  Number(one.points !== null) - Number(other.points !== null) || other.round - one.round || one.board - other.board;
