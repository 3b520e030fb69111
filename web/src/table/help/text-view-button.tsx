// The button that shows or hides the table in words.

import { changeSettings, settings } from "../../app/local-settings";
import { translate } from "../../text/text";

/** The first element in the tab order. */
export function TextViewButton() {
  const on = settings.value.words;

  function turn(): void {
    changeSettings({ words: !on });
    if (!on) setTimeout(() => document.getElementById("in-words")?.focus()); // once it is drawn
  }

  return (
    <button type="button" class="button skip" onClick={turn}>
      {translate(on ? "Hide the table in words" : "Read the table in words")}
    </button>
  );
}
