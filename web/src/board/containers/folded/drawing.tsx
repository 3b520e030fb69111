// The drawing of a folded track and of what lies on it.

import { FaceDrawing, faceOf } from "../../tokens/faces";
import type { Contents, Scene, SceneContainer, Token } from "../../view";
import { lyingOn, type FoldedSpace, type Folding } from "./folding";

interface DrawingProps {
  readonly scene: Scene;
  readonly container: SceneContainer;
  readonly contents: Contents;
  readonly folding: Folding;
  readonly turned: boolean;
  readonly style?: string; // another class
  readonly looks?: ReadonlyMap<string, string>;
}

/** The board and what lies on it; also drawn small. */
export function FoldedDrawing({
  scene,
  container,
  contents,
  folding,
  turned,
  style = "",
  looks = new Map<string, string>(),
}: DrawingProps) {
  const lying = bySpace(contents.tokens ?? []);
  const first = scene.roles[0]?.name ?? "";
  return (
    <svg
      class={`folded-drawing ${container.folded ?? "points"} ${style}`}
      viewBox={`0 0 ${folding.width} ${folding.height}`}
      aria-hidden="true"
    >
      <rect class="folded-frame" width={folding.width} height={folding.height} rx="16" />
      {folding.spaces.some(({ kind }) => kind === "point") && <Fields folding={folding} />}
      {folding.spaces.map((space) => (
        <g key={space.at} class={`folded-mark ${space.kind} ${space.odd ? "odd" : ""} ${looks.get(space.at) ?? ""}`}>
          <path d={outline(space)} />
          {space.kind === "point" && <PointName space={space} />}
        </g>
      ))}
      {folding.spaces.flatMap((space) =>
        lyingOn(space, lying.get(space.at) ?? [], first, turned).map(({ token, x, y, size }) => (
          <g key={token.id} transform={`translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`}>
            <g data-token={String(token.id)}>
              <FaceDrawing face={faceOf(scene, token)} />
            </g>
          </g>
        )),
      )}
      {folding.spaces.map((space) => (
        <Count key={space.at} space={space} number={lying.get(space.at)?.length ?? 0} />
      ))}
    </svg>
  );
}

/** The two fields of a board of points, left and right of the bar. */
function Fields({ folding }: { readonly folding: Folding }) {
  const points = folding.spaces.filter(({ kind }) => kind === "point");
  const bar = folding.spaces.find(({ kind }) => kind === "bar");
  const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x, width }) => x + width))];
  const [top, bottom] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y, height }) => y + height))];
  const parts = bar
    ? [
        [left, bar.x],
        [bar.x + bar.width, right],
      ]
    : [[left, right]];
  return parts.map(([from = 0, to = 0]) => (
    <rect key={from} class="folded-field" x={from} y={top} width={to - from} height={bottom - top} rx="4" />
  ));
}

/** A triangle, a hollow, or the ground of the bar, a tray or a store. */
function outline({ kind, x, y, width, height, upper }: FoldedSpace): string {
  if (kind === "point") {
    const [base, tip] = upper ? [y, y + height] : [y + height, y];
    return `M${x + 2} ${base}L${x + width / 2} ${tip}L${x + width - 2} ${base}Z`;
  }
  if (kind === "pit") {
    const r = width * 0.44;
    return `M${x + width / 2 - r} ${y + height / 2}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  }
  const inset = kind === "store" ? 8 : 0;
  const r = kind === "store" ? (width - 2 * inset) / 2 : 6;
  return [
    `M${x + inset + r} ${y + inset}H${x + width - inset - r}a${r} ${r} 0 0 1 ${r} ${r}`,
    `V${y + height - inset - r}a${r} ${r} 0 0 1 ${-r} ${r}`,
    `H${x + inset + r}a${r} ${r} 0 0 1 ${-r} ${-r}V${y + inset + r}a${r} ${r} 0 0 1 ${r} ${-r}Z`,
  ].join("");
}

/** The number of a point, between the tips and the middle of the board. */
function PointName({ space: { at, x, y, width, height, upper } }: { readonly space: FoldedSpace }) {
  return (
    <text class="folded-name" x={x + width / 2} y={upper ? y + height + 15 : y - 5}>
      {at}
    </text>
  );
}

/** How many tokens lie where they cannot be counted at a glance. */
function Count({ space, number }: { readonly space: FoldedSpace; readonly number: number }) {
  const { kind, x, y, width, height, upper } = space;
  if (kind === "pit" || kind === "store") {
    const middle = y + (upper ? -8 : height + 17);
    return (
      <text class="folded-count" x={x + width / 2} y={kind === "store" ? y + 30 : middle}>
        {number}
      </text>
    );
  }
  if (kind !== "point" || number <= 5) return null;
  return (
    <g class="folded-heap" transform={`translate(${x + width / 2} ${upper ? y + 31 : y + height - 31})`}>
      <circle r="15" />
      <text y="7">{number}</text>
    </g>
  );
}

/** The tokens on each space. */
export function bySpace(tokens: readonly Token[]): ReadonlyMap<string, readonly Token[]> {
  const lying = new Map<string, Token[]>();
  for (const token of tokens) lying.set(String(token.at), [...(lying.get(String(token.at)) ?? []), token]);
  return lying;
}
