// The sounds of a table, and the vibration of a phone: each position that is drawn, the beginning of one's turn, the end.

import { effect } from "@preact/signals";
import { queue } from "../board/motion/animation-queue";
import type { View } from "../board/view";
import { settings } from "../app/local-settings";
import { view, type State } from "../play/state";
import { state } from "../play/store";
import { followTurns } from "../notices/turns";
import { cueOf } from "./cues";
import { playSound, type Sound } from "./synthesizer";

const TURN = [18]; // ms of vibration
const END = [30, 70, 30];

/** Whether what differs between two views has happened: they are of one game, and of one role unless nothing is hidden. */
const comparable = (one: View, other: View, open: boolean) => one.game === other.game && (open || one.role === other.role);

/** Follow the table from now on, silent on arrival; returns the function that ends it. */
export function startTableSounds(): () => void {
  const ends = [effect(followTurns(heardTurn)), effect(heardPositions())];
  return () => ends.forEach((end) => end());
}

/** The sounds of what is on the table: it follows the animation queue, so a trick is heard card by card. */
function heardPositions(): () => void {
  let before: View | null = null;
  return () => {
    const now = state.value;
    const drawn = queue.value[0] ?? view(now);
    const over = view(now)?.over === true && queue.value.length === 0;
    if (now.scene && drawn && before && drawn !== before && comparable(before, drawn, now.scene.open)) {
      const cue = cueOf(now.scene, before, drawn);
      if (cue) playSound(cue);
      if (over && !before.over) {
        playSound(endSound(now));
        vibrate(END);
      }
    }
    before = drawn;
  };
}

/** The sound of the end: of a game that was won by this page or watched by it, of a draw, or of a loss. */
function endSound(now: State): Sound {
  const winners = view(now)?.winners ?? [];
  const drawn = winners.length === 0 || (winners.length > 1 && winners.length === now.table?.seats.length);
  if (drawn) return "drawn";
  return now.roles.length === 0 || now.roles.some((role) => winners.includes(role)) ? "end" : "lost";
}

function heardTurn(): void {
  playSound("turn");
  vibrate(TURN);
}

/** Let a phone vibrate, if the settings say so and the browser can. */
function vibrate(pattern: readonly number[]): void {
  if (settings.peek().haptics && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([...pattern]);
}
