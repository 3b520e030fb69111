// What a player has captured, beside the board: the tokens of the others that are missing from their army.

import { FaceDrawing, faceOf } from "./faces";
import { tokenWords } from "../labels";
import { say, translate } from "../host";
import type { Scene, SceneContainer, SceneRole, Token } from "../view";

interface CapturedProps {
  readonly scene: Scene;
  readonly container: SceneContainer;
  readonly tokens: readonly Token[]; // on the board
  readonly roles: readonly SceneRole[]; // who has captured
}

export function Captured({ scene, container, tokens, roles }: CapturedProps) {
  const taker = roles[0];
  const missing = taker ? missingFrom(scene, container, tokens, taker.name) : [];
  const words = missing.map((token) => tokenWords(scene, token));
  return (
    <div
      class="captured"
      role="img"
      aria-label={say("Captured by {player}: {pieces}", {
        player: translate(taker?.label ?? ""),
        pieces: words.join(", ") || translate("nothing"),
      })}
    >
      {missing.map((token, index) => (
        <svg
          key={index}
          class={token.face === missing[index - 1]?.face ? "same" : undefined}
          viewBox="14 0 72 100"
          aria-hidden="true"
        >
          <FaceDrawing face={faceOf(scene, token)} />
        </svg>
      ))}
    </div>
  );
}

/** The tokens of the other roles that are not on the board, the most valuable first. */
export function missingFrom(
  scene: Scene,
  { army = {} }: SceneContainer,
  tokens: readonly Token[],
  taker: string,
): readonly Pick<Token, "kind" | "owner" | "face">[] {
  const kind = tokens[0]?.kind ?? Object.keys(scene.kinds)[0] ?? "";
  return scene.roles
    .filter(({ name }) => name !== taker)
    .flatMap(({ name: owner }) =>
      Object.entries(army).flatMap(([face, count]) => {
        const left = tokens.filter((token) => token.owner === owner && token.face === face).length;
        return Array.from({ length: Math.max(0, count - left) }, () => ({ kind, owner, face }));
      }),
    );
}
