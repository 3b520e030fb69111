// A labelled control of a form.

import type { ComponentChild } from "preact";
import { useId } from "preact/hooks";
import { translate } from "../text/text";

interface FieldProps {
  readonly label: string;
  readonly pip?: ComponentChild; // a seat's shape, before the label
  readonly hint?: string; // what the choice means
  readonly usual?: boolean; // it stands as it does until something else is chosen: where room is short it is not explained
  readonly wrong?: string | undefined; // what is wrong with what is in it
  readonly children: (id: string, said: Said) => ComponentChild;
}

/** What a control says of itself: spread into it, a screen reader reads the hint and what is wrong. */
export interface Said {
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
}

/** A label and its control, which `children` makes with the id it is given; below, what it means, or what is wrong with it. */
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
  readonly hint?: string; // what it means as it is
  readonly usual?: boolean;
  readonly wrong?: string | undefined; // why it cannot be so
  readonly fixed?: boolean; // decided elsewhere
  readonly set: (on: boolean) => void;
}

/** Something that is so or not, with what that means. */
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

/** The player's name. */
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
