// What stands beside the rules: their table, the tree of the game from there, the states of the rules, and what a new table is like.
// The table stays where it is while something else is shown.

import "./beside.css";
import { deferred } from "../../app/deferred";
import { RadioGroup } from "../../controls/radio-group";
import { mark, translate } from "../../text/text";
import type { Playground } from "../use-playground";

const { part } = deferred(() => import("./parts"));
const Tree = part((chunk) => chunk.Tree);
const States = part((chunk) => chunk.States);
const SetUp = part((chunk) => chunk.SetUp);

const SHOWN = [
  ["table", mark("Your table")],
  ["tree", mark("Tree")],
  ["states", mark("States")],
  ["new", mark("New table")],
] as const;

export type Shown = (typeof SHOWN)[number][0];

interface BesideProps {
  readonly playground: Playground;
  readonly shown: Shown;
  readonly show: (shown: Shown) => void;
}

/** The choice of what is shown. */
export function Choice({ shown, show }: Omit<BesideProps, "playground">) {
  return (
    <div class="beside-choice">
      <RadioGroup
        name={translate("Beside the rules")}
        value={shown}
        values={SHOWN.map(([each, text]) => [each, translate(text)] as const)}
        set={show}
      />
    </div>
  );
}

/** What is shown in the place of the table; begun anew with each text of the rules. */
export function Beside({ playground, shown, show }: BesideProps) {
  const { table, read } = playground.written;
  const key = `${table} ${read}`;
  if (shown === "table") return null;
  return (
    <main class={`dev beside ${shown}`}>
      {shown === "tree" && <Tree key={key} table={table} />}
      {shown === "states" && <States key={key} />}
      {shown === "new" && <SetUp key={key} playground={playground} done={() => show("table")} />}
    </main>
  );
}
