// The question whether the browser should tell of a turn, once one began behind another tab.

import "./turn-notice-offer.css";
import { Button } from "../controls/button";
import { translate } from "../text/text";
import { accept, decline, offered } from "./turn-notices";

export function TurnNoticeOffer() {
  if (!offered.value) return null;
  return (
    <div class="turn-offer sheet" role="status">
      <span>{translate("It was your turn while you were elsewhere. Should your browser tell you next time?")}</span>
      <div class="acts">
        <Button kind="main" onClick={() => void accept()} text={translate("Tell me")} />
        <Button onClick={decline} text={translate("No")} />
      </div>
    </div>
  );
}
