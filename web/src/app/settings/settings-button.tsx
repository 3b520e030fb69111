// The button that opens the settings below itself.

import { useEffect, useRef, useState } from "preact/hooks";
import { SettingsSheet } from "../../table/deferred-panels";
import { translate } from "../../text/text";
import { Button } from "../../controls/button";

export function SettingsButton() {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [open]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    setOpen(false);
    box.current?.querySelector("button")?.focus();
  }

  return (
    <div class="settings" ref={box} onKeyDown={onKeyDown}>
      <Button kind="square" aria-label={translate("Settings")} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Gear />
      </Button>
      {open && <SettingsSheet />}
    </div>
  );
}

function Gear() {
  const teeth = Array.from({ length: 8 }, (_, index) => (
    <path key={index} d="M10 1.6v3" transform={`rotate(${index * 45} 10 10)`} />
  ));
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="5.4" />
      <circle cx="10" cy="10" r="1.9" />
      {teeth}
    </svg>
  );
}
