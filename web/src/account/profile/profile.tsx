// A public profile: ratings, their history, and public games.

import { useEffect, useState } from "preact/hooks";
import { ApiError } from "../../network/api";
import { day } from "../../text/dates";
import { NotFound } from "../../app/not-found";
import { Header } from "../../app/header";
import type { Profile } from "../../protocol";
import { currentUser } from "../../app/store";
import { language, say, translate } from "../../text/text";
import { leaderboardAddress } from "../address";
import { people } from "../requests";
import { RatingFigure, Tallies, TallyCells } from "./rating-figure";
import { Form, reliabilityText } from "./form";
import { RatingHistory } from "./rating-history";
import { SeasonResults } from "./season-results";
import { Unrated } from "./unrated";
import { FinishedGames } from "./finished-games";
import { Button } from "../../controls/button";
import { Report } from "../../company/report-person";
import { RelationButtons } from "../../company/relation-buttons";
import "../../company/company.css";

export function ProfilePage({ name }: { readonly name: string }) {
  const [profile, setProfile] = useState<Profile | null>(null);
  const [wrong, setWrong] = useState<ApiError | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => void people.profile(name).then(setProfile, setWrong), [name]);
  useEffect(() => {
    document.title = `${profile?.name ?? name} · Rondel`;
  }, [profile, language()]);
  if (wrong) return <NotFound id={null} why={wrong} />;
  if (!profile) return <Header />;
  const ratings = profile.ratings.toSorted((one, other) => other.rounds - one.rounds);
  const rated = ratings.find(({ game }) => game === chosen) ?? ratings[0];
  return (
    <>
      <Header crumb={profile.name} />
      <main class="people">
        <div>
          <h1 class="name">{profile.name}</h1>
          <p class="sub">
            {say("Here since {day}", { day: day(profile.since) })}
            {currentUser.value?.kind === "account" && currentUser.value.name === profile.name && (
              <> · {translate("this is you")}</>
            )}
          </p>
          <p class="sub">{reliabilityText(profile.reliability)}</p>
          {profile.vacation && (
            <p class="sub">{say("On vacation, until {day} at the latest", { day: day(profile.vacation) })}</p>
          )}
          <Form games={profile.form} />
          <RelationButtons name={profile.name} />
        </div>
        <section aria-labelledby="ratings" class="sheet part">
          <h2 id="ratings">{translate("Ratings")}</h2>
          {ratings.length === 0 ? (
            <p class="sub">{translate("No rated game yet.")}</p>
          ) : (
            <table>
              <thead>
                <tr>
                  <th scope="col" class="words">
                    {translate("Game")}
                  </th>
                  <th scope="col">{translate("Rating")}</th>
                  <Tallies />
                  <th scope="col">
                    <span class="nowhere">{translate("Curve")}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {ratings.map((each) => (
                  <tr key={each.game}>
                    <th scope="row" class="words">
                      <a class="reach" href={leaderboardAddress(each.game)}>
                        {translate(each.title)}
                      </a>
                    </th>
                    <td class="figure">
                      <RatingFigure of={each} />
                    </td>
                    <TallyCells of={each} />
                    <td>
                      <Button
                        aria-pressed={each === rated}
                        aria-label={say("Curve of {game}", { game: translate(each.title) })}
                        onClick={() => setChosen(each.game)}
                        text={translate("Curve")}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
        {rated && <RatingHistory rated={rated} />}
        {profile.seasons.length > 0 && <SeasonResults results={profile.seasons} />}
        {profile.unrated.length > 0 && <Unrated records={profile.unrated} />}
        <section aria-labelledby="games" class="played">
          <h2 id="games">{translate("Games played in public")}</h2>
          <FinishedGames ask={(after) => people.finished(profile.name, after)} nothing={translate("None has ended yet.")} />
        </section>
        {currentUser.value?.kind === "account" && currentUser.value.name !== profile.name && <Report name={profile.name} />}
      </main>
    </>
  );
}
