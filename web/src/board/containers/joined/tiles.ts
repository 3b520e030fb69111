// Tokens that are drawn by the body of which they are a part (bodies.tsx, in the deferred chunk).

import { faceOf } from "../../tokens/faces";
import type { Scene, Token } from "../../view";

/** Whether tokens of a scene are joined. */
export const hasBodies = (scene: Scene) => Object.values(scene.kinds).some(({ joined_by: by }) => by !== undefined);

/** Whether a token is a tile of a body: other faces lie on it. */
export const isTile = (scene: Scene, token: Token) =>
  scene.kinds[token.kind]?.joined_by !== undefined && faceOf(scene, token).shape === "square";
