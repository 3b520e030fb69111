// The form of an account: its last public games, and how reliably it finishes games.

import type { FormGame, Reliability } from "../../protocol";
import { addressOf } from "../../replay/address";
import { day } from "../../text/dates";
import { mark, say, translate } from "../../text/text";

const MARKS: Readonly<Record<FormGame["outcome"], readonly [sign: string, words: string]>> = {
  won: ["+", mark("won")],
  drawn: ["=", mark("draw")],
  lost: ["−", mark("lost")],
  none: ["·", mark("no result")],
};

/** The last games, the oldest first, each with a link to its replay; nothing where there are none. */
export function Form({ games }: { readonly games: readonly FormGame[] }) {
  if (games.length === 0) return null;
  return (
    <ol class="form" aria-label={translate("Last games in public")}>
      {games.toReversed().map((each) => {
        const [sign, words] = MARKS[each.outcome];
        const said = { game: translate(each.title), outcome: translate(words), day: day(each.at) };
        const text = each.rated ? say("{game}, rated: {outcome}, {day}", said) : say("{game}: {outcome}, {day}", said);
        return (
          <li key={`${each.table} ${each.round}`}>
            <a class={each.outcome} href={addressOf({ table: each.table, round: each.round })} aria-label={text} title={text}>
              {sign}
            </a>
          </li>
        );
      })}
    </ol>
  );
}

/** Reliability in words. */
export function reliabilityText({ games, percent }: Reliability): string {
  if (percent !== null) return say("Finishes {percent} % of games", { percent });
  return games === 0 ? translate("No game with others yet") : translate("New here: few games with others yet");
}
