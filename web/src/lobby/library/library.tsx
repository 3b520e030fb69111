// The library: all games, found by typing or by family; small games for study come last.

import { useEffect, useState } from "preact/hooks";
import type { BotInfo, GameInfo } from "../../protocol";
import { mark, say, translate } from "../../text/text";
import { GameCard } from "./game-card";
import { families, found } from "./search";

interface LibraryProps {
  readonly games: readonly GameInfo[];
  readonly bots: readonly BotInfo[];
  readonly fail: (message: string) => void;
}

/** The heading, the search, and the games that are not for study. */
export function Library({ games, bots, fail }: LibraryProps) {
  const [typed, setTyped] = useState("");
  const [family, setFamily] = useState("");
  const wanted = typed.trim() !== "" || family !== "";
  const shown = found(games, typed, family).filter(({ study }) => wanted || !study);
  return (
    <section class="library" aria-labelledby="games">
      <div class="library-head">
        <h1 id="games">{translate("What shall we play?")}</h1>
        <input
          type="search"
          class="search"
          aria-label={translate("Search games")}
          placeholder={translate("Search games")}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <div class="families" role="group" aria-label={translate("Kind of game")}>
        {["", ...families(games)].map((each) => (
          <button type="button" key={each} class="chip" aria-pressed={family === each} onClick={() => setFamily(each)}>
            {translate(each || ALL)}
          </button>
        ))}
      </div>
      <Cards {...{ bots, fail }} games={shown} />
      <p class="sub" role="status">
        {wanted && shown.length === 0 && say("No game fits “{typed}”.", { typed: typed.trim() || translate(family) })}
      </p>
    </section>
  );
}

const ALL = mark("All games");

/** The games for study. */
export function StudyGames({ games, ...props }: LibraryProps) {
  const study = games.filter((each) => each.study);
  if (study.length === 0) return null;
  return (
    <section class="library study" aria-labelledby="study">
      <h2 id="study">{translate("Small games to study")}</h2>
      <Cards {...props} games={study} />
    </section>
  );
}

function Cards({ games, bots, fail }: LibraryProps) {
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // The page may come back from the browser's cache after a game was opened.
    const again = () => setBusy(false);
    addEventListener("pageshow", again);
    return () => removeEventListener("pageshow", again);
  }, []);
  return (
    <ul class="games">
      {games.map((game) => (
        <GameCard key={game.name} {...{ game, bots, fail, busy, setBusy }} />
      ))}
    </ul>
  );
}
