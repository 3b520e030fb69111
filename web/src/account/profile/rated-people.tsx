// The rated people of a leaderboard or a season, page by page.

import { useEffect, useState } from "preact/hooks";
import { useRequest } from "../../controls/request";
import { ErrorText } from "../../controls/refusal";
import type { Leaderboard } from "../../protocol";
import { currentUser } from "../../app/store";
import { say, translate } from "../../text/text";
import { profileAddress } from "../address";
import { RatingFigure, RatingHint, Tallies, TallyCells } from "./rating-figure";
import { Button } from "../../controls/button";

interface RatedPeopleProps {
  readonly label: string;
  readonly nothing: string; // said where nobody is rated
  readonly ask: (after: string) => Promise<Leaderboard>; // a page of them
  readonly asked: string; // changes where other people are asked for
}

export function RatedPeople({ label, nothing, ask, asked }: RatedPeopleProps) {
  const [page, setPage] = useState<Leaderboard | null>(null);
  const asking = useRequest();
  const more = (after: string, before: Leaderboard["people"]) =>
    asking.run(async () => {
      const { people: found, next } = await ask(after);
      setPage({ people: [...before, ...found], next });
    });
  useEffect(() => void more("", []), [asked]);

  const wrong = asking.otherError();
  const next = page?.next ?? null;
  const me = currentUser.value?.kind === "account" ? currentUser.value.name : null;
  return (
    <section class="sheet part" aria-label={label}>
      {wrong && <ErrorText message={wrong} />}
      {page?.people.length === 0 && <p class="sub">{nothing}</p>}
      {page && page.people.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col" class="words">
                <abbr title={translate("Rank")}>#</abbr>
              </th>
              <th scope="col" class="words">
                {translate("Name")}
              </th>
              <th scope="col">{translate("Rating")}</th>
              <Tallies />
            </tr>
          </thead>
          <tbody>
            {page.people.map((each, index) => (
              <tr key={each.name} class={each.name === me ? "mine" : undefined}>
                <td class="words">{index + 1}</td>
                <th scope="row" class="words">
                  <a class="reach name" href={profileAddress(each.name)}>
                    {each.name === me ? say("{name} (you)", { name: each.name }) : each.name}
                  </a>
                </th>
                <td class="figure">
                  <RatingFigure of={each} />
                </td>
                <TallyCells of={each} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {page && page.people.length > 0 && <RatingHint />}
      {next !== null && (
        <Button disabled={asking.busy} onClick={() => void more(next, page?.people ?? [])} text={translate("Further down")} />
      )}
    </section>
  );
}
