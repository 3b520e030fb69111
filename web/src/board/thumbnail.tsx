// A small drawing of a position: the board, the hexagons, the wheel, the columns, or some of the cards or dice. It has no controls
// and is hidden from screen readers. The page draws the Gradients.

import { hasBodies, isTile } from "./containers/joined/tiles";
import { Bodies, EdgeBars } from "./containers/others";
import { FoldedDrawing } from "./containers/folded/drawing";
import { foldingOf } from "./containers/folded/folding";
import { placeOf, shapeOf } from "./containers/cells";
import { HexesPicture } from "./containers/spots/hexes-picture";
import { BackDrawing, CardDrawing, HiddenDrawing } from "./tokens/card";
import { FaceDrawing, faceOf, hiddenShape, PLAIN } from "./tokens/faces";
import { CELL, Panel, Surface } from "./containers/surface";
import { sector } from "./containers/track";
import type { Contents, Face, Scene, SceneContainer, Token } from "./view";

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
  if (wheel) return <Wheel {...{ scene, containers, wheel }} drawings={drawings(scene, faces)} />;
  const folded = scene.containers.find((each) => each.folded && each.name in containers);
  if (folded) {
    return (
      <FoldedDrawing
        {...{ scene, container: folded, contents: containers[folded.name] ?? {}, turned: false, style: "picture" }}
        folding={foldingOf(folded, false)}
      />
    );
  }
  const grid = fullest(scene, containers) ?? first("grid");
  if (grid) return <Board scene={scene} grid={grid} containers={containers} />;
  const hexes = scene.containers.find((each) => (each.layout === "hex" || each.hexes) && each.name in containers);
  const contents = containers[hexes?.name ?? ""] ?? {};
  if (hexes && (hexes.cells || contents.tokens?.length))
    return <HexesPicture scene={scene} board={hexes} contents={contents} />;
  const isDie = (token: Token) => faceOf(scene, token).shape === "die";
  const columns = scene.containers.filter(
    ({ layout, name }) => layout === "track" && !containers[name]?.tokens?.some(isDie), // dice lie in a row
  );
  return <Fan scene={scene} containers={containers} faces={faces} columns={columns} />;
}

/** The grid with the most tokens in sight; undefined where nothing lies on any. */
function fullest(scene: Scene, containers: ThumbnailProps["containers"]): SceneContainer | undefined {
  const lying = ({ name }: SceneContainer) => containers[name]?.tokens?.length ?? 0;
  return scene.containers
    .filter((each) => each.layout === "grid" && lying(each) > 0)
    .reduce<SceneContainer | undefined>((most, each) => (most && lying(most) >= lying(each) ? most : each), undefined);
}

/** A board and what lies on it. */
function Board({ scene, containers, grid }: ThumbnailProps & { readonly grid: SceneContainer }) {
  const contents = containers[grid.name] ?? {};
  const shape = shapeOf(grid);
  const { tokens = [] } = contents;
  const surface = grid.surface ?? "felt";
  const [width, height] = [shape.columns * CELL, shape.rows * CELL];
  return (
    <svg class={`picture ${surface}`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <Surface shape={shape} surface={surface} lines={grid.lines ?? "between"} blocks={grid.blocks} />
      {hasBodies(scene) && <Bodies {...{ scene, shape, tokens }} edge={0} />}
      {tokens.map((token) => {
        const at = placeOf(shape, String(token.at));
        return (
          at &&
          !isTile(scene, token) && (
            <g
              key={token.id}
              class="piece"
              style={{ transform: `translate(${at.column * CELL}px, ${at.row * CELL}px) scale(${CELL / 100})` }}
            >
              <FaceDrawing face={faceOf(scene, token)} />
            </g>
          )
        );
      })}
      {scene.containers.flatMap((cover) =>
        cover.over === grid.name && cover.layout === "grid" ? large(scene, cover, containers, width) : [],
      )}
      {scene.containers.map((each) => {
        const held = each.over === grid.name && each.layout === "edges" ? containers[each.name] : undefined;
        return held && <EdgeBars key={each.name} {...{ scene, shape }} container={each} contents={held} edge={0} last={[]} />;
      })}
      {surface === "holes" && <Panel shape={shape} edge={0} />}
    </svg>
  );
}

/** The tokens of a grid that lies over another, each as large as its cell there. */
function large(scene: Scene, cover: SceneContainer, containers: ThumbnailProps["containers"], width: number) {
  const shape = shapeOf(cover);
  const size = width / shape.columns;
  return (containers[cover.name]?.tokens ?? []).flatMap((token) => {
    const at = placeOf(shape, String(token.at));
    if (!at) return [];
    return (
      <g
        key={`${cover.name}.${token.id}`}
        class="covering"
        transform={`translate(${at.column * size} ${at.row * size}) scale(${size / 100})`}
      >
        <rect x="2" y="2" width="96" height="96" />
        <FaceDrawing face={faceOf(scene, token)} />
      </g>
    );
  });
}

interface WheelProps extends ThumbnailProps {
  readonly wheel: SceneContainer;
  readonly drawings: readonly Face[];
}

/** A wheel and what lies on it; around an empty one some of the game's tokens. */
function Wheel({ scene, containers, wheel, drawings }: WheelProps) {
  const spaces = wheel.spaces ?? [];
  const count = spaces.length;
  const lying = (containers[wheel.name]?.tokens ?? []).map((token) => ({
    face: faceOf(scene, token),
    index: spaces.indexOf(String(token.at)),
    level: token.level ?? 0,
  }));
  const shown = lying.length > 0 ? lying : sample(drawings, count, 0).map((face, index) => ({ face, index, level: 0 }));
  return (
    <svg class="picture wheel" viewBox="-108 -108 216 216" aria-hidden="true">
      {spaces.map((_, index) => (
        <path
          key={index}
          class={index % 2 ? "sector odd" : "sector"}
          d={sector((index - 0.5) / count, (index + 0.5) / count)}
        />
      ))}
      {shown.map(({ face, index, level }, number) => {
        const angle = (index / count) * 2 * Math.PI;
        const far = 78 - 26 * level;
        return (
          <g
            key={number}
            transform={`translate(${far * Math.sin(angle)} ${-far * Math.cos(angle)}) scale(.42) translate(-50 -50)`}
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
  readonly columns: readonly SceneContainer[]; // tracks, drawn upright behind the hand
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
      {columns.map((column, index) => (
        <Column
          key={column.name}
          spaces={column.spaces ?? []}
          x={(index - columns.length / 2) * 12}
          lying={(containers[column.name]?.tokens ?? []).map((token) => [String(token.at), faceOf(scene, token)] as const)}
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

interface ColumnProps {
  readonly spaces: NonNullable<SceneContainer["spaces"]>; // from the bottom
  readonly x: number;
  readonly lying: readonly (readonly [space: string, face: Face])[];
}

const STEP = 5.4; // height of a space

/** An upright track and what lies on it. */
function Column({ spaces, x, lying }: ColumnProps) {
  return (
    <>
      <rect class="column" x={x} y={-STEP * spaces.length} width="9" height={spaces.length * STEP} rx="2" />
      {lying.map(([space, face], index) => {
        const level = spaces.indexOf(space);
        return (
          <g key={index} transform={`translate(${x - 0.5} ${-STEP * (level + 1) - 2}) scale(.1)`}>
            <FaceDrawing face={face} />
          </g>
        );
      })}
    </>
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
