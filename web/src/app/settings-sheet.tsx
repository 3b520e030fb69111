// The settings.

import { playSound } from "../controls/sound";
import { Field } from "../controls/field";
import { changeSettings, settings, type Settings } from "./local-settings";
import { languageName } from "../text/language";
import { languages } from "./store";
import { mark, say, translate } from "../text/text";

export function SettingsSheet() {
  const now = settings.value;
  return (
    <div class="menu sheet" role="group" aria-label={translate("Settings")}>
      <RadioGroup name={translate("Theme")} value={now.theme} values={THEMES} set={(theme) => changeSettings({ theme })} />
      <RadioGroup
        name={translate("Confirm moves on touch")}
        value={now.confirm}
        values={CONFIRM}
        set={(confirm) => changeSettings({ confirm })}
      />
      <Language />
      <label class="switch">
        <input
          type="checkbox"
          checked={now.motion}
          onChange={(event) => changeSettings({ motion: event.currentTarget.checked })}
        />
        <span>{translate("Moving pieces")}</span>
      </label>
      {now.motion && <Speed />}
      <label class="switch">
        <input type="checkbox" checked={now.sound} onChange={(event) => setSound(event.currentTarget.checked)} />
        <span>{translate("A sound when it is your turn")}</span>
      </label>
      <label class="switch">
        <input
          type="checkbox"
          checked={now.words}
          onChange={(event) => changeSettings({ words: event.currentTarget.checked })}
        />
        <span>{translate("The table in words")}</span>
      </label>
      <label class="switch">
        <input
          type="checkbox"
          checked={now.typing}
          onChange={(event) => changeSettings({ typing: event.currentTarget.checked })}
        />
        <span>{translate("Type moves")}</span>
      </label>
      <label class="switch">
        <input
          type="checkbox"
          checked={now.premoves}
          onChange={(event) => changeSettings({ premoves: event.currentTarget.checked })}
        />
        <span>{translate("Mark a move while others think")}</span>
      </label>
    </div>
  );
}

/** Turn the sound on, and play it once; or off. */
function setSound(wanted: boolean): void {
  changeSettings({ sound: wanted });
  if (wanted) playSound();
}

const THEMES = { system: mark("System"), light: mark("Light"), dark: mark("Dark") };
const CONFIRM = { small: mark("Small boards"), always: mark("Always"), never: mark("Never") };

function Language() {
  const chosen = settings.value.language;
  const there = [...new Set([...languages.value, ...(chosen ? [chosen] : [])])]; // also a language that the server does not offer
  if (there.length < 2) return null;
  return (
    <Field label={translate("Language")}>
      {(id) => (
        <select id={id} value={chosen} onChange={(event) => changeSettings({ language: event.currentTarget.value })}>
          <option value="">{translate("As the browser says")}</option>
          {there.map((tag) => (
            <option key={tag} value={tag} lang={tag}>
              {languageName(tag)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Speed of animations: each step is a factor of 1.5. */
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
          onInput={(event) => changeSettings({ speed: FASTER ** Number(event.currentTarget.value) })}
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

function RadioGroup<Value extends Settings["theme"] | Settings["confirm"]>({ name, value, values, set }: ChooseProps<Value>) {
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
