// How long a player may still think, in words.

import { clockFace } from "../../play/agreements";
import type { Board } from "../../protocol";
import { say } from "../../text/text";

/** The time of the first of these roles that is asked, else of the first one that is; null without a clock. */
export function timeLeft({ active, clocks }: Pick<Board, "active" | "clocks">, roles: readonly string[]): string | null {
  const asked = active.find((role) => roles.includes(role)) ?? active[0];
  const clock = asked === undefined ? undefined : clocks[asked];
  return clock ? say("{time} left", { time: clockFace(clock.left) }) : null;
}
