// The seats in a form of a new table: how many there are, and bots as a choice for one.

import { Field } from "../../controls/field";
import type { BotInfo } from "../../protocol";
import { translate } from "../../text/text";

interface SeatCountProps {
  readonly game: { readonly fewest: number; readonly roles: readonly string[] };
  readonly count: number;
  readonly set: (count: number) => void;
}

/** The number of seats; nothing where the game leaves no choice. */
export function SeatCount({ game: { fewest, roles }, count, set }: SeatCountProps) {
  if (fewest === roles.length) return null;
  return (
    <Field label={translate("Seats")}>
      {(id) => (
        <input
          id={id}
          type="number"
          min={fewest}
          max={roles.length}
          value={count}
          onInput={(event) => set(clamp(event.currentTarget.valueAsNumber, fewest, roles.length))}
        />
      )}
    </Field>
  );
}

/** A bot as an option of a select. */
export const botOption = ({ name, label, summary }: BotInfo) => [name, translate(label), translate(summary)] as const;

function clamp(value: number, low: number, high: number): number {
  return Number.isNaN(value) ? low : Math.max(low, Math.min(high, value));
}
