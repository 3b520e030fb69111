// Labelled controls of a form.

import type { ComponentChild } from "preact";
import { useId } from "preact/hooks";
import { translate } from "../text/text";

interface FieldProps {
  readonly label: string;
  readonly pip?: ComponentChild; // a seat's marker, before the label
  readonly hint?: string; // explains the current choice
  readonly usual?: boolean; // has its default value: narrow screens hide the hint
  readonly wrong?: string | undefined; // what is wrong with the value
  readonly children: (id: string, said: FieldAria) => ComponentChild;
}

/** Attributes for the control, so that screen readers read the hint or the error. */
export interface FieldAria {
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
}

/** A label, the control that `children` draws with the given id, and below it the hint or the error. */
export function Field({ label, pip, hint, usual = false, wrong, children }: FieldProps) {
  const id = useId();
  const below = wrong ?? hint;
  return (
    <div class={wrong ? "field wrong" : usual ? "field usual" : "field"}>
      <label for={id}>
        {pip}
        {label}
      </label>
      {children(id, { ...(below && { "aria-describedby": `${id}-below` }), ...(wrong && { "aria-invalid": true }) })}
      {below && (
        <p id={`${id}-below`} class={wrong ? "refusal" : "hint"}>
          {below}
        </p>
      )}
    </div>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly hint?: string; // explains the current state
  readonly usual?: boolean;
  readonly wrong?: string | undefined; // why the state is not allowed
  readonly fixed?: boolean; // cannot be changed here
  readonly set: (on: boolean) => void;
}

/** A checkbox with its hint or error. */
export function Switch({ label, on, hint, usual = false, wrong, fixed = false, set }: SwitchProps) {
  const id = useId();
  const below = wrong ?? hint;
  return (
    <div class={usual && !wrong ? "field usual" : "field"}>
      <label class="switch">
        <input
          type="checkbox"
          checked={on}
          disabled={fixed}
          aria-describedby={below && id}
          aria-invalid={wrong ? true : undefined}
          onChange={(event) => set(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      {below && (
        <p id={id} class={wrong ? "refusal" : "hint"}>
          {below}
        </p>
      )}
    </div>
  );
}

/** The field for the player's name. */
export function NameField({ value, set }: { readonly value: string; readonly set: (name: string) => void }) {
  return (
    <Field label={translate("Your name")}>
      {(id) => (
        <input
          id={id}
          value={value}
          maxLength={40}
          autocomplete="nickname"
          placeholder={translate("Guest")}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
