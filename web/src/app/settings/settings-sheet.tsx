// The settings; every change counts at once.

import { playSound } from "../../sound/synthesizer";
import { Field } from "../../controls/field";
import { changeSettings, settings, type Confirm, type Settings } from "../local-settings";
import { languageName } from "../../text/language";
import { languages } from "../store";
import { KeepSetting } from "../../offline/keep-setting";
import { mark, say, translate } from "../../text/text";

export function SettingsSheet() {
  const now = settings.value;
  return (
    <div class="menu sheet" role="group" aria-label={translate("Settings")}>
      <RadioGroup name={translate("Theme")} value={now.theme} values={THEMES} set={(theme) => changeSettings({ theme })} />
      <RadioGroup name={translate("Boards")} value={now.board} values={BOARDS} set={(board) => changeSettings({ board })} />
      <RadioGroup name={translate("Pieces")} value={now.pieces} values={PIECES} set={(pieces) => changeSettings({ pieces })} />
      <Checkbox text={translate("Zen: only the board, the question and the clocks")} setting="zen" />
      <RadioGroup
        name={translate("Confirm moves on touch")}
        value={now.confirmSlow}
        values={CONFIRM}
        set={(confirmSlow) => changeSettings({ confirmSlow })}
      />
      <RadioGroup
        name={translate("Confirm them in live games")}
        value={now.confirmLive}
        values={CONFIRM}
        set={(confirmLive) => changeSettings({ confirmLive })}
      />
      <Language />
      <Checkbox text={translate("Moving pieces")} setting="motion" />
      {now.motion && <Speed />}
      <Checkbox text={translate("Sounds")} setting="sound" changed={(on) => on && playSound("turn")} />
      {now.sound && <Volume />}
      {"vibrate" in navigator && <Checkbox text={translate("Vibrate when it is your turn")} setting="haptics" />}
      {"Notification" in window && Notification.permission === "granted" && (
        <Checkbox text={translate("Tell me of a turn behind another tab")} setting="notices" />
      )}
      <Checkbox text={translate("The table in words")} setting="words" />
      <Checkbox text={translate("Type moves")} setting="typing" />
      <Checkbox text={translate("Mark a move while others think")} setting="premoves" />
      <KeepSetting />
    </div>
  );
}

interface CheckboxProps {
  readonly text: string;
  readonly setting: "motion" | "sound" | "haptics" | "zen" | "words" | "typing" | "premoves" | "notices";
  readonly changed?: (on: boolean) => void;
}

function Checkbox({ text, setting, changed }: CheckboxProps) {
  function change(on: boolean): void {
    changeSettings({ [setting]: on });
    changed?.(on);
  }

  return (
    <label class="switch">
      <input type="checkbox" checked={settings.value[setting]} onChange={(event) => change(event.currentTarget.checked)} />
      <span>{text}</span>
    </label>
  );
}

const THEMES = { system: mark("System"), light: mark("Light"), dark: mark("Dark") };
const BOARDS = { natural: mark("Natural"), blue: mark("Blue"), green: mark("Green"), grey: mark("Grey") };
const PIECES = { shaded: mark("Shaded"), flat: mark("Flat"), outlined: mark("Outlined") };
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

function Volume() {
  const percent = Math.round(settings.value.volume * 100);
  return (
    <Field label={translate("Volume")}>
      {(id) => (
        <input
          id={id}
          type="range"
          min={0}
          max={100}
          step={10}
          value={percent}
          aria-valuetext={`${percent} %`}
          onInput={(event) => changeSettings({ volume: Number(event.currentTarget.value) / 100 })}
          onChange={() => playSound("move")}
        />
      )}
    </Field>
  );
}

interface ChooseProps<Value extends string> {
  readonly name: string;
  readonly value: Value;
  readonly values: Readonly<Record<Value, string>>;
  readonly set: (value: Value) => void;
}

type Choice = Settings["theme"] | Confirm | Settings["board"] | Settings["pieces"];

function RadioGroup<Value extends Choice>({ name, value, values, set }: ChooseProps<Value>) {
  return (
    <fieldset class="choose">
      <legend>{name}</legend>
      {(Object.entries(values) as [Value, string][]).map(([each, label]) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === value} onChange={() => set(each)} />
          <span class="choice">{translate(label)}</span>
        </label>
      ))}
    </fieldset>
  );
}
