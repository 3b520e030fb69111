// The leaderboard of a game, page by page.

import { useEffect, useState } from "preact/hooks";
import { ApiError, games as askGames } from "../../network/api";
import { useRequest } from "../../controls/request";
import { NotFound } from "../../app/not-found";
import { SelectField } from "../../controls/field";
import { Header } from "../../app/header";
import { ErrorText } from "../../controls/refusal";
import type { GameInfo, Leaderboard } from "../../protocol";
import { currentUser } from "../../app/store";
import { language, say, translate } from "../../text/text";
import { leaderboardAddress, profileAddress } from "../address";
import { people } from "../requests";
import { RatingFigure, RatingHint, Tallies, TallyCells } from "./rating-figure";
import { Button } from "../../controls/button";

export function LeaderboardPage({ game }: { readonly game: string }) {
  const [games, setGames] = useState<readonly GameInfo[] | null>(null);
  const [wrong, setWrong] = useState<ApiError | null>(null);
  useEffect(() => void askGames().then(setGames, setWrong), []);
  const info = games?.find((each) => each.name === game);
  const title = info ? translate(info.title) : "";
  useEffect(() => {
    document.title = `${say("Leaderboard of {game}", { game: title })} · Rondel`;
  }, [title, language()]);
  if (wrong) return <NotFound id={null} why={wrong} />;
  if (!games) return <Header />;
  if (!info) return <NotFound id={null} why={{ code: "unknown_page", message: "" }} />;
  return (
    <>
      <Header crumb={translate("Leaderboard")} />
      <main class="people">
        <div class="headline">
          <h1>{say("Leaderboard of {game}", { game: title })}</h1>
          <SelectField
            label={translate("Game")}
            value={game}
            options={games.filter(({ roles }) => roles.length > 1).map((each) => [each.name, translate(each.title)] as const)}
            set={(name) => location.assign(leaderboardAddress(name))}
          />
        </div>
        <Leaders game={game} />
      </main>
    </>
  );
}

function Leaders({ game }: { readonly game: string }) {
  const [page, setPage] = useState<Leaderboard | null>(null);
  const asking = useRequest();
  const more = (after: string, before: Leaderboard["people"]) =>
    asking.run(async () => {
      const { people: found, next } = await people.leaders(game, after);
      setPage({ people: [...before, ...found], next });
    });
  useEffect(() => void more("", []), [game]);

  const wrong = asking.otherError();
  const next = page?.next ?? null;
  const me = currentUser.value?.kind === "account" ? currentUser.value.name : null;
  return (
    <section class="sheet part" aria-label={translate("Leaderboard")}>
      {wrong && <ErrorText message={wrong} />}
      {page?.people.length === 0 && (
        <p class="sub">
          {translate(
            "Nobody has a rating at this game yet. A table that is rated counts for everybody who plays there under an account.",
          )}
        </p>
      )}
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
