// A labelled control of a form.

import type { ComponentChild } from "preact";
import { useId } from "preact/hooks";
import { translate } from "../text";

interface FieldProps {
  readonly label: string;
  readonly pip?: ComponentChild; // a seat's shape, before the label
  readonly children: (id: string) => ComponentChild;
}

/** A label and its control, which `children` makes with the id it is given. */
export function Field({ label, pip, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>
        {pip}
        {label}
      </label>
      {children(id)}
    </div>
  );
}

/** The player's name. */
export function NameField({ value, set }: { readonly value: string; readonly set: (name: string) => void }) {
  return (
    <Field label={translate("Your name")}>
      {(id) => <input id={id} value={value} maxLength={40} autocomplete="nickname" placeholder={translate("Guest")} onInput={(event) => set(event.currentTarget.value)} />}
    </Field>
  );
}
