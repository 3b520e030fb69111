// The unrated games of an account: won, drawn and lost at each game.

import type { UnratedRecord } from "../../protocol";
import { translate } from "../../text/text";
import { Tallies, TallyCells } from "./rating-figure";

export function Unrated({ records }: { readonly records: readonly UnratedRecord[] }) {
  return (
    <section aria-labelledby="unrated" class="sheet part">
      <h2 id="unrated">{translate("Unrated games")}</h2>
      <p class="sub">{translate("The last games with others at public tables that were not rated.")}</p>
      <table>
        <thead>
          <tr>
            <th scope="col" class="words">
              {translate("Game")}
            </th>
            <Tallies />
          </tr>
        </thead>
        <tbody>
          {records.map((each) => (
            <tr key={each.game}>
              <th scope="row" class="words">
                {translate(each.title)}
              </th>
              <TallyCells of={each} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
