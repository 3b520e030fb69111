// The settings: what one may have otherwise, and has so from then on.

import { chime } from "../controls/sound";
import { Field } from "../controls/field";
import { change, settings, type Settings } from "./local-settings";
import { calledBy, languages } from "../text/language";
import { mark, say, translate } from "../text/text";

export function SettingsSheet() {
  const now = settings.value;
  return (
    <div class="menu sheet" role="group" aria-label={translate("Settings")}>
      <Choose name={translate("Theme")} value={now.theme} values={THEMES} set={(theme) => change({ theme })} />
      <Choose
        name={translate("Confirm moves on touch")}
        value={now.confirm}
        values={CONFIRM}
        set={(confirm) => change({ confirm })}
      />
      <Language />
      <label class="switch">
        <input type="checkbox" checked={now.motion} onChange={(event) => change({ motion: event.currentTarget.checked })} />
        <span>{translate("Moving pieces")}</span>
      </label>
      {now.motion && <Speed />}
      <label class="switch">
        <input type="checkbox" checked={now.sound} onChange={(event) => sound(event.currentTarget.checked)} />
        <span>{translate("A sound when it is your turn")}</span>
      </label>
      <label class="switch">
        <input type="checkbox" checked={now.words} onChange={(event) => change({ words: event.currentTarget.checked })} />
        <span>{translate("The table in words")}</span>
      </label>
      <label class="switch">
        <input type="checkbox" checked={now.typing} onChange={(event) => change({ typing: event.currentTarget.checked })} />
        <span>{translate("Type moves")}</span>
      </label>
      <label class="switch">
        <input type="checkbox" checked={now.premoves} onChange={(event) => change({ premoves: event.currentTarget.checked })} />
        <span>{translate("Mark a move while others think")}</span>
      </label>
    </div>
  );
}

/** Have a sound or none; who wants one hears it at once. */
function sound(wanted: boolean): void {
  change({ sound: wanted });
  if (wanted) chime();
}

const THEMES = { system: mark("System"), light: mark("Light"), dark: mark("Dark") };
const CONFIRM = { small: mark("Small boards"), always: mark("Always"), never: mark("Never") };

function Language() {
  const chosen = settings.value.language;
  const there = [...new Set([...languages.value, ...(chosen ? [chosen] : [])])]; // also one that is not offered
  if (there.length < 2) return null;
  return (
    <Field label={translate("Language")}>
      {(id) => (
        <select id={id} value={chosen} onChange={(event) => change({ language: event.currentTarget.value })}>
          <option value="">{translate("As the browser says")}</option>
          {there.map((tag) => (
            <option key={tag} value={tag} lang={tag}>
              {calledBy(tag)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** How fast things move: each step is half as fast again as the one before. */
function Speed() {
  const { speed } = settings.value;
  const step = Math.round(Math.log(speed) / Math.log(FASTER));
  return (
    <Field label={translate("How fast they move")}>
      {(id) => (
        <input
          id={id}
          type="range"
          min={-2}
          max={3}
          value={step}
          aria-valuetext={say("{number} times as fast as usual", { number: Number(speed.toFixed(1)) })}
          onInput={(event) => change({ speed: FASTER ** Number(event.currentTarget.value) })}
        />
      )}
    </Field>
  );
}

const FASTER = 1.5;

interface ChooseProps<Value extends string> {
  readonly name: string;
  readonly value: Value;
  readonly values: Readonly<Record<Value, string>>;
  readonly set: (value: Value) => void;
}

function Choose<Value extends Settings["theme"] | Settings["confirm"]>({ name, value, values, set }: ChooseProps<Value>) {
  return (
    <fieldset class="choose">
      <legend>{name}</legend>
      {(Object.entries(values) as [Value, string][]).map(([each, label]) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === value} onChange={() => set(each)} />
          <span>{translate(label)}</span>
        </label>
      ))}
    </fieldset>
  );
}
