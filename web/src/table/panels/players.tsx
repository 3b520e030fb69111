// The players: name, marker, score, and whose turn it is.

import { clockOf, DEPARTED } from "../../play/agreements";
import { ClockFace } from "./clock";
import { Person } from "../../controls/person";
import { RolePip } from "../../controls/sentence";
import { addressedRole, labelOf, nameOf, seatName } from "../../play/naming";
import { view, type State } from "../../play/state";
import { day } from "../../text/dates";
import { midSentence, say, translate } from "../../text/text";
import type { Seat } from "../../protocol";

const MANY = 4; // so many players have lower rows

export function Players({ state }: { readonly state: State }) {
  const now = view(state);
  if (!now || !state.table) return null;
  const drawn = isDraw(state.scene?.teams ?? [], now.winners, state.table.seats.length);
  return (
    <ul class={state.table.seats.length >= MANY ? "players many sheet" : "players sheet"} aria-label={translate("Players")}>
      {state.table.seats.map((seat) => {
        const asked = now.active.includes(seat.role) && state.agreements?.begun !== false;
        const clock = clockOf(state, seat.role);
        const left = state.agreements?.departed[seat.role];
        const out = now.eliminated.includes(seat.role) && !now.over;
        const result = !now.over || !now.winners.includes(seat.role) ? "" : translate(drawn ? "draw" : "winner");
        const score = now.scores?.[seat.role];
        return (
          <li
            key={seat.role}
            class={["player", asked && "asked", out && "out", result && "won"].filter(Boolean).join(" ")}
            data-role={seat.role}
          >
            <RolePip state={state} role={seat.role} />
            <div>
              <div class="name">
                {seat.kind === "person" ? (
                  <Person name={seat.name} badge={seat.badge} words={titleOf(state, seat)} />
                ) : (
                  titleOf(state, seat)
                )}
              </div>
              <div class="sub">
                {[
                  titleOf(state, seat) === labelOf(state, seat.role) ? "" : midSentence(labelOf(state, seat.role)),
                  partnersOf(state, seat.role),
                  left
                    ? translate(DEPARTED[left] ?? left)
                    : now.over
                      ? result
                      : out
                        ? translate("out of the game")
                        : seatStatus(asked, seat, state.agreements?.vacations?.[seat.role]),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </div>
            </div>
            {clock && <ClockFace clock={clock} />}
            {score !== undefined && (
              <div class="score" dir="ltr">
                {score}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function titleOf(state: State, seat: Seat): string {
  if (seat.kind === "open") return translate("Open seat");
  const beside = state.shared && state.roles.includes(seat.role); // at this screen
  const name = seatName(seat) || (beside ? labelOf(state, seat.role) : translate("Guest"));
  return seat.role === addressedRole(state) ? (seat.name ? say("{name} (you)", { name }) : translate("You")) : name;
}

/** Whether all players have won together who do not play as one: nobody is ahead of anybody. */
function isDraw(teams: readonly (readonly string[])[], winners: readonly string[], seats: number): boolean {
  return winners.length > 1 && winners.length === seats && !teams.some((team) => team.length === seats);
}

/** With whom a player wins, where teams play; empty where all play alone or all together. */
function partnersOf(state: State, role: string): string {
  const { teams, roles } = state.scene ?? { teams: [], roles: [] };
  const team = teams.find((each) => each.includes(role)) ?? [];
  const others = team.filter((each) => each !== role);
  if (others.length === 0 || team.length === roles.length) return "";
  return say("with {names}", { names: others.map((each) => nameOf(state, each)).join(", ") });
}

/** What a seat does; `until` is when the vacation of its player ends at the latest. */
function seatStatus(asked: boolean, seat: Seat, until: number | undefined): string {
  if (seat.kind === "open") return translate("nobody yet");
  if (until !== undefined) return say("on vacation, until {day} at the latest", { day: day(until) });
  if (seat.kind === "person" && !seat.present)
    return asked ? `${translate("to move")} · ${translate("away")}` : translate("away");
  if (!asked) return translate("waiting");
  return translate(seat.kind === "bot" ? "thinking" : "to move");
}
