// A rating on the scale that people know, with "?" while it is provisional, and the games won, drawn and lost.

import type { Rated, RatedRound } from "../../protocol";
import { language, translate } from "../../text/text";

/** A rating, "?" included. */
export function RatingFigure({ of }: { readonly of: Pick<Rated | RatedRound, "rating" | "provisional"> }) {
  return (
    <bdi dir="ltr">
      {ratingText(of)}
      {of.provisional && <span class="nowhere"> {translate("provisional")}</span>}
    </bdi>
  );
}

/** A rating as text: "1512", "1578?". */
export const ratingText = ({ rating, provisional }: Pick<Rated, "rating" | "provisional">) =>
  `${points(rating)}${provisional ? "?" : ""}`;

/** Points in the reader's language, whole. */
export const points = (number: number) =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: 0, useGrouping: false }).format(number);

/** The heads of the columns of `TallyCells`. */
export function Tallies() {
  return (
    <>
      <th scope="col">{translate("Won")}</th>
      <th scope="col">{translate("Drawn")}</th>
      <th scope="col">{translate("Lost")}</th>
    </>
  );
}

/** The games won, drawn and lost, as cells of a table. */
export function TallyCells({ of: { won, drawn, lost } }: { readonly of: Pick<Rated, "won" | "drawn" | "lost"> }) {
  return (
    <>
      <td>{won}</td>
      <td>{drawn}</td>
      <td>{lost}</td>
    </>
  );
}

/** What a rating means. */
export function RatingHint() {
  return (
    <p class="hint">
      {translate("Everybody begins at 1500. A rating with a question mark is provisional: it settles after ten games or so.")}
    </p>
  );
}
