// The standings of a tournament.

import { useState } from "preact/hooks";
import { Button } from "../controls/button";
import { ErrorText } from "../controls/refusal";
import { useRequest } from "../controls/request";
import { DotSeparated } from "../controls/row";
import type { Entrant, Tournament } from "../protocol";
import { number } from "../text/numbers";
import { say, translate } from "../text/text";
import { reportAddress, tournaments } from "./requests";
import { Name } from "./tournament";
import { points, TIE_BREAKS } from "./words";

interface StandingsProps {
  readonly tournament: Tournament;
  readonly set: (tournament: Tournament) => void;
}

export function Standings({ tournament, set }: StandingsProps) {
  const { entrants, listed, me, tie_breaks: order } = tournament;
  const begun = entrants.some(({ seed }) => seed > 0);
  const isKnockOut = listed.terms.format === "knock_out";
  const removing = useRequest();
  const mayRemove = tournament.is_host && (listed.state === "open" || listed.state === "running");
  const remove = (entrant: number) => () =>
    void removing.run(async () => set(await tournaments.act(listed.id, { deed: "remove", number: entrant })));
  const wrong = removing.otherError();
  return (
    <section class="sheet part standings" aria-labelledby="standings">
      <h2 id="standings">{translate(begun ? "Standings" : "Players")}</h2>
      {wrong && <ErrorText message={wrong} />}
      {entrants.length === 0 && <p class="sub">{translate("Nobody takes part yet.")}</p>}
      {entrants.length > 0 && (
        <table>
          <thead>
            <tr>
              {begun && (
                <th scope="col" class="words">
                  <abbr title={translate("Rank")}>#</abbr>
                </th>
              )}
              <th scope="col" class="words">
                {translate("Name")}
              </th>
              <th scope="col" class="rating">
                {translate("Rating")}
              </th>
              {begun && <th scope="col">{translate(isKnockOut ? "Won" : "Points")}</th>}
              {begun &&
                order.map((each, index) => (
                  <th key={each} scope="col" class={index > 0 ? "finer" : undefined}>
                    <abbr title={translate(TIE_BREAKS[each]?.[0] ?? each)}>{TIE_BREAKS[each]?.[1] ?? each}</abbr>
                  </th>
                ))}
              {mayRemove && (
                <th scope="col">
                  <span class="nowhere">{translate("Remove")}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {entrants.map((each) => (
              <tr key={each.number} class={each.number === me?.number ? "mine" : undefined}>
                {begun && <td class="words place">{each.place}</td>}
                <th scope="row" class="words">
                  <Name name={each.name} gone={isGone(each)} />
                  <span class="sub">
                    {" "}
                    <DotSeparated
                      of={[
                        each.number === me?.number && translate("you"),
                        each.state === "paused" && translate("pauses"),
                        isGone(each) && translate("has left"),
                        each.on_streak && say("{mark} double", { mark: "🔥" }),
                      ]}
                    />
                  </span>
                </th>
                <td class="rating sub">{each.rating}</td>
                {begun && <td class="figure">{points(each.points)}</td>}
                {begun &&
                  each.tie_breaks.map((value, index) => (
                    <td key={index} class={index > 0 ? "sub finer" : "sub"}>
                      {order[index] === "direct_encounter" ? encounter(value) : figure(order[index], value)}
                    </td>
                  ))}
                {mayRemove && (
                  <td>{!isGone(each) && <Remove name={each.name} busy={removing.busy} remove={remove(each.number)} />}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {begun && listed.terms.format === "swiss" && (listed.terms.seats ?? 2) === 2 && (
        <p class="sub">
          <a class="reach" href={reportAddress(listed.id)} download>
            {translate("Report file (TRF)")}
          </a>
        </p>
      )}
    </section>
  );
}

/** Removes a player, after a second click. */
function Remove({ name, busy, remove }: { readonly name: string; readonly busy: boolean; readonly remove: () => void }) {
  const [sure, setSure] = useState(false);
  if (!sure)
    return <Button aria-label={say("Remove {name}", { name })} onClick={() => setSure(true)} text={translate("Remove")} />;
  return (
    <Button
      kind="danger"
      aria-label={say("Remove {name} for good", { name })}
      disabled={busy}
      onClick={remove}
      text={translate("For good")}
    />
  );
}

const isGone = ({ state }: Entrant) => state === "withdrawn" || state === "removed";

const figure = (order: string | undefined, value: number) => (order === "opponents" ? points(value) : number(value));

/** A direct encounter as the place among those who are level. */
const encounter = (value: number) => (value === 0 ? "–" : number(1 - value));
