// The quiet notice of an update, at a table: the update waits until the player reloads, or no table is open.

import { useState } from "preact/hooks";
import "./offline.css";
import { Button } from "../controls/button";
import { translate } from "../text/text";
import { reloadWithUpdate, updateReady } from "./updates";

export function UpdateNotice() {
  const [shown, setShown] = useState(true);
  const [going, setGoing] = useState(false);

  function reload(): void {
    setGoing(true);
    void reloadWithUpdate();
  }

  if (!shown || !updateReady.value) return null;
  return (
    <div class="update sheet" role="status">
      <span>
        <strong>{translate("A new version is ready.")}</strong>{" "}
        <span class="sub">{translate("It waits until you leave the table.")}</span>
      </span>
      <Button disabled={going} onClick={reload} text={translate("Reload")} />
      <Button kind="square" aria-label={translate("Close")} onClick={() => setShown(false)} text="✕" />
    </div>
  );
}
