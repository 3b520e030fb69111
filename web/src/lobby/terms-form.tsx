// The terms of a new table, to be chosen: folded away, since who only wants to play needs none of them.

import { Field, Switch } from "../controls/field";
import { clockWords } from "../play/agreements";
import type { BotInfo } from "../protocol";
import {
  ABSENCES,
  AWAY,
  beginning,
  CHATS,
  CLOCKS,
  COUNTED,
  DRAFT,
  either,
  faults,
  SHOWN,
  STARTS,
  timeWords,
  TURNED,
  UNDOS,
  WATCHED,
  type Company,
  type Draft,
} from "./terms";
import { say, translate } from "../text/text";

interface TermsProps {
  readonly draft: Draft;
  readonly company: Company;
  readonly set: (some: Partial<Draft>) => void;
}

/** How long everybody may think; it is chosen so often that it is not folded away. */
export function ClockFields({ draft, company, set }: TermsProps) {
  const wrong = faults(draft, company);
  const choose = (value: string) =>
    set({ clock: value === "none" || value === "live" || value === "days" ? value : Number(value) });
  return (
    <>
      <Field label={translate("Thinking time")}>
        {(id) => (
          <select id={id} value={String(draft.clock)} onChange={(event) => choose(event.currentTarget.value)}>
            <option value="none">{translate("As long as you like")}</option>
            {CLOCKS.map((clock, index) => (
              <option key={index} value={String(index)}>
                {clockWords({ clock })}
              </option>
            ))}
            <option value="live">{translate("Other minutes…")}</option>
            <option value="days">{translate("Other days…")}</option>
          </select>
        )}
      </Field>
      {draft.clock === "live" && (
        <>
          <Amount
            label={translate("Minutes for the whole game")}
            value={draft.minutes}
            wrong={wrong.minutes}
            set={(minutes) => set({ minutes })}
          />
          <Amount
            label={translate("Seconds more for each turn")}
            value={draft.increment}
            wrong={wrong.increment}
            set={(increment) => set({ increment })}
          />
          <Amount
            label={translate("Minutes it may grow to")}
            value={draft.cap}
            wrong={wrong.cap}
            hint={translate("Empty: as far as it does.")}
            set={(cap) => set({ cap })}
          />
        </>
      )}
      {draft.clock === "days" && (
        <Amount label={translate("Days for each answer")} value={draft.days} wrong={wrong.days} set={(days) => set({ days })} />
      )}
    </>
  );
}

/** All other terms. */
export function TermsFields({ draft, company, bots, set }: TermsProps & { readonly bots: readonly BotInfo[] }) {
  const wrong = faults(draft, company);
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
          {draft.policy !== "wait" && (
            <Field label={translate("Away for")}>
              {(id) => (
                <select
                  id={id}
                  value={String(draft.after)}
                  onChange={(event) => set({ after: Number(event.currentTarget.value) })}
                >
                  {AWAY.map((each) => (
                    <option key={each} value={String(each)}>
                      {timeWords(each)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          {draft.policy === "bot" && (
            <Field label={translate("Which bot")}>
              {(id) => (
                <select id={id} value={draft.bot} onChange={(event) => set({ bot: event.currentTarget.value })}>
                  {bots.map((bot) => (
                    <option key={bot.name} value={bot.name}>
                      {translate(bot.label)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <Choice
            label={translate("The game begins")}
            value={draft.start}
            usual={DRAFT.start}
            choices={STARTS}
            means={beginning(draft.start, draft.clock !== "none")}
            wrong={wrong.start}
            set={(start) => set({ start })}
          />
        </>
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
        hint={either(SHOWN, draft.public || company.anybody)}
        set={(shown) => set({ public: shown })}
      />
      <Switch
        label={translate("Others may look on")}
        on={draft.watchable}
        usual={draft.watchable}
        hint={either(WATCHED, draft.watchable)}
        set={(watchable) => set({ watchable })}
      />
      {company.seats > 1 && (
        <Switch
          label={translate("Seats rotate")}
          on={draft.rotate}
          usual={!draft.rotate}
          hint={either(TURNED, draft.rotate)}
          set={(rotate) => set({ rotate })}
        />
      )}
      {company.people && (
        <Switch
          label={translate("Rated")}
          on={draft.rated}
          usual={!draft.rated}
          wrong={wrong.rated}
          hint={either(COUNTED, draft.rated)}
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
  readonly means?: Value; // where it comes to another one
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
    <Field label={label} wrong={wrong} usual={value === usual} hint={say(choices[means][1], { time })}>
      {(id, said) => (
        <select id={id} {...said} value={value} onChange={(event) => set(event.currentTarget.value as Value)}>
          {Object.entries<readonly [string, string]>(choices).map(([each, [name]]) => (
            <option key={each} value={each}>
              {translate(name)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface AmountProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly wrong?: string | undefined;
  readonly set: (value: string) => void;
}

/** A number as it is typed: the browser would keep to itself what is none. */
function Amount({ label, value, hint, wrong, set }: AmountProps) {
  return (
    <Field label={label} wrong={wrong} {...(hint && { hint })}>
      {(id, said) => (
        <input id={id} {...said} inputMode="decimal" value={value} onInput={(event) => set(event.currentTarget.value)} />
      )}
    </Field>
  );
}
