// A small drawing of a game: its board at the start, its wheel, its columns, or some of its cards or dice. It has no controls
// and is hidden from screen readers. The page draws the Gradients.

import { placeOf, shapeOf } from "./containers/cells";
import { BackDrawing, CardDrawing, HiddenDrawing } from "./tokens/card";
import { FaceDrawing, faceOf, hiddenShape, PLAIN, seatFace } from "./tokens/faces";
import { CELL, Surface } from "./containers/surface";
import { sector } from "./containers/track";
import type { Contents, Face, Scene, SceneContainer } from "./view";

export interface ThumbnailProps {
  readonly scene: Scene;
  readonly containers: Readonly<Record<string, Contents>>;
  // faces in the game, by kind; all if missing
  readonly faces?: Readonly<Record<string, readonly string[]>>;
}

export function Thumbnail({ scene, containers, faces = {} }: ThumbnailProps) {
  const first = (layout: string, loop?: boolean) =>
    scene.containers.find(
      (each) => each.layout === layout && each.name in containers && (loop === undefined || each.loop === loop),
    );
  const wheel = first("track", true);
  if (wheel) return <Wheel drawings={drawings(scene, faces)} count={wheel.spaces?.length ?? 0} />;
  const grid = first("grid");
  if (grid) return <Board scene={scene} grid={grid} containers={containers} />;
  const columns = scene.containers.filter((each) => each.layout === "track").map((each) => each.spaces?.length ?? 0);
  return <Fan scene={scene} containers={containers} faces={faces} columns={columns} />;
}

/** The board at the start; an empty one with the first two seats' tokens. */
function Board({ scene, containers, grid }: ThumbnailProps & { readonly grid: SceneContainer }) {
  const contents = containers[grid.name] ?? {};
  const shape = shapeOf(grid);
  const surface = grid.surface ?? "felt";
  const [width, height] = [shape.columns * CELL, shape.rows * CELL];
  const side = Math.min(width, height) / 2.4;
  return (
    <svg class={`picture ${surface}`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
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
      {(contents.tokens?.length ?? 0) === 0 &&
        scene.roles.slice(0, 2).map(({ name }, index) => (
          <g
            key={name}
            class="emblem"
            transform={`translate(${width / 2 - side * (1.06 - index)} ${height / 2 - side * (0.94 - index * 0.9)}) scale(${side / 100})`}
          >
            <FaceDrawing face={ownFace(scene, containers, name)} />
          </g>
        ))}
    </svg>
  );
}

/** The token of a seat: one of its own kind, one it has beside the board, or its marker. */
function ownFace(scene: Scene, containers: ThumbnailProps["containers"], role: string): Face {
  const kind = Object.keys(scene.kinds).find((each) => role in (scene.kinds[each]?.faces ?? {}));
  if (kind) return faceOf(scene, { kind, owner: role });
  const beside = Object.values(containers)
    .flatMap((contents) => contents.tokens ?? [])
    .find(({ owner }) => owner === role);
  return beside ? faceOf(scene, beside) : seatFace(scene, role);
}

/** A wheel, with some of the game's tokens around it. */
function Wheel({ drawings, count }: { readonly drawings: readonly Face[]; readonly count: number }) {
  const shown = sample(drawings, count, 0);
  return (
    <svg class="picture wheel" viewBox="-108 -108 216 216" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <path
          key={index}
          class={index % 2 ? "sector odd" : "sector"}
          d={sector((index - 0.5) / count, (index + 0.5) / count)}
        />
      ))}
      {shown.map((face, index) => {
        const angle = (index / count) * 2 * Math.PI;
        return (
          <g
            key={index}
            transform={`translate(${70 * Math.sin(angle)} ${-70 * Math.cos(angle)}) scale(.46) translate(-50 -50)`}
          >
            <FaceDrawing face={face} />
          </g>
        );
      })}
      <circle class="hub" r="26" />
    </svg>
  );
}

const FEW = 3;
const MANY = 5; // cards in a large hand

interface FanProps extends ThumbnailProps {
  readonly columns: readonly number[]; // number of spaces in each column behind the hand
}

/** A fan of cards or dice: visible ones, else some of the game's, else backs. */
function Fan({ scene, containers, faces: known = {}, columns }: FanProps) {
  const seen = Object.values(containers)
    .flatMap((contents) => contents.tokens ?? [])
    .map((token) => faceOf(scene, token))
    .filter(({ shape }) => shape === "card" || shape === "die");
  const size =
    Math.max(0, ...scene.containers.filter(({ layout }) => layout === "hand").map(({ name }) => containers[name]?.backs ?? 0)) >
    MANY
      ? MANY
      : FEW;
  const faces = seen.length > 0 ? seen : sample(drawings(scene, known), size, [...scene.title].length);
  const dice = (faces[0]?.shape ?? hiddenShape(scene)) === "die";
  const held = Array.from({ length: size }, (_, index) => index - (size - 1) / 2);
  return (
    <svg class="picture cards" viewBox="-70 -78 140 140" aria-hidden="true">
      {columns.map((spaces, index) => (
        <rect
          key={index}
          class="column"
          x={(index - columns.length / 2) * 12}
          y={-8 - spaces * 5}
          width="9"
          height={spaces * 5}
          rx="2"
        />
      ))}
      {held.map((turn, index) => {
        const face = faces[index];
        if (dice) {
          return (
            <g
              key={turn}
              transform={`translate(${turn * 43} ${columns.length > 0 ? 32 : Math.abs(turn) * 26 - 16}) rotate(${turn * 14}) scale(.46) translate(-50 -50)`}
            >
              {face ? (
                <FaceDrawing face={{ ...face, colour: face.colour ?? PLAIN }} />
              ) : (
                <HiddenDrawing shape="die" colour={PLAIN} />
              )}
            </g>
          );
        }
        return (
          <g key={turn} transform={`rotate(${(turn * 40) / size} 0 90) translate(-35 -60)`}>
            {face?.shape === "card" ? <CardDrawing face={face} /> : <BackDrawing />}
          </g>
        );
      })}
    </svg>
  );
}

/** The faces of the first kind that has several. */
function drawings(scene: Scene, inGame: NonNullable<ThumbnailProps["faces"]>): readonly Face[] {
  const several = Object.entries(scene.kinds).map(
    ([kind, { faces }]) => [kind, inGame[kind] ?? Object.keys(faces ?? {})] as const,
  );
  const [kind, faces] = several.find(([, each]) => each.length > 1) ?? [];
  return kind === undefined ? [] : (faces ?? []).map((face) => faceOf(scene, { kind, face }));
}

/** `count` faces, evenly spread, from index `from` on. */
function sample(faces: readonly Face[], count: number, from: number): readonly Face[] {
  const step = Math.max(1, Math.floor(faces.length / count) - 1);
  return faces.length === 0
    ? []
    : Array.from({ length: Math.min(count, faces.length) }, (_, index) => faces[(from + index * step) % faces.length] as Face);
}
