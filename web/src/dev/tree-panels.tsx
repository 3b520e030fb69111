// The tree of a game as two panels: its lines, and the position at the chosen one.

import { useEffect, useState } from "preact/hooks";
import "./dev.css";
import { Button } from "../controls/button";
import type { TreeStart } from "../protocol";
import { follow } from "../replay/follow";
import { Panel } from "./panel";
import { Position } from "./position";
import { before, begin, earlier, errorText, fault, root, tree } from "./store";
import { TreeView } from "./tree-view";

/** The panels of the tree that was begun there (store.ts). */
export function TreePanels({ wanted }: { readonly wanted: TreeStart }) {
  const from = root.value;
  const why = fault.value;
  const wentOn = useTable(wanted);
  return (
    <>
      {why !== null && (
        <p class="refusal sheet" role="alert">
          {errorText(why)}
        </p>
      )}
      {wentOn !== null && (
        <p class="sheet went-on" role="status">
          <span>The table has gone on.</span>
          <Button onClick={wentOn} text="To where it stands" />
        </p>
      )}
      {from && (
        <>
          <Panel name="tree" title="Tree" acts={before(from).length > 0 && <Earlier answers={before(from).length} />}>
            <TreeView tree={tree.value} scene={from.scene} />
          </Panel>
          <Panel name="position" title="Position">
            <Position tree={tree.value} scene={from.scene} />
          </Panel>
        </>
      )}
    </>
  );
}

/**
 * Follow the table that the tree starts at. At the root the page follows it; elsewhere it returns a function that goes to the
 * new position.
 */
function useTable(wanted: TreeStart): (() => void) | null {
  const [behind, setBehind] = useState(false);
  const toTable = () => (setBehind(false), void begin(wanted, []));
  useEffect(() => {
    if (!wanted.table) return undefined;
    let seen: number | null = null;
    return follow(wanted.table, (seq) => {
      const gone = seen !== null && seq !== seen;
      seen = seq;
      if (gone && tree.value.here.length === 0) toTable();
      else if (gone) setBehind(true);
    });
  }, [wanted.table]);
  return behind ? toTable : null;
}

/** Start the tree one answer earlier. */
function Earlier({ answers }: { readonly answers: number }) {
  return (
    <>
      <span class="sub">
        after {answers} {answers === 1 ? "answer" : "answers"}
      </span>
      <Button onClick={() => void earlier()} text="Earlier" />
    </>
  );
}
