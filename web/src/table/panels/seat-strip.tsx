// The two players of a board with their clocks: one strip above the board, one below it, as they would sit.

import { arrange } from "../../board/arrangement";
import { rotated } from "../../board/rotation";
import { RolePip } from "../../controls/sentence";
import { clockOf } from "../../play/agreements";
import { nameOf } from "../../play/naming";
import { view, type State } from "../../play/state";
import { ClockFace } from "./clock";

/** Whether the players sit at both ends of a single board, and have clocks. */
export function hasStrips(state: State): boolean {
  const [now, seats] = [view(state), state.table?.seats ?? []];
  if (!now || !state.scene || seats.length !== 2 || seats.every(({ role }) => clockOf(state, role) === null)) return false;
  const { around, middle } = arrange(state.scene, now);
  return around.length === 0 && middle.length === 1 && (middle[0]?.layout === "grid" || middle[0]?.layout === "hex");
}

export function SeatStrip({ state, near }: { readonly state: State; readonly near: boolean }) {
  const roles = state.table?.seats.map(({ role }) => role) ?? [];
  const own = roles.includes(state.shown) ? state.shown : roles[0];
  const role = roles.find((each) => (each === own) === (near !== rotated.value)) ?? "";
  const clock = clockOf(state, role);
  return (
    <div class={view(state)?.active.includes(role) ? "strip asked" : "strip"} data-role={role}>
      <RolePip state={state} role={role} />
      <span class="name">{nameOf(state, role)}</span>
      {clock && <ClockFace clock={clock} />}
    </div>
  );
}
