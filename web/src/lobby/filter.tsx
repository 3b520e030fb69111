// The filter for other people's tables, folded at first.

import { SelectField, Switch } from "../controls/field";
import type { TableFilter } from "./lobby-state";
import type { GameInfo } from "../protocol";
import { mark, translate } from "../text/text";

interface FilterFormProps {
  readonly filter: TableFilter;
  readonly games: readonly GameInfo[];
  readonly set: (filter: TableFilter) => void;
}

const PACES: Readonly<Record<TableFilter["pace"], string>> = {
  "": mark("Any"),
  live: mark("Live, by minutes"),
  days: mark("Over days"),
  none: mark("Without a clock"),
};

export function FilterForm({ filter, games, set }: FilterFormProps) {
  const some = Boolean(filter.game || filter.pace || filter.rated);
  return (
    <details class="finding">
      <summary>{translate(some ? "Only some are shown" : "Look for certain tables")}</summary>
      <SelectField
        label={translate("Game")}
        value={filter.game}
        options={[["", translate("Any")], ...games.map((each) => [each.name, translate(each.title)] as const)]}
        set={(game) => set({ ...filter, game })}
      />
      <SelectField
        label={translate("Pace")}
        value={filter.pace}
        options={Object.entries(PACES).map(([pace, words]) => [pace as TableFilter["pace"], translate(words)] as const)}
        set={(pace) => set({ ...filter, pace })}
      />
      <Switch label={translate("Rated")} on={filter.rated} set={(rated) => set({ ...filter, rated })} />
    </details>
  );
}
