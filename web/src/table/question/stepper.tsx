// An answer of several numbers, such as a bid: each is set by − and +, or chosen among a few; dice are drawn.

import { useState } from "preact/hooks";
import { FaceDrawing, faceOf } from "../../board/tokens/faces";
import { argumentsOf, moveLabel, shortText } from "../../play/moves";
import { addressedRole, nameOf } from "../../play/naming";
import { play } from "../../play/session";
import { view, type State } from "../../play/state";
import { plain, readable, say, translate } from "../../text/text";
import { Button } from "../../controls/button";
import type { Face, Move, Scene } from "../../board/view";

const FEW = 8; // so many values are shown side by side

interface StepperProps {
  readonly state: State;
  readonly moves: readonly Move[]; // of one action; all parts are whole numbers
}

export function Stepper({ state, moves }: StepperProps) {
  const [wanted, setWanted] = useState<readonly number[]>([]);
  const tuples: readonly (readonly number[])[] = moves.map(({ text }) => argumentsOf(text).map(Number));
  const chosen = nearest(tuples, wanted);
  const move = moves[tuples.indexOf(chosen)];
  const now = view(state);
  if (!move || !now || !state.scene) return null;
  const says = shortText(now, move);
  const label = says ? plain(says, (role) => nameOf(state, role), addressedRole(state)) : moveLabel(move, 0);
  const set = (part: number, value: number) => setWanted(chosen.map((each, index) => (index === part ? value : each)));
  return (
    <div class="stepper" role="group" aria-label={translate(readable(move.action))}>
      {chosen.map((value, part) => {
        const open = valuesOf(tuples, chosen, part);
        const all = valuesOf(tuples, [], part);
        const dice = all.map((each) => dieOf(state.scene as Scene, each, state.shown));
        if (all.length > FEW || part === 0) {
          const at = open.indexOf(value);
          return (
            <span key={part} class="steps">
              <Button
                disabled={at === 0}
                aria-label={say("Less than {number}", { number: value })}
                onClick={() => set(part, open[at - 1] ?? value)}
                text="−"
              />
              <output>{value}</output>
              <Button
                disabled={at === open.length - 1}
                aria-label={say("More than {number}", { number: value })}
                onClick={() => set(part, open[at + 1] ?? value)}
                text="+"
              />
            </span>
          );
        }
        return (
          <span key={part} class="values">
            <span aria-hidden="true">×</span>
            {all.map((each, index) => {
              const die = dice[index];
              return (
                <button
                  key={each}
                  type="button"
                  class="button value"
                  aria-pressed={each === value}
                  aria-label={String(each)}
                  disabled={!open.includes(each)}
                  onClick={() => set(part, each)}
                >
                  {die ? (
                    <svg viewBox="0 0 100 100" aria-hidden="true">
                      <FaceDrawing face={die} />
                    </svg>
                  ) : (
                    each
                  )}
                </button>
              );
            })}
          </span>
        );
      })}
      <Button kind="act" aria-label={label} onClick={() => play(move)} text={label} />
    </div>
  );
}

/** The listed tuple that begins like the wanted one as far as possible. */
export function nearest(tuples: readonly (readonly number[])[], wanted: readonly number[]): readonly number[] {
  let left = tuples;
  wanted.forEach((value, part) => {
    const same = left.filter((each) => each[part] === value);
    if (same.length > 0) left = same;
  });
  return left[0] ?? [];
}

/** The values that a part may have: after the chosen ones before it. */
function valuesOf(tuples: readonly (readonly number[])[], chosen: readonly number[], part: number): readonly number[] {
  const left = tuples.filter((each) => chosen.slice(0, part).every((value, index) => each[index] === value));
  return [...new Set(left.map((each) => each[part] ?? 0))].sort((one, other) => one - other);
}

/** The face of a role's die that shows a number, if the game has such dice. */
function dieOf(scene: Scene, number: number, owner: string): Face | null {
  for (const [kind, { faces }] of Object.entries(scene.kinds)) {
    if (faces[String(number)]?.shape === "die") return faceOf(scene, { kind, face: String(number), owner });
  }
  return null;
}
