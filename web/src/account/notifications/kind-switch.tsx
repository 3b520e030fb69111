// Whether notifications of one kind are sent, and where the account is reached in several ways, by which of them.

import { Switch } from "../../controls/field";
import { translate } from "../../text/text";
import { CHANNELS, type Channel } from "./channels";

interface KindSwitchProps {
  readonly label: string;
  readonly hint?: string;
  readonly now: readonly Channel[];
  readonly reached: readonly Channel[];
  readonly set: (channels: readonly Channel[]) => void;
}

export function KindSwitch({ label, hint, now, reached, set }: KindSwitchProps) {
  const on = reached.some((each) => now.includes(each));
  const elsewhere = now.filter((each) => !reached.includes(each)); // kept for when the account is reached there again
  const turn = (channel: Channel, told: boolean) => set(told ? [...now, channel] : now.filter((each) => each !== channel));
  return (
    <div class="kind" role="group" aria-label={label}>
      <Switch
        label={label}
        {...(hint && { hint })}
        on={on}
        set={(told) => set(told ? [...elsewhere, ...reached] : elsewhere)}
      />
      {on && reached.length > 1 && (
        <div class="by">
          {reached.map((each) => (
            <label key={each} class="switch">
              <input
                type="checkbox"
                checked={now.includes(each)}
                onChange={(event) => turn(each, event.currentTarget.checked)}
              />
              <span>{translate(CHANNELS[each])}</span>
            </label>
          ))}
        </div>
      )}
    </div>
  );
}
