// The leaderboard of a game: of all time, or of one season.

import { useEffect, useState } from "preact/hooks";
import { ApiError, games as askGames } from "../../network/api";
import { NotFound } from "../../app/not-found";
import { SelectField } from "../../controls/field";
import { Header } from "../../app/header";
import type { GameInfo, Season } from "../../protocol";
import { language, say, translate } from "../../text/text";
import { leaderboardAddress, seasonAddress } from "../address";
import { people } from "../requests";
import { RatedPeople } from "./rated-people";
import { seasonEndText, seasonText } from "./season";

/** `season` is its name, "" for the newest one, and null for all time. */
export function LeaderboardPage({ game, season }: { readonly game: string; readonly season: string | null }) {
  const [games, setGames] = useState<readonly GameInfo[] | null>(null);
  const [seasons, setSeasons] = useState<readonly Season[] | null>(null);
  const [wrong, setWrong] = useState<ApiError | null>(null);
  useEffect(() => void askGames().then(setGames, setWrong), []);
  useEffect(() => void people.seasons(game).then(setSeasons, setWrong), [game]);
  const info = games?.find((each) => each.name === game);
  const title = info ? translate(info.title) : "";
  const heading = season === null ? say("Leaderboard of {game}", { game: title }) : say("Season of {game}", { game: title });
  useEffect(() => {
    document.title = `${heading} · Rondel`;
  }, [title, language()]);
  if (wrong) return <NotFound id={null} why={wrong} />;
  if (!games || !seasons) return <Header />;
  const shown = season === null ? null : seasons.find((each) => season === "" || each.name === season);
  if (!info || shown === undefined) return <NotFound id={null} why={{ code: "unknown_page", message: "" }} />;
  const address = (name: string) => (season === null ? leaderboardAddress(name) : seasonAddress(name, season));
  const periods = [["", translate("All time")], ...seasons.map((each) => [each.name, seasonText(each)])] as const;
  return (
    <>
      <Header crumb={shown ? translate("Season standings") : translate("Leaderboard")} />
      <main class="people">
        <div class="headline">
          <div>
            <h1>{heading}</h1>
            {shown && <p class="sub">{say("{season}, {end}", { season: seasonText(shown), end: seasonEndText(shown) })}</p>}
          </div>
          <SelectField
            label={translate("Game")}
            value={game}
            options={games.filter(({ roles }) => roles.length > 1).map((each) => [each.name, translate(each.title)] as const)}
            set={(name) => location.assign(address(name))}
          />
          {seasons.length > 0 && (
            <SelectField
              label={translate("Period")}
              value={shown?.name ?? ""}
              options={periods.map(([name = "", text = ""]) => [name, text] as const)}
              set={(name) => location.assign(name ? seasonAddress(game, name) : leaderboardAddress(game))}
            />
          )}
        </div>
        {shown ? <SeasonStandings game={game} season={shown} /> : <Leaders game={game} />}
      </main>
    </>
  );
}

function Leaders({ game }: { readonly game: string }) {
  return (
    <RatedPeople
      label={translate("Leaderboard")}
      nothing={translate(
        "Nobody has a rating at this game yet. A table that is rated counts for everybody who plays there under an account.",
      )}
      ask={(after) => people.leaders(game, after)}
      asked={game}
    />
  );
}

function SeasonStandings({ game, season }: { readonly game: string; readonly season: Season }) {
  return (
    <>
      <p class="sub">
        {translate("In each season everybody begins anew, and its rated games alone count. The ratings of all time go on.")}
      </p>
      <RatedPeople
        label={translate("Season standings")}
        nothing={translate("No rated game of this season has ended yet.")}
        ask={(after) => people.season(game, season.name, after)}
        asked={`${game} ${season.name}`}
      />
    </>
  );
}
