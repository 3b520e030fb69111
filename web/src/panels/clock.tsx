// One player's clock, which runs on between two words of the arena.

import { useEffect, useState } from "preact/hooks";
import { clockFace } from "../pact";
import type { Clock } from "../protocol";
import { translate } from "../text";

const SHORT = 30_000; // ms: from here on it is said by its colour, too

export function ClockFace({ clock }: { readonly clock: Clock }) {
  const [told, setTold] = useState({ clock, at: performance.now() });
  const [now, setNow] = useState(told.at);
  if (told.clock !== clock) setTold({ clock, at: performance.now() });
  useEffect(() => {
    if (!clock.runs) return;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [clock]);
  const left = Math.max(0, clock.left - (clock.runs ? Math.max(0, now - told.at) : 0));
  return (
    <div class={["clock", clock.runs && "runs", clock.runs && left < SHORT && "short"].filter(Boolean).join(" ")}>
      <span class="nowhere">{translate("Time left:")} </span>
      {clockFace(left)}
    </div>
  );
}
