// The results of an account in the last seasons.

import type { SeasonResult } from "../../protocol";
import { say, translate } from "../../text/text";
import { seasonAddress } from "../address";
import { RatingFigure } from "./rating-figure";
import { seasonText } from "./season";

export function SeasonResults({ results }: { readonly results: readonly SeasonResult[] }) {
  return (
    <section aria-labelledby="seasons" class="sheet part">
      <h2 id="seasons">{translate("Seasons")}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col" class="words">
              {translate("Game")}
            </th>
            <th scope="col">{translate("Rank")}</th>
            <th scope="col">{translate("Rating")}</th>
            <th scope="col">{translate("Games")}</th>
          </tr>
        </thead>
        <tbody>
          {results.map(({ season, place, people, rated }) => (
            <tr key={`${season.name} ${rated.game}`}>
              <th scope="row" class="words">
                <a class="reach season" href={seasonAddress(rated.game, season.name)}>
                  {translate(rated.title)}
                  <span class="sub">
                    {season.over ? seasonText(season) : say("{season}, running", { season: seasonText(season) })}
                  </span>
                </a>
              </th>
              <td>{say("{place} of {people}", { place, people })}</td>
              <td class="figure">
                <RatingFigure of={rated} />
              </td>
              <td>{rated.rounds}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
