// Which notifications are sent, after what delay, and when none is.

import { Field, SelectField, Switch } from "../../controls/field";
import type { NotificationSettings, QuietHours } from "../../protocol";
import { counted, say, translate } from "../../text/text";
import type { Channel } from "./channels";
import { KindSwitch } from "./kind-switch";

interface WhenProps {
  readonly settings: NotificationSettings;
  readonly reached: readonly Channel[]; // the channels by which the account is reached
  readonly change: (part: Partial<NotificationSettings>) => void;
}

const DELAYS = [0, 5, 15, 60, 240];
const DIGESTS = [0, 60, 360, 1440];
const NIGHT = { since: 22 * 60, until: 8 * 60 };

export function When({ settings, reached, change }: WhenProps) {
  const told = (kind: "turn" | "reminder" | "invitation" | "tournament" | "round") =>
    settings[kind].some((each) => reached.includes(each));
  return (
    <div class="when">
      <KindSwitch
        label={translate("A game waits for you")}
        now={settings.turn}
        reached={reached}
        set={(turn) => change({ turn })}
      />
      <KindSwitch
        label={translate("A quarter of your time for a turn is left")}
        hint={translate("Once for each turn of two hours or more.")}
        now={settings.reminder}
        reached={reached}
        set={(reminder) => change({ reminder })}
      />
      <KindSwitch
        label={translate("Somebody invites you to a game")}
        now={settings.invitation}
        reached={reached}
        set={(invitation) => change({ invitation })}
      />
      <KindSwitch
        label={translate("A tournament begins in which you take part")}
        now={settings.tournament}
        reached={reached}
        set={(tournament) => change({ tournament })}
      />
      <KindSwitch
        label={translate("Your game in a later round is ready")}
        now={settings.round}
        reached={reached}
        set={(round) => change({ round })}
      />
      {(["turn", "reminder", "invitation", "tournament", "round"] as const).some(told) && (
        <>
          {told("turn") && (
            <SelectField
              label={translate("How long after the turn began")}
              hint={translate("None comes if you have been at the table meanwhile.")}
              value={String(settings.delay)}
              options={choices(DELAYS, settings.delay, translate("At once"), lasting)}
              set={(minutes) => change({ delay: Number(minutes) })}
            />
          )}
          {reached.includes("mail") && (
            <SelectField
              label={translate("How many mails")}
              value={String(settings.digest)}
              options={choices(DIGESTS, settings.digest, translate("As they come"), (minutes) =>
                say("One in {time}, with all that waits", { time: lasting(minutes) }),
              )}
              set={(minutes) => change({ digest: Number(minutes) })}
            />
          )}
          <Quiet quiet={settings.quiet} set={(quiet) => change({ quiet })} />
        </>
      )}
    </div>
  );
}

/** The choices of minutes, with the one that is set. */
function choices(minutes: readonly number[], now: number, none: string, text: (minutes: number) => string) {
  return [...new Set([...minutes, now])]
    .sort((a, b) => a - b)
    .map((each) => [String(each), each === 0 ? none : text(each)] as const);
}

function lasting(minutes: number): string {
  if (minutes % 1440 === 0) return counted("{number} day", "{number} days", minutes / 1440);
  if (minutes % 60 === 0) return counted("{number} hour", "{number} hours", minutes / 60);
  return counted("{number} minute", "{number} minutes", minutes);
}

interface QuietProps {
  readonly quiet: QuietHours | null;
  readonly set: (quiet: QuietHours | null) => void;
}

function Quiet({ quiet, set }: QuietProps) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <Switch
        label={translate("Quiet hours")}
        {...(quiet && { hint: say("What is due then comes at their end. Time zone: {zone}", { zone: quiet.zone }) })}
        on={quiet !== null}
        set={(on) => set(on ? { ...NIGHT, zone } : null)}
      />
      {quiet && (
        <div class="hours">
          <TimeField label={translate("From")} minutes={quiet.since} set={(since) => set({ ...quiet, since, zone })} />
          <TimeField label={translate("To")} minutes={quiet.until} set={(until) => set({ ...quiet, until, zone })} />
        </div>
      )}
    </>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly minutes: number; // since midnight
  readonly set: (minutes: number) => void;
}

function TimeField({ label, minutes, set }: TimeFieldProps) {
  const two = (number: number) => String(number).padStart(2, "0");
  function changed(typed: string): void {
    const [hour, minute] = typed.split(":").map(Number);
    if (hour !== undefined && minute !== undefined) set(hour * 60 + minute);
  }
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          type="time"
          required
          value={`${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`}
          onChange={(event) => changed(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
