// The tree of the game that is played at the table, and the states of its rules. A chunk of its own.

import { useEffect, useState } from "preact/hooks";
import { Panel } from "../../dev/panel";
import { begin } from "../../dev/store";
import { TreePanels } from "../../dev/tree-panels";
import { rules as askRules } from "../../network/api";
import { view } from "../../play/state";
import { state as store } from "../../play/store";
import type { GameRules } from "../../protocol";
import { Diagram } from "../../rules/state-diagram";
import { said } from "../rules/rules-file";

export { SetUp } from "./set-up";

/** The tree from where the table stands. */
export function Tree({ table }: { readonly table: string }) {
  useEffect(() => void begin({ table }, []), []);
  return <TreePanels wanted={{ table }} />;
}

/** The states of the rules; the one in which the table is stands out. */
export function States() {
  const game = store.value.scene?.game;
  const [rules, setRules] = useState<GameRules | null>(null);
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    if (game !== undefined) askRules(game, "en").then(setRules, (error: unknown) => setWrong(said(error)));
  }, [game]);
  return (
    <>
      {wrong && (
        <p class="refusal sheet" role="alert">
          {wrong}
        </p>
      )}
      {rules && (
        <Panel name="machine" title="States">
          <Diagram rules={rules} here={view(store.value)?.state ?? null} />
        </Panel>
      )}
    </>
  );
}
