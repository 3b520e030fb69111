// The filter for other people's tables, folded at first.

import { Field, Switch } from "../controls/field";
import type { TableFilter } from "./lobby-state";
import type { GameInfo } from "../protocol";
import { mark, translate } from "../text/text";

interface FilterFormProps {
  readonly filter: TableFilter;
  readonly games: readonly GameInfo[];
  readonly set: (wish: TableFilter) => void;
}

const PACES: Readonly<Record<TableFilter["pace"], string>> = {
  "": mark("Any"),
  live: mark("Live, by minutes"),
  days: mark("Over days"),
  none: mark("Without a clock"),
};

export function FilterForm({ filter: wish, games, set }: FilterFormProps) {
  const some = Boolean(wish.game || wish.pace || wish.rated);
  return (
    <details class="finding">
      <summary>{translate(some ? "Only some are shown" : "Look for certain tables")}</summary>
      <Field label={translate("Game")}>
        {(id) => (
          <select id={id} value={wish.game} onChange={(event) => set({ ...wish, game: event.currentTarget.value })}>
            <option value="">{translate("Any")}</option>
            {games.map((each) => (
              <option key={each.name} value={each.name}>
                {translate(each.title)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={translate("Pace")}>
        {(id) => (
          <select
            id={id}
            value={wish.pace}
            onChange={(event) => set({ ...wish, pace: event.currentTarget.value as TableFilter["pace"] })}
          >
            {Object.entries(PACES).map(([pace, words]) => (
              <option key={pace} value={pace}>
                {translate(words)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Switch label={translate("Rated")} on={wish.rated} set={(rated) => set({ ...wish, rated })} />
    </details>
  );
}
