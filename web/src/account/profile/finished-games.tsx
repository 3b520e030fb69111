// Finished games, page by page, with links to their replays.

import { useEffect, useState } from "preact/hooks";
import { useRequest } from "../../controls/request";
import { day } from "../../text/dates";
import { ErrorText } from "../../controls/refusal";
import { DotSeparated } from "../../controls/row";
import type { Finished, Finishes } from "../../protocol";
import { addressOf } from "../../replay/address";
import { joinNames } from "../../play/naming";
import { say, translate } from "../../text/text";
import { opponents, outcomeText } from "./outcome";
import { Button } from "../../controls/button";

interface GamesProps {
  readonly ask: (after: string) => Promise<Finishes>;
  readonly nothing: string; // text of an empty list
}

export function FinishedGames({ ask, nothing }: GamesProps) {
  const [page, setPage] = useState<Finishes | null>(null);
  const asking = useRequest();
  const more = (after: string, before: readonly Finished[]) =>
    asking.run(async () => {
      const { rounds, next } = await ask(after);
      setPage({ rounds: [...before, ...rounds], next });
    });
  useEffect(() => void more("", []), []);

  const wrong = asking.otherError();
  const next = page?.next ?? null;
  return (
    <>
      {wrong && <ErrorText message={wrong} />}
      {page?.rounds.length === 0 && <p class="sub">{nothing}</p>}
      {page && page.rounds.length > 0 && (
        <ul class="tables sheet">
          {page.rounds.map((round) => (
            <li key={`${round.table} ${round.round}`}>
              <div>
                <div class="name">
                  {translate(round.title)} · {outcomeText(round)}
                </div>
                <div class="sub">
                  <DotSeparated of={[withWhom(round), day(round.at), round.rated && translate("rated")]} />
                </div>
              </div>
              <a
                class="button"
                href={addressOf({ table: round.table, round: round.round })}
                aria-label={say("Replay of {game}, {day}", { game: translate(round.title), day: day(round.at) })}
              >
                {translate("Replay")}
              </a>
            </li>
          ))}
        </ul>
      )}
      {next !== null && (
        <div class="acts">
          <Button
            disabled={asking.busy}
            onClick={() => void more(next, page?.rounds ?? [])}
            text={translate("Earlier games")}
          />
        </div>
      )}
    </>
  );
}

function withWhom(round: Finished): string {
  const others = opponents(round);
  return others.length > 0 ? say("with {names}", { names: joinNames(others) }) : "";
}
