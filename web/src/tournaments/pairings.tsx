// Who meets whom, round by round.

import { useState } from "preact/hooks";
import { SelectField } from "../controls/field";
import type { Entrant, Tournament, TournamentGame, TournamentTerms } from "../protocol";
import { say, translate } from "../text/text";
import { Name } from "./tournament";
import { points, resultWords, roundsOf } from "./words";

export function Pairings({ tournament }: { readonly tournament: Tournament }) {
  const { games, listed, me } = tournament;
  const isArena = listed.terms.format === "arena";
  const isOfMany = (listed.terms.seats ?? 2) > 2;
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
            class={[isOfMany && "of-many", me && game.players.includes(me.seed) && "mine"].filter(Boolean).join(" ")}
          >
            {isOfMany ? (
              <OfMany game={game} names={names} teams={listed.terms.teams ?? []} />
            ) : (
              <Game game={game} names={names} />
            )}
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
  const won = (seat: number) => (game.points?.[seat] === 1 && game.players.length > 1 ? "contestant won" : "contestant");
  return (
    <>
      <span class={won(0)}>
        <Name name={first ?? ""} />
      </span>
      <Outcome game={game} />
      <span class={won(1)}>{second !== undefined && <Name name={second} />}</span>
    </>
  );
}

/** The result, as a link to the game where there was one. */
function Outcome({ game }: Pick<GameProps, "game">) {
  const result = resultWords(game);
  if (!game.table) return <span class="versus">{result}</span>;
  return (
    <a class={result === null ? "versus now" : "versus"} href={gameAddress(game)}>
      <span class="nowhere">{translate("Show the game")}: </span>
      {result ?? translate("live")}
    </a>
  );
}

/** A table of more than two, or a bye: its players or teams with their points, the best first when it is over. */
function OfMany({ game, names, teams }: GameProps & { readonly teams: NonNullable<TournamentTerms["teams"]> }) {
  const isTeams = teams.length > 0 && game.players.length > 1;
  const sides = isTeams ? teams : game.players.map((_, seat) => [seat]);
  const shown = sides.toSorted(([one = 0], [other = 0]) => made(game, other) - made(game, one));
  return (
    <>
      <ol>
        {shown.map((side) => (
          <li key={side[0]} class={made(game, side[0]!) === 1 ? "contestant won" : "contestant"}>
            <span class="side">
              {side.map((seat) => (
                <Name key={seat} name={names.get(game.players[seat]!)?.name ?? ""} />
              ))}
            </span>
            {game.points !== null && <span class="figure">{points(made(game, side[0]!))}</span>}
          </li>
        ))}
      </ol>
      <Outcome game={game} />
    </>
  );
}

const made = ({ points: all }: TournamentGame, seat: number) => all?.[seat] ?? 0;

/** The table of a game, or its replay once it is over. */
export function gameAddress({ table, points }: TournamentGame): string {
  const id = encodeURIComponent(table);
  return points === null ? `/table/${id}` : `/replay/${id}`;
}

export const namesOf = ({ entrants }: Tournament): ReadonlyMap<number, Entrant> =>
  new Map(entrants.map((each) => [each.seed, each]));

const latestFirst = (one: TournamentGame, other: TournamentGame) =>
  Number(one.points !== null) - Number(other.points !== null) || other.round - one.round || one.board - other.board;
