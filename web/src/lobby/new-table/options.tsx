// The options of a game in the form of a new table.

import { Field } from "../../controls/field";
import type { GameOption, Json } from "../../protocol";
import { plain, readable, translate } from "../../text/text";

interface OptionsProps {
  readonly options: readonly GameOption[];
  readonly chosen: Json;
  readonly set: (chosen: Json) => void;
}

/** The fields of the options. */
export function Options({ options, chosen, set }: OptionsProps) {
  return (
    <>
      {options.map((option) => (
        <OptionField
          key={option.name}
          option={option}
          value={chosen[option.name] ?? option.default}
          set={(value) => set({ ...chosen, [option.name]: value })}
        />
      ))}
    </>
  );
}

interface OptionProps {
  readonly option: GameOption;
  readonly value: unknown;
  readonly set: (value: unknown) => void;
}

function OptionField({ option, value, set }: OptionProps) {
  const words = option.text ? plain(option.text, readable) : translate(readable(option.name));
  const { values } = option;
  return (
    <Field label={words}>
      {(id) =>
        values ? (
          <select
            id={id}
            value={String(values.findIndex((each) => each === value))}
            onChange={(event) => set(values[Number(event.currentTarget.value)])}
          >
            {values.map((each, index) => (
              <option key={index} value={String(index)}>
                {valueWords(each)}
              </option>
            ))}
          </select>
        ) : (
          <input
            id={id}
            type="number"
            min={option.low ?? undefined}
            max={option.high ?? undefined}
            value={Number(value)}
            onInput={(event) => Number.isNaN(event.currentTarget.valueAsNumber) || set(event.currentTarget.valueAsNumber)}
          />
        )
      }
    </Field>
  );
}

function valueWords(value: unknown): string {
  if (typeof value === "boolean") return translate(value ? "Yes" : "No");
  if (value === null) return translate("None");
  return typeof value === "string" ? translate(readable(value)) : String(value);
}
