// Clocks, which run on between messages: one clock, and all clocks in a line.

import { useEffect, useState } from "preact/hooks";
import { clockFace, clockOf } from "../../play/agreements";
import type { Clock } from "../../protocol";
import { nameOf } from "../../play/naming";
import { type State } from "../../play/state";
import { translate } from "../../text/text";
import { RolePip } from "../../controls/sentence";

const SHORT = 30_000; // ms; below this the clock changes its colour

const LATE = 60_000; // ms; below this the time for the first move is shown instead of the clock, which does not run yet

const MANY = 4; // so many clocks are smaller

export function ClockFace({ clock }: { readonly clock: Clock }) {
  const [told, setTold] = useState({ clock, at: performance.now() });
  const [now, setNow] = useState(told.at);
  if (told.clock !== clock) setTold({ clock, at: performance.now() });
  useEffect(() => {
    if (!clock.runs && clock.first === undefined && clock.waits === undefined) return;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [clock]);
  const waits = clock.waits ?? 0;
  const passed = Math.max(0, now - told.at - waits);
  const runs = clock.runs || (waits > 0 && passed > 0 && clock.first === undefined);
  const first = clock.first === undefined ? LATE : Math.max(0, clock.first - passed);
  const isLate = first < LATE;
  const left = isLate ? first : Math.max(0, clock.left - (runs ? passed : 0));
  return (
    <div
      class={["clock", runs && "runs", (left === 0 || isLate || (runs && left < SHORT)) && "short"].filter(Boolean).join(" ")}
    >
      <span class="nowhere">{translate(isLate ? "Time for the first move:" : "Time left:")} </span>
      {clockFace(left)}
    </div>
  );
}

/** All clocks in a line, for layouts with the players below the board. */
export function ClockLine({ state }: { readonly state: State }) {
  const timed = (state.table?.seats ?? []).flatMap(({ role }) =>
    [{ role, clock: clockOf(state, role) }].filter(({ clock }) => clock !== null),
  );
  if (timed.length === 0) return null;
  const named = timed.length < 3; // more names do not fit
  return (
    <ul class={timed.length >= MANY ? "clock-line many" : "clock-line"} aria-label={translate("Clocks")}>
      {timed.map(({ role, clock }) => (
        <li key={role}>
          <RolePip state={state} role={role} />
          <span class={named ? "name" : "nowhere"}>{nameOf(state, role)}</span>
          {clock && <ClockFace clock={clock} />}
        </li>
      ))}
    </ul>
  );
}
