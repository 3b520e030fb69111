// A notice at the foot of the window. It covers the page and moves nothing.

import type { ComponentChildren } from "preact";
import "./notice.css";
import { Button } from "./button";
import { ErrorText } from "./refusal";
import { translate } from "../text/text";

interface NoticeProps {
  readonly message: string;
  readonly close: () => void;
  readonly children?: ComponentChildren; // buttons beside the message
}

export function Notice({ message, close, children }: NoticeProps) {
  return (
    <div class="notice sheet">
      <ErrorText message={message} />
      {children}
      <Button kind="square" aria-label={translate("Close")} onClick={close} text="✕" />
    </div>
  );
}
