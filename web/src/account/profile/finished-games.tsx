// Rounds that somebody has played to their end, page by page, with the way to look at each again.

import { useEffect, useState } from "preact/hooks";
import { useAsking } from "../../controls/request";
import { day } from "../../text/dates";
import { Complaint } from "../../controls/refusal";
import { Row } from "../../controls/row";
import type { Finished, Finishes } from "../../protocol";
import { addressOf } from "../../replay/address";
import { listed } from "../../play/naming";
import { say, translate } from "../../text/text";
import { company, fate } from "./outcome";

interface GamesProps {
  readonly ask: (after: string) => Promise<Finishes>;
  readonly nothing: string; // to say where there is none
}

export function FinishedGames({ ask, nothing }: GamesProps) {
  const [page, setPage] = useState<Finishes | null>(null);
  const asking = useAsking();
  const more = (after: string, before: readonly Finished[]) =>
    asking.run(async () => {
      const { rounds, next } = await ask(after);
      setPage({ rounds: [...before, ...rounds], next });
    });
  useEffect(() => void more("", []), []);

  const wrong = asking.elsewhere();
  const next = page?.next ?? null;
  return (
    <>
      {wrong && <Complaint message={wrong} />}
      {page?.rounds.length === 0 && <p class="sub">{nothing}</p>}
      {page && page.rounds.length > 0 && (
        <ul class="tables sheet">
          {page.rounds.map((round) => (
            <li key={`${round.table} ${round.round}`}>
              <div>
                <div class="name">
                  {translate(round.title)} · {fate(round)}
                </div>
                <div class="sub">
                  <Row of={[withWhom(round), day(round.at), round.rated && translate("rated")]} />
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
          <button type="button" class="button" disabled={asking.busy} onClick={() => void more(next, page?.rounds ?? [])}>
            {translate("Earlier games")}
          </button>
        </div>
      )}
    </>
  );
}

function withWhom(round: Finished): string {
  const others = company(round);
  return others.length > 0 ? say("with {names}", { names: listed(others) }) : "";
}
