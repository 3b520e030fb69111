// The history of a rating: a curve and a table.

import { useEffect, useState } from "preact/hooks";
import { useRequest } from "../../controls/request";
import { day } from "../../text/dates";
import { directionOf } from "../../text/language";
import { ErrorText } from "../../controls/refusal";
import type { RatedRounds, Rated } from "../../protocol";
import { counted, language, say, translate } from "../../text/text";
import { people } from "../requests";
import { points, RatingFigure, RatingHint } from "./rating-figure";
import { curveOf, HEIGHT, WIDTH } from "./rating-curve";
import { Button } from "../../controls/button";

export function RatingHistory({ rated }: { readonly rated: Rated }) {
  const [{ rounds, next }, setRatedRounds] = useState<RatedRounds>({ rounds: [], next: null });
  const asking = useRequest();
  const title = translate(rated.title);
  const more = (after: string, before: RatedRounds["rounds"]) =>
    asking.run(async () => {
      const page = await people.course(rated.name, rated.game, after);
      setRatedRounds({ ...page, rounds: [...before, ...page.rounds] });
    });
  useEffect(() => void more("", []), [rated.name, rated.game]);

  const wrong = asking.otherError();
  return (
    <section class="sheet part" aria-labelledby="course">
      <h2 id="course">{say("Rating at {game}", { game: title })}</h2>
      {rounds.length > 0 && <Curve rounds={rounds} all={next === null} title={title} />}
      <details class="as-table">
        <summary>{translate("As a table")}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col" class="words">
                {translate("Day")}
              </th>
              <th scope="col">{translate("Rank")}</th>
              <th scope="col">{translate("Rating")}</th>
            </tr>
          </thead>
          <tbody>
            {rounds.map((round, index) => (
              <tr key={index}>
                <td class="words">{day(round.at)}</td>
                <td>{round.rank}</td>
                <td>
                  <RatingFigure of={round} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      <RatingHint />
      {wrong && <ErrorText message={wrong} />}
      {next !== null && (
        <Button disabled={asking.busy} onClick={() => void more(next, rounds)} text={translate("Earlier rounds")} />
      )}
    </section>
  );
}

function Curve({
  rounds,
  all,
  title,
}: {
  readonly rounds: RatedRounds["rounds"];
  readonly all: boolean;
  readonly title: string;
}) {
  const { points: line, low, high, start } = curveOf(rounds, all);
  const last = line.at(-1);
  const first = rounds.at(-1);
  const words = say("Rating at {game}: {rounds}, from {low} to {high}", {
    game: title,
    rounds: counted("{number} round", "{number} rounds", rounds.length),
    low: points(low),
    high: points(high),
  });
  return (
    <figure class="curve" dir="ltr">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words}>
        {start !== null && <path class="nought" d={`M0 ${start}H${WIDTH}`} />}
        <polyline points={line.map((point) => point.join(",")).join(" ")} />
        {last && <circle cx={last[0]} cy={last[1]} r="5" />}
      </svg>
      <figcaption class="sub">
        <bdi>{first && day(first.at)}</bdi>
        <bdi dir={directionOf(language())}>{say("{low} to {high}", { low: points(low), high: points(high) })}</bdi>
        <bdi>{rounds[0] && day(rounds[0].at)}</bdi>
      </figcaption>
    </figure>
  );
}
