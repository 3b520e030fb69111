// A small drawing of how a game begins: its first grid with what lies on it, or a few of its cards. Nothing in it can be
// pointed at, and a screen reader passes it by. The page around it draws the Gradients.

import { placeOf, shapeOf } from "./cells";
import { BackDrawing, CardDrawing, FaceDrawing, faceOf } from "./faces";
import { CELL, Surface } from "./surface";
import type { Contents, Scene, SceneContainer } from "../view";

export interface PictureProps {
  readonly scene: Scene;
  readonly containers: Readonly<Record<string, Contents>>;
}

export function Picture({ scene, containers }: PictureProps) {
  const grid = scene.containers.find((container) => container.layout === "grid" && container.name in containers);
  return grid ? <Board scene={scene} grid={grid} contents={containers[grid.name] ?? {}} /> : <Fan scene={scene} containers={containers} />;
}

function Board({ scene, grid, contents }: { readonly scene: Scene; readonly grid: SceneContainer; readonly contents: Contents }) {
  const shape = shapeOf(grid);
  const surface = grid.surface ?? "felt";
  return (
    <svg class={`picture ${surface}`} viewBox={`0 0 ${shape.columns * CELL} ${shape.rows * CELL}`} aria-hidden="true">
      <Surface shape={shape} surface={surface} lines={grid.lines ?? "between"} />
      {contents.tokens?.map((token) => {
        const at = placeOf(shape, String(token.at));
        return (
          at && (
            <g key={token.id} transform={`translate(${at.column * CELL} ${at.row * CELL}) scale(${CELL / 100})`}>
              <FaceDrawing face={faceOf(scene, token)} />
            </g>
          )
        );
      })}
    </svg>
  );
}

const HELD = [-1, 0, 1];

/** Three cards in a fan: the first that may be seen, else their backs. */
function Fan({ scene, containers }: PictureProps) {
  const seen = Object.values(containers).flatMap((contents) => contents.tokens ?? []).map((token) => faceOf(scene, token));
  return (
    <svg class="picture cards" viewBox="-70 -78 140 140" aria-hidden="true">
      {HELD.map((turn, index) => {
        const face = seen[index];
        return (
          <g key={turn} transform={`rotate(${turn * 16} 0 90) translate(-35 -60)`}>
            {face?.shape === "card" ? <CardDrawing face={face} /> : <BackDrawing />}
          </g>
        );
      })}
    </svg>
  );
}
