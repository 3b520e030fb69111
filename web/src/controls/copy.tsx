// A button that copies an address.

import { useState } from "preact/hooks";
import { translate } from "../text/text";
import { Button } from "./button";

interface CopyProps {
  readonly words: string;
  readonly address: () => string; // called when the button is pressed
  readonly main?: boolean;
}

export function CopyButton({ words, address, main = false }: CopyProps) {
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    const wanted = address();
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
