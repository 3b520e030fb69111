// The form for the terms of a new table.

import type { ComponentProps } from "preact";
import { SelectField, Switch, TextField } from "../../controls/field";
import { clockWords } from "../../play/agreements";
import type { BotInfo } from "../../protocol";
import {
  ABSENCES,
  ABSENCE_TIMES,
  effectiveStart,
  CHATS,
  CLOCKS,
  RATED,
  DRAFT,
  meaningOf,
  errors,
  LISTED,
  SHARES,
  shareMeaning,
  shareText,
  STARTS,
  timeWords,
  ROTATING,
  UNDOS,
  WATCHABLE,
  type Participants,
  type TermsDraft,
} from "../terms";
import { say, translate } from "../../text/text";

interface TermsProps {
  readonly draft: TermsDraft;
  readonly company: Participants;
  readonly set: (some: Partial<TermsDraft>) => void;
}

/** The clock, which is not folded because it is chosen often. */
export function ClockFields({ draft, company, set }: TermsProps) {
  const wrong = errors(draft, company);
  const choose = (value: string) =>
    set({ clock: value === "none" || value === "live" || value === "days" ? value : Number(value) });
  return (
    <>
      <SelectField
        label={translate("Thinking time")}
        value={String(draft.clock)}
        options={[
          ["none", translate("As long as you like")],
          ...CLOCKS.map((clock, index) => [String(index), clockWords({ clock })] as const),
          ["live", translate("Other minutes…")],
          ["days", translate("Other days…")],
        ]}
        set={choose}
      />
      {draft.clock === "live" && (
        <>
          <NumberField
            label={translate("Minutes for the whole game")}
            value={draft.minutes}
            wrong={wrong.minutes}
            set={(minutes) => set({ minutes })}
          />
          <NumberField
            label={translate("Seconds more for each turn")}
            value={draft.increment}
            wrong={wrong.increment}
            set={(increment) => set({ increment })}
          />
          <NumberField
            label={translate("Minutes it may grow to")}
            value={draft.cap}
            wrong={wrong.cap}
            hint={translate("Empty: as far as it does.")}
            set={(cap) => set({ cap })}
          />
        </>
      )}
      {draft.clock === "days" && (
        <NumberField
          label={translate("Days for each answer")}
          value={draft.days}
          wrong={wrong.days}
          set={(days) => set({ days })}
        />
      )}
    </>
  );
}

/** The other terms. */
export function TermsFields({ draft, company, bots, set }: TermsProps & { readonly bots: readonly BotInfo[] }) {
  const wrong = errors(draft, company);
  const time = timeWords(draft.after);
  return (
    <div class="fields">
      {company.people && (
        <>
          <Choice
            label={translate("When somebody stays away")}
            value={draft.policy}
            usual={DRAFT.policy}
            choices={ABSENCES}
            time={time}
            wrong={wrong.policy}
            set={(policy) => set({ policy })}
          />
          {draft.policy !== "wait" && draft.policy !== "usual" && (
            <SelectField
              label={translate("Away for")}
              value={String(draft.after)}
              options={ABSENCE_TIMES.map((each) => [String(each), timeWords(each)] as const)}
              set={(after) => set({ after: Number(after) })}
            />
          )}
          {draft.policy === "bot" && (
            <SelectField
              label={translate("Which bot")}
              value={draft.bot}
              options={bots.map(({ name, label }) => [name, translate(label)] as const)}
              set={(bot) => set({ bot })}
            />
          )}
          <Choice
            label={translate("The game begins")}
            value={draft.start}
            usual={DRAFT.start}
            choices={STARTS}
            means={effectiveStart(draft.start, draft.clock !== "none")}
            wrong={wrong.start}
            set={(start) => set({ start })}
          />
        </>
      )}
      {company.people && (
        <SelectField
          label={translate("Who may sit down")}
          value={String(draft.reliability)}
          usual={draft.reliability === DRAFT.reliability}
          hint={shareMeaning(draft.reliability)}
          options={SHARES.map((each) => [String(each), shareText(each)] as const)}
          set={(reliability) => set({ reliability: Number(reliability) })}
        />
      )}
      <Choice
        label={translate("Taking back")}
        value={draft.undo}
        usual={DRAFT.undo}
        choices={UNDOS}
        set={(undo) => set({ undo })}
      />
      <Choice label={translate("Chat")} value={draft.chat} usual={DRAFT.chat} choices={CHATS} set={(chat) => set({ chat })} />
      <Switch
        label={translate("Shown in the lobby")}
        on={draft.public || company.anybody}
        fixed={company.anybody}
        usual={!draft.public && !company.anybody}
        hint={meaningOf(LISTED, draft.public || company.anybody)}
        set={(shown) => set({ public: shown })}
      />
      <Switch
        label={translate("Others may look on")}
        on={draft.watchable}
        usual={draft.watchable}
        hint={meaningOf(WATCHABLE, draft.watchable)}
        set={(watchable) => set({ watchable })}
      />
      {company.seats > 1 && (
        <Switch
          label={translate("Seats rotate")}
          on={draft.rotate ?? company.seats === 2}
          usual={draft.rotate === null}
          hint={meaningOf(ROTATING, draft.rotate ?? company.seats === 2)}
          set={(rotate) => set({ rotate })}
        />
      )}
      {company.people && (
        <Switch
          label={translate("Rated")}
          on={draft.rated}
          usual={!draft.rated}
          wrong={wrong.rated}
          hint={meaningOf(RATED, draft.rated)}
          set={(rated) => set({ rated })}
        />
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly usual: Value;
  readonly choices: Readonly<Record<Value, readonly [string, string]>>;
  readonly means?: Value; // the value that it effectively has
  readonly time?: string;
  readonly wrong?: string | undefined;
  readonly set: (value: Value) => void;
}

function Choice<Value extends string>({
  label,
  value,
  usual,
  choices,
  means = value,
  time = "",
  wrong,
  set,
}: ChoiceProps<Value>) {
  return (
    <SelectField
      {...{ label, value, wrong, set }}
      usual={value === usual}
      hint={say(choices[means][1], { time })}
      options={(Object.keys(choices) as Value[]).map((each) => [each, translate(choices[each][0])] as const)}
    />
  );
}

/** A number field that keeps invalid input: a number input would report an empty value. */
const NumberField = (props: ComponentProps<typeof TextField>) => <TextField inputMode="decimal" {...props} />;
