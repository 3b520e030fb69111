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

interface SelectFieldProps<Value extends string> extends Omit<FieldProps, "children"> {
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, text: string | null, title?: string])[];
  readonly disabled?: boolean;
  readonly set: (value: Value) => void;
}

/** A choice of one of several values. */
export function SelectField<Value extends string>({ value, options, disabled, set, ...field }: SelectFieldProps<Value>) {
  return (
    <Field {...field}>
      {(id, aria) => (
        <select
          id={id}
          {...aria}
          value={value}
          disabled={disabled}
          onChange={(event) => set(event.currentTarget.value as Value)}
        >
          {options.map(([each, text, title]) => (
            <option key={each} value={each} title={title}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface TextFieldProps extends Omit<FieldProps, "children"> {
  readonly value: string;
  readonly masked?: boolean; // typed as dots
  readonly name?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly inputMode?: "decimal" | "email" | "url";
  readonly autocomplete?: "off" | "nickname" | "username" | "new-password" | "current-password" | "email";
  readonly autocapitalize?: "none";
  readonly spellcheck?: boolean;
  readonly dir?: "auto";
  readonly set: (value: string) => void;
}

/** A line of text; other properties are the input's. */
export function TextField({ label, pip, hint, usual, wrong, set, masked = false, ...input }: TextFieldProps) {
  const onInput = (event: Event) => set((event.currentTarget as HTMLInputElement).value);
  return (
    <Field {...{ label, pip, wrong }} {...(hint && { hint })} {...(usual && { usual })}>
      {(id, aria) => {
        const all = { id, ...aria, ...input, onInput };
        return masked ? <input type="password" {...all} /> : <input {...all} />;
      }}
    </Field>
  );
}

/** A password; `fresh` for a new one, which a password manager may suggest. */
export function PasswordField({ fresh = false, ...field }: TextFieldProps & { readonly fresh?: boolean }) {
  const autocomplete = fresh ? "new-password" : "current-password";
  return <TextField masked {...{ autocomplete }} required maxLength={128} {...field} />;
}

interface NameFieldProps {
  readonly value: string;
  readonly placeholder: string; // what others see where the field is empty
  readonly set: (name: string) => void;
}

/** The field for the player's name. */
export function NameField(props: NameFieldProps) {
  return <TextField {...props} label={translate("Your name")} maxLength={40} autocomplete="nickname" />;
}
