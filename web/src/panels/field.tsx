// A labelled control of a form.

import type { ComponentChild } from "preact";
import { useId } from "preact/hooks";

/** A label and its control, which `children` makes with the id it is given. */
export function Field({ label, children }: { readonly label: string; readonly children: (id: string) => ComponentChild }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  );
}

/** The player's name. */
export function NameField({ value, set }: { readonly value: string; readonly set: (name: string) => void }) {
  return (
    <Field label="Your name">
      {(id) => <input id={id} value={value} maxLength={40} autocomplete="nickname" placeholder="Guest" onInput={(event) => set(event.currentTarget.value)} />}
    </Field>
  );
}
