// A choice of one of a few values that are all shown.

import { useId } from "preact/hooks";

interface RadioGroupProps<Value extends string> {
  readonly name: string;
  readonly value: Value;
  readonly values: readonly (readonly [value: Value, text: string])[];
  readonly hint?: string | undefined; // explains the current choice
  readonly set: (value: Value) => void;
}

export function RadioGroup<Value extends string>({ name, value, values, hint, set }: RadioGroupProps<Value>) {
  const id = useId();
  return (
    <fieldset class="choose" aria-describedby={hint && id}>
      <legend>{name}</legend>
      {values.map(([each, text]) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === value} onChange={() => set(each)} />
          <span class="choice">{text}</span>
        </label>
      ))}
      {hint && (
        <p class="hint" id={id}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}
