// Announcements of one's own clock: words for screen readers, and a sound.

import { useEffect, useState } from "preact/hooks";
import { clockOf } from "../../play/agreements";
import { playSound } from "../../sound/synthesizer";
import type { State } from "../../play/state";
import { mark, translate } from "../../text/text";

/** The announcements, by the seconds left. */
const WARNINGS: readonly { readonly seconds: number; readonly words: string }[] = [
  { seconds: 60, words: mark("One minute left on your clock") },
  { seconds: 10, words: mark("Ten seconds left on your clock") },
];

const LONGEST = 2 ** 31 - 1; // ms; the longest delay of a timer

/** Announces when one's own clock has a minute left, and ten seconds. */
export function ClockAnnouncer({ state }: { readonly state: State }) {
  const [said, setSaid] = useState("");
  const clock = state.roles.map((role) => clockOf(state, role)).find((each) => each?.runs) ?? null;
  useEffect(() => {
    setSaid("");
    if (!clock) return;
    const ahead = WARNINGS.map(({ seconds, words }) => ({ words, wait: clock.left - seconds * 1000 })).filter(
      ({ wait }) => wait > 0 && wait < LONGEST,
    );
    const timers = ahead.map(({ words, wait }) =>
      setTimeout(() => {
        setSaid(translate(words));
        playSound("low-time");
      }, wait),
    );
    return () => timers.forEach(clearTimeout);
  }, [clock?.left, clock?.runs]);
  return (
    <div class="nowhere" aria-live="assertive">
      {said}
    </div>
  );
}
