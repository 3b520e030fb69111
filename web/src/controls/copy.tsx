// A button that copies an address.

import { useState } from "preact/hooks";
import { translate } from "../text/text";

interface CopyProps {
  readonly words: string;
  readonly address: () => string; // as it is when the button is pressed
  readonly main?: boolean;
}

export function Copy({ words, address, main = false }: CopyProps) {
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    const wanted = address();
    try {
      await navigator.clipboard.writeText(wanted);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      prompt(translate("Copy this address:"), wanted); // no clipboard without https or permission
    }
  }

  return (
    <>
      <button type="button" class={main ? "button main" : "button"} onClick={() => void copy()}>
        {copied ? translate("Copied") : words}
      </button>
      <span class="nowhere" role="status">
        {copied && translate("Copied")}
      </span>
    </>
  );
}
