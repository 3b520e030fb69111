// To the table in words, and back.

import { change, settings } from "../../app/local-settings";
import { translate } from "../../text/text";

/** The first thing on the page: for who comes by the tab key. */
export function ToWords() {
  const on = settings.value.words;

  function turn(): void {
    change({ words: !on });
    if (!on) setTimeout(() => document.getElementById("in-words")?.focus()); // once it is there
  }

  return (
    <button type="button" class="button skip" onClick={turn}>
      {translate(on ? "Hide the table in words" : "Read the table in words")}
    </button>
  );
}
