// The setting that keeps the page on this device, with its size.

import { useEffect, useState } from "preact/hooks";
import { changeSettings, settings } from "../app/local-settings";
import { number } from "../text/numbers";
import { say, translate } from "../text/text";
import { canBeKept, keepingRefused, keptBytes } from "./updates";

const MEGABYTE = 1_000_000;

export function KeepSetting() {
  const { keep } = settings.value;
  const [bytes, setBytes] = useState(0);
  const refused = keepingRefused.value;
  useEffect(() => {
    if (keep && canBeKept()) keptBytes().then(setBytes, () => setBytes(0));
  }, [keep, refused]);
  if (!canBeKept()) return null;
  return (
    <label class="switch keep">
      <input type="checkbox" checked={keep} onChange={(event) => changeSettings({ keep: event.currentTarget.checked })} />
      <span>
        {translate("Keep on this device")}
        <span class="sub">{stateText(keep, refused, bytes)}</span>
      </span>
    </label>
  );
}

function stateText(keep: boolean, refused: boolean, bytes: number): string {
  if (!keep) return translate("Removed: the page needs the network to start.");
  if (refused) return translate("This browser refuses: its storage is blocked or full, or the window is private.");
  if (bytes === 0) return translate("So that the page starts without a network.");
  return say("The page starts without a network: {size} MB.", { size: number(bytes / MEGABYTE) });
}
