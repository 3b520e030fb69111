// A small drawing of hexagons and what lies on them.

import { FaceDrawing, faceOf } from "../../tokens/faces";
import { RADIUS, ROW, spotsOf } from "./places";
import type { Contents, Scene, SceneContainer } from "../../view";

const SIZE = 1.76; // of a token, in half widths of a place

interface HexesProps {
  readonly scene: Scene;
  readonly board: SceneContainer;
  readonly contents: Contents;
}

export function HexesPicture({ scene, board, contents }: HexesProps) {
  const spots = spotsOf(board, contents, []);
  const at = new Map(spots.map((spot) => [spot.at, spot]));
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y * ROW)];
  const [left, top] = [Math.min(...xs) - 1, Math.min(...ys) - RADIUS];
  const [width, height] = [Math.max(...xs) + 1 - left, Math.max(...ys) + RADIUS - top];
  const hexagon = ({ x, y }: { readonly x: number; readonly y: number }) =>
    `M${x} ${y * ROW - RADIUS}l1 ${RADIUS / 2}v${RADIUS}l-1 ${RADIUS / 2}l-1 ${-RADIUS / 2}v${-RADIUS}z`;
  return (
    <svg class={`picture hexes ${board.surface ?? "felt"}`} viewBox={`${left} ${top} ${width} ${height}`} aria-hidden="true">
      <path class="hex" d={spots.map(hexagon).join("")} />
      {(contents.tokens ?? []).map((token) => {
        const spot = at.get(String(token.at));
        return (
          spot && (
            <g
              key={token.id}
              class="piece"
              style={{
                transform: `translate(${spot.x - SIZE / 2}px, ${spot.y * ROW - SIZE / 2}px) scale(${SIZE / 100})`,
              }}
            >
              <FaceDrawing face={faceOf(scene, token)} />
            </g>
          )
        );
      })}
    </svg>
  );
}
