// The sound of a change of the table, from the views before and after it. Pure.

import type { Scene, Token, View } from "../board/view";
import type { Sound } from "./synthesizer";

interface Lying {
  readonly where: string;
  readonly face: string;
  readonly shape: string; // of the token's kind
  readonly onBoard: boolean;
}

/** What is heard when the table changes; null if nothing has moved. The loudest event counts: dice, capture, card, move. */
export function cueOf(scene: Scene, before: View, after: View): Sound | null {
  const [old, now] = [tokensOf(scene, before), tokensOf(scene, after)];
  const changed = [...now].filter(([id, token]) => old.get(id)?.where !== token.where || old.get(id)?.face !== token.face);
  const gone = [...old].filter(([id]) => !now.has(id));
  const moved = [...changed, ...gone].map(([, token]) => token);
  if (moved.length === 0) return backsOf(before) === backsOf(after) ? null : "card";
  if (moved.some(({ shape }) => shape === "die")) return "dice";
  const onBoard = (tokens: ReadonlyMap<string, Lying>) => [...tokens.values()].filter((token) => token.onBoard).length;
  if (onBoard(now) < onBoard(old)) return "capture";
  return moved.every(({ shape }) => shape === "card") ? "card" : "move";
}

/** The visible tokens by handle, or by place if they have none. */
function tokensOf(scene: Scene, view: View): ReadonlyMap<string, Lying> {
  const boards = new Set(
    scene.containers
      .filter(({ layout }) => layout === "grid" || layout === "hex" || layout === "edges")
      .map(({ name }) => name),
  );
  return new Map(
    Object.entries(view.containers).flatMap(([name, { tokens = [] }]) =>
      tokens.map((token) => [
        String(token.id ?? `${name}:${token.at}`),
        {
          where: `${name}:${token.at}`,
          face: `${token.owner ?? ""} ${token.face ?? ""}`,
          shape: shapeOf(scene, token),
          onBoard: boards.has(name),
        },
      ]),
    ),
  );
}

/** The shape of a token's kind: cards and dice have one shape on all faces. */
function shapeOf({ kinds }: Scene, { kind }: Token): string {
  const [face] = Object.values(kinds[kind]?.faces ?? {});
  return face?.shape ?? (kind === "card" ? "card" : "stone");
}

/** The number of hidden tokens of each container, as a key. */
function backsOf({ containers }: View): string {
  return JSON.stringify(Object.entries(containers).map(([name, { backs = 0 }]) => [name, backs]));
}
