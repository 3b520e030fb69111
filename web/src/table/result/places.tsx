// Who came where: place, name, score, and the change of the rating.

import { useEffect, useState } from "preact/hooks";
import { people } from "../../account/requests";
import { points, ratingText } from "../../account/profile/rating-figure";
import { START } from "../../account/profile/rating-curve";
import { RolePip } from "../../controls/sentence";
import { hasScores } from "./ending";
import { labelOf, nameOf } from "../../play/naming";
import type { State } from "../../play/state";
import type { View } from "../../board/view";
import { translate } from "../../text/text";

/** The players by place; nobody's place is shown at a draw, and no score where it says only who has won. */
export function Places({ state, now }: { readonly state: State; readonly now: View }) {
  const roles = (state.scene?.roles ?? []).map(({ name }) => name).filter((role) => role in (now.ranks ?? now.scores ?? {}));
  const sorted = [...roles].sort((one, other) => (now.ranks?.[one] ?? 0) - (now.ranks?.[other] ?? 0));
  const scored = hasScores(now);
  const placed = roles.length > 2;
  if (!scored && !placed && !state.table?.terms.rated) return null;
  return (
    <ol class="places" aria-label={translate("Scores")}>
      {sorted.map((role) => (
        <li key={role} class={now.winners.includes(role) ? "best" : undefined}>
          {placed && <span class="place">{now.ranks?.[role]}</span>}
          <RolePip state={state} role={role} />
          <span class="name">{nameOf(state, role) || labelOf(state, role)}</span>
          {state.table?.terms.rated && <RatingChange state={state} role={role} />}
          {scored && <bdi dir="ltr">{now.scores?.[role]}</bdi>}
        </li>
      ))}
    </ol>
  );
}

const AGAIN = 1500; // ms until the arena is asked again, which counts a round soon after its end
const TRIES = 8;
const SOON = 60_000; // ms; an older round is not this one

/** The rating after this round, and what it has changed; nothing before the arena has counted it. */
function RatingChange({ state, role }: { readonly state: State; readonly role: string }) {
  const [found, setFound] = useState<{ readonly after: string; readonly by: number } | null>(null);
  const seat = state.table?.seats.find((each) => each.role === role);
  const game = state.table?.game ?? "";
  useEffect(() => {
    if (seat?.badge !== "account") return;
    let [timer, left] = [0, TRIES];
    const ask = () =>
      people.course(seat.name, game, "").then(
        ({ rounds: [last, before] }) => {
          if (last && Math.abs(Date.now() - last.at) <= SOON)
            setFound({ after: ratingText(last), by: Math.round(last.rating - (before?.rating ?? START)) });
          else if (--left > 0) timer = window.setTimeout(() => void ask(), AGAIN);
        },
        () => {}, // without connection: shown elsewhere
      );
    void ask();
    return () => {
      left = 0;
      clearTimeout(timer);
    };
  }, [seat?.name, game]);
  if (!found) return null;
  return (
    <span class="rating">
      <bdi dir="ltr">{found.after}</bdi>
      <bdi dir="ltr" class={["same", "more", "less"].at(Math.sign(found.by))}>
        {` ${["±", "+", "−"].at(Math.sign(found.by))}${points(Math.abs(found.by))}`}
      </bdi>
    </span>
  );
}
