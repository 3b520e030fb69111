// A button that copies an address.

import { useState } from "preact/hooks";
import { translate } from "../text/text";
import { Button } from "./button";

interface CopyProps {
  readonly words: string;
  readonly address: () => string | Promise<string | null>; // called when the button is pressed; null where there is none
  readonly main?: boolean;
}

export function CopyButton({ words, address, main = false }: CopyProps) {
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    const wanted = await address();
    if (wanted === null) return;
    try {
      await navigator.clipboard.writeText(wanted);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      prompt(translate("Copy this address:"), wanted); // the clipboard needs https and permission
    }
  }

  return (
    <>
      <Button kind={main ? "main" : undefined} onClick={() => void copy()} text={copied ? translate("Copied") : words} />
      <span class="nowhere" role="status">
        {copied && translate("Copied")}
      </span>
    </>
  );
}
